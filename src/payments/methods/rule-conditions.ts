// The conditions of outcome rules, one row each. Matching, the schema of the control API, and the
// sentences and the form of the portal derive from this table.

import { ROW_ID_PATTERN } from '../../kernel/row-id.ts'
import { currencyByNumeric, numericCode } from '../../ledger/currency.ts'
import type { Order } from '../orders/order.ts'
import { maskDigits, type PaymentCard } from './payment-card.ts'

/** The order as registered, without its progress, so that rules can be tried on past payments. */
export type RuledOrder = Pick<
  Order,
  'number' | 'amount' | 'currency' | 'clientId' | 'twoStage' | 'request'
>

/** The payment that a rule is compared with. */
export interface OutcomeSubject {
  /** An issued card has a `cardId`. */
  readonly card: Pick<PaymentCard, 'mask' | 'cardId'>
  /** Null if there is no order: conditions on the order do not match. */
  readonly order: RuledOrder | null
}

/** JSON Schema of the value of a condition; an integer is an amount in minor units. */
export type ConditionSchema =
  | {
      readonly type: 'string'
      readonly pattern?: string
      readonly maxLength?: number
      readonly description?: string
    }
  | {
      readonly type: 'integer'
      readonly minimum: number
      readonly maximum: number
      readonly maxLength?: never
    }

/** The field of a form. */
interface ConditionField {
  readonly label: string
  readonly hint: string
  /** Hint for a value that the schema refuses. */
  readonly expected: string
}

interface Condition<Value> {
  readonly schema: ConditionSchema
  readonly matches: (value: Value, subject: OutcomeSubject) => boolean
  /**
   * True if every payment that matches `narrow` matches this value too. Undefined means a rule
   * without the condition.
   */
  readonly covers: (value: Value, narrow: Value | undefined) => boolean
  /** Why no payment matches a value that the schema accepts. */
  readonly impossible?: (value: Value) => string | undefined
  /** A clause of a sentence; `money` writes an amount in the currency of the rule. */
  readonly sentence: (value: Value, money: (minor: number) => string) => string
  readonly field: ConditionField
}

const MAX_AMOUNT = 999_999_999_999

const text = (condition: Condition<string>): Condition<string> => condition
/** A condition that one value meets. */
const exact = (condition: Omit<Condition<string>, 'covers'>): Condition<string> => ({
  covers: (value, narrow) => narrow === value,
  ...condition,
})
const amount = (condition: Omit<Condition<number>, 'schema'>): Condition<number> => ({
  schema: { type: 'integer', minimum: 0, maximum: MAX_AMOUNT },
  ...condition,
})

const AMOUNT_EXPECTED = 'Enter an amount such as 1000.00.'

