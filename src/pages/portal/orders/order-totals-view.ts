// What the orders of a list come to, a line for each currency.

import { type OrderTotal, TOTALLED_MAX } from '../../../store/reads/order-totals.ts'
import { html } from '../../../web/html/html.ts'
import type { Html } from '../../../web/html/html.ts'
import { amount } from '../../../web/html/money.ts'
import { moneyOf } from '../parts/amounts.ts'

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
            ${[
              ['Approved', approved],
              ['Captured', captured],
              ['Refunded', refunded],
            ].map(
              ([word, minor]) =>
                html`<div>
                  <dt>${word}</dt>
                  <dd>${amount(moneyOf(Number(minor), currency))}</dd>
                </div>`,
            )}
          </dl>`,
      )}
    </section>`
  )
}
