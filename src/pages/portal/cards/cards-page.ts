// The card list and the form that issues a card.

import { countCards, listCards } from '../../../api/control/cards/cards.ts'
import { issueCard } from '../../../api/control/cards/issue-card.ts'
import { CARD_CURRENCY } from '../../../issuing/card.ts'
import { badge } from '../../../web/html/components.ts'
import { html } from '../../../web/html/html.ts'
import { maskedCard } from '../../../web/html/masked-card.ts'
import { amount } from '../../../web/html/money.ts'
import { ago } from '../../../web/html/when.ts'
import { expiryText } from '../../../web/html/expiry-text.ts'
import type { ApiCall } from '../../../web/http/calls/api-call.ts'
import { cardStatusMeaning } from '../labels/card-labels.ts'
import { cardImport } from '../imports/imports.ts'
import { moneyOf, parseAmount } from '../parts/amounts.ts'
import { type Field, form, type Mistakes, mistakeSummary } from '../parts/form-view.ts'
import { callOptions } from '../shell/call-options.ts'
import { countText } from '../shell/list-counts.ts'
import { listPage } from '../shell/list-page.ts'
import { callOf } from '../shell/page.ts'
import type { PageContext } from '../shell/screen.ts'
import { CARD_COLUMNS, CARD_FIELDS, CARD_FILTERS, CARD_SORTS } from './card-filters.ts'

interface IssueForm {
  readonly typed: Readonly<Record<string, string>>
  readonly mistakes: Mistakes
}

export const cardsPage = listPage(listCards, {
  path: '/cards',
  operation: 'cardsPage',
  title: 'Cards',
  filters: CARD_FILTERS,
  fields: CARD_FIELDS,
  sorts: CARD_SORTS,
  file: { operation: 'cardsFile', columns: CARD_COLUMNS },
  async counts({ perform }) {
    const { items } = await perform(countCards)
    return Object.fromEntries(
      items.map(({ status, cards, hasMore }) => [status, countText(cards, hasMore)]),
    )
  },
  above: (context, refused?: IssueForm) =>
    html`<header class="heading">
        <h1>Cards</h1>
        <p class="tools">${cardImport.link(context)}</p>
      </header>
      ${cardImport.done(context)} ${refused && mistakeSummary('issue', refused.mistakes, labels)}
      ${issueForm(context, refused)}`,
  isRefused: () => true,
  columns: [
    { header: 'Card' },
    { header: 'Holder' },
    { header: 'Status' },
    { header: 'Issued', labelled: true },
    { header: 'Valid to', labelled: true },
    { header: 'Available', align: 'end' },
  ],
  row: (card, { base, now }) => [
    html`<a class="number whole" href="${base}/cards/${card.id}"
      >${maskedCard(card.numberMask)}</a
    >`,
    html`<a href="${base}/cardholders/${card.cardholderId}"><bdi>${card.embossedName}</bdi></a>`,
    badge(cardStatusMeaning(card.status), card.status),
    ago(Date.parse(card.createdAt), now),
    expiryText(Number(card.expiry)),
    amount(moneyOf(card.available, card.currency)),
  ],
  offersSampleData: true,
  drawing: 'cards',
  empty:
    'Cards appear here when they are issued: in the portal, by an import, or by interface A or B.',
})

interface IssueField {
  readonly name: string
  readonly label: string
  readonly value: string
  readonly maxLength: number
  readonly suffix?: string
}

/** Prefilled, so that one click issues a card that can pay. */
// prettier-ignore
export const ISSUE_FIELDS: readonly IssueField[] = [
  { name: 'firstName',      label: 'First name',      value: 'Ann',          maxLength: 100 },
  { name: 'lastName',       label: 'Last name',       value: 'Doe',          maxLength: 100 },
  { name: 'phoneNumber',    label: 'Phone',           value: '+35700000001', maxLength: 16 },
  { name: 'initialBalance', label: 'Initial balance', value: '100.00',       maxLength: 20, suffix: 'EUR' },
]

const labels: Readonly<Record<string, string>> = Object.fromEntries(
  ISSUE_FIELDS.map(({ name, label }) => [name, label]),
)

export const issueCall = (typed: Readonly<Record<string, string>>): ApiCall => {
  const { firstName = '', lastName = '', phoneNumber = '', cardholderId } = typed
  const initialBalance = parseAmount(typed['initialBalance'] ?? '', CARD_CURRENCY) ?? 0
  const cardholder = { firstName, lastName, phoneNumber }
  return callOf(issueCard, {
    body: {
      ...(cardholderId === undefined ? { cardholder } : { cardholderId }),
      initialBalance,
    },
  })
}

const issueForm = (context: PageContext, issue: IssueForm | undefined) =>
  callOptions(context).mayAct &&
  html`<section class="panel issue" aria-label="Issue a card">
    ${form(
      {
        id: 'issue',
        action: `${context.base}/cards/issue`,
        fields: ISSUE_FIELDS.map((field): Field => ({
          kind: 'text',
          ...field,
          ...(field.suffix !== undefined && { inputMode: 'decimal' }),
          value: issue?.typed[field.name] ?? field.value,
        })),
        button: 'Issue card',
        ...(issue && { mistakes: issue.mistakes }),
        call: issueCall(
          issue?.typed ?? Object.fromEntries(ISSUE_FIELDS.map(({ name, value }) => [name, value])),
        ),
      },
      callOptions(context),
    )}
  </section>`
