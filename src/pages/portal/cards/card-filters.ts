// The filters and sort order of the card list, and the columns of its file.

import type { listCards } from '../../../api/control/cards/cards.ts'
import type { AnswerOf, QueryOf } from '../../../api/endpoint/operation.ts'
import { CARD_STATUSES } from '../../../issuing/card.ts'
import { ROW_ID_PATTERN } from '../../../kernel/row-id.ts'
import { decimalAmount } from '../../../ledger/currency.ts'
import { knownCurrency } from '../parts/amounts.ts'
import { amountFields, lastFourField, type ListField, textField } from '../parts/list-fields.ts'
import type { FileColumn } from '../shell/list-file.ts'
import type { ListFilter, ListSort } from '../shell/list-page.ts'

type CardQuery = QueryOf<typeof listCards>
type ListedCard = AnswerOf<typeof listCards>['items'][number]

export const CARD_FILTERS: readonly ListFilter<CardQuery>[] = [
  { name: 'all', label: 'All' },
  ...CARD_STATUSES.map((status) => ({
    name: status,
    label: status.charAt(0).toUpperCase() + status.slice(1),
    query: { status },
    empty: `No ${status} cards.`,
  })),
]

export const CARD_FIELDS: readonly ListField<CardQuery>[] = [
  textField<CardQuery>(
    { name: 'name', label: 'Name on the card', hint: 'Full or partial name' },
    'q',
  ),
  lastFourField<CardQuery>('lastFour'),
  textField<CardQuery>(
    { name: 'holder', label: 'Cardholder id', inputMode: 'numeric', maxLength: 15 },
    'cardholderId',
    [new RegExp(ROW_ID_PATTERN), 'Enter a cardholder id.'],
  ),
  textField<CardQuery>({ name: 'product', label: 'Product type' }, 'productType'),
  ...amountFields<CardQuery>('availableFrom', 'availableUntil').map((field) => ({
    ...field,
    label: field.label.replace('Amount', 'Available'),
  })),
]

// prettier-ignore
export const CARD_SORTS: readonly ListSort<CardQuery>[] = [
  { header: 'Issued',    down: { name: 'newest',  query: {} },                  up: { name: 'oldest', query: { sort: 'oldest' } } },
  { header: 'Available', down: { name: 'highest', query: { sort: 'highest' } }, up: { name: 'lowest', query: { sort: 'lowest' } } },
]

const money = (minor: number, { currency }: ListedCard): string =>
  decimalAmount(minor, knownCurrency(currency))

// prettier-ignore
export const CARD_COLUMNS: readonly FileColumn<ListedCard>[] = [
  { header: 'card_id',       value: ({ id }) => id },
  { header: 'number',        value: ({ numberMask }) => numberMask },
  { header: 'status',        value: ({ status }) => status },
  { header: 'expires',       value: ({ expiry }) => expiry },
  { header: 'embossed_name', value: ({ embossedName }) => embossedName },
  { header: 'cardholder_id', value: ({ cardholderId }) => cardholderId },
  { header: 'account',       value: ({ account }) => account },
  { header: 'currency',      value: ({ currency }) => knownCurrency(currency).alpha },
  { header: 'posted',        value: (card) => money(card.posted, card) },
  { header: 'held',          value: (card) => money(card.held, card) },
  { header: 'available',     value: (card) => money(card.available, card) },
  { header: 'product_type',  value: ({ productType }) => productType },
  { header: 'issued_at',     value: ({ createdAt }) => createdAt },
]
