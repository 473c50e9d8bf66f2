// The picture on the landing pages: an order in the portal's style, with fixed content.

import { badge, MEANING_ICONS } from '../../../web/html/components.ts'
import { html, type Html } from '../../../web/html/html.ts'

interface SampleStep {
  readonly meaning: 'neutral' | 'pending' | 'approved'
  readonly title: string
  readonly amount?: string
  readonly text: string
  readonly hanging?: readonly (readonly [kind: string, text: string])[]
}

// prettier-ignore
const STEPS: readonly SampleStep[] = [
  { meaning: 'neutral', title: 'Registered', amount: '42.00 EUR', text: 'Your server calls registerPreAuth.do' },
  { meaning: 'pending', title: '3-D Secure 2', text: 'The payer confirms with a one-time code' },
  { meaning: 'approved', title: 'Authorised', amount: '42.00 EUR', text: 'Card 4000 00•• •••• 8049, approval code 184203',
    hanging: [['Ledger', '42.00 EUR held on the card account'], ['Callback', 'approved, delivered with 200']] },
  { meaning: 'approved', title: 'Captured', amount: '42.00 EUR', text: 'Your server calls deposit.do',
    hanging: [['Ledger', 'from the card account to the merchant'], ['Callback', 'deposited, delivered with 200']] },
]

export const sampleOrder = (): Html =>
  html`<figure class="sample-order" aria-label="Example: an order’s timeline">
    <figcaption>
      <span>Order <strong>S1795-048</strong></span>
      ${badge('approved', 'paid')}
    </figcaption>
    <ol class="timeline">
      ${STEPS.map(step)}
    </ol>
  </figure>`

const step = ({ meaning, title, amount, text, hanging }: SampleStep): Html =>
  html`<li class="step-${meaning}">
    <span class="mark-of">${MEANING_ICONS[meaning]}</span>
    <div>
      <p class="sample-title">
        ${title} ${amount !== undefined && html`<span class="number">${amount}</span>`}
      </p>
      <p class="aside">${text}</p>
      ${
        hanging &&
        html`<ul class="hanging">
          ${hanging.map(([kind, line]) => html`<li><span class="kind">${kind}</span>${line}</li>`)}
        </ul>`
      }
    </div>
  </li>`
