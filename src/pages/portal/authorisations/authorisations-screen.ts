// Authorisations of issued cards: the list, and one of them with its legs and the next steps.

import { countAuthorisations } from '../../../api/control/counts.ts'
import {
  listAuthorisations,
  showAuthorisation,
} from '../../../api/control/simulations/authorisations.ts'
import type { AnswerOf, QueryOf } from '../../../api/endpoint/operation.ts'
import { AUTHORISATION_KINDS } from '../../../authorisations/authorisation.ts'
import { ROW_ID_PATTERN } from '../../../kernel/row-id.ts'
import { decimalAmount } from '../../../ledger/currency.ts'
import { badge } from '../../../web/html/components.ts'
import { html } from '../../../web/html/html.ts'
import { icons } from '../../../web/html/icons.ts'
import { maskedCard } from '../../../web/html/masked-card.ts'
import { amount } from '../../../web/html/money.ts'
import { ago } from '../../../web/html/when.ts'
import {
  amountOf,
  KIND_LABELS,
  STATUS_LABELS,
  statusBadge,
} from '../labels/authorisation-labels.ts'
import { knownCurrency } from '../parts/amounts.ts'
import { choiceField, currencyField, periodFields, textField } from '../parts/list-fields.ts'
import type { FileColumn } from '../shell/list-file.ts'
import { countsOf } from '../shell/list-counts.ts'
import { type ListFilter, listPage } from '../shell/list-page.ts'
import type { ActionRoute, Onward, PageContext, Screen, View } from '../shell/screen.ts'
import { resultOf } from '../simulate/simulate-form.ts'
import { authorisationOf, authorisationPage } from './authorisation-page.ts'
import {
  decisionPage,
  decisionsFile,
  decisionsPage,
  deleteServerAction,
  setServerAction,
} from './decision-server.ts'
import { LEG_FORMS, LEG_NAMES, type LegName, performLeg } from './leg-forms.ts'
import { seenState } from './stale-leg.ts'

type Query = QueryOf<typeof listAuthorisations>
type Listed = AnswerOf<typeof listAuthorisations>['items'][number]

const FILTERS: readonly ListFilter<Query>[] = [
  { name: 'all', label: 'All' },
  ...(['pending', 'partlyCleared', 'cleared', 'declined', 'reversed', 'expired'] as const).map(
    (status) => ({
      name: status,
      label: STATUS_LABELS[status],
      query: { status },
      empty: `No ${STATUS_LABELS[status].toLowerCase()} authorisations.`,
    }),
  ),
]

const COLUMNS: readonly FileColumn<Listed>[] = [
  { header: 'id', value: ({ id }) => id },
  { header: 'created_at', value: ({ createdAt }) => createdAt },
  { header: 'source', value: ({ source }) => source },
  { header: 'order_id', value: ({ orderId }) => orderId },
  { header: 'card_id', value: ({ cardId }) => cardId },
  { header: 'kind', value: ({ kind }) => kind },
  { header: 'status', value: ({ status }) => status },
  { header: 'response_code', value: ({ responseCode }) => responseCode },
  { header: 'reason', value: ({ reason }) => reason },
  { header: 'merchant', value: ({ merchant }) => merchant.name },
  { header: 'mcc', value: ({ merchant }) => merchant.mcc },
  {
    header: 'amount',
    value: ({ merchantAmounts: { amount: minor, currency } }) =>
      decimalAmount(minor, knownCurrency(currency)),
  },
  { header: 'currency', value: ({ merchantAmounts }) => merchantAmounts.currency },
]

