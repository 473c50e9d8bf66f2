// The timeline of an order: its steps with their postings and callbacks, derived from the order,
// its journal entries and its callbacks.

import type { showOrder } from '../../../api/control/orders/orders.ts'
import type { AnswerOf } from '../../../api/endpoint/operation.ts'
import type { CallbackOperation } from '../../../callbacks/callback-schedule.ts'
import { ORDER_ACTION_CODE } from '../../../payments/orders/order-status.ts'
import type { Meaning } from '../../../web/html/components.ts'
import { actionCodeText, endLabel, endMeaning } from '../labels/order-labels.ts'

type StepKind =
  | 'registered'
  | 'page'
  | 'attempt'
  | 'challenge'
  | 'payment'
  | 'capture'
  | 'reversal'
  | 'refund'
  | 'end'

/** The money of a step: moved from one account to another, or held on an account. */
export interface PostingView {
  readonly kind: 'posted' | 'held'
  readonly amount: number
  readonly from: string
  readonly to?: string
}

export interface Step {
  readonly kind: StepKind
  readonly meaning: Meaning
  readonly title: string
  readonly text?: string
  /** Undefined if the time is unknown. */
  readonly at?: number
  readonly amount?: number
  readonly rrn?: string
  /** Why an issued card declined, and which card it was. */
  readonly declined?: NonNullable<Entry['declineReason']>
  readonly cardId?: string
  /** The journal entry of the step, and what it posted. */
  readonly entryId?: string
  readonly posting?: PostingView
  readonly callbacks: readonly Callback[]
  /** The request that caused the step, if the request log has it. */
  readonly request?: { readonly id: string; readonly operation: string }
}

export type ShownOrder = AnswerOf<typeof showOrder>
type Entry = ShownOrder['entries'][number]
type Callback = ShownOrder['callbacks'][number]

type BareStep = Omit<Step, 'callbacks'>

export function timeline(order: ShownOrder): readonly Step[] {
  const entries = order.entries.toReversed()
  const steps: BareStep[] = [
    registered(order),
    ...opened(order),
    ...unasked(order, entries),
    ...entries.map((entry) => entryStep(order, entry)),
    ...challenge(order),
    ...ending(order),
  ]
  const byStep = assigned(steps, order.callbacks.toReversed())
  return steps.map((step, index) => ({ ...step, callbacks: byStep.get(index) ?? [] }))
}

const registered = (order: ShownOrder): BareStep => ({
  kind: 'registered',
  meaning: 'neutral',
  title: 'Registered',
  text: order.verification
    ? 'Verifies a card; no money moves.'
    : order.twoStage
      ? 'Two stages: held first, captured later.'
      : 'One stage: charged on approval.',
  at: Date.parse(order.createdAt),
  amount: order.amount,
})

const opened = ({ pageOpened }: ShownOrder): BareStep[] =>
  pageOpened ? [{ kind: 'page', meaning: 'neutral', title: 'Payment page opened' }] : []

/**
 * Attempts that failed before the issuer decided have no entry; the order only has the last one.
 */
function unasked(
  { failedAttempts, payment, actionCode, status }: ShownOrder,
  entries: readonly Entry[],
): BareStep[] {
  const asked = entries.filter(({ approved }) => !approved).length
  const others = failedAttempts - asked
  if (others <= 0) return []
  const isLast = payment?.entryId === null
  const last: BareStep = {
    kind: 'attempt',
    meaning: 'declined',
    title: payment?.cancelled === true ? 'The payer cancelled' : 'Declined',
    text:
      status === 'declined'
        ? 'Declined before authorisation.'
        : `Declined before authorisation: ${actionCodeText(actionCode)}.`,
    ...(payment !== null && { at: Date.parse(payment.at) }),
  }
  const earlier = others - (isLast ? 1 : 0)
  const before: BareStep = {
    kind: 'attempt',
    meaning: 'declined',
    title: earlier === 1 ? 'Declined' : `${earlier} attempts declined`,
    text: 'Before authorisation.',
  }
  return [...(earlier > 0 ? [before] : []), ...(isLast ? [last] : [])]
}

function entryStep(order: ShownOrder, entry: Entry): BareStep {
  const posting = postingOf(entry, order)
  const common = {
    at: Date.parse(entry.at),
    amount: entry.amount,
    rrn: entry.rrn,
    entryId: entry.id,
    ...(posting && { posting }),
    ...(entry.source && { cardId: entry.source.cardId }),
  }
  if (!entry.approved) return declined(order, entry, common)
  switch (entry.kind) {
    case 'purchase':
      return payment(order, entry, common)
    case 'completion':
      return { kind: 'capture', meaning: 'approved', title: 'Captured', ...common }
    case 'reversal':
      return {
        kind: 'reversal',
        meaning: 'neutral',
        title: 'Reversed',
        text: 'The payer is not charged.',
        ...common,
      }
    default:
      return { kind: 'refund', meaning: 'neutral', title: 'Refunded', ...common }
  }
}

