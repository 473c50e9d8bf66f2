// A card: its picture, balance, limits, actions and transactions.

import { listCardTransactions } from '../../../api/control/cards/card-transactions.ts'
import { showCard } from '../../../api/control/cards/cards.ts'
import { listEntries } from '../../../api/control/ledger/entries.ts'
import { getCard } from '../../../api/issuing-v2/cards.ts'
import { CARD_STATUSES, type CardStatus } from '../../../issuing/card.ts'
import { badge, copyable, dialog, dialogButton, menu, meter } from '../../../web/html/components.ts'
import { callView } from '../../../web/html/call-view.ts'
import { html, type Html, type HtmlValue } from '../../../web/html/html.ts'
import { lastFour } from '../../../web/html/masked-card.ts'
import { amount, moneyText } from '../../../web/html/money.ts'
import { expiryText } from '../../../web/html/expiry-text.ts'
import { callOptions } from '../shell/call-options.ts'
import { moneyOf, typedAmount } from '../parts/amounts.ts'
import { backLink } from '../parts/back-link.ts'
import { accountLink } from '../parts/balance-view.ts'
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
import { issueCall } from './cards-page.ts'
import { history } from './history.ts'

/** The notice above the card. */
type CardNews =
  | { readonly kind: 'issued'; readonly typed: TypedFields }
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

/** A form contains this state, so that an action from an outdated page is refused. */
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
    beside: [listCardTransactions, listEntries],
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
    head: html`${backLink(`${context.base}/cards`, 'Cards')}
      <header class="heading" data-live="heading">
        <h1>
          <span class="number">${lastFour(card.numberMask)}</span>
          ${badge(cardStatusMeaning(card.status), card.status)}
        </h1>
        <p class="sum">${money(card, card.available)}</p>
      </header>`,
    content: html`${newsView(news, card, context)} ${bindingNotice(context, callOptions(context))}
      ${refusedAct(card, context, news)}
      <div class="columns">
        <div class="main">
          <section>
            <h2 class="sr-only">Card</h2>
            <div class="wallet" data-live="wallet">
              <div>
                ${cardFace(card, news?.kind === 'open' ? news.number : undefined)}
                ${reveal(card, context, news?.kind === 'open')}
              </div>
              ${details(card, context)}
            </div>
          </section>
          ${limits(card)}
        </div>
        <aside data-live="next">${actions(card, context, news)}</aside>
      </div>
      ${await history(context, card)} ${bindingsView(card, context)}`,
  }
}

/** The action that redirected to this page. */
function doneNews(query: URLSearchParams): CardNews | undefined {
  const did = query.get('did')
  if (did === 'issue') return { kind: 'issued', typed: Object.fromEntries(query) }
  const act = CARD_ACTS.find((each) => each === did)
  return act && { kind: 'done', act, typed: Object.fromEntries(query) }
}

function newsView(news: CardNews | undefined, card: ShownCard, context: PageContext): HtmlValue {
  if (news === undefined || news.kind === 'open') return undefined
  if (news.kind === 'issued')
    return doneNotice('Card issued', issueCall(news.typed), callOptions(context))
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
    [
      'Holder',
      html`<a href="${base}/cardholders/${card.cardholderId}"
        ><bdi>${card.cardholderName}</bdi></a
      >`,
    ],
    ['Account', accountLink(base, card.account)],
    [
      'Expires',
      html`${expiryText(Number(card.expiry))}
        <a href="${base}/clock?to=${expiryMoment(Number(card.expiry))}"
          >Jump to the expiry date</a
        >`,
    ],
    [
      'Orders',
      html`<a href="${base}/orders?card=${card.numberMask.slice(-4)}"
        >Paid with ${lastFour(card.numberMask)}</a
      >`,
    ],
    [
      'Used outside interface C',
      html`<a href="${base}/authorisations?card=${card.id}">Authorisations</a> ·
        <a href="${base}/simulate?card=${card.id}">Use this card</a>`,
    ],
    ['Requests', html`<a href="${base}/activity?id=${card.id}">Requests of this card</a>`],
    ['PIN', pinLabel(card)],
    ['Card id', copyable(card.id, 'card id')],
  ])

const limits = (card: ShownCard): Html =>
  html`<section data-live="limits">
    <h2>Limits</h2>
    <div class="limits">
      ${card.limits.map((limit) => {
        const { value, used } = limit
        return meter({
          label: limitLabel(limit),
          value: value === 0 ? 1 : used,
          most: value,
          text: `${typedAmount(used, card.currency)} of ${moneyText(moneyOf(value, card.currency))}`,
          ...(used >= value && { meaning: 'declined' }),
        })
      })}
    </div>
  </section>`

/** Each has a separate form on the page; the other actions are in the menu. */
const SHOWN_ACTS: readonly CardAct[] = ['pay', 'fail']
/** Buttons above the menu. */
const FIRST_ACTS: readonly CardAct[] = ['topup', 'unblock']

const dialogId = (act: CardAct): string => `dialog-${act}`

function actions(card: ShownCard, context: PageContext, news: CardNews | undefined): HtmlValue {
  if (!callOptions(context).mayAct) return undefined
  const refused = news?.kind === 'mistakes' ? news.act : undefined
  const legal = legalActs(card).filter((act) => act !== refused)
  const others = legal.filter((act) => !SHOWN_ACTS.includes(act))
  const opener = (act: CardAct, look?: string) => dialogButton(dialogId(act), ACTS[act].title, look)
  return html`<section class="acts" aria-label="Actions">
    <div class="tools">
      ${others.filter((act) => FIRST_ACTS.includes(act)).map((act) => opener(act))}
      ${menu({
        label: 'More actions',
        items: others.filter((act) => !FIRST_ACTS.includes(act)).map((act) => opener(act, '')),
        align: 'end',
      })}
    </div>
    ${others.map((act) =>
      dialog({
        id: dialogId(act),
        title: ACTS[act].title,
        content: actForm(act, card, context),
      }),
    )}
    ${legal
      .filter((act) => SHOWN_ACTS.includes(act))
      .map((act) => actForm(act, card, context, { title: ACTS[act].title }))}
    ${waitingRules(card, context)}
  </section>`
}

/** The form of a refused action, open at the top of the page. */
const refusedAct = (card: ShownCard, context: PageContext, news: CardNews | undefined): HtmlValue =>
  news?.kind === 'mistakes' &&
  dialog({
    id: dialogId(news.act),
    title: ACTS[news.act].title,
    content: actForm(news.act, card, context, news),
    isOpen: true,
  })

function actForm(
  act: CardAct,
  card: ShownCard,
  context: PageContext,
  {
    typed = {},
    ...shown
  }: { readonly title?: string; readonly typed?: TypedFields; readonly mistakes?: Mistakes } = {},
): Html {
  const { explanation, button, look, fields, call } = ACTS[act]
  const { title, mistakes } = shown
  return form(
    {
      id: act,
      action: `${context.base}/cards/${card.id}/${act}`,
      explanation,
      button,
      look,
      hidden: { seen: seenState(card) },
      call: call(card, typed),
      ...(title !== undefined && { title }),
      ...(fields && { fields: fields(card, typed) }),
      ...(mistakes && { mistakes }),
    },
    callOptions(context),
  )
}
