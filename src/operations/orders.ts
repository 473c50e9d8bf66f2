// Orders: registered, opened, added to, declined by the store, and brought up to date.

import { Fault } from '../domain/fault.ts'
import { type Feature, parseFeatures } from '../domain/feature.ts'
import {
  isPayable,
  NO_AMOUNTS,
  ORDER_ACTION_CODE,
  ORDER_STATUS,
  orderExpiresAt,
} from '../domain/order-status.ts'
import { NEW_PROGRESS, type Order, type OrderRequest, type Recurrence } from '../domain/order.ts'
import { recurrenceOf } from '../domain/recurrence.ts'
import { want, type Want } from '../domain/rows.ts'
import { withDue } from '../domain/space.ts'
import type { Draft } from './draft.ts'
import { operation } from './operation.ts'
import { type OrderRef, wantsOfOrder } from './order-rows.ts'
import { currentOrder, statusAfter } from './settling.ts'

export interface RegisterAsk {
  readonly orderId: string
  /** The store's number; null takes the digits of the id. */
  readonly number: string | null
  readonly twoStage: boolean
  /** Minor units; 0 only to verify a card. */
  readonly amount: number
  /** ISO 4217 numeric code. */
  readonly currency: number
  readonly clientId: string | null
  /** As sent. */
  readonly features: readonly string[]
  readonly request: Omit<OrderRequest, 'features' | 'recurrence'>
  readonly sessionTimeoutSecs?: number
  /** Epoch milliseconds. */
  readonly expirationDate?: number
}

const numberOf = ({ number, orderId }: RegisterAsk): string => number ?? orderId.replaceAll('-', '')

export function registerWants(ask: RegisterAsk): Want[] {
  const { bindingId } = ask.request
  return [
    want('order', 'number', numberOf(ask)),
    ...(bindingId === undefined ? [] : [want('binding', 'id', bindingId)]),
  ]
}

export const registerOrder = operation<RegisterAsk, Order>({
  wants: registerWants,
  decide: (ask, draft) => register(ask, draft),
})

/** Checks in the order of precedence, then writes the order. */
export function register(ask: RegisterAsk, draft: Draft): Order {
  const { expiresAt, recurrence } = valuesOf(ask, draft)
  assertCurrency(ask, draft)
  if (draft.get('order', 'number', numberOf(ask)) !== null)
    throw new Fault('order-duplicate', 'An order with this number was registered.')
  const features = featuresOf(ask)
  assertBinding(ask, draft)
  const request: OrderRequest = { ...ask.request, features, ...(recurrence && { recurrence }) }
  const order: Order = {
    id: ask.orderId,
    number: numberOf(ask),
    status: ORDER_STATUS.registered,
    twoStage: ask.twoStage,
    amount: ask.amount,
    currency: ask.currency,
    ...NO_AMOUNTS,
    actionCode: ORDER_ACTION_CODE.untouched,
    clientId: ask.clientId,
    createdAt: draft.now,
    dueAt: expiresAt,
    request,
    progress: NEW_PROGRESS,
  }
  draft.put('order', order)
  draft.space = withDue(draft.space, expiresAt)
  return order
}

function assertCurrency({ currency }: RegisterAsk, draft: Draft): void {
  const allowed = draft.space.settings.gatewayCurrencies
  if (allowed !== null && !allowed.some((code) => Number(code) === currency))
    throw new Fault('currency-unknown', 'The store does not take this currency.')
}

/** What a value says that only the project's time, or another value, can judge. */
function valuesOf(
  ask: RegisterAsk,
  draft: Draft,
): { readonly expiresAt: number; readonly recurrence: Recurrence | undefined } {
  const expiresAt = orderExpiresAt({ ...ask, registeredAt: draft.now })
  if (expiresAt <= draft.now) throw invalid('expirationDate', 'The expiration date has passed.')
  assertEndOfHold(ask, draft)
  const recurrence = recurrenceOf(ask.request.params)
  if (recurrence === null) throw invalid('jsonParams', 'The recurrence cannot be read.')
  return { expiresAt, recurrence }
}