const payment = (order: ShownOrder, entry: Entry, common: Partial<BareStep>): BareStep => ({
  kind: 'payment',
  meaning: 'approved',
  title: entry.isHold
    ? 'Approved and held'
    : order.verification
      ? 'Card verified'
      : 'Approved and paid',
  ...common,
})

function declined(order: ShownOrder, entry: Entry, common: Partial<BareStep>): BareStep {
  const isLast = order.payment?.entryId === entry.id
  return {
    kind: 'attempt',
    meaning: 'declined',
    title: 'Declined by the issuer',
    ...(isLast && order.status !== 'declined' && { text: actionCodeText(order.actionCode) }),
    ...common,
    ...(entry.declineReason && { declined: entry.declineReason }),
  }
}

function challenge({ challenge: open, status }: ShownOrder): BareStep[] {
  if (open === null || status !== 'authenticating') return []
  return [
    {
      kind: 'challenge',
      meaning: 'pending',
      title: '3-D Secure challenge open',
      text: `3-D Secure ${open.version}; the issuer’s page accepts the code ${open.code}.`,
      at: Date.parse(open.startedAt),
    },
  ]
}

function ending(order: ShownOrder): BareStep[] {
  if (order.status !== 'declined') return []
  return [
    {
      kind: 'end',
      meaning: endMeaning(order),
      title: endTitle(order),
      text: actionCodeText(order.actionCode),
    },
  ]
}

function endTitle(order: ShownOrder): string {
  const end = endLabel(order)
  if (end === 'expired') return 'Expired'
  if (end === 'declined') return 'Declined'
  const isByPayer = order.actionCode === ORDER_ACTION_CODE.cancelledByPayer
  return `Withdrawn by the ${isByPayer ? 'payer' : 'merchant'}`
}

/** One of the sandbox's own accounts, such as `network-978`, or the card's. */
const accountLabel = (account: string): string =>
  /^(funding|merchant|suspense|network)-/.exec(account)?.[1] ?? 'the card’s account'

function postingOf(
  { debit, credit, amount, isHold }: Entry,
  { payment }: ShownOrder,
): PostingView | undefined {
  if (debit !== null && credit !== null)
    return { kind: 'posted', amount, from: accountLabel(debit), to: accountLabel(credit) }
  if (!isHold || payment === null) return undefined
  const from = payment.cardKind === 'issued' ? 'the card’s account' : 'network'
  return { kind: 'held', amount, from }
}

// prettier-ignore
const KINDS_OF_OPERATION: Readonly<Record<CallbackOperation, readonly StepKind[]>> = {
  approved:               ['payment', 'attempt'],
  deposited:              ['capture', 'payment', 'attempt'],
  reversed:               ['reversal', 'payment'],
  refunded:               ['refund'],
  declinedByTimeout:      ['end'],
  declinedCardPresent:    ['attempt', 'end'],
  bindingCreated:         ['payment'],
  bindingActivityChanged: ['payment'],
}

/** Each callback belongs to the step of its kind and commit, or else to the last step. */
function assigned(
  steps: readonly BareStep[],
  callbacks: readonly Callback[],
): ReadonlyMap<number, readonly Callback[]> {
  const byStep = new Map<number, Callback[]>()
  for (const callback of callbacks) {
    const index = stepOf(callback, steps, byStep)
    byStep.set(index, [...(byStep.get(index) ?? []), callback])
  }
  return byStep
}

function stepOf(
  callback: Callback,
  steps: readonly BareStep[],
  byStep: ReadonlyMap<number, readonly Callback[]>,
): number {
  const isTaken = (index: number): boolean =>
    (byStep.get(index) ?? []).some(({ operation }) => operation === callback.operation)
  for (const kind of KINDS_OF_OPERATION[callback.operation]) {
    const isSuccess = callback.status === 1
    if ((kind === 'attempt') === isSuccess) continue
    const index = steps.findIndex(
      (step, each) =>
        step.kind === kind &&
        !isTaken(each) &&
        (step.at ?? Date.parse(callback.createdAt)) === Date.parse(callback.createdAt),
    )
    if (index >= 0) return index
  }
  return steps.length - 1
}
