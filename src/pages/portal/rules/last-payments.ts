// The preview of the rules: the newest payments that would have ended differently.

import { previewOutcomeRules } from '../../../api/control/rules/rule-preview.ts'
import type { AnswerOf } from '../../../api/endpoint/operation.ts'
import { APPROVED_ACTION_CODE } from '../../../payments/authorisation/action-code.ts'
import { badge, table } from '../../../web/html/components.ts'
import { html, type Html, type HtmlValue } from '../../../web/html/html.ts'
import { maskedCard } from '../../../web/html/masked-card.ts'
import { amount } from '../../../web/html/money.ts'
import { KIND_LABELS } from '../labels/authorisation-labels.ts'
import { actionCodeText, orderName, statusLabel } from '../labels/order-labels.ts'
import { moneyOf } from '../parts/amounts.ts'
import type { PageContext } from '../shell/screen.ts'

type Previewed = AnswerOf<typeof previewOutcomeRules>['items'][number]
type PreviewedUse = NonNullable<Previewed['authorisation']>

export async function lastPayments({ perform, base }: PageContext): Promise<Html> {
  const { items, changed } = await perform(previewOutcomeRules)
  return html`<section class="rule-preview">
    <h2>Preview on recent payments</h2>
    <details>
      <summary><span data-live="changed">${summary(items.length, changed)}</span></summary>
      <p class="aside">
        Covers payments at interface C and simulated authorisations, but not transfers and top-ups.
      </p>
      <div data-live="tried">
        ${table({
          caption: 'Results of the rules for recent payments',
          stacks: true,
          columns: [
            { header: 'Payment' },
            { header: 'Card' },
            { header: 'Amount', align: 'end' },
            { header: 'With these rules', labelled: true },
            { header: 'Actual', labelled: true },
          ],
          rows: items.map((each) => line(each, base)),
          empty: html`<p>Payments appear here.</p>`,
        })}
      </div>
    </details>
  </section>`
}

function summary(count: number, changed: number): string {
  if (count === 0) return 'No recent payments'
  const of = count === 1 ? 'the last payment' : `the last ${count} payments`
  return `These rules would have changed ${changed === 0 ? 'none' : changed} of ${of}`
}

function line(item: Previewed, base: string): readonly HtmlValue[] {
  const { order, authorisation } = item
  if (authorisation !== null) return lineOfUse(item, authorisation, base)
  if (order === null) return []
  return [
    html`<a href="${base}/orders/${order.id}">${orderName(order)}</a>`,
    html`<span class="number">${maskedCard(order.numberMask ?? '')}</span>`,
    amount(moneyOf(order.amount, order.currency)),
    verdict(item),
    badge(...statusLabel(order)),
  ]
}

const lineOfUse = (
  item: Previewed,
  { id, kind, numberMask, amount: minor, currency, approved }: PreviewedUse,
  base: string,
): readonly HtmlValue[] => [
  html`<a href="${base}/authorisations/${id}">${KIND_LABELS[kind]} ${id}</a>`,
  html`<span class="number">${maskedCard(numberMask)}</span>`,
  amount(moneyOf(minor, currency)),
  verdict(item),
  approved ? badge('approved', 'approved') : badge('declined', 'declined'),
]

/** Text for payments to which no rule applies. */
const WITHOUT_RULE: Readonly<Record<Previewed['cardKind'], string>> = {
  issued: 'issued card: decided by balance and limits',
  test: 'no rule: test card',
  rule: 'no rule',
  unknown: 'no rule',
}

function verdict({ place, cardKind, actionCode }: Previewed): HtmlValue {
  if (place === null) return WITHOUT_RULE[cardKind]
  if (actionCode === APPROVED_ACTION_CODE) return badge('approved', `rule ${place}: approved`)
  const reason = actionCode === null ? '3-D Secure fails' : actionCodeText(actionCode)
  return badge('declined', `rule ${place}: ${reason}`)
}
