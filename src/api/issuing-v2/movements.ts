// `/topups` and `/transfers`: moves money, and lists transfers.

import { Type } from '../../web/http/schemas/type.ts'
import { transfersOf } from '../../store/reads/journal.ts'
import { topupView, transferView } from '../../web/views/movement-view.ts'
import { operation } from './api.ts'
import {
  DESTINATION_EXAMPLE,
  SOURCE_EXAMPLE,
  TopupAnswer,
  TransferAnswer,
  TransferListAnswer,
  transferViews,
} from './movement-view.ts'
import { cursorAfter, transferFilter, TransferQuery } from './transfer-filter.ts'

// Only the types are checked here. The command checks the amount and the currency, after the cards.
const movementMembers = {
  amount: Type.Integer({
    description: 'Amount to move, in cents, 1 to 999999999999',
    examples: [5000],
  }),
  currency: Type.String({
    maxLength: 100,
    description: 'Currency of the amount; only EUR is accepted',
    examples: ['EUR'],
  }),
}
const CardNumber = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'Full card number',
  examples: ['4000000000100026'],
})
const Destination = Type.Object({ cardNumber: CardNumber })
const Source = Type.Object({
  cardNumber: CardNumber,
  expiryDate: Type.String({
    pattern: '^[0-9]{4}(0[1-9]|1[0-2])$',
    description: 'Expiry date of the source card, YYYYMM',
    examples: ['203101'],
  }),
})

/** The command refuses any other currency. */
const currencyNumber = (currency: string): number => (currency === 'EUR' ? 978 : 0)

export const createTopup = operation({
  name: 'createTopup',
  method: 'POST',
  path: '/topups',
  summary: 'Top up a card',
  description:
    'Credits a card from the funding account of the sandbox. A declined top-up also returns 201, with the reason in `statusMessage`.',
  body: Type.Object({ ...movementMembers, destinationCard: Destination }),
  examples: [{ amount: 5000, currency: 'EUR', destinationCard: DESTINATION_EXAMPLE }],
  status: 201,
  answer: TopupAnswer,
  errors: ['card-unknown', 'unsupported-currency'],
  async handle({ project, body, command }) {
    const { amount, currency, destinationCard } = body
    const { cardNumber } = destinationCard
    const { entry } = await command('topup', {
      amount,
      currency: currencyNumber(currency),
      destination: project.vault.numberHash(cardNumber),
    })
    return topupView(entry, { cardNumber })
  },
})

export const createTransfer = operation({
  name: 'createTransfer',
  method: 'POST',
  path: '/transfers',
  summary: 'Move money between two cards',
  description:
    'Moves money from one card to another. A declined transfer also returns 201, with the reason in `statusMessage`.',
  body: Type.Object({ ...movementMembers, sourceCard: Source, destinationCard: Destination }),
  examples: [
    {
      amount: 2500,
      currency: 'EUR',
      sourceCard: SOURCE_EXAMPLE,
      destinationCard: DESTINATION_EXAMPLE,
    },
  ],
  status: 201,
  answer: TransferAnswer,
  errors: ['card-unknown', 'unsupported-currency'],
  async handle({ project: { vault }, body, command }) {
    const { amount, currency, sourceCard, destinationCard } = body
    const { entry } = await command('transfer', {
      amount,
      currency: currencyNumber(currency),
      source: vault.numberHash(sourceCard.cardNumber),
      destination: vault.numberHash(destinationCard.cardNumber),
      expiry: Number(sourceCard.expiryDate),
    })
    const { cardNumber, expiryDate } = sourceCard
    return transferView(entry, {
      sourceCard: { cardNumber, expiryDate },
      destinationCard: { cardNumber: destinationCard.cardNumber },
    })
  },
})

const listTransfers = operation({
  name: 'listTransfers',
  method: 'GET',
  path: '/transfers',
  summary: 'List the transfers of a card number',
  description:
    'Lists the transfers from and to a card, newest first. The list of an unknown card number is empty.',
  query: TransferQuery,
  answer: TransferListAnswer,
  async handle({ project: { vault }, query, read }) {
    const filter = transferFilter(vault, query)
    const { items, next } = await read(transfersOf, filter)
    const transfers = transferViews(vault, items)
    const end = next === null ? undefined : items.at(-1)
    return end === undefined
      ? { transfers }
      : { transfers, nextCursor: cursorAfter(vault, end.entry.id) }
  },
})

export const movementOperations = [createTopup, createTransfer, listTransfers]
