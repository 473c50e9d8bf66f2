// The books of a project: every account, and the proof that they sum to zero.

import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyInstance } from 'fastify'
import Type, { type Static } from 'typebox'
import { type Account, accountName, available } from '../../domain/ledger.ts'
import type { Service } from '../../service.ts'
import { accountsOf } from '../../store/reads/ledger.ts'
import { projectOf } from './authentication.ts'
import { ERRORS, TAGS } from './schemas.ts'

const AccountSchema = Type.Object({
  account: Type.String({
    description: "A card's account number, or the kind and currency of one of the sandbox's own",
  }),
  kind: Type.String({ description: 'customer, funding, merchant, suspense or network' }),
  currency: Type.String({ description: 'ISO 4217 numeric code' }),
  posted: Type.Integer({ description: 'Signed balance in minor units, credit positive' }),
  held: Type.Integer({ description: 'Sum of the holds, minor units' }),
  available: Type.Integer({ description: 'What can be spent: posted less held' }),
})

const LedgerSchema = Type.Object({
  trialBalance: Type.Integer({ description: 'Sum of all posted balances: always 0' }),
  accounts: Type.Array(AccountSchema),
})

export function ledgerRoutes(app: FastifyInstance, service: Service): void {
  app.withTypeProvider<TypeBoxTypeProvider>().get(
    '/ledger',
    {
      config: { face: 'control', operation: 'getLedger' },
      schema: {
        operationId: 'getLedger',
        summary: 'Read the books',
        description:
          "Every account of the project, the sandbox's own included, with signed posted balance and holds.",
        tags: TAGS,
        response: { 200: LedgerSchema, ...ERRORS },
      },
    },
    async (request) => {
      const accounts = await service.read(projectOf(request), accountsOf)
      return {
        trialBalance: accounts.reduce((sum, { posted }) => sum + posted, 0),
        accounts: accounts.map(accountView),
      }
    },
  )
}

const accountView = (account: Account): Static<typeof AccountSchema> => ({
  account: accountName(account),
  kind: account.kind,
  currency: String(account.currency).padStart(3, '0'),
  posted: account.posted,
  held: account.held,
  available: available(account),
})
