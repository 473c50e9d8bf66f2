// Cardholders: the list, and a single cardholder with account, cards and bindings.

import { countCardholders } from '../../../api/control/counts.ts'
import { listCardholders, showCardholder } from '../../../api/control/cards/cardholders.ts'
import { issueCard } from '../../../api/control/cards/issue-card.ts'
import { PERSON_MEMBERS } from '../../../api/control/cards/new-person.ts'
import type { AnswerOf, QueryOf } from '../../../api/endpoint/operation.ts'
import { createCardholder, updateCardholder } from '../../../api/issuing-v2/cardholders.ts'
import { CARD_CURRENCY } from '../../../issuing/card.ts'
import { badge, copyable, panel, table } from '../../../web/html/components.ts'
import { attributes, html, type HtmlValue } from '../../../web/html/html.ts'
import { icons } from '../../../web/html/icons.ts'
import { lastFour, maskedCard } from '../../../web/html/masked-card.ts'
import { amount } from '../../../web/html/money.ts'
import { ago, exactly } from '../../../web/html/when.ts'
import { expiryText } from '../../../web/html/expiry-text.ts'
import { cardStatusMeaning } from '../labels/card-labels.ts'
import { cardholderImport } from '../imports/imports.ts'
import { moneyOf, parseAmount } from '../parts/amounts.ts'
import { backLink } from '../parts/back-link.ts'
import { accountLink, balanceView } from '../parts/balance-view.ts'
import { descriptionList } from '../parts/description-list.ts'
import { doneNotice, form, type Mistakes, mistakeSummary } from '../parts/form-view.ts'
import { textField } from '../parts/list-fields.ts'
import { callOptions } from '../shell/call-options.ts'
import type { FileColumn } from '../shell/list-file.ts'
import { countsOf } from '../shell/list-counts.ts'
import { listPage } from '../shell/list-page.ts'
import { callOf, page } from '../shell/page.ts'
import type { ActionRoute, PageContext, Screen } from '../shell/screen.ts'
import {
  type MistakenPerson,
  type Person,
  PERSON_LABELS,
  personCall,
  personFields,
  savePerson,
} from './cardholder-forms.ts'

type CardholderQuery = QueryOf<typeof listCardholders>
type ListedCardholder = AnswerOf<typeof listCardholders>['items'][number]

/** The columns of the file, which can be imported again. */
const CARDHOLDER_COLUMNS: readonly FileColumn<ListedCardholder>[] = [
  ...PERSON_MEMBERS.map(({ name, column }) => ({
    header: column,
    value: (person: ListedCardholder) =>
      name === 'firstName' || name === 'lastName' || name === 'phoneNumber'
        ? person[name]
        : (person.profile[name] ?? null),
  })),
  { header: 'cardholder_id', value: ({ id }) => id },
  { header: 'customer_number', value: ({ customerNumber }) => customerNumber },
  { header: 'registered_at', value: ({ createdAt }) => createdAt },
]

const cardholdersPage = listPage(listCardholders, {
  path: '/cardholders',
  operation: 'cardholdersPage',
  title: 'Cardholders',
  filters: [
    { name: 'all', label: 'All' },
    { name: 'with-card', label: 'With a card', query: { card: 'with' } },
    { name: 'without-card', label: 'Without a card', query: { card: 'without' } },
  ],
  counts: countsOf(countCardholders, { with: 'with-card', without: 'without-card' }),
  fields: [
    textField<CardholderQuery>(
      { name: 'person', label: 'Name, phone or customer number', hint: 'Full or partial name' },
      'q',
    ),
  ],
  sorts: [
    {
      header: 'Registered',
      down: { name: 'newest', query: {} },
      up: { name: 'oldest', query: { sort: 'oldest' } },
    },
  ],
  file: { operation: 'cardholdersFile', columns: CARDHOLDER_COLUMNS },
  above: (context, refused?: MistakenPerson) =>
    html`<header class="heading">
        <h1>Cardholders</h1>
        <p class="tools">
          ${cardholderImport.link(context)}
          ${
            callOptions(context).mayAct &&
            html`<a class="button" href="${context.base}/cards">Issue a card</a>`
          }
        </p>
      </header>
      ${cardholderImport.done(context)}
      ${refused && mistakeSummary('register', refused.mistakes, PERSON_LABELS)}
      ${personForm(context, undefined, refused)}`,
  isRefused: () => true,
  columns: [
    { header: 'Name' },
    { header: 'Customer number', labelled: true },
    { header: 'Phone' },
    { header: 'Registered' },
  ],
  row: (person, { base, now }) => [
    html`<a class="name" href="${base}/cardholders/${person.id}">${nameOf(person)}</a>`,
    html`<span class="number">${person.customerNumber}</span>`,
    html`<span class="number whole">${person.phoneNumber}</span>`,
    ago(Date.parse(person.createdAt), now),
  ],
  drawing: 'people',
  empty:
    'Cardholders appear here when they are registered through interface A or B, or when you issue a card.',
  offersSampleData: true,
})

