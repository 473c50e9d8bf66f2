// One authorisation: its state, its legs as a timeline, and the forms of the next legs.

import { showAuthorisation } from '../../../api/control/simulations/authorisations.ts'
import { badge, copyable } from '../../../web/html/components.ts'
import { html, type Html, type HtmlValue } from '../../../web/html/html.ts'
import { maskedCard } from '../../../web/html/masked-card.ts'
import { amount } from '../../../web/html/money.ts'
import { exactly } from '../../../web/html/when.ts'
import {
  ENTRY_MODE_LABELS,
  amountOf,
  KIND_LABELS,
  legLabel,
  type ShownAuthorisation,
  statusBadge,
} from '../labels/authorisation-labels.ts'
import { moneyOf } from '../parts/amounts.ts'
import { backLink } from '../parts/back-link.ts'
import { descriptionList } from '../parts/description-list.ts'
import { doneNotice, mistakeSummary } from '../parts/form-view.ts'
import { callOptions } from '../shell/call-options.ts'
import { callOf, type Content, page } from '../shell/page.ts'
import type { PageContext } from '../shell/screen.ts'
import {
  LEG_LABELS,
  legForms,
  LEG_FORMS,
  LEG_NAMES,
  type LegName,
  type MistakenLeg,
} from './leg-forms.ts'
import { legsView } from './legs-view.ts'
import { staleLegNotice } from './stale-leg.ts'

export const authorisationOf = ({ params }: Pick<PageContext, 'params'>) => ({
  params: { id: params['authorisation'] ?? '' },
})

export const authorisationPage = page(
  showAuthorisation,
  {
    path: '/authorisations/:authorisation',
    operation: 'authorisationPage',
    of: 'authorisation',
    sent: authorisationOf,
  },
  authorisationView,
)

function authorisationView(
  authorisation: ShownAuthorisation,
  context: PageContext,
  refused?: MistakenLeg | StaleLeg,
): Content {
  const { id, kind, merchant } = authorisation
  const title = `${KIND_LABELS[kind]} ${id}`
  const mistaken = refused?.kind === 'mistakes' ? refused : undefined
  return {
    title,
    ...(refused && { status: mistaken ? (422 as const) : (409 as const) }),
    head: html`${backLink(`${context.base}/authorisations`, 'Authorisations')}
      <header class="heading" data-live="heading">
        <h1>${title} ${badge(...statusBadge(authorisation))}</h1>
        <p class="sum">${amount(amountOf(authorisation))}</p>
      </header>`,
    content: html`${newsView(refused, authorisation, context)}
      <div class="columns">
        <section data-live="timeline">
          <h2>Timeline</h2>
          ${legsView(authorisation, context)}
        </section>
        <aside data-live="next">${asideOf(authorisation, context, mistaken)}</aside>
        <section class="below" data-live="details">
          <h2>Details</h2>
          ${details(authorisation, merchant, context)}
        </section>
      </div>`,
  }
}

/** `seen` is the state of the authorisation when the page of the form was opened. */
interface StaleLeg {
  readonly kind: 'stale'
  readonly leg: LegName
  readonly seen: string
}

function newsView(
  refused: MistakenLeg | StaleLeg | undefined,
  authorisation: ShownAuthorisation,
  context: PageContext,
): HtmlValue {
  if (refused === undefined) return legNews(authorisation, context)
  return refused.kind === 'mistakes'
    ? mistakeSummary(refused.leg, refused.mistakes, LEG_LABELS)
    : staleLegNotice(LEG_FORMS[refused.leg].title, refused.seen, authorisation)
}

function asideOf(
  authorisation: ShownAuthorisation,
  context: PageContext,
  mistaken: MistakenLeg | undefined,
): HtmlValue {
  const { orderId } = authorisation
  if (orderId !== null)
    return html`<section class="acts">
      <h2>Next step</h2>
      <p class="aside">
        ${authorisation.status === 'declined' ? 'This authorisation was declined and has no further steps.' : 'Capture, reverse or refund the order at interface C.'}
      </p>
      <p class="press">
        <a class="button" href="${context.base}/orders/${orderId}">Open the order</a>
      </p>
    </section>`
  return (
    legForms(authorisation, context, { mistaken }) ??
    html`<section class="acts">
      <h2>Next step</h2>
      <p class="aside">This authorisation has no further steps.</p>
      <p class="press">
        <a class="button quiet" href="${context.base}/simulate">Use a card again</a>
      </p>
    </section>`
  )
}

/** The result of the leg in the URL, which is the last one. */
export function legNews(authorisation: ShownAuthorisation, context: PageContext): HtmlValue {
  const did = LEG_NAMES.find((name) => name === context.query.get('did'))
  const leg = authorisation.legs.at(-1)
  if (did === undefined || leg === undefined) return undefined
  const [, title] = legLabel(leg, authorisation.kind)
  const body = did === 'expire' ? undefined : { amount: leg.merchantAmount }
  const call = callOf(LEG_FORMS[did].performs, {
    params: { id: authorisation.id },
    ...(body && { body }),
  })
  const text = leg.approved ? `${title}.` : `${title}. ${leg.explanation}`
  return doneNotice(text, call, callOptions(context), leg.approved ? 'approved' : 'declined')
}

function details(
  authorisation: ShownAuthorisation,
  merchant: ShownAuthorisation['merchant'],
  { base, now }: PageContext,
): Html {
  const { currency, merchantAmounts, held, cleared, suspense, refunded } = authorisation
  const money = (minor: number) => minor > 0 && amount(moneyOf(minor, currency))
  const isForeign = merchantAmounts.currency !== currency
  return descriptionList([
    ['Id', copyable(authorisation.id, 'authorisation id')],
    [
      'Card',
      html`<a class="number" href="${base}/cards/${authorisation.cardId}"
        >${maskedCard(authorisation.numberMask)}</a
      >`,
    ],
    [
      'Account',
      authorisation.account !== '' &&
        html`<a class="number" href="${base}/ledger/${authorisation.account}"
          >${authorisation.account}</a
        >`,
    ],
    ['Authorised', exactly(Date.parse(authorisation.createdAt), now)],
    ['Response code', `${authorisation.responseCode} ${authorisation.reason}`],
    ['Authorised', isForeign && money(authorisation.amount)],
    ['Held', money(held)],
    ['Cleared', money(cleared)],
    ['Paid by the issuer', money(suspense)],
    ['Refunded', money(refunded)],
    ['Merchant', html`<bdi>${merchant.name}</bdi>`],
    ['Merchant id', html`<span class="number">${merchant.id}</span>`],
    ['Category (MCC)', html`<span class="number">${merchant.mcc}</span>`],
    ['Place', html`<bdi>${merchant.city}</bdi>, ${merchant.country}`],
    ['Terminal', html`<span class="number">${merchant.terminal}</span>`],
    ['Entry mode', ENTRY_MODE_LABELS[authorisation.entryMode]],
    [
      'Order',
      authorisation.orderId !== null &&
        html`<a href="${base}/orders/${authorisation.orderId}">${authorisation.orderId}</a>`,
    ],
  ])
}
