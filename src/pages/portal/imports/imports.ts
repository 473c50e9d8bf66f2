// The imports of cards and cardholders.

import {
  CARD_COLUMNS,
  CARDHOLDERS_CSV,
  CARDS_CSV,
  importCardholders,
  importCards,
  PERSON_COLUMNS,
} from '../../../api/control/cards/imports.ts'
import { CARD_CURRENCY } from '../../../issuing/card.ts'
import { html } from '../../../web/html/html.ts'
import { amount } from '../../../web/html/money.ts'
import { moneyOf } from '../parts/amounts.ts'
import { importOf } from './import-page.ts'

export const cardImport = importOf({
  list: '/cards',
  operation: 'importCards',
  one: 'card',
  many: 'cards',
  performs: importCards,
  columns: CARD_COLUMNS,
  example: CARDS_CSV,
  explanation:
    'Each row issues a card, to a new cardholder or to the existing one in cardholder_id.',
  preview: [
    { header: 'Line', labelled: true },
    { header: 'Cardholder' },
    { header: 'Initial balance', align: 'end', labelled: true },
  ],
  row: ({ line, name, cardholderId, initialBalance }, { base }) => [
    line,
    name === null
      ? html`<a href="${base}/cardholders/${cardholderId}">${cardholderId}</a>`
      : html`<bdi>${name}</bdi>`,
    amount(moneyOf(initialBalance, CARD_CURRENCY)),
  ],
})

export const cardholderImport = importOf({
  list: '/cardholders',
  operation: 'importCardholders',
  one: 'cardholder',
  many: 'cardholders',
  performs: importCardholders,
  columns: PERSON_COLUMNS,
  example: CARDHOLDERS_CSV,
  explanation: 'Each row registers a cardholder. An exported list can be imported again.',
  preview: [{ header: 'Line', labelled: true }, { header: 'Name' }, { header: 'Phone' }],
  row: ({ line, firstName, lastName, phoneNumber }) => [
    line,
    html`<bdi>${firstName} ${lastName}</bdi>`,
    html`<span class="number whole">${phoneNumber}</span>`,
  ],
})
