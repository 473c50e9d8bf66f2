// The accounts of a project and their statements: movements with the balance after each.

import { Type } from '../../../web/http/schemas/type.ts'
import type { ProjectCall } from '../../endpoint/operation.ts'
import { accountName } from '../../../ledger/account.ts'
import type { EntryKind } from '../../../ledger/journal-entry.ts'
import type { ListPage } from '../../../store/keyset.ts'
import {
  type StatementKey,
  statementPage,
  type StatementRow,
} from '../../../store/reads/entries.ts'
import { accountsPage, namedAccountById } from '../../../store/reads/ledger.ts'
import { NamedAccountSchema, namedAccountView } from './account-view.ts'
import { operation } from '../api.ts'
import { accountIdOf, AccountName } from './entries.ts'
import { EntryKindSchema, EntrySchema, entryView } from './entry-view.ts'
import { List, listAnswer, listQuery } from '../list.ts'
import { momentIn, PERIOD } from '../period.ts'
import { problem } from '../problems.ts'

const AccountParameters = Type.Object({ account: AccountName })

const MovementSchema = Type.Object({
  amount: Type.Integer({
    description: 'Signed amount of the movement, minor units; a credit is positive',
  }),
  balance: Type.Integer({ description: 'Posted balance after the movement, minor units' }),
  entry: EntrySchema,
})

const accountList = new List<readonly [id: number]>('accounts')
const statement = new List<StatementKey>('statement')

export const listAccounts = operation({
  name: 'listAccounts',
  method: 'GET',
  path: '/accounts',
  summary: 'List the accounts',
  description:
    "Lists the sandbox's own accounts first, then customer accounts, oldest first. `GET /control/v1/ledger/totals` returns their sums.",
  query: listQuery({
    kind: Type.Optional(
      Type.Enum(['customer', 'own'], {
        description: "Only accounts of customers, or only the sandbox's own",
      }),
    ),
  }),
  answer: listAnswer(NamedAccountSchema),
  reads: ['account', 'cardholder'],
  errors: ['cursor-invalid'],
  async handle({ project, query: { kind, ...page }, read }) {
    const found = await read(accountsPage, { ...accountList.request(project, page), kind })
    return accountList.answer(project, found, namedAccountView)
  },
})

export const showAccount = operation({
  name: 'showAccount',
  method: 'GET',
  path: '/accounts/:account',
  summary: 'Read an account',
  description: 'Returns the posted, held and available balance.',
  params: AccountParameters,
  answer: NamedAccountSchema,
  reads: ['account', 'cardholder'],
  errors: ['account-not-found'],
  async handle({ params, read }) {
    return namedAccountView(await accountOf(params.account, read))
  },
})

export const listAccountEntries = operation({
  name: 'listAccountEntries',
  method: 'GET',
  path: '/accounts/:account/entries',
  summary: 'Read the statement of an account',
  description:
    'Lists the movements, newest first, each with the balance after it. A hold appears when it is posted. With a filter, a page may contain fewer items than `limit`, or none. Continue with `nextCursor`.',
  params: AccountParameters,
  query: listQuery({
    kind: Type.Optional(EntryKindSchema),
    ...PERIOD,
  }),
  answer: listAnswer(MovementSchema),
  reads: ['account', 'journalEntry'],
  errors: ['account-not-found', 'cursor-invalid'],
  async handle({ project, params, query: { kind, from, until, ...page }, read }) {
    const { account } = await accountOf(params.account, read)
    const list = statement.ofPart(String(account.id))
    const request = list.request(project, page)
    const filter = {
      kind,
      from: momentIn('from', from) ?? -Infinity,
      until: momentIn('until', until) ?? Infinity,
    }
    const found = await filteredStatement(
      (next) => read(statementPage, account.id, { ...request, ...next }),
      request.limit,
      filter,
    )
    return list.answer(project, found, ({ amount, balance, ...row }) => ({
      amount,
      balance,
      entry: entryView(row),
    }))
  },
})

export const accountOperations = [listAccounts, showAccount, listAccountEntries]

/** Maximum number of statement pages that one request reads to find movements. */
const PAGES_MAX = 20

type StatementPage = ListPage<StatementRow, StatementKey>

interface MovementFilter {
  readonly kind: EntryKind | undefined
  readonly from: number
  readonly until: number
}

/** Every movement has to be read, because each balance is computed from the later ones. */
async function filteredStatement(
  readPage: (after: { readonly after?: StatementKey }) => Promise<StatementPage>,
  limit: number,
  { kind, from, until }: MovementFilter,
): Promise<StatementPage> {
  const items: StatementRow[] = []
  let after: StatementKey | undefined
  for (let pages = 0; pages < PAGES_MAX; pages++) {
    const page = await readPage(after === undefined ? {} : { after })
    for (const row of page.items) {
      const { entry, balance, amount } = row
      if (entry.at < from) return { items, next: null }
      after = [entry.at, entry.id, balance - amount]
      if (entry.at < until && (kind === undefined || entry.kind === kind)) items.push(row)
      if (items.length === limit)
        return { items, next: row === page.items.at(-1) ? page.next : after }
    }
    if (page.next === null) return { items, next: null }
  }
  return { items, next: after ?? null }
}

/** Only an exact name matches, including the currency. */
async function accountOf(name: string, read: ProjectCall['read']) {
  const found = await read(namedAccountById, accountIdOf(name))
  if (found !== undefined && accountName(found.account) === name) return found
  throw problem('account-not-found', 'This project has no such account.')
}
