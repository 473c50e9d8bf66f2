// Cardholders: the list with its search, and one of them with account and cards.

import { accountName, available } from '../../../ledger/account.ts'
import { type Cardholder, customerNumberOf } from '../../../issuing/cardholder.ts'
import { cardholderById, cardholdersPage } from '../../../store/reads/cardholders.ts'
import { cardsPage } from '../../../store/reads/cards.ts'
import { accountById } from '../../../store/reads/ledger.ts'
import { badge, table } from '../../../web/html/components.ts'
import { attributes, html } from '../../../web/html/html.ts'
import { icons } from '../../../web/html/icons.ts'
import { maskedCard } from '../../../web/html/masked-card.ts'
import { ago, exactly } from '../../../web/html/when.ts'
import type { ApiCall } from '../../../web/http/api-call.ts'
import { callOptions } from '../shell/call-options.ts'
import { cardStatusMeaning, expiryWord } from '../labels/card-labels.ts'
import { descriptionList } from '../parts/description-list.ts'
import { doneNotice, form, mistakeSummary } from '../parts/form-view.ts'
import { accountLink, balanceView } from '../parts/balance-view.ts'
import { liveAddress, liveList, pageLinks } from '../parts/list-view.ts'
import type { Onward, Screen, View, PageContext } from '../shell/screen.ts'
import { strayList } from '../parts/stray-list.ts'
import { wholeNumber } from '../parts/whole-number.ts'
import { bindingsView } from './cardholder-bindings.ts'
import {
  editPerson,
  type MistakenPerson,
  PERSON_LABELS,
  personCall,
  personFields,
  registerPerson,
} from './cardholder-forms.ts'

const PAGE_SIZE = 50
/** Cards of one person that the page shows; the list of cards has all of them. */
const CARDS_SHOWN = 50

const LIST: ApiCall = { api: 'control', method: 'GET', path: '/cardholders' }

const nameOf = ({ firstName, lastName }: Cardholder) => html`<bdi>${firstName} ${lastName}</bdi>`

async function cardholdersView(context: PageContext, mistaken?: MistakenPerson): Promise<View> {
  const { base, now, query, read } = context
  const options = callOptions(context)
  const address = `${base}/cardholders`
  const stray = strayList(
    context,
    { title: 'Cardholders', address, call: LIST },
    { filter: () => false, after: (value) => wholeNumber(value) !== undefined },
  )
  if (stray !== undefined) return stray
  const after = wholeNumber(query.get('after'))
  const { items, next } = await read(cardholdersPage, {
    after: after === undefined ? undefined : [after],
    limit: PAGE_SIZE,
  })
  return {
    title: 'Cardholders',
    ...(mistaken && { status: 422 as const }),
    call: LIST,
    ...(mistaken === undefined && {
      live: { of: 'list', address: liveAddress(address, query), kinds: ['cardholder'] },
    }),
    content: html`<header class="heading">
        <h1>Cardholders</h1>
        <p class="tools"><a class="button" href="${base}/cards">Issue a card</a></p>
      </header>
      ${mistaken && mistakeSummary('register', mistaken.mistakes, PERSON_LABELS)}
      ${
        options.mayAct &&
        html`<details class="fold issue" ${attributes({ open: mistaken !== undefined })}>
          <summary>Register a cardholder</summary>
          ${form(
            {
              id: 'register',
              action: `${base}/cardholders/register`,
              explanation: 'Registers a person and opens the one account they have.',
              fields: personFields(undefined, mistaken?.typed),
              button: 'Register',
              call: personCall(undefined),
              ...(mistaken && { mistakes: mistaken.mistakes }),
            },
            options,
          )}
        </details>`
      }
      ${liveList(
        table({
          caption: 'Cardholders',
          stacks: true,
          columns: [
            { header: 'Name' },
            { header: 'Customer number' },
            { header: 'Phone' },
            { header: 'Registered' },
          ],
          rows: items.map((person) => [
            html`<a class="name" href="${address}/${person.id}">${nameOf(person)}</a>`,
            html`<span class="number">${customerNumberOf(person)}</span>`,
            html`<span class="number">${person.phoneNumber}</span>`,
            ago(person.createdAt, now),
          ]),
          empty: html`<p>
            People appear here when A or B registers them, or with the first card that is issued
            here.
          </p>`,
        }),
        pageLinks(
          after === undefined ? undefined : address,
          next === null ? undefined : `${address}?after=${next[0]}`,
        ),
      )}`,
  }
}

