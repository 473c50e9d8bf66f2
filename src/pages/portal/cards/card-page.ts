// One card: its face, balance, limits, actions and transactions.

import { CARD_CURRENCY, CARD_STATUSES, type CardStatus } from '../../../issuing/card.ts'
import type { CardResult } from '../../../issuing/card-result.ts'
import { LIMIT_NAMES, limitUsed } from '../../../issuing/limits.ts'
import { accountNumber, available } from '../../../ledger/account.ts'
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
import { liveAddress } from '../parts/list-view.ts'
import type { LiveView, View, PageContext } from '../shell/screen.ts'
import { type Change, staleNotice } from '../parts/stale-notice.ts'
import { waitingRules } from './next-payment.ts'
import { ACTS, type CardAct, legalActs } from './card-actions.ts'
import { bindingNotice, bindingsView } from './card-bindings.ts'
import { cardFace, type OpenNumber } from './card-face.ts'
import { cardStatusMeaning, expiryMoment, limitWord } from '../labels/card-labels.ts'
import { pinWords } from './card-pin.ts'
import { transactions } from './transactions.ts'

type TypedFields = Readonly<Record<string, string>>

/** What the page says above the card. */
export type CardNews =
  | { readonly kind: 'issued' }
  | { readonly kind: 'done'; readonly act: CardAct; readonly typed: TypedFields }
  | {
      readonly kind: 'mistakes'
      readonly act: CardAct
      readonly typed: TypedFields
      readonly mistakes: Mistakes
    }
  /** `seen` is what the form carried: how the card stood when its page was opened. */
  | { readonly kind: 'stale'; readonly act: CardAct; readonly seen: string }
  | { readonly kind: 'open'; readonly number: OpenNumber }

/** What a form carries, so that it shows whether the card is still as its page said. */
export const seenState = ({ card }: CardResult): string => `${card.status}.${card.plasticNumber}`

const readCall = ({ card }: CardResult): ApiCall => ({
  api: 'B',
  method: 'GET',
  path: `/cards/${card.id}`,
})

export async function cardView(
  result: CardResult,
  context: PageContext,
  news?: CardNews,
): Promise<View> {
  const { card, number } = result
  return {
    title: `Card ${lastFour(number.mask)}`,
    ...(news?.kind === 'mistakes' && { status: 422 as const }),
    ...(news?.kind === 'stale' && { status: 409 as const }),
    call: readCall(result),
    // Refused input and an open number exist on this page only.
    ...(news?.kind !== 'mistakes' && news?.kind !== 'open' && { live: live(result, context) }),
    content: html`<p class="trail"><a href="${context.base}/cards">${icons.back}Cards</a></p>
      <header class="heading" data-live="heading">
        <h1>
          <span class="number">${lastFour(number.mask)}</span>
          ${badge(cardStatusMeaning(card.status), card.status)}
        </h1>
        <p class="sum">${amount(moneyOf(available(result.account), CARD_CURRENCY))}</p>
      </header>
      ${newsView(news, result, context)} ${bindingNotice(context, callOptions(context))}
      <div class="columns">
        <div class="main">
          <div class="wallet" data-live="wallet">
            <div>
              ${cardFace(result, news?.kind === 'open' ? news.number : undefined)}
              ${reveal(result, context, news?.kind === 'open')}
            </div>
            ${facts(result, context)}
          </div>
          ${limits(result, context)} ${await transactions(context, result)}
          ${await bindingsView(result, context)}
        </div>
        <aside data-live="next">${actions(result, context, news)}</aside>
      </div>`,
  }
}

const live = ({ card }: CardResult, { base, query }: PageContext): LiveView => ({
  of: 'card',
  address: liveAddress(`${base}/cards/${card.id}`, query),
  kinds: ['card', 'cardNumber', 'cardUsage', 'account', 'journalEntry', 'order', 'binding'],
})

const issueCall = ({ cardholder }: CardResult, { project }: PageContext): ApiCall => ({
  api: 'B',
  method: 'POST',
  path: '/cards',
  body: {
    productName: project.secrets.product.cardProductName,
    cardholder: String(cardholder.id),
  },
})