const nameOf = ({ firstName, lastName }: Pick<Person, 'firstName' | 'lastName'>) =>
  html`<bdi>${firstName} ${lastName}</bdi>`

const idOf = ({ params }: PageContext): string => params['cardholder'] ?? ''

const cardholderPage = page(
  showCardholder,
  {
    path: '/cardholders/:cardholder',
    operation: 'cardholderPage',
    of: 'page',
    sent: (context) => ({ params: { id: idOf(context) } }),
  },
  (person, context, refused?: MistakenPerson | MistakenIssue) => {
    const did = context.query.get('did')
    const options = callOptions(context)
    return {
      title: `${person.firstName} ${person.lastName}`,
      ...(refused && { status: 422 as const }),
      head: html`${backLink(`${context.base}/cardholders`, 'Cardholders')}
        <header class="heading" data-live="heading"><h1>${nameOf(person)}</h1></header>`,
      content: html`${did === 'registered' && doneNotice('Registered', personCall(undefined), options)}
        ${did === 'edited' && doneNotice('Saved', personCall(person), options)}
        ${
          refused &&
          ('balance' in refused
            ? mistakeSummary('issue', refused.mistakes, { initialBalance: 'Initial balance' })
            : mistakeSummary('edit', refused.mistakes, PERSON_LABELS))
        }
        <div class="columns">
          <div class="main">
            ${cards(person, context)}
            ${personForm(context, person, refused && 'typed' in refused ? refused : undefined)}
          </div>
          <aside>
            ${person.cards.length === 0 && issueForm(person, context, refused)}
            ${panel({ title: 'Details', live: 'facts', content: details(person, context) })}
          </aside>
        </div>
        ${bindings(person, context)}`,
    }
  },
)

const details = (person: Person, { base, now }: PageContext) =>
  descriptionList([
    ['Id (B)', html`<span class="number">${person.id}</span>`],
    ['Customer number (A)', html`<span class="number">${person.customerNumber}</span>`],
    ['Phone', html`<span class="number">${person.phoneNumber}</span>`],
    ['Email', person.profile['email']],
    ['Date of birth', person.profile['dateOfBirth']],
    ['Country', person.profile['country']],
    ['Registered', exactly(Date.parse(person.createdAt), now)],
    ['Account', person.account && accountLink(base, person.account.account)],
    ['Available', person.account && available(person.account)],
  ])

/** In the words of a card's page; only a balance below zero needs its side. */
const available = ({ available: minor, currency }: NonNullable<Person['account']>) =>
  minor < 0 ? balanceView(minor, currency) : amount(moneyOf(minor, currency))

const cards = (person: Person, { base }: PageContext) =>
  html`<section data-live="cards">
    <h2>Cards</h2>
    ${table({
      caption: 'Cards',
      stacks: true,
      columns: [{ header: 'Card' }, { header: 'Status' }, { header: 'Valid to', labelled: true }],
      rows: person.cards.map(({ id, numberMask, status, expiry }) => [
        html`<a class="number" href="${base}/cards/${id}">${maskedCard(numberMask)}</a>`,
        badge(cardStatusMeaning(status), status),
        expiryText(Number(expiry)),
      ]),
      empty: html`<p>No cards yet.</p>`,
    })}
  </section>`

/** The refused form that issues a card. */
interface MistakenIssue {
  readonly balance: string
  readonly mistakes: Mistakes
}

