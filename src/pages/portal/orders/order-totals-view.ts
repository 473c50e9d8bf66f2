// The sums of an orders list, one line per currency.

import type { getOrderTotals } from '../../../api/control/orders/orders.ts'
import type { AnswerOf } from '../../../api/endpoint/operation.ts'
import { html, type Html } from '../../../web/html/html.ts'
import { amount } from '../../../web/html/money.ts'
import { moneyOf } from '../parts/amounts.ts'

type OrderTotal = AnswerOf<typeof getOrderTotals>['items'][number]

/** Maximum number of orders that the operation sums up. */
const TOTALLED_MAX = 1000

export function totalsView(totals: readonly OrderTotal[], label: string): Html | false {
  const summed = totals.reduce((sum, { orders }) => sum + orders, 0)
  const count = summed.toLocaleString('en-US')
  const of =
    summed >= TOTALLED_MAX ? `The newest ${count}` : `${count} ${summed === 1 ? 'order' : 'orders'}`
  return (
    summed > 0 &&
    html`<section class="totals" aria-label="Totals: ${label}">
      <p class="aside">${of}</p>
      ${totals.map(
        ({ currency, approved, captured, refunded }) =>
          html`<dl>
            ${(
              [
                ['Approved', approved],
                [refunded > 0 ? 'Captured minus refunds' : 'Captured', captured],
                ['Refunded', refunded],
              ] as const
            ).map(
              ([word, minor]) =>
                html`<div>
                  <dt>${word}</dt>
                  <dd>${amount(moneyOf(minor, currency))}</dd>
                </div>`,
            )}
          </dl>`,
      )}
    </section>`
  )
}
