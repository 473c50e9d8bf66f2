// What happened to an order, step by step, each with what it moved in the ledger and what the merchant was told of it. Put together from the
// order, its journal entries and its callbacks: no step is stored a second time.

import type { Callback } from '../../../callbacks/callback.ts'
import type { CallbackOperation } from '../../../callbacks/callback-schedule.ts'
import { type SystemKind, systemAccountId } from '../../../ledger/account.ts'
import type { Decline } from '../../../ledger/decline.ts'
import type { JournalEntry } from '../../../ledger/journal-entry.ts'
import { rrnOf } from '../../../ledger/journal-entry.ts'
import { ORDER_STATUS, ranOutOfTime, wasWithdrawn } from '../../../payments/orders/order-status.ts'
import { isVerification, type Order } from '../../../payments/orders/order.ts'
import type { Meaning } from '../../../web/html/components.ts'
import { actionCodeText } from '../labels/order-labels.ts'

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

/** What a step moved: from one account to another, or held on one. */
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
  /** Undefined where only that it happened is known. */
  readonly at?: number
  readonly amount?: number
  readonly rrn?: string
  /** Why an issued card declined, and which card it was. */
  readonly decline?: Decline
  readonly cardId?: number
  /** The action code of a card from outside that was declined. */
  readonly actionCode?: number
  readonly posting?: PostingView
  readonly callbacks: readonly Callback[]
}

export interface OrderHistory {
  readonly order: Order
  /** Oldest first. */
  readonly entries: readonly JournalEntry[]
  /** Oldest first. */
  readonly callbacks: readonly Callback[]
}

type BareStep = Omit<Step, 'callbacks'>

export function timeline({ order, entries, callbacks }: OrderHistory): readonly Step[] {
  const steps: BareStep[] = [
    registered(order),
    ...opened(order),
    ...unasked(order, entries),
    ...entries.map((entry) => entryStep(order, entry)),
    ...challenge(order),
    ...ending(order),
  ]
  const byStep = assigned(steps, callbacks)
  return steps.map((step, index) => ({ ...step, callbacks: byStep.get(index) ?? [] }))
}

const registered = (order: Order): BareStep => ({
  kind: 'registered',
  meaning: 'neutral',
  title: 'Registered',
  text: isVerification(order)
    ? 'To verify a card: no money moves.'
    : order.twoStage
      ? 'In two stages: a hold first, its capture later.'
      : 'In one stage: paid at once.',
  at: order.createdAt,
  amount: order.amount,
})

const opened = ({ progress }: Order): BareStep[] =>
  progress.pageOpened ? [{ kind: 'page', meaning: 'neutral', title: 'Payment page opened' }] : []

/** Attempts that never came to the issuer leave nothing in the journal; of the last one the order itself still tells. */
function unasked(
  { progress, actionCode, status }: Order,
  entries: readonly JournalEntry[],
): BareStep[] {
  const { failedAttempts, payment } = progress
  const asked = entries.filter(({ kind, approved }) => kind === 'purchase' && !approved).length
  const others = failedAttempts - asked
  if (others <= 0) return []
  const isLast = payment !== null && payment.operationId === undefined
  const last: BareStep = {
    kind: 'attempt',
    meaning: 'declined',
    title: payment?.isCancelled === true ? 'The payer cancelled' : 'Attempt failed',
    text:
      status === ORDER_STATUS.declined
        ? 'It ended before the issuer was asked.'
        : `It ended before the issuer was asked: ${actionCodeText(actionCode)}.`,
    ...(payment !== null && { at: payment.at }),
  }
  const earlier = others - (isLast ? 1 : 0)
  const before: BareStep = {
    kind: 'attempt',
    meaning: 'declined',
    title: earlier === 1 ? 'Attempt failed' : `${earlier} attempts failed`,
    text: 'Before the issuer was asked.',
  }
  return [...(earlier > 0 ? [before] : []), ...(isLast ? [last] : [])]
}