/** Issues a cardholder's first card; interface A issues more. */
const issueForm = (
  { id }: Person,
  context: PageContext,
  refused: MistakenPerson | MistakenIssue | undefined,
): HtmlValue => {
  const options = callOptions(context)
  const mistaken = refused && 'balance' in refused ? refused : undefined
  return (
    options.mayAct &&
    panel({
      title: 'Issue a card',
      content: form(
        {
          id: 'issue',
          action: `${context.base}/cardholders/${id}/issue`,
          fields: [
            {
              kind: 'text',
              name: 'initialBalance',
              label: 'Initial balance',
              value: mistaken?.balance ?? '100.00',
              inputMode: 'decimal',
              maxLength: 20,
              suffix: 'EUR',
            },
          ],
          button: 'Issue card',
          call: callOf(issueCard, { body: { cardholderId: id, initialBalance: 10_000 } }),
          ...(mistaken && { mistakes: mistaken.mistakes }),
        },
        options,
      ),
    })
  )
}

const bindings = (person: Person, { base, now }: PageContext) =>
  html`<section data-live="bindings">
    ${
      person.bindings.length > 0 &&
      html`<h2>Bindings</h2>
        ${table({
          caption: 'Clients that can charge a stored card',
          stacks: true,
          columns: [
            { header: 'Client' },
            { header: 'State' },
            { header: 'Card' },
            { header: 'Id' },
            { header: 'Created' },
          ],
          rows: person.bindings.map((binding) => [
            html`<a href="${base}/orders/${binding.orderId}"><bdi>${binding.clientId}</bdi></a>`,
            binding.active ? badge('approved', 'active') : badge('neutral', 'off'),
            html`<a class="number" href="${base}/cards/${binding.cardId}"
              >${lastFour(binding.numberMask)}</a
            >`,
            copyable(binding.id, 'binding id'),
            ago(Date.parse(binding.createdAt), now),
          ]),
        })}`
    }
  </section>`

/** Registers a cardholder, or edits one. */
function personForm(context: PageContext, person?: Person, refused?: MistakenPerson) {
  const options = callOptions(context)
  const fields = personFields(person, refused?.typed)
  const texts =
    person === undefined
      ? {
          id: 'register',
          action: `${context.base}/cardholders/register`,
          explanation: 'Registers a cardholder and opens their account.',
          button: 'Register cardholder',
        }
      : {
          id: 'edit',
          action: `${context.base}/cardholders/${person.id}/edit`,
          button: 'Save cardholder',
        }
  return (
    options.mayAct &&
    html`<details
      class="${person ? 'fold' : 'fold issue'}"
      ${attributes({ open: refused !== undefined })}
    >
      <summary>${person ? 'Edit' : 'Register a cardholder'}</summary>
      ${form(
        {
          ...texts,
          fields,
          call: personCall(person),
          ...(refused && { mistakes: refused.mistakes }),
        },
        options,
      )}
    </details>`
  )
}

const register: ActionRoute = {
  path: '/cardholders/register',
  operation: 'registerFromPage',
  performs: createCardholder,
  async act(context) {
    const saved = await savePerson(context)
    return 'mistakes' in saved
      ? cardholdersPage.show(context, saved)
      : { location: `/cardholders/${saved.id}?did=registered` }
  },
}

const edit: ActionRoute = {
  path: '/cardholders/:cardholder/edit',
  operation: 'editCardholderFromPage',
  performs: updateCardholder,
  async act(context) {
    const { id } = await context.perform(showCardholder, { params: { id: idOf(context) } })
    const saved = await savePerson(context, id)
    return 'mistakes' in saved
      ? cardholderPage.show(context, saved)
      : { location: `/cardholders/${id}?did=edited` }
  },
}

const issue: ActionRoute = {
  path: '/cardholders/:cardholder/issue',
  operation: 'issueForCardholder',
  performs: issueCard,
  async act(context) {
    const balance = (context.form.get('initialBalance') ?? '').trim()
    const initialBalance = parseAmount(balance, CARD_CURRENCY)
    if (initialBalance === undefined)
      return cardholderPage.show(context, {
        balance,
        mistakes: { initialBalance: 'Enter an amount such as 100.00, or 0.' },
      })
    const cardholderId = idOf(context)
    const { id } = await context.perform(issueCard, { body: { cardholderId, initialBalance } })
    const done = new URLSearchParams({ did: 'issue', cardholderId, initialBalance: balance })
    return { location: `/cards/${id}?${done.toString()}` }
  },
}

export const cardholders: Screen = {
  group: 'Data',
  label: 'Cardholders',
  icon: icons.person,
  path: '/cardholders',
  pages: [cardholdersPage, cardholderImport.page, cardholderPage],
  downloads: [cardholderImport.example, ...cardholdersPage.downloads],
  actions: [register, edit, issue, cardholderImport.action],
}
