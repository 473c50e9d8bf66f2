// The accounts of a project, and their statements: movements with the balance after each.

import Type from 'typebox'
import type { ProjectCall } from '../endpoint/operation.ts'
import { accountName } from '../../ledger/account.ts'
import { statementPage } from '../../store/reads/entries.ts'
import { accountById, accountsPage } from '../../store/reads/ledger.ts'
import { AccountSchema, accountView } from './account-view.ts'
import { operation } from './api.ts'
import { accountIdOf, AccountName } from './entries.ts'
import { EntrySchema, entryView } from './entry-view.ts'
import { List, listAnswer, listQuery } from './list.ts'
import { problem } from './problems.ts'

const AccountParameters = Type.Object({ account: AccountName })

const MovementSchema = Type.Object({
  amount: Type.Integer({ description: 'Signed, minor units, credit positive' }),
  balance: Type.Integer({ description: 'Posted balance after the movement' }),
  entry: EntrySchema,
})

const accountList = new List<readonly [id: number]>('accounts')
const statement = new List<readonly [at: number, id: number, balance: number]>('statement')

export const listAccounts = operation({
  name: 'listAccounts',
  method: 'GET',
  path: '/accounts',
  summary: 'List the accounts',
  description:
    "The sandbox's own accounts first, then customer accounts, oldest first. `GET /ledger` sums them up.",
  query: listQuery({}),
  answer: listAnswer(AccountSchema),
  reads: ['account'],
  errors: ['cursor-invalid'],
  async handle({ project, query, read }) {
    const found = await read(accountsPage, accountList.request(project, query))
    return accountList.answer(project, found, accountView)
  },
})

export const showAccount = operation({
  name: 'showAccount',
  method: 'GET',
  path: '/accounts/:account',
  summary: 'Read an account',
  description: 'Posted, held and available balance.',
  params: AccountParameters,
  answer: AccountSchema,
  reads: ['account'],
  errors: ['account-not-found'],
  async handle({ params, read }) {
    return accountView(await accountOf(params.account, read))
  },
})

export const listAccountEntries = operation({
  name: 'listAccountEntries',
  method: 'GET',
  path: '/accounts/:account/entries',
  summary: 'Read the statement of an account',
  description:
    'Movements, newest first, each with the balance after it. A hold appears when it is posted.',
  params: AccountParameters,
  query: listQuery({}),
  answer: listAnswer(MovementSchema),
  reads: ['account', 'journalEntry'],
  errors: ['account-not-found', 'cursor-invalid'],
  async handle({ project, params, query, read }) {
    const { id } = await accountOf(params.account, read)
    const list = statement.ofPart(String(id))
    const found = await read(statementPage, id, list.request(project, query))
    return list.answer(project, found, ({ amount, balance, ...row }) => ({
      ...{ amount, balance },
      entry: entryView(row),
    }))
  },
})

export const accountOperations = [listAccounts, showAccount, listAccountEntries]

/** Only an exact name matches, currency included. */
async function accountOf(name: string, read: ProjectCall['read']) {
  const account = await read(accountById, accountIdOf(name))
  if (account !== undefined && accountName(account) === name) return account
  throw problem('account-not-found', 'There is no such account.')
}