function featuresOf({
  features: sent,
  request,
  clientId,
  amount,
}: RegisterAsk): readonly Feature[] {
  const parsed = parseFeatures(sent)
  if ('refusal' in parsed) throw new Fault(parsed.refusal, 'The features cannot be combined so.')
  const { features } = parsed
  if (features.includes('FORCE_CREATE_BINDING')) {
    if (clientId === null) throw new Fault('client-missing', 'A binding needs a client.')
    if (request.bindingId !== undefined)
      throw new Fault('features-conflict', 'An order bound to a binding makes none.')
  }
  if (amount === 0 && !features.includes('VERIFY')) throw invalid('amount', 'The amount is zero.')
  return features
}

/** A binding that the order is bound to is the client's own. */
function assertBinding({ request, clientId }: RegisterAsk, draft: Draft): void {
  if (request.bindingId === undefined) return
  const binding = draft.get('binding', 'id', request.bindingId)
  if (binding === null || !binding.active || binding.clientId !== clientId)
    throw new Fault('binding-not-found', 'The client has no such binding.')
}

function assertEndOfHold({ request, twoStage }: RegisterAsk, { now }: Draft): void {
  const { autocompletionAt, autoReverseAt } = request
  const given = { autocompletionDate: autocompletionAt, autoReverseDate: autoReverseAt }
  for (const [name, at] of Object.entries(given))
    if (at !== undefined && (at <= now || !twoStage))
      throw invalid(name, 'The date has passed, or the order has no hold.')
  if (autocompletionAt !== undefined && autoReverseAt !== undefined)
    throw invalid('autoReverseDate', 'A hold is captured or given back, not both.')
}

const invalid = (pointer: string, detail: string): Fault =>
  new Fault('value-invalid', detail, pointer)

/** Notes that the payment page was opened. */
export const openPage = operation<{ readonly orderId: string }, Order>({
  wants: ({ orderId }, rows) => wantsOfOrder({ id: orderId }, rows),
  decide({ orderId }, draft) {
    const order = currentOrder({ id: orderId }, draft)
    if (order.progress.pageOpened || !isPayable(order.status)) return order
    return draft.put('order', { ...order, progress: { ...order.progress, pageOpened: true } })
  },
})

/** Applies what is due, nothing else. */
export const settleOrder = operation<{ readonly order: OrderRef }, Order>({
  wants: (ask, rows) => wantsOfOrder(ask.order, rows),
  decide: (ask, draft) => currentOrder(ask.order, draft),
})

/** The store gives up on an order that nobody has paid. */
export const declineOrder = operation<{ readonly order: OrderRef }, Order>({
  wants: (ask, rows) => wantsOfOrder(ask.order, rows),
  decide(ask, draft) {
    const order = currentOrder(ask.order, draft)
    if (!isPayable(order.status))
      throw new Fault('decline-state', 'Only an unpaid order can be declined.')
    return draft.put('order', {
      ...order,
      status: statusAfter(order, 'decline'),
      actionCode: ORDER_ACTION_CODE.declinedByStore,
      dueAt: null,
      progress: { ...order.progress, challenge: null },
    })
  },
})

export interface AddOrderParamsAsk {
  readonly order: OrderRef
  readonly params: Readonly<Record<string, string>>
}

const MOST_PARAMS = 100
/** Characters in all, as JSON: as much as one call may bring. */
const PARAMS_LENGTH = 32_768

/** Adds to an order's parameters. */
export const addOrderParams = operation<AddOrderParamsAsk, Order>({
  wants: (ask, rows) => wantsOfOrder(ask.order, rows),
  decide(ask, draft) {
    return draft.put('order', withParams(currentOrder(ask.order, draft), ask.params))
  },
})

/** An order with more parameters; a name that exists gets the new value. */
export function withParams(order: Order, added: AddOrderParamsAsk['params']): Order {
  const params = { ...order.request.params, ...added }
  if (Object.keys(params).length > MOST_PARAMS)
    throw invalid('params', `An order has at most ${MOST_PARAMS} parameters.`)
  if (JSON.stringify(params).length > PARAMS_LENGTH)
    throw invalid('params', 'The parameters of the order are too long.')
  return { ...order, request: { ...order.request, params } }
}