async function cardholderView(
  context: PageContext,
  mistaken?: MistakenPerson,
): Promise<View | undefined> {
  const { base, now, params, query, read } = context
  const options = callOptions(context)
  const id = wholeNumber(params['cardholder'])
  const person = id === undefined ? undefined : await read(cardholderById, id)
  if (person === undefined) return undefined
  const [account, cards] = await Promise.all([
    read(accountById, person.accountId),
    read(cardsPage, { cardholderId: person.id, limit: CARDS_SHOWN }),
  ])
  const { email, dateOfBirth, country } = person.profile
  return {
    title: `${person.firstName} ${person.lastName}`,
    ...(mistaken && { status: 422 as const }),
    call: { api: 'control', method: 'GET', path: `/cardholders/${person.id}` },
    ...(mistaken === undefined && {
      live: {
        of: 'page',
        address: `${base}/cardholders/${person.id}`,
        kinds: ['cardholder', 'card', 'cardNumber', 'account', 'binding'],
      },
    }),
    content: html`<header class="heading" data-live="heading"><h1>${nameOf(person)}</h1></header>
      ${query.get('did') === 'registered' && doneNotice('Registered', personCall(undefined), options)}
      ${query.get('did') === 'edited' && doneNotice('Changed', personCall(person), options)}
      ${mistaken && mistakeSummary('edit', mistaken.mistakes, PERSON_LABELS)}
      <div data-live="facts">
        ${descriptionList([
          ['Id at B', html`<span class="number">${person.id}</span>`],
          ['Customer number at A', html`<span class="number">${customerNumberOf(person)}</span>`],
          ['Phone', html`<span class="number">${person.phoneNumber}</span>`],
          ['E-mail', email],
          ['Date of birth', dateOfBirth],
          ['Country', country],
          ['Registered', exactly(person.createdAt, now)],
          ['Account', account && accountLink(base, accountName(account))],
          ['Available', account && balanceView(available(account), account.currency)],
        ])}
      </div>
      <section data-live="cards">
        <h2>Cards</h2>
        ${table({
          caption: 'Cards',
          stacks: true,
          columns: [{ header: 'Card' }, { header: 'Status' }, { header: 'Valid to' }],
          rows: cards.items.map(({ card, number }) => [
            html`<a class="number" href="${base}/cards/${card.id}">${maskedCard(number.mask)}</a>`,
            badge(cardStatusMeaning(card.status), card.status),
            expiryWord(number.expiry),
          ]),
          empty: html`<p>No card yet: A and B issue them.</p>`,
        })}
      </section>
      ${await bindingsView(cards.items, context)}
      ${
        options.mayAct &&
        html`<details class="fold" ${attributes({ open: mistaken !== undefined })}>
          <summary>Edit</summary>
          ${form(
            {
              id: 'edit',
              action: `${base}/cardholders/${person.id}/edit`,
              fields: personFields(person, mistaken?.typed),
              button: 'Save',
              call: personCall(person),
              ...(mistaken && { mistakes: mistaken.mistakes }),
            },
            options,
          )}
        </details>`
      }`,
  }
}

async function register(context: PageContext): Promise<View | Onward> {
  const made = await registerPerson(context)
  return typeof made === 'number'
    ? { location: `/cardholders/${made}?did=registered` }
    : cardholdersView(context, made)
}

async function edit(context: PageContext): Promise<View | Onward | undefined> {
  const edited = await editPerson(context)
  if (edited === undefined) return undefined
  const { person, mistaken } = edited
  return mistaken === undefined
    ? { location: `/cardholders/${person.id}?did=edited` }
    : cardholderView(context, mistaken)
}

export const cardholders: Screen = {
  group: 'Data',
  label: 'Cardholders',
  icon: icons.person,
  path: '/cardholders',
  pages: [
    {
      path: '/cardholders',
      operation: 'cardholdersPage',
      show: (context) => cardholdersView(context),
    },
    {
      path: '/cardholders/:cardholder',
      operation: 'cardholderPage',
      show: (context) => cardholderView(context),
    },
  ],
  actions: [
    { path: '/cardholders/register', operation: 'registerFromPage', act: register },
    { path: '/cardholders/:cardholder/edit', operation: 'editCardholderFromPage', act: edit },
  ],
}
