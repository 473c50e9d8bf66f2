// The notice above an order: the result of an action, the mistakes of a form, or the changes since
// the page was opened.

import { NO_ATTEMPT } from '../../../payments/authorisation/action-code.ts'
import { ORDER_ACTION_CODE, ORDER_STATUS } from '../../../payments/orders/order-status.ts'
import type { ShownOrder } from './timeline.ts'
import { callView } from '../../../web/html/call-view.ts'
import { badge, type Meaning, outcome } from '../../../web/html/components.ts'
import { html, type Html, type HtmlValue } from '../../../web/html/html.ts'
import { amount, moneyText } from '../../../web/html/money.ts'
import type { ApiCall } from '../../../web/http/calls/api-call.ts'
import { moneyOf, parseAmount, typedAmount } from '../parts/amounts.ts'
import { callOptions } from '../shell/call-options.ts'
import { doneNotice, type Mistakes, mistakeSummary } from '../parts/form-view.ts'
import { actionCodeText, lowerFirst, statusLabel } from '../labels/order-labels.ts'
import type { PageContext } from '../shell/screen.ts'
import { type Change, staleNotice } from '../parts/stale-notice.ts'
import {
  ACTS,
  cardByShortMask,
  ORDER_ACTS,
  type OrderAct,
  shortMask,
  type TypedFields,
  type Values,
} from './order-actions.ts'

export type OrderNews =
  | { readonly kind: 'done'; readonly act: OrderAct; readonly values: Values }
  | {
      readonly kind: 'mistakes'
      readonly act: OrderAct
      readonly typed: TypedFields
      readonly mistakes: Mistakes
    }
  /** The order was paid from the page of its card. */
  | { readonly kind: 'paid' }
  /** `seen` is what the form carried: how the order stood when its page was opened. */
  | { readonly kind: 'stale'; readonly act: OrderAct; readonly seen: string }

/** The state of the order, repeated in a form so that a stale page is detected. */
export const seenState = (order: ShownOrder): string =>
  [
    ORDER_STATUS[order.status],
    order.approvedAmount,
    order.depositedAmount,
    order.refundedAmount,
    order.failedAttempts,
  ].join('.')

/**
 * The query that says which action was performed, so that reloading the page does not repeat it.
 */
export const doneQuery = (
  act: OrderAct,
  { currency }: ShownOrder,
  { amount: minor, card }: Values,
): string =>
  new URLSearchParams({
    did: act,
    ...(minor > 0 && { amount: typedAmount(minor, currency) }),
    ...(card && { card: shortMask(card) }),
  }).toString()

/** The `did` of a payment from another page. */
export const PAID = 'paid'

/** The notice for the URL's query. */
export function doneNews(query: URLSearchParams, order: ShownOrder): OrderNews | undefined {
  const did = query.get('did')
  if (did === PAID) return { kind: 'paid' }
  const act = ORDER_ACTS.find((each) => each === did)
  if (act === undefined) return undefined
  const minor = parseAmount(query.get('amount') ?? '0', order.currency) ?? 0
  const card = cardByShortMask(query.get('card') ?? '')
  return { kind: 'done', act, values: { amount: minor, card } }
}

export function newsView(
  news: OrderNews | undefined,
  order: ShownOrder,
  context: PageContext,
): HtmlValue {
  if (news === undefined) return undefined
  if (news.kind === 'paid') {
    const [meaning, text] = outcomeOf(order)
    return outcome(meaning, html`<strong>${text}</strong>`)
  }
  const { done, title, call, fields } = ACTS[news.act]
  if (news.kind === 'done') {
    const performed = call(order, news.values, context.now)
    return news.act === 'pay'
      ? outcomeNotice(order, performed, context)
      : doneNotice(done, performed, callOptions(context))
  }
  if (news.kind === 'stale')
    return staleNotice({ of: 'order', undone: title, changes: changesSince(news.seen, order) })
  const labels = (fields?.(order, news.typed) ?? []).map(({ name, label }) => [name, label])
  return mistakeSummary(news.act, news.mistakes, Object.fromEntries(labels) as TypedFields)
}

