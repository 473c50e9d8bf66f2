// The list of a project's cards, and the form that issues one.

import { CARD_STATUSES, type CardStatus } from '../../../issuing/card.ts'
import { available } from '../../../ledger/account.ts'
import { type CardDetails, cardsPage } from '../../../store/reads/cards.ts'
import { badge, table } from '../../../web/html/components.ts'
import { attributes, html } from '../../../web/html/html.ts'
import { maskedCard } from '../../../web/html/masked-card.ts'
import { amount } from '../../../web/html/money.ts'
import { callOptions } from '../shell/call-options.ts'
import { moneyOf } from '../parts/amounts.ts'
import { type Field, form, type Mistakes, mistakeSummary } from '../parts/form-view.ts'
import { filterLinks, liveAddress, liveList, pageLinks } from '../parts/list-view.ts'
import type { View, PageContext } from '../shell/screen.ts'
import { strayList } from '../parts/stray-list.ts'
import type { ApiCall } from '../../../web/http/api-call.ts'
import { cardStatusMeaning, expiryWord } from '../labels/card-labels.ts'
import { isWholeNumber, wholeNumber } from '../parts/whole-number.ts'

const PAGE_SIZE = 50
const LIST: ApiCall = { api: 'control', method: 'GET', path: '/cards' }

const FILTERS = [
  { name: 'all', label: 'All' },
  ...CARD_STATUSES.map((status) => ({
    name: status,
    label: status.charAt(0).toUpperCase() + status.slice(1),
  })),
]

export interface IssueForm {
  readonly typed: Readonly<Record<string, string>>
  readonly mistakes: Mistakes
}

export async function cardsView(context: PageContext, issue?: IssueForm): Promise<View> {
  const { base, query } = context
  const stray = strayList(
    context,
    { title: 'Cards', address: `${base}/cards`, call: LIST },
    {
      filter: (value) => FILTERS.some(({ name }) => name === value),
      holder: isWholeNumber,
      after: isWholeNumber,
    },
  )
  if (stray !== undefined) return stray
  const status = CARD_STATUSES.find((each): each is CardStatus => each === query.get('filter'))
  const filter = status ?? 'all'
  const holder = wholeNumber(query.get('holder'))
  const after = wholeNumber(query.get('after'))
  const { items, next } = await context.read(cardsPage, {
    status,
    cardholderId: holder,
    after: after === undefined ? undefined : [after],
    limit: PAGE_SIZE,
  })
  const address = `${base}/cards`
  const kept = `${address}?filter=${filter}${holder === undefined ? '' : `&holder=${holder}`}`
  return {
    title: 'Cards',
    ...(issue && { status: 422 as const }),
    call: LIST,
    ...(issue === undefined && {
      live: { of: 'list', address: liveAddress(address, query), kinds: ['card', 'account'] },
    }),
    content: html`<header class="heading"><h1>Cards</h1></header>
      ${issue && mistakeSummary('issue', issue.mistakes, labels)} ${issueForm(context, issue)}
      ${filterLinks(address, FILTERS, filter)}
      ${liveList(
        table({
          caption: `Cards: ${filter}`,
          stacks: true,
          columns: [
            { header: 'Card' },
            { header: 'Holder' },
            { header: 'Status' },
            { header: 'Valid to' },
            { header: 'Available', align: 'end' },
          ],
          rows: items.map((details) => line(details, base)),
          empty: html`<p>
            Cards appear here as they are issued: by the form above, or by A and B.
          </p>`,
        }),
        pageLinks(
          after === undefined ? undefined : kept,
          next === null ? undefined : `${kept}&after=${next[0]}`,
        ),
      )}`,
  }
}

const line = ({ card, number, account }: CardDetails, base: string) => [
  html`<a class="number" href="${base}/cards/${card.id}">${maskedCard(number.mask)}</a>`,
  html`<bdi>${card.embossedName}</bdi>`,
  badge(cardStatusMeaning(card.status), card.status),
  expiryWord(number.expiry),
  amount(moneyOf(available(account), account.currency)),
]

// prettier-ignore
export const ISSUE_FIELDS = [
  { name: 'firstName',   label: 'First name', value: '',              maxLength: 40 },
  { name: 'lastName',    label: 'Last name',  value: '',              maxLength: 40 },
  { name: 'phoneNumber', label: 'Phone',      value: '+35700000001',  maxLength: 16 },
] as const

const labels: Readonly<Record<string, string>> = Object.fromEntries(
  ISSUE_FIELDS.map(({ name, label }) => [name, label]),
)

const issueForm = (context: PageContext, issue: IssueForm | undefined) =>
  callOptions(context).mayAct &&
  html`<details class="fold issue" ${attributes({ open: issue !== undefined })}>
    <summary>Issue a card</summary>
    ${form(
      {
        id: 'issue',
        action: `${context.base}/cards/issue`,
        explanation: 'Registers a person and issues their card, with nothing on it yet.',
        fields: ISSUE_FIELDS.map((field): Field => ({
          kind: 'text',
          ...field,
          value: issue?.typed[field.name] ?? field.value,
        })),
        button: 'Issue',
        ...(issue && { mistakes: issue.mistakes }),
        call: {
          api: 'B',
          method: 'POST',
          path: '/cards',
          body: {
            productName: context.project.secrets.product.cardProductName,
            cardholder: 'ID_OF_THE_CARDHOLDER',
          },
        },
      },
      callOptions(context),
    )}
  </details>`
