// Amounts of money: safe integers in minor units (ISO 4217), never negative, never a float.

declare const minor: unique symbol

/** An amount in minor units of its currency, 0 to 999 999 999 999. */
export type Amount = number & { readonly [minor]: true }

/** The maximum amount that an interface accepts, in minor units. */
export const MAX_AMOUNT = 999_999_999_999

/** True for an integer from 0 to `MAX_AMOUNT`. */
export const isAmount = (value: unknown): value is Amount =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MAX_AMOUNT

/** True for an amount that can be moved: an integer from 1 to `MAX_AMOUNT`. */
export const isMovable = (value: unknown): value is Amount => isAmount(value) && value > 0

/** Brands a number that has already been checked; any other number is a bug. */
export function toAmount(value: number): Amount {
  if (!isAmount(value)) throw new RangeError(`not an amount in minor units: ${String(value)}`)
  return value
}

export const ZERO = toAmount(0)
