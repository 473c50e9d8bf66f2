// One card: its face, balance, limits, actions and transactions.

import { listCardTransactions } from '../../../api/control/card-transactions.ts'
import { showCard } from '../../../api/control/cards.ts'
import { createCard, getCard } from '../../../api/issuing-v2/cards.ts'
import { CARD_STATUSES, type CardStatus } from '../../../issuing/card.ts'
import { badge, copyable } from '../../../web/html/components.ts'
import { callView } from '../../../web/html/call-view.ts'
import { html } from '../../../web/html/html.ts'
import type { Html, HtmlValue } from '../../../web/html/html.ts'
import { icons } from '../../../web/html/icons.ts'
import { lastFour } from '../../../web/html/masked-card.ts'
import { amount, moneyText } from '../../../web/html/money.ts'
import type { ApiCall } from '../../../web/http/api-call.ts'
import { callOptions } from '../shell/call-options.ts'
import { moneyOf, typedAmount } from '../parts/amounts.ts'
import { descriptionList } from '../parts/description-list.ts'
import { doneNotice, form, type Mistakes, mistakeSummary } from '../parts/form-view.ts'
import { callOf, type Content, page } from '../shell/page.ts'
import type { PageContext } from '../shell/screen.ts'
import { type Change, staleNotice } from '../parts/stale-notice.ts'
import { waitingRules } from './next-payment.ts'
import type { ShownCard, TypedFields } from './card-act.ts'
import { ACTS, CARD_ACTS, type CardAct, legalActs } from './card-actions.ts'
import { bindingNotice, bindingsView } from './card-bindings.ts'
import { cardFace, type OpenNumber } from './card-face.ts'
import { cardStatusMeaning, expiryMoment, limitLabel } from '../labels/card-labels.ts'
import { pinLabel } from './card-pin.ts'
import { transactions } from './transactions.ts'

/** The notice above the card. */
export type CardNews =
  | { readonly kind: 'issued' }
  | { readonly kind: 'done'; readonly act: CardAct; readonly typed: TypedFields }
  | {
      readonly kind: 'mistakes'
      readonly act: CardAct
      readonly typed: TypedFields
      readonly mistakes: Mistakes
    }
  /** `seen` is the state of the card when the page of the form was opened. */
  | { readonly kind: 'stale'; readonly act: CardAct; readonly seen: string }
  | { readonly kind: 'open'; readonly number: OpenNumber }

/** A form contains it, so that an action on an outdated page is refused. */
export const seenState = ({ status, plasticNumber }: ShownCard): string =>
  `${status}.${plasticNumber}`

export const cardOf = ({ params }: PageContext) => ({ params: { id: params['card'] ?? '' } })

export const cardPage = page(
  showCard,
  {
    path: '/cards/:card',
    operation: 'cardPage',
    of: 'card',
    sent: cardOf,
    beside: [listCardTransactions],
  },
  cardView,
)

const money = (card: ShownCard, minor: number) => amount(moneyOf(minor, card.currency))

async function cardView(card: ShownCard, context: PageContext, shown?: CardNews): Promise<Content> {
  const news = shown ?? doneNews(context.query)
  return {
    title: `Card ${lastFour(card.numberMask)}`,
    ...(news?.kind === 'mistakes' && { status: 422 as const }),
    ...(news?.kind === 'stale' && { status: 409 as const }),
    ...(news?.kind === 'open' && { isStill: true }),
    content: html`<p class="trail"><a href="${context.base}/cards">${icons.back}Cards</a></p>
      <header class="heading" data-live="heading">
        <h1>
          <span class="number">${lastFour(card.numberMask)}</span>
          ${badge(cardStatusMeaning(card.status), card.status)}
        </h1>
        <p class="sum">${money(card, card.available)}</p>
      </header>
      ${newsView(news, card, context)} ${bindingNotice(context, callOptions(context))}
      <div class="columns">
        <div class="main">
          <div class="wallet" data-live="wallet">
            <div>
              ${cardFace(card, news?.kind === 'open' ? news.number : undefined)}
              ${reveal(card, context, news?.kind === 'open')}
            </div>
            ${details(card, context)}
          </div>
          ${limits(card)} ${await transactions(context, card)} ${bindingsView(card, context)}
        </div>
        <aside data-live="next">${actions(card, context, news)}</aside>
      </div>`,
  }
}

/** The action that redirected to this page. */
function doneNews(query: URLSearchParams): CardNews | undefined {
  const did = query.get('did')
  if (did === 'issue') return { kind: 'issued' }
  const act = CARD_ACTS.find((each) => each === did)
  return act && { kind: 'done', act, typed: Object.fromEntries(query) }
}

