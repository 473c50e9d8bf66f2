// The ledger of a project: every account, and the proof that the balances sum to zero.

import { Type } from '../../../web/http/schemas/type.ts'
import type { Account } from '../../../ledger/account.ts'
import { numericCode } from '../../../ledger/currency.ts'
import { accountsOf, accountTotals } from '../../../store/reads/ledger.ts'
import { nextTurn } from '../../../time.ts'
import { AccountSchema, accountView } from './account-view.ts'
import type { ProjectCall } from '../../endpoint/operation.ts'
import { operation } from '../api.ts'
import { problem } from '../problems.ts'
import { Currency } from '../schemas.ts'

/**
 * Maximum number of accounts in one response, because reading them must not delay other requests.
 */
const LEDGER_ACCOUNTS_MAX = 10_000

const TrialBalance = Type.Integer({ description: 'Sum of all posted balances: always 0' })

const LedgerAnswer = Type.Object({
  trialBalance: TrialBalance,
  accounts: Type.Array(AccountSchema),
})

const getLedger = operation({
  name: 'getLedger',
  method: 'GET',
  path: '/ledger',
  summary: 'Read the ledger',
  description:
    'Returns all accounts of customers and of the sandbox itself, each with its signed posted balance and its holds.',
  answer: LedgerAnswer,
  errors: ['ledger-too-large'],
  async handle({ read }) {
    const accounts = await summedAccounts(read)
    // Lets other requests run between reading and serialising this many accounts.
    await nextTurn()
    return {
      trialBalance: sumOf(accounts),
      accounts: accounts.map(accountView),
    }
  },
})

const getTrialBalance = operation({
  name: 'getTrialBalance',
  method: 'GET',
  path: '/ledger/trial-balance',
  summary: 'Read the trial balance',
  description: 'Returns the sum of all posted balances, without the list of accounts.',
  answer: Type.Object({ trialBalance: TrialBalance }),
  reads: ['account'],
  errors: ['ledger-too-large'],
  async handle({ read }) {
    return { trialBalance: sumOf(await summedAccounts(read)) }
  },
})

const BIG = 'A decimal integer as a string, because it may exceed the exact range of a JSON number'

export const getLedgerTotals = operation({
  name: 'getLedgerTotals',
  method: 'GET',
  path: '/ledger/totals',
  summary: 'Read the totals of the ledger by currency',
  description:
    'Returns the sums of all balances in minor units. Debits and credits of a currency are equal.',
  answer: Type.Object({
    trialBalance: TrialBalance,
    items: Type.Array(
      Type.Object({
        currency: Currency,
        accounts: Type.Integer(),
        debit: Type.String({ description: `Sum of the debit balances. ${BIG}` }),
        credit: Type.String({ description: 'Sum of the credit balances' }),
        held: Type.String({ description: 'Sum of the holds' }),
      }),
    ),
  }),
  reads: ['account'],
  errors: ['ledger-too-large'],
  async handle({ read }) {
    const totals = await read(accountTotals, LEDGER_ACCOUNTS_MAX + 1)
    if (totals.reduce((sum, { accounts }) => sum + accounts, 0) > LEDGER_ACCOUNTS_MAX)
      throw tooLarge()
    return {
      trialBalance: Number(totals.reduce((sum, { credit, debit }) => sum + credit - debit, 0n)),
      items: totals.map(({ currency, accounts, debit, credit, held }) => ({
        currency: numericCode(currency),
        accounts,
        debit: String(debit),
        credit: String(credit),
        held: String(held),
      })),
    }
  },
})

export const ledgerOperations = [getLedger, getTrialBalance, getLedgerTotals]

async function summedAccounts(read: ProjectCall['read']): Promise<readonly Account[]> {
  const accounts = await read(accountsOf, LEDGER_ACCOUNTS_MAX + 1)
  if (accounts.length <= LEDGER_ACCOUNTS_MAX) return accounts
  throw tooLarge()
}

const tooLarge = () =>
  problem(
    'ledger-too-large',
    `The project has more than ${LEDGER_ACCOUNTS_MAX} accounts, too many for one response.`,
  )

/** Balances are safe integers, but their sum may not be, so it is computed as a bigint. */
const sumOf = (accounts: readonly Account[]): number =>
  Number(accounts.reduce((sum, { posted }) => sum + BigInt(posted), 0n))