const authorisationsPage = listPage(listAuthorisations, {
  path: '/authorisations',
  operation: 'authorisationsPage',
  title: 'Authorisations',
  filters: FILTERS,
  counts: countsOf(countAuthorisations),
  fields: [
    ...periodFields<Query>('from', 'until'),
    choiceField<Query>(
      {
        name: 'kind',
        label: 'Kind',
        options: AUTHORISATION_KINDS.map((kind) => ({ value: kind, label: KIND_LABELS[kind] })),
      },
      'kind',
    ),
    choiceField<Query>(
      {
        name: 'source',
        label: 'Source',
        options: [
          { value: 'simulation', label: 'Simulated' },
          { value: 'order', label: 'Orders of interface C' },
        ],
      },
      'source',
    ),
    textField<Query>(
      { name: 'card', label: 'Card id', inputMode: 'numeric', maxLength: 15 },
      'cardId',
      [new RegExp(ROW_ID_PATTERN), 'Enter a card id.'],
    ),
    currencyField<Query>('currency'),
    textField<Query>(
      { name: 'mcc', label: 'Category (MCC)', inputMode: 'numeric', maxLength: 4 },
      'mcc',
      [/^\d{4}$/, 'Enter four digits, such as 5812.'],
    ),
  ],
  file: { operation: 'authorisationsFile', columns: COLUMNS },
  above: ({ base }) =>
    html`<header class="heading">
      <h1>Authorisations</h1>
      <p class="tools">
        <a class="button quiet" href="${base}/authorisations/decisions">Real-time decisions</a>
        <a class="button" href="${base}/simulate">Use a card</a>
      </p>
    </header>`,
  columns: [
    { header: 'Authorisation' },
    { header: 'Card' },
    { header: 'Merchant' },
    { header: 'Status' },
    { header: 'When' },
    { header: 'Amount', align: 'end' },
  ],
  row: ({ id, kind, status, cardId, numberMask, merchant, createdAt, ...rest }, { base, now }) => [
    html`<a href="${base}/authorisations/${id}">${KIND_LABELS[kind]} ${id}</a>`,
    html`<a class="number" href="${base}/cards/${cardId}">${maskedCard(numberMask)}</a>`,
    html`<bdi>${merchant.name}</bdi> ${
        rest.orderId !== null &&
        html`<a
          class="whole"
          href="${base}/orders/${rest.orderId}"
          aria-label="Order of authorisation ${id}"
          >Order</a
        >`
      }`,
    badge(...statusBadge({ status, kind })),
    ago(Date.parse(createdAt), now),
    amount(amountOf({ status, ...rest })),
  ],
  empty: 'Authorisations appear here when an issued card is used, at interface C or elsewhere.',
  offersSampleData: true,
  drawing: 'cards',
})

export const authorisations: Screen = {
  group: 'Data',
  label: 'Authorisations',
  icon: icons.check,
  path: '/authorisations',
  pages: [authorisationsPage, decisionsPage, decisionPage, authorisationPage],
  downloads: [...authorisationsPage.downloads, decisionsFile],
  actions: [
    ...LEG_NAMES.map((leg): ActionRoute => ({
      path: `/authorisations/:authorisation/${leg}`,
      operation: `${leg}AuthorisationFromPage`,
      performs: LEG_FORMS[leg].performs,
      act: (context) => addLeg(leg, context),
    })),
    setServerAction,
    deleteServerAction,
  ],
}

async function addLeg(leg: LegName, context: PageContext): Promise<View | Onward | undefined> {
  const authorisation = await context.perform(showAuthorisation, authorisationOf(context))
  const stale = { kind: 'stale', leg, seen: context.form.get('seen') ?? '' } as const
  if (stale.seen !== seenState(authorisation)) return authorisationPage.show(context, stale)
  const refused = await performLeg(leg, authorisation, context).catch(async (error: unknown) => {
    const current = await context.perform(showAuthorisation, authorisationOf(context))
    // Another user was faster.
    if (stale.seen !== seenState(current)) return stale
    throw error
  })
  if (refused !== undefined) return authorisationPage.show(context, refused)
  const [back, entered] = (context.form.get('back') ?? '').slice(0, 1000).split('?', 2)
  return back === 'simulate'
    ? { location: `${resultOf(authorisation.id, new URLSearchParams(entered))}&did=${leg}` }
    : { location: `/authorisations/${authorisation.id}?did=${leg}` }
}
