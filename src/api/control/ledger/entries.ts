// The journal of a project: everything that happened to its cards, orders and accounts.

import { ROW_ID_PATTERN, rowIdOf } from '../../../kernel/row-id.ts'
import { Type } from '../../../web/http/schemas/type.ts'
import { accountIdOfName } from '../../../ledger/account.ts'
import { entriesPage, entryById } from '../../../store/reads/entries.ts'
import { operation } from '../api.ts'
import { EntryKindSchema, EntrySchema, entryView } from './entry-view.ts'
import { List, listAnswer, listQuery } from '../list.ts'
import { problem } from '../problems.ts'
import { idParameter } from '../schemas.ts'

/** The account number of the first card, or `funding-978`. */
export const AccountName = Type.String({
  maxLength: 30,
  description: 'Name of the account, as in `listAccounts`',
  examples: ['funding-978'],
})

const entryList = new List<readonly [at: number, id: number]>('entries')

export const listEntries = operation({
  name: 'listEntries',
  method: 'GET',
  path: '/entries',
  summary: 'List the entries of the journal',
  description:
    'Lists postings, declines and changes of cards, newest first. With `account`, lists only postings. With a filter by kind, a page may contain fewer items than `limit`, or none. Continue with `nextCursor`.',
  query: listQuery({
    account: Type.Optional(AccountName),
    kind: Type.Optional(EntryKindSchema),
    cardId: Type.Optional(
      Type.String({
        pattern: ROW_ID_PATTERN,
        description: 'Only entries of the card with this id',
        examples: ['100000000001'],
      }),
    ),
    orderId: Type.Optional(
      Type.String({ pattern: '^[0-9A-Fa-f-]{1,36}$', description: 'Order at interface C' }),
    ),
  }),
  answer: listAnswer(EntrySchema),
  reads: ['journalEntry'],
  errors: ['cursor-invalid', 'account-not-found'],
  async handle({ project, query: { account, kind, cardId, orderId, ...page }, read }) {
    const found = await read(entriesPage, {
      ...entryList.request(project, page),
      orderId,
      accountId: account === undefined ? undefined : accountIdOf(account),
      cardId: cardId === undefined ? undefined : Number(cardId),
      kinds: kind === undefined ? undefined : [kind],
    })
    return entryList.answer(project, found, entryView)
  },
})

export const showEntry = operation({
  name: 'showEntry',
  method: 'GET',
  path: '/entries/:id',
  summary: 'Read an entry of the journal',
  description:
    'Returns an entry: one debit, one credit, one amount, and the card or order that caused it.',
  params: idParameter('journal entry', '100003'),
  answer: EntrySchema,
  reads: ['journalEntry'],
  errors: ['entry-not-found'],
  async handle({ params, read }) {
    const id = rowIdOf(params.id)
    const row = id === undefined ? undefined : await read(entryById, id)
    if (row === undefined) throw problem('entry-not-found', 'This project has no such entry.')
    return entryView(row)
  },
})

export const entryOperations = [listEntries, showEntry]

/** The id of the account with this name. */
export function accountIdOf(name: string): number {
  const id = accountIdOfName(name)
  if (id === undefined) throw problem('account-not-found', 'This project has no such account.')
  return id
}
