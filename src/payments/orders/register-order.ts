// Registers an order.

import { defineCommand } from '../../kernel/command.ts'
import { withDue } from '../../kernel/dataset.ts'
import type { Draft } from '../../kernel/draft.ts'
import { Fault } from '../../kernel/fault.ts'
import { rowKey, type RowKey } from '../../kernel/rows.ts'
import type { Settings } from '../../kernel/settings.ts'
import { type Feature, parseFeatures } from './feature.ts'
import { NO_AMOUNTS } from './order-amounts.ts'
import { ORDER_ACTION_CODE, ORDER_STATUS, orderExpiresAt } from './order-status.ts'
import {
  NEW_PROGRESS,
  numberFromId,
  type Order,
  type OrderRequest,
  type Recurrence,
} from './order.ts'
import { recurrenceOf } from '../methods/recurrence.ts'

export interface RegisterOrderInput {
  readonly orderId: string
  /** The merchant's order number; null uses the digits of the id. */
  readonly number: string | null
  readonly twoStage: boolean
  /** Minor units; 0 only verifies a card. */
  readonly amount: number
  /** ISO 4217 numeric code. */
  readonly currency: number
  readonly clientId: string | null
  /** The feature names as sent. */
  readonly features: readonly string[]
  readonly request: Omit<OrderRequest, 'features' | 'recurrence' | 'expiresAt'>
  readonly sessionTimeoutSecs?: number
  /** Epoch milliseconds. */
  readonly expirationDate?: number
}

const numberOf = ({ number, orderId }: RegisterOrderInput): string =>
  number ?? numberFromId(orderId)

export function registerKeys(input: RegisterOrderInput): RowKey[] {
  const { bindingId } = input.request
  return [
    rowKey('order', 'number', numberOf(input)),
    ...(bindingId === undefined ? [] : [rowKey('binding', 'id', bindingId)]),
  ]
}

/** The order with the settings on which its response depends, so that no second read is needed. */
export interface Registration {
  readonly order: Order
  readonly settings: Settings
}

export const registerOrder = defineCommand<RegisterOrderInput, Registration>({
  prefetch: registerKeys,
  decide: (input, draft) => ({
    order: register(input, draft),
    settings: draft.dataset.settings,
  }),
})

/** Checks the request in the order of precedence, then stores the order. */
export function register(input: RegisterOrderInput, draft: Draft): Order {
  const { expiresAt, recurrence } = valuesOf(input, draft)
  assertCurrency(input, draft)
  if (draft.get('order', 'number', numberOf(input)) !== null)
    throw new Fault('order-duplicate', 'An order with this number already exists.')
  const features = featuresOf(input)
  assertBinding(input, draft)
  const request: OrderRequest = {
    ...input.request,
    features,
    expiresAt,
    ...(recurrence && { recurrence }),
    ...(draft.origin?.isSample && { isSample: true as const }),
  }
  const order: Order = {
    id: input.orderId,
    number: numberOf(input),
    status: ORDER_STATUS.registered,
    twoStage: input.twoStage,
    amount: input.amount,
    currency: input.currency,
    ...NO_AMOUNTS,
    actionCode: ORDER_ACTION_CODE.untouched,
    clientId: input.clientId,
    createdAt: draft.now,
    dueAt: expiresAt,
    request,
    failedAttempts: 0,
    labels: [],
    progress: NEW_PROGRESS,
  }
  draft.put('order', order)
  draft.dataset = withDue(draft.dataset, expiresAt)
  return order
}

function assertCurrency({ currency }: RegisterOrderInput, draft: Draft): void {
  const allowed = draft.dataset.settings.gatewayCurrencies
  if (allowed !== null && !allowed.some((code) => Number(code) === currency))
    throw new Fault('currency-unknown', 'The merchant does not accept this currency.')
}

/** Validates values that depend on the project's time or on each other. */
function valuesOf(
  input: RegisterOrderInput,
  draft: Draft,
): { readonly expiresAt: number; readonly recurrence: Recurrence | undefined } {
  if (input.amount === 0 && !input.features.includes('VERIFY'))
    throw invalid('amount', 'The amount is zero.')
  const expiresAt = orderExpiresAt({ ...input, registeredAt: draft.now })
  if (expiresAt <= draft.now) throw invalid('expirationDate', 'The expiration date has passed.')
  assertEndOfHold(input, draft)
  const recurrence = recurrenceOf(input.request.params)
  if (recurrence === null && draft.dataset.settings.recurrence === 'enforce')
    throw invalid('jsonParams', 'A recurrence needs a frequency in days and an end date, YYYYMMDD.')
  return { expiresAt, recurrence: recurrence ?? undefined }
}

function featuresOf({ features: sent, request, clientId }: RegisterOrderInput): readonly Feature[] {
  const parsed = parseFeatures(sent)
  if ('fault' in parsed)
    throw new Fault(parsed.fault, 'These features are unknown or contradict each other.')
  const { features } = parsed
  if (features.includes('FORCE_CREATE_BINDING')) {
    if (clientId === null) throw new Fault('client-missing', 'A binding needs a client.')
    if (request.bindingId !== undefined)
      throw new Fault('features-conflict', 'An order bound to a binding cannot create one.')
  }
  return features
}

/** Checks that the binding of an order belongs to its client. */
function assertBinding({ request, clientId }: RegisterOrderInput, draft: Draft): void {
  if (request.bindingId === undefined) return
  const binding = draft.get('binding', 'id', request.bindingId)
  if (binding === null || !binding.active || binding.clientId !== clientId)
    throw new Fault('binding-not-found', 'The client has no such binding.')
}

function assertEndOfHold({ request, twoStage }: RegisterOrderInput, { now }: Draft): void {
  const { autocompletionAt, autoReverseAt } = request
  const given = { autocompletionDate: autocompletionAt, autoReverseDate: autoReverseAt }
  for (const [name, at] of Object.entries(given))
    if (at !== undefined && (at <= now || !twoStage))
      throw invalid(name, 'The date has passed, or the order has no hold.')
  if (autocompletionAt !== undefined && autoReverseAt !== undefined)
    throw invalid(
      'autoReverseDate',
      'An order can have autocompletionDate or autoReverseDate, not both.',
    )
}

const invalid = (member: string, detail: string): Fault =>
  new Fault('value-invalid', detail, member)