const RULE_CONDITIONS = {
  // Prefix and suffix identify a card without storing its whole number.
  panPrefix: text({
    schema: {
      type: 'string',
      pattern: '^[0-9]{1,6}$',
      description: 'Leading digits of the card number',
    },
    matches: (value, { card }) => maskDigits(card.mask).startsWith(value),
    covers: (value, narrow) => narrow?.startsWith(value) === true,
    sentence: (value) => `the card starts with ${value}`,
    field: {
      label: 'Card starts with',
      hint: 'Up to six digits; empty for any card.',
      expected: 'Enter up to six digits.',
    },
  }),
  panSuffix: text({
    schema: {
      type: 'string',
      pattern: '^[0-9]{1,4}$',
      description: 'Last digits of the card number',
    },
    matches: (value, { card }) => maskDigits(card.mask).endsWith(value),
    covers: (value, narrow) => narrow?.endsWith(value) === true,
    sentence: (value) => `the card ends in ${value}`,
    field: {
      label: 'Card ends in',
      hint: 'Up to four digits; empty for any card.',
      expected: 'Enter up to four digits.',
    },
  }),
  amountFrom: amount({
    matches: (value, { order }) => order !== null && order.amount >= value,
    covers: (value, narrow = 0) => narrow >= value,
    sentence: (value, money) => `the amount is at least ${money(value)}`,
    field: {
      label: 'Amount from',
      hint: 'Such as 1000.00; empty for any amount.',
      expected: AMOUNT_EXPECTED,
    },
  }),
  amountTo: amount({
    matches: (value, { order }) => order !== null && order.amount <= value,
    covers: (value, narrow = MAX_AMOUNT) => narrow <= value,
    sentence: (value, money) => `the amount is at most ${money(value)}`,
    field: {
      label: 'Amount to',
      hint: 'Such as 1000.00; empty for any amount.',
      expected: AMOUNT_EXPECTED,
    },
  }),
  currency: exact({
    schema: { type: 'string', pattern: '^[0-9]{3}$', description: 'ISO 4217 numeric code' },
    matches: (value, { order }) => order !== null && numericCode(order.currency) === value,
    impossible: (value) =>
      currencyByNumeric(value) === undefined ? `ISO 4217 has no currency ${value}` : undefined,
    sentence: (value) => `the currency is ${currencyByNumeric(value)?.alpha ?? value}`,
    field: {
      label: 'Currency',
      hint: 'ISO 4217 numeric code, such as 978; empty for any currency.',
      expected: 'Enter three digits, such as 978.',
    },
  }),
  orderNumber: exact({
    schema: { type: 'string', maxLength: 36 },
    matches: (value, { order }) => order?.number === value,
    impossible: (value) => (value === '' ? 'every order has a number' : undefined),
    sentence: (value) => `the order number is ${value}`,
    field: {
      label: 'Order number',
      hint: 'Empty for any order.',
      expected: 'Enter up to 36 characters.',
    },
  }),
  clientId: exact({
    schema: { type: 'string', maxLength: 255 },
    matches: (value, { order }) => order?.clientId === value,
    impossible: (value) => (value === '' ? 'a client ID is never empty' : undefined),
    sentence: (value) => `the client ID is ${value}`,
    field: {
      label: 'Client ID',
      hint: 'Empty for any client.',
      expected: 'Enter up to 255 characters.',
    },
  }),
  cardId: exact({
    schema: {
      type: 'string',
      pattern: ROW_ID_PATTERN,
      description: 'A card of the project; rules without one mean other cards',
    },
    matches: (value, { card }) => card.cardId !== undefined && String(card.cardId) === value,
    sentence: (value) => `the issued card is ${value}`,
    field: {
      label: 'ID of an issued card',
      hint: 'Rules without it decide only cards that are not issued in this project.',
      expected: 'Enter the ID of a card.',
    },
  }),
} as const

type Conditions = typeof RULE_CONDITIONS
export type ConditionName = keyof Conditions

/**
 * The payments that a rule applies to. Every condition must hold; a rule without any applies to
 * all.
 */
export type OutcomeMatch = {
  readonly [Name in ConditionName]?: Parameters<Conditions[Name]['matches']>[0]
}

const NAMES = Object.keys(RULE_CONDITIONS) as readonly ConditionName[]

/** A row with its name; its functions take the values that its schema accepts. */
export interface ConditionRow {
  readonly name: ConditionName
  readonly schema: ConditionSchema
  readonly matches: (value: string | number, subject: OutcomeSubject) => boolean
  readonly covers: (value: string | number, narrow: string | number | undefined) => boolean
  readonly impossible?: (value: string | number) => string | undefined
  readonly sentence: (value: string | number, money: (minor: number) => string) => string
  readonly field: ConditionField
}

export const CONDITION_ROWS = NAMES.map((name) => ({
  name,
  ...RULE_CONDITIONS[name],
})) as readonly ConditionRow[]

/** True for a value that the schema of its condition accepts. */
export function isConditionValid({ schema }: ConditionRow, value: string | number): boolean {
  if (schema.type === 'integer')
    return (
      Number.isInteger(value) && Number(value) >= schema.minimum && Number(value) <= schema.maximum
    )
  const { pattern, maxLength = Infinity } = schema
  if (typeof value !== 'string' || value.length > maxLength) return false
  return pattern === undefined || new RegExp(pattern, 'u').test(value)
}