function newsView(news: CardNews | undefined, result: CardResult, context: PageContext): HtmlValue {
  if (news === undefined || news.kind === 'open') return undefined
  if (news.kind === 'issued')
    return doneNotice('Issued', issueCall(result, context), callOptions(context))
  const { done, title, call, fields } = ACTS[news.act]
  if (news.kind === 'done')
    return doneNotice(
      done,
      call(result, news.typed, { settings: context.dataset.settings, isDone: true }),
      callOptions(context),
    )
  if (news.kind === 'mistakes') {
    const labels = (fields?.(result, news.typed) ?? []).map(({ name, label }) => [name, label])
    return mistakeSummary(news.act, news.mistakes, Object.fromEntries(labels) as TypedFields)
  }
  return staleNotice({ of: 'card', undone: title, changes: changesSince(news.seen, result) })
}

/** What changed since the page was opened; nothing if the form does not say. */
function changesSince(seen: string, { card }: CardResult): readonly Change[] {
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
const reveal = (result: CardResult, context: PageContext, isOpen: boolean): Html =>
  html`<div class="reveal">
    ${
      callOptions(context).mayAct &&
      (isOpen
        ? html`<a class="button quiet" href="${context.base}/cards/${result.card.id}"
            >Hide the number</a
          >`
        : html`<form
            method="post"
            action="${context.base}/cards/${result.card.id}/number"
            id="number"
          >
            <button class="button quiet" type="submit">Show number and CVC</button>
          </form>`)
    }
    ${callView('Same as', readCall(result), callOptions(context))}
  </div>`

const facts = ({ card, number, account, cardholder }: CardResult, context: PageContext): Html =>
  descriptionList([
    ['Available', amount(moneyOf(available(account), CARD_CURRENCY))],
    ['Balance', amount(moneyOf(account.posted, CARD_CURRENCY))],
    ['Held', amount(moneyOf(account.held, CARD_CURRENCY))],
    ['Holder', html`<bdi>${cardholder.firstName} ${cardholder.lastName}</bdi>`],
    [
      'Expires',
      html`<a href="${context.base}/clock?to=${expiryMoment(number.expiry)}"
        >Jump to the expiry date</a
      >`,
    ],
    ['PIN', pinWords(card)],
    ['Card id', copyable(String(card.id), 'card id')],
    ['Account', copyable(accountNumber(account), 'account number')],
  ])

function limits({ card, usage }: CardResult, { now }: PageContext): Html {
  return html`<section data-live="limits">
    <h2>Limits</h2>
    <ul class="meters">
      ${LIMIT_NAMES.map((name) => {
        const { value, cycle } = card.limits[name]
        const used = limitUsed(card.limits, usage.usage, name, now)
        const most = moneyText(moneyOf(value, CARD_CURRENCY))
        const said = `${typedAmount(used, CARD_CURRENCY)} of ${most}`
        return html`<li>
          <span>${limitWord(name, cycle)}</span>
          <span class="of">${said}</span>
          <meter
            min="0"
            max="${Math.max(value, 1)}"
            value="${value === 0 ? 1 : used}"
            aria-label="${limitWord(name, cycle)}: ${said}"
          ></meter>
        </li>`
      })}
    </ul>
  </section>`
}

function actions(result: CardResult, context: PageContext, news: CardNews | undefined): HtmlValue {
  if (!callOptions(context).mayAct) return undefined
  return html`<section class="acts">
    <h2>Next</h2>
    ${waitingRules(result.card, context)}
    ${legalActs(result).map((act) => {
      const { title, explanation, button, look, fields, call } = ACTS[act]
      const mistaken = news?.kind === 'mistakes' && news.act === act ? news : undefined
      const typed = mistaken?.typed ?? {}
      const options = {
        id: act,
        action: `${context.base}/cards/${result.card.id}/${act}`,
        explanation,
        button,
        look,
        hidden: { seen: seenState(result) },
        call: call(result, typed, context.dataset),
        ...(fields && { fields: fields(result, typed) }),
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
