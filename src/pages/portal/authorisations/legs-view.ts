// The legs of an authorisation as a timeline, each with its amount, its posting and its reason.

import { MEANING_ICONS } from '../../../web/html/components.ts'
import { html, type Html, type HtmlValue } from '../../../web/html/html.ts'
import { icons } from '../../../web/html/icons.ts'
import { amount } from '../../../web/html/money.ts'
import { ago, exactly } from '../../../web/html/when.ts'
import { legLabel, type ShownAuthorisation, type ShownLeg } from '../labels/authorisation-labels.ts'
import { knownCurrency, moneyOf } from '../parts/amounts.ts'
import type { PageContext } from '../shell/screen.ts'

export const legsView = (authorisation: ShownAuthorisation, context: PageContext): Html =>
  html`<ol class="timeline">
      ${authorisation.legs.map((leg) => legView(leg, authorisation, context))}
    </ol>
    ${upcoming(authorisation, context)}`

function legView(leg: ShownLeg, authorisation: ShownAuthorisation, context: PageContext): Html {
  const [meaning, title] = legLabel(leg, authorisation.kind)
  const { merchantAmounts, currency } = authorisation
  const isForeign = merchantAmounts.currency !== currency
  const shown = isForeign || !leg.approved ? leg.merchantAmount : leg.amount + leg.suspense
  return html`<li class="step-${meaning}">
    <span class="mark-of">${MEANING_ICONS[meaning]}</span>
    <div>
      <h3>${title} ${shown > 0 && amount(moneyOf(shown, merchantAmounts.currency))}</h3>
      <p class="aside">${exactly(Date.parse(leg.at), context.now)}</p>
      ${
        !leg.approved &&
        html`<p class="why">
          ${leg.explanation} ${leg.remedy}
          <span class="aside">Response code ${leg.responseCode}</span>
          ${leg.realTimeDecisionId !== null && decisionLink(leg.realTimeDecisionId, context)}
        </p>`
      }
      ${
        leg.approved &&
        html`<ul class="hanging">
          ${isForeign && converted(leg, authorisation)} ${ledgerLine(leg, authorisation, context)}
          ${suspenseLine(leg, authorisation, context)}
          ${
            leg.realTimeDecisionId !== null &&
            html`<li>
              <span class="kind">Decision</span>${decisionLink(leg.realTimeDecisionId, context)}
            </li>`
          }
          ${
            leg.responseCode === '10' &&
            html`<li><span class="kind">Partial</span>${leg.explanation}</li>`
          }
        </ul>`
      }
    </div>
  </li>`
}

const decisionLink = (id: string, { base }: PageContext): Html =>
  html`<a href="${base}/authorisations/decisions/${id}">Real-time decision</a>`

/** "20.00 EUR at 1.1 USD for 1 EUR plus 1.5%" */
function converted(
  { amount: minor, suspense, rate, markupBp }: ShownLeg,
  { currency, merchantAmounts }: ShownAuthorisation,
): HtmlValue {
  const { alpha } = knownCurrency(merchantAmounts.currency)
  return html`<li>
    <span class="kind">Card</span>${amount(moneyOf(minor + suspense, currency))}
    ${rate !== null && html`<span class="aside">at ${rate} ${alpha} for 1 EUR</span>`}
    ${markupBp > 0 && html`<span class="aside">plus ${markupBp / 100}%</span>`}
  </li>`
}

const ledgerLine = (
  { id, held }: ShownLeg,
  { currency, source }: ShownAuthorisation,
  { base }: PageContext,
): Html =>
  html`<li>
    <span class="kind">Ledger</span><a href="${base}/ledger/entries/${id}">Entry ${id}</a>
    ${
      held > 0 &&
      source === 'simulation' &&
      html`<span class="aside">${amount(moneyOf(held, currency))} held afterwards</span>`
    }
  </li>`

const suspenseLine = (
  { kind, suspense, suspenseEntryId }: ShownLeg,
  { currency }: ShownAuthorisation,
  { base }: PageContext,
): HtmlValue =>
  suspenseEntryId !== null &&
  html`<li>
    <span class="kind">Suspense</span>
    <a href="${base}/ledger/entries/${suspenseEntryId}">${amount(moneyOf(suspense, currency))}</a>
    <span class="aside"
      >${kind === 'refund' ? 'repaid to the issuer' : 'paid by the issuer: the card had insufficient funds'}</span
    >
  </li>`

const upcoming = (
  { expiresAt, source }: ShownAuthorisation,
  { now, base }: PageContext,
): HtmlValue =>
  expiresAt !== null &&
  html`<p class="upcoming">
    ${icons.clock}<span
      >${source === 'order' ? 'The hold ends' : 'The hold expires'}
      ${ago(Date.parse(expiresAt), now)}</span
    >
    <a href="${base}/clock">Advance the clock</a>
  </p>`
