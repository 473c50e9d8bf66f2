// A preview on recent payments: the rule that would decide each one, beside the actual result.

import { orderSummary } from '../../../api/control/order-view.ts'
import { APPROVED_ACTION_CODE } from '../../../payments/authorisation/action-code.ts'
import type { Order } from '../../../payments/orders/order.ts'
import type { PaymentCard } from '../../../payments/methods/payment-card.ts'
import { ordersPage } from '../../../store/reads/order-lists.ts'
import { badge, table } from '../../../web/html/components.ts'
import { html } from '../../../web/html/html.ts'
import type { Html, HtmlValue } from '../../../web/html/html.ts'
import { maskedCard } from '../../../web/html/masked-card.ts'
import { amount } from '../../../web/html/money.ts'
import { moneyOf } from '../parts/amounts.ts'
import { actionCodeText, statusLabel } from '../labels/order-labels.ts'
import type { PageContext } from '../shell/screen.ts'
import { type OutcomeRule, ruleFor } from '../../../payments/methods/outcome-rules.ts'

/** Recent orders that are searched for payments. */
const ORDERS_TRIED = 20

export async function lastPayments({ read, dataset, base }: PageContext): Promise<Html | false> {
  const { items } = await read(ordersPage, { limit: ORDERS_TRIED })
  const paid = items.flatMap((order) => {
    const card = order.progress.payment?.card ?? order.progress.challenge?.payment.card
    return card === undefined ? [] : [{ order, card }]
  })
  const { outcomeRules } = dataset.settings
  return (
    paid.length > 0 &&
    html`<section>
      <h2>Preview on recent payments</h2>
      ${table({
        caption: 'Results of the rules for recent payments',
        stacks: true,
        columns: [
          { header: 'Order' },
          { header: 'Card' },
          { header: 'Amount', align: 'end' },
          { header: 'With these rules', labelled: true },
          { header: 'Actual', labelled: true },
        ],
        rows: paid.map(({ order, card }) => line(order, card, outcomeRules, base)),
      })}
    </section>`
  )
}

function line(
  order: Order,
  card: PaymentCard,
  rules: readonly OutcomeRule[],
  base: string,
): readonly HtmlValue[] {
  return [
    html`<a href="${base}/orders/${order.id}"><bdi>${order.number}</bdi></a>`,
    html`<span class="number">${maskedCard(card.mask)}</span>`,
    amount(moneyOf(order.amount, order.currency)),
    verdict(order, card, rules),
    badge(...statusLabel(orderSummary(order))),
  ]
}

/** Text for payments that no rule decides. */
const WITHOUT_RULE: Readonly<Record<PaymentCard['kind'], string>> = {
  issued: 'issued card: balance and limits decide',
  test: 'no rule: test card',
  rule: 'no rule',
  unknown: 'no rule',
}

function verdict(order: Order, card: PaymentCard, rules: readonly OutcomeRule[]): HtmlValue {
  const rule = ruleFor(rules, { card, order })
  if (rule === undefined) return WITHOUT_RULE[card.kind]
  const { actionCode, funds } = rule.outcome
  const isApproved =
    actionCode === APPROVED_ACTION_CODE && (funds === undefined || order.amount <= funds)
  const place = `rule ${rules.indexOf(rule) + 1}`
  return isApproved
    ? badge('approved', `${place}: approved`)
    : badge(
        'declined',
        `${place}: ${actionCodeText(actionCode === APPROVED_ACTION_CODE ? 116 : actionCode)}`,
      )
}
