// The basket of an order as the gateway returns it: dates, numbers and texts have one type each,
// regardless of what the merchant sent, and the item amounts are filled in. Other fields are
// returned as sent.

import { DAY_MS, parseIso8601 } from '../../kernel/calendar.ts'
import { type Order, sentCurrencyOf } from '../../payments/orders/order.ts'

type Members = Readonly<Record<string, unknown>>

/** The bundle of an order; `orderBundle` in the client's types. */
export function bundleView(order: Order): Members {
  const bundle = order.request.bundle ?? {}
  const { orderBundle } = bundle
  return isObject(orderBundle)
    ? { ...bundle, orderBundle: orderBundleView(orderBundle, order) }
    : bundle
}

/** The customer details in the basket, if any. */
export function customerOf({ request }: Order): {
  readonly email?: string
  readonly phone?: string
} {
  const details = memberOf(request.bundle?.['orderBundle'], 'customerDetails')
  const { email, phone } = isObject(details) ? details : {}
  const phoneText = inText(phone)
  return {
    ...(typeof email === 'string' && email !== '' && { email }),
    ...(typeof phoneText === 'string' && phoneText !== '' && { phone: phoneText }),
  }
}

function orderBundleView(sent: Members, order: Order): Members {
  return changed(sent, {
    orderCreationDate: (date) => creationDate(date, order.createdAt),
    customerDetails: (details) =>
      isObject(details) ? changed(details, { phone: inText }) : details,
    cartItems: (cart) =>
      isObject(cart) ? changed(cart, { items: (items) => itemsView(items, order) }) : cart,
  })
}

const itemsView = (items: unknown, order: Order): unknown =>
  Array.isArray(items)
    ? items.map((item: unknown) => (isObject(item) ? itemView(item, order) : item))
    : items

/**
 * An item with its amounts. The captured amount follows the order, because a capture does not list
 * items.
 */
function itemView(item: Members, order: Order): Members {
  const view = changed(item, {
    positionId: inText,
    itemCode: inText,
    quantity: (quantity) =>
      isObject(quantity) ? changed(quantity, { value: inNumber }) : quantity,
    itemPrice: inNumber,
    itemAmount: inNumber,
  })
  const itemAmount = view['itemAmount'] ?? amountOf(view)
  return {
    ...view,
    ...(itemAmount !== undefined && {
      itemAmount,
      depositedItemAmount: order.progress.depositedAt === undefined ? 0 : itemAmount,
    }),
    itemCurrency: inNumber(item['itemCurrency'] ?? sentCurrencyOf(order)),
  }
}

/** Price times quantity, in minor units; undefined if either is not a number. */
function amountOf(item: Members): number | undefined {
  const price = item['itemPrice']
  const value = memberOf(item['quantity'], 'value')
  return typeof price === 'number' && typeof value === 'number'
    ? Math.round(price * value)
    : undefined
}

/**
 * Epoch milliseconds. A date without a time gets the order's time of day, to the second; other
 * texts stay unchanged.
 */
function creationDate(sent: unknown, createdAt: number): unknown {
  if (typeof sent !== 'string') return sent
  if (/^\d{13}$/.test(sent)) return Number(sent)
  const timeOfDay = Math.floor((createdAt % DAY_MS) / 1000) * 1000
  return parseIso8601(sent, timeOfDay) ?? sent
}

/** The object with some fields replaced; missing ones are not added. */
const changed = (
  object: Members,
  changes: Readonly<Record<string, (value: unknown) => unknown>>,
): Members =>
  Object.fromEntries(
    Object.entries(object).map(([name, value]) => [
      name,
      Object.hasOwn(changes, name) ? changes[name]?.(value) : value,
    ]),
  )

const inText = (value: unknown): unknown => (typeof value === 'number' ? String(value) : value)

/** A number that was sent as text. */
const inNumber = (value: unknown): unknown =>
  typeof value === 'string' && /^\d{1,12}(\.\d{1,6})?$/.test(value) ? Number(value) : value

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const memberOf = (value: unknown, name: string): unknown =>
  isObject(value) ? value[name] : undefined