/** The notice about a payment depends on its outcome, not on the success of the request. */
function outcomeNotice(order: ShownOrder, call: ApiCall, context: PageContext): Html {
  const [meaning, text] = outcomeOf(order)
  return doneNotice(text, call, callOptions(context), meaning)
}

/** The notice about an order that was registered and paid, with two or more requests. */
export function triedNotice(order: ShownOrder, registration: ApiCall, context: PageContext): Html {
  const [meaning, text] = outcomeOf(order)
  return outcome(
    meaning,
    html`<strong>${text}</strong> ${callView('Registered with', registration, callOptions(context))}
      <p class="aside">
        Card data sent with <a href="${context.base}/docs/c/paymentorder">paymentorder.do</a>
      </p>`,
  )
}

function outcomeOf(order: ShownOrder): readonly [meaning: Meaning, text: string] {
  const { status, currency, actionCode, verification } = order
  const money = moneyText(moneyOf(order.amount, currency))
  if (verification && status === 'reversed') return ['approved', 'Card verified']
  if (status === 'held') return ['approved', `Approved: ${money} held`]
  if (status === 'deposited') return ['approved', `Paid: ${money}`]
  if (status === 'authenticating') return ['pending', 'Waiting for the payer at the issuer’s page']
  const code = lastDecline(order)
  if (code !== undefined)
    return ['declined', `Declined: ${lowerFirst(actionCodeText(code))} (${code})`]
  return actionCode === NO_ATTEMPT ? ['pending', 'Not paid yet'] : statusLabel(order)
}

/** The code of the last declined attempt. After the last allowed attempt, the order has its own. */
function lastDecline({ actionCode, entries, failedAttempts }: ShownOrder): number | undefined {
  if (failedAttempts === 0) return undefined
  const [last] = entries.filter(({ approved }) => !approved)
  return actionCode === ORDER_ACTION_CODE.attemptsExhausted
    ? (last?.declineReason?.actionCode ?? actionCode)
    : actionCode
}

const SEEN_PATTERN = /^([0-6])\.(\d{1,15})\.(\d{1,15})\.(\d{1,15})\.(\d{1,3})$/

/** The changes since the page was opened; none if the form does not contain its state. */
function changesSince(seen: string, order: ShownOrder): readonly Change[] {
  const then = SEEN_PATTERN.exec(seen)?.slice(1).map(Number)
  if (then === undefined) return []
  const [status = 0, held = 0, captured = 0, refunded = 0, failed = 0] = then
  const name = (Object.keys(ORDER_STATUS) as ShownOrder['status'][]).find(
    (each) => ORDER_STATUS[each] === status,
  )
  const before = {
    ...order,
    status: name ?? order.status,
    depositedAmount: captured,
    ...(name === 'registered' && failed === 0 && { actionCode: NO_ATTEMPT }),
  }
  const money = (minor: number) => amount(moneyOf(minor, order.currency))
  const { approvedAmount, depositedAmount, refundedAmount, failedAttempts } = order
  const changes: readonly (readonly [what: string, then: number, now: number])[] = [
    ['Authorised', held, approvedAmount],
    [refundedAmount > 0 ? 'Captured minus refunds' : 'Captured', captured, depositedAmount],
    ['Refunded', refunded, refundedAmount],
  ]
  return [
    {
      what: 'Status',
      then: badge(...statusLabel(before)),
      now: badge(...statusLabel(order)),
    },
    ...changes
      .filter(([, one, other]) => one !== other)
      .map(([what, one, other]) => ({ what, then: money(one), now: money(other) })),
    ...(failed === failedAttempts
      ? []
      : [{ what: 'Declined attempts', then: failed, now: failedAttempts }]),
  ]
}