const issueCall = ({ cardholderId }: ShownCard, { project }: PageContext): ApiCall =>
  callOf(createCard, {
    body: { productName: project.secrets.product.cardProductName, cardholder: cardholderId },
  })

function newsView(news: CardNews | undefined, card: ShownCard, context: PageContext): HtmlValue {
  if (news === undefined || news.kind === 'open') return undefined
  if (news.kind === 'issued')
    return doneNotice('Issued', issueCall(card, context), callOptions(context))
  const { done, title, call, fields } = ACTS[news.act]
  if (news.kind === 'done') return doneNotice(done, call(card, news.typed), callOptions(context))
  if (news.kind === 'mistakes') {
    const labels = (fields?.(card, news.typed) ?? []).map(({ name, label }) => [name, label])
    return mistakeSummary(news.act, news.mistakes, Object.fromEntries(labels) as TypedFields)
  }
  return staleNotice({ of: 'card', undone: title, changes: changesSince(news.seen, card) })
}

/** The changes since the page was opened; none if the form does not contain its state. */
function changesSince(seen: string, card: ShownCard): readonly Change[] {
  const [, was = '', plastic = ''] = /^([a-z]+)\.(\d{1,9})$/.exec(seen) ?? []
  const before = CARD_STATUSES.find((each) => each === was)
  if (before === undefined) return []
  const word = (status: CardStatus) => badge(cardStatusMeaning(status), status)
  const status = { what: 'Status', then: word(before), now: word(card.status) }
  return Number(plastic) === card.plasticNumber
    ? [status]
    : [status, { what: 'Plastic', then: plastic, now: card.plasticNumber }]
}

/** Shows the number once; the next page masks it again. */
const reveal = (card: ShownCard, context: PageContext, isOpen: boolean): Html =>
  html`<div class="reveal">
    ${
      callOptions(context).mayAct &&
      (isOpen
        ? html`<a class="button quiet" href="${context.base}/cards/${card.id}">Hide the number</a>`
        : html`<form method="post" action="${context.base}/cards/${card.id}/number" id="number">
            <button class="button quiet" type="submit">Show number and CVC</button>
          </form>`)
    }
    ${callView('Same as', callOf(getCard, { params: { id: card.id } }), callOptions(context))}
  </div>`

const details = (card: ShownCard, { base }: PageContext): Html =>
  descriptionList([
    ['Available', money(card, card.available)],
    ['Balance', money(card, card.posted)],
    ['Held', money(card, card.held)],
    ['Holder', html`<bdi>${card.cardholderName}</bdi>`],
    [
      'Expires',
      html`<a href="${base}/clock?to=${expiryMoment(Number(card.expiry))}"
        >Jump to the expiry date</a
      >`,
    ],
    ['PIN', pinLabel(card)],
    ['Card id', copyable(card.id, 'card id')],
    ['Account', copyable(card.account, 'account number')],
  ])

const limits = (card: ShownCard): Html =>
  html`<section data-live="limits">
    <h2>Limits</h2>
    <ul class="meters">
      ${card.limits.map((limit) => {
        const { value, used } = limit
        const most = moneyText(moneyOf(value, card.currency))
        const text = `${typedAmount(used, card.currency)} of ${most}`
        return html`<li>
          <span>${limitLabel(limit)}</span>
          <span class="of">${text}</span>
          <meter
            min="0"
            max="${Math.max(value, 1)}"
            value="${value === 0 ? 1 : used}"
            aria-label="${limitLabel(limit)}: ${text}"
          ></meter>
        </li>`
      })}
    </ul>
  </section>`

function actions(card: ShownCard, context: PageContext, news: CardNews | undefined): HtmlValue {
  if (!callOptions(context).mayAct) return undefined
  return html`<section class="acts">
    <h2>Next</h2>
    ${waitingRules(card, context)}
    ${legalActs(card).map((act) => {
      const { title, explanation, button, look, fields, call } = ACTS[act]
      const mistaken = news?.kind === 'mistakes' && news.act === act ? news : undefined
      const typed = mistaken?.typed ?? {}
      const options = {
        id: act,
        action: `${context.base}/cards/${card.id}/${act}`,
        explanation,
        button,
        look,
        hidden: { seen: seenState(card) },
        call: call(card, typed),
        ...(fields && { fields: fields(card, typed) }),
        ...(mistaken && { mistakes: mistaken.mistakes }),
      }
      // The first form is open; the others are collapsed.
      return act === 'pay' || mistaken !== undefined
        ? form({ ...options, title }, callOptions(context))
        : html`<details class="fold">
            <summary>${title}</summary>
            ${form(options, callOptions(context))}
          </details>`
    })}
  </section>`
}
