// The ledger of a project: every account, and the proof that they sum to zero.

import Type from 'typebox'
import { accountsOf } from '../../store/reads/ledger.ts'
import { nextTurn } from '../../time.ts'
import { AccountSchema, accountView } from './account-view.ts'
import { operation } from './api.ts'
import { problem } from './problems.ts'

/** Accounts in one answer: they are read at one instant, and nobody else may wait for that. */
const LEDGER_ACCOUNTS_MAX = 10_000

const LedgerAnswer = Type.Object({
  trialBalance: Type.Integer({ description: 'Sum of all posted balances: always 0' }),
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
    const accounts = await read(accountsOf, LEDGER_ACCOUNTS_MAX + 1)
    if (accounts.length > LEDGER_ACCOUNTS_MAX)
      throw problem(
        'ledger-too-large',
        `The project has more than ${LEDGER_ACCOUNTS_MAX} accounts, which one answer does not hold.`,
      )
    // Let other requests in between reading and serialising so many.
    await nextTurn()
    return {
      trialBalance: sumOf(accounts.map(({ posted }) => posted)),
      accounts: accounts.map(accountView),
    }
  },
})

export const ledgerOperations = [getLedger]

/** Each balance can be counted; a sum on its way need not be, so it is counted without bounds. */
const sumOf = (amounts: readonly number[]): number =>
  Number(amounts.reduce((sum, amount) => sum + BigInt(amount), 0n))
