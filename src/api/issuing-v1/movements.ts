// Credits a card, transfers between cards, and lists a card's transactions.

import { Type } from '../../web/http/schemas/type.ts'
import type { JournalEntry } from '../../ledger/journal-entry.ts'
import { cardById } from '../../store/reads/cards.ts'
import { entriesOfCard, pagesOfEntries } from '../../store/reads/journal.ts'
import { PagedAnswer } from '../endpoint/paged-answer.ts'
import { FinancialResult, TransactionsAnswer } from './answers.ts'
import { operation } from './api.ts'
import { existing } from './cards.ts'
import { cardIdOf, expiryOf, externalIdOf, periodOf, posDataCodeOf } from './input.ts'
import { recordsOf } from '../../web/views/record.ts'
import { transactionView } from '../../web/views/transaction-view.ts'
import {
  amount,
  CardById,
  cardNumber,
  currency,
  digits,
  expDate,
  extId,
  FIRST_CARD,
  text,
} from './schemas.ts'
import { movementView } from './views.ts'

const PERIOD_DAY_LENGTH = 10

export const movementOperations = [
  operation({
    name: 'creditCard',
    method: 'POST',
    path: '/creditCard',
    summary: 'Credit a card',
    description: "Credits a card's account from the funding account of the sandbox.",
    body: Type.Object({
      cardIdentification: Type.Object({ cardNumber, expDate: Type.Optional(expDate) }),
      amount,
      currency,
      extId: Type.Optional(extId),
    }),
    examples: [
      {
        cardIdentification: { cardNumber: 4000000000100018, expDate: 203101 },
        amount: 10000,
        currency: 978,
      },
    ],
    answer: FinancialResult,
    errors: ['duplicate'],
    async handle({ project: { vault }, body, command }) {
      const { cardNumber, expDate } = body.cardIdentification
      const expiry =
        expDate === undefined ? {} : { expiry: expiryOf(expDate, '/cardIdentification/expDate') }
      const result = await command('topup', {
        destination: vault.numberHash(String(cardNumber)),
        amount: Number(body.amount),
        currency: Number(body.currency),
        ...expiry,
        ...externalIdOf(body.extId, vault),
      })
      return movementView('creditCard', result)
    },
  }),
  operation({
    name: 'p2pTransfer',
    method: 'POST',
    path: '/p2pTransfer',
    summary: 'Transfer from card to card',
    description: 'Moves money between two cards of the sandbox.',
    body: Type.Object({
      sourceCardIdentification: Type.Object({ cardNumber, expDate }),
      destinationCardIdentification: Type.Object({ cardNumber }),
      amount,
      currency,
      senderReceiverInfo: Type.Optional(
        Type.Object({ senderName: Type.Optional(text()), senderAddress: Type.Optional(text()) }),
      ),
      pointOfServiceDataCode: Type.Optional(Type.Union([Type.Integer({ minimum: 0 }), digits()])),
      extId: Type.Optional(extId),
    }),
    examples: [
      {
        sourceCardIdentification: { cardNumber: 4000000000100018, expDate: 203101 },
        destinationCardIdentification: { cardNumber: 4000000000100026 },
        amount: 2500,
        currency: 978,
        senderReceiverInfo: { senderName: 'Ann Doe', senderAddress: 'Main 1, Limassol' },
        pointOfServiceDataCode: 100000000130,
      },
    ],
    answer: FinancialResult,
    errors: ['duplicate'],
    async handle({ project: { vault }, body, command }) {
      const { sourceCardIdentification: source, destinationCardIdentification } = body
      const posDataCode = posDataCodeOf(body.pointOfServiceDataCode)
      const { senderName, senderAddress } = body.senderReceiverInfo ?? {}
      const result = await command('transfer', {
        source: vault.numberHash(String(source.cardNumber)),
        destination: vault.numberHash(String(destinationCardIdentification.cardNumber)),
        expiry: expiryOf(source.expDate, '/sourceCardIdentification/expDate'),
        amount: Number(body.amount),
        currency: Number(body.currency),
        ...externalIdOf(body.extId, vault),
        details: {
          ...(senderName === undefined ? {} : { senderName }),
          ...(senderAddress === undefined ? {} : { senderAddress }),
          ...(posDataCode === undefined ? {} : { posDataCode }),
        },
      })
      return movementView('p2pTransfer', result)
    },
  }),
  operation({
    name: 'getTransactions',
    method: 'POST',
    path: '/getTransactions',
    summary: 'List the transactions of a card',
    description: "Lists a card's transactions in a period, oldest first.",
    body: Type.Object({
      cardIdentification: CardById,
      period: Type.Object(
        {
          start: Type.String({ maxLength: PERIOD_DAY_LENGTH }),
          end: Type.String({ maxLength: PERIOD_DAY_LENGTH }),
        },
        { description: 'UTC days, YYYY-MM-DD, both included; at most 366 days' },
      ),
    }),
    examples: [
      { cardIdentification: FIRST_CARD, period: { start: '2026-01-01', end: '2026-12-31' } },
    ],
    answer: TransactionsAnswer,
    async handle({ body, read }) {
      const period = periodOf(body.period)
      const cardId = cardIdOf(body.cardIdentification.cardId)
      existing(await read(cardById, cardId))
      const entries = pagesOfEntries(period, (filter) => read(entriesOfCard, cardId, filter))
      return new PagedAnswer('transactions', transactionPages(entries, cardId))
    },
  }),
]

async function* transactionPages(entries: AsyncIterable<readonly JournalEntry[]>, cardId: number) {
  for await (const page of entries)
    yield page.flatMap((entry) => recordsOf(entry, cardId)).map(transactionView)
}
