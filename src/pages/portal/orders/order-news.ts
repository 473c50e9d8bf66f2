// The notice above an order: the result of an action, the mistakes of a form, or the changes since
// the page was opened.

import { NO_ATTEMPT } from '../../../payments/authorisation/action-code.ts'
import { ORDER_STATUS } from '../../../payments/orders/order-status.ts'
import type { ShownOrder } from './timeline.ts'
import { badge } from '../../../web/html/components.ts'
import type { HtmlValue } from '../../../web/html/html.ts'
import { amount } from '../../../web/html/money.ts'
import { moneyOf, parseAmount, typedAmount } from '../parts/amounts.ts'
import { callOptions } from '../shell/call-options.ts'
import { doneNotice, type Mistakes, mistakeSummary } from '../parts/form-view.ts'
import { statusLabel } from '../labels/order-labels.ts'
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
  /** `seen` is what the form carried: how the order stood when its page was opened. */
  | { readonly kind: 'stale'; readonly act: OrderAct; readonly seen: string }

/** The state of the order in a form, so that a stale page is noticed. */
export const seenState = (order: ShownOrder): string =>
  [
    ORDER_STATUS[order.status],
    order.approvedAmount,
    order.depositedAmount,
    order.refundedAmount,
    order.failedAttempts,
  ].join('.')

/** The query that says what was done, so that reloading the page does not do it again. */
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

/** The notice that the query of the URL asks for. */
export function doneNews(query: URLSearchParams, order: ShownOrder): OrderNews | undefined {
  const act = ORDER_ACTS.find((each) => each === query.get('did'))
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
  const { done, title, call, fields } = ACTS[news.act]
  if (news.kind === 'done')
    return doneNotice(done, call(order, news.values, context.now), callOptions(context))
  if (news.kind === 'stale')
    return staleNotice({ of: 'order', undone: title, changes: changesSince(news.seen, order) })
  const labels = (fields?.(order, news.typed) ?? []).map(({ name, label }) => [name, label])
  return mistakeSummary(news.act, news.mistakes, Object.fromEntries(labels) as TypedFields)
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
    ['Captured', captured, depositedAmount],
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
      : [{ what: 'Failed attempts', then: failed, now: failedAttempts }]),
  ]
}
