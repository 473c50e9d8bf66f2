// The ledger of a project: every account, and the proof that they sum to zero.

import Type from 'typebox'
import type { Account } from '../../ledger/account.ts'
import { accountsOf } from '../../store/reads/ledger.ts'
import { nextTurn } from '../../time.ts'
import { AccountSchema, accountView } from './account-view.ts'
import type { ProjectCall } from '../endpoint/operation.ts'
import { operation } from './api.ts'
import { problem } from './problems.ts'

/** Accounts in one response, limited because one read of them must not delay other requests. */
const LEDGER_ACCOUNTS_MAX = 10_000

const TrialBalance = Type.Integer({ description: 'Sum of all posted balances: always 0' })

const LedgerAnswer = Type.Object({
  trialBalance: TrialBalance,
  accounts: Type.Array(AccountSchema),
})

export const getLedger = operation({
  name: 'getLedger',
  method: 'GET',
  path: '/ledger',
  summary: 'Read the ledger',
  description:
    "Every account of the project, the sandbox's own included, with signed posted balance and holds.",
  answer: LedgerAnswer,
  errors: ['ledger-too-large'],
  async handle({ read }) {
    const accounts = await summedAccounts(read)
    // Let other requests in between reading and serialising so many.
    await nextTurn()
    return {
      trialBalance: sumOf(accounts),
      accounts: accounts.map(accountView),
    }
  },
})

export const getTrialBalance = operation({
  name: 'getTrialBalance',
  method: 'GET',
  path: '/ledger/trial-balance',
  summary: 'Read the trial balance',
  description: 'The sum of all posted balances, without the accounts.',
  answer: Type.Object({ trialBalance: TrialBalance }),
  reads: ['account'],
  errors: ['ledger-too-large'],
  async handle({ read }) {
    return { trialBalance: sumOf(await summedAccounts(read)) }
  },
})

export const ledgerOperations = [getLedger, getTrialBalance]

async function summedAccounts(read: ProjectCall['read']): Promise<readonly Account[]> {
  const accounts = await read(accountsOf, LEDGER_ACCOUNTS_MAX + 1)
  if (accounts.length <= LEDGER_ACCOUNTS_MAX) return accounts
  throw problem(
    'ledger-too-large',
    `The project has more than ${LEDGER_ACCOUNTS_MAX} accounts, too many for one response.`,
  )
}

/** Balances are safe integers, but their sum may not be, so it is computed as a bigint. */
const sumOf = (accounts: readonly Account[]): number =>
  Number(accounts.reduce((sum, { posted }) => sum + BigInt(posted), 0n))