function entryStep(order: Order, entry: JournalEntry): BareStep {
  const posting = postingOf(entry, order)
  const common = {
    at: entry.at,
    amount: entry.amount,
    rrn: rrnOf(entry),
    ...(posting && { posting }),
    ...(entry.sourceCardId !== null && { cardId: entry.sourceCardId }),
  }
  switch (entry.kind) {
    case 'purchase':
      return entry.approved ? payment(order, entry, common) : declined(order, entry, common)
    case 'completion':
      return { kind: 'capture', meaning: 'approved', title: 'Captured', ...common }
    case 'reversal':
      return {
        kind: 'reversal',
        meaning: 'neutral',
        title: 'Reversed',
        text: 'What was held or paid is the payer’s again.',
        ...common,
      }
    default:
      return { kind: 'refund', meaning: 'neutral', title: 'Refunded', ...common }
  }
}

const payment = (order: Order, entry: JournalEntry, common: Partial<BareStep>): BareStep => ({
  kind: 'payment',
  meaning: 'approved',
  title:
    entry.details.pending === true
      ? 'Approved, and held'
      : isVerification(order)
        ? 'Card verified'
        : 'Approved, and paid',
  ...common,
})

function declined(order: Order, entry: JournalEntry, common: Partial<BareStep>): BareStep {
  const { decline, actionCode } = entry.details
  const isLast = order.progress.payment?.operationId === entry.id
  return {
    kind: 'attempt',
    meaning: 'declined',
    title: 'Declined by the issuer',
    ...(isLast &&
      order.status !== ORDER_STATUS.declined && { text: actionCodeText(order.actionCode) }),
    ...(!isLast && actionCode !== undefined && { text: actionCodeText(actionCode) }),
    ...common,
    ...(decline && { decline }),
    ...(actionCode !== undefined && { actionCode }),
  }
}

function challenge({ progress, status }: Order): BareStep[] {
  const open = progress.challenge
  if (open === null || status !== ORDER_STATUS.authenticating) return []
  return [
    {
      kind: 'challenge',
      meaning: 'pending',
      title: 'The payer is asked to confirm',
      text: `3-D Secure ${open.version}; the issuer’s page accepts the code ${open.code}.`,
      at: open.startedAt,
    },
  ]
}

function ending(order: Order): BareStep[] {
  if (order.status !== ORDER_STATUS.declined) return []
  return [
    {
      kind: 'end',
      meaning: 'declined',
      title: ranOutOfTime(order)
        ? 'Expired'
        : wasWithdrawn(order)
          ? 'Withdrawn by the merchant'
          : 'Declined for good',
      text: actionCodeText(order.actionCode),
    },
  ]
}

const SYSTEM_ACCOUNTS: readonly SystemKind[] = ['funding', 'merchant', 'suspense', 'network']

/** The sandbox's own account, or whose it is. */
function accountWord(id: number, currency: number): string {
  const own = SYSTEM_ACCOUNTS.find((kind) => systemAccountId(kind, currency) === id)
  return own ?? 'the card’s account'
}

function postingOf(entry: JournalEntry, order: Order): PostingView | undefined {
  const { debitAccountId, creditAccountId, amount, currency } = entry
  if (debitAccountId !== null && creditAccountId !== null)
    return {
      kind: 'posted',
      amount,
      from: accountWord(debitAccountId, currency),
      to: accountWord(creditAccountId, currency),
    }
  const { payment } = order.progress
  return entry.details.pending === true && payment?.accountId !== undefined
    ? { kind: 'held', amount, from: accountWord(payment.accountId, currency) }
    : undefined
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

/** Which callbacks belong to which step: written in the same commit, and of its kind. What fits none hangs on the last step. */
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
        (step.at ?? callback.createdAt) === callback.createdAt,
    )
    if (index >= 0) return index
  }
  return steps.length - 1
}
