// An account: its balance, and its statement as a page and as a file.

import { listAccountEntries, showAccount } from '../../../api/control/ledger/accounts.ts'
import type { AnswerOf, QueryOf } from '../../../api/endpoint/operation.ts'
import { decimalAmount } from '../../../ledger/currency.ts'
import { ENTRY_KINDS } from '../../../ledger/journal-entry.ts'
import { copyable, statTile } from '../../../web/html/components.ts'
import { html, type Html } from '../../../web/html/html.ts'
import { amount } from '../../../web/html/money.ts'
import { ago } from '../../../web/html/when.ts'
import { knownCurrency, moneyOf } from '../parts/amounts.ts'
import { backLink } from '../parts/back-link.ts'
import { balanceView } from '../parts/balance-view.ts'
import { choiceField, periodFields } from '../parts/list-fields.ts'
import { listPage } from '../shell/list-page.ts'
import type { PageContext } from '../shell/screen.ts'
import { kindLabel } from '../labels/entry-labels.ts'
import { causeLinks, entryLink } from './entry-page.ts'

type Account = AnswerOf<typeof showAccount>
type StatementQuery = QueryOf<typeof listAccountEntries>

type Movement = AnswerOf<typeof listAccountEntries>['items'][number]

const currencyOf = ({ entry: { currency } }: Movement) => knownCurrency(currency ?? '')

const signed = (minor: number, movement: Movement): string =>
  `${minor < 0 ? '-' : ''}${decimalAmount(Math.abs(minor), currencyOf(movement))}`

const nameOf = ({ params }: PageContext) => ({ account: params['account'] ?? '' })

export const accountPage = listPage(listAccountEntries, {
  path: '/ledger/:account',
  operation: 'accountPage',
  title: ({ params }) => `Account ${params['account'] ?? ''}`,
  caption: 'Statement',
  of: 'account',
  params: nameOf,
  fields: [
    choiceField<StatementQuery>(
      {
        name: 'kind',
        label: 'Kind',
        options: ENTRY_KINDS.map((kind) => ({ value: kind, label: kindLabel(kind) })),
      },
      'kind',
    ),
    ...periodFields<StatementQuery>('from', 'until'),
  ],
  file: {
    operation: 'statementFile',
    columns: [
      { header: 'entry_id', value: ({ entry }) => entry.id },
      { header: 'at', value: ({ entry }) => entry.at },
      { header: 'kind', value: ({ entry }) => entry.kind },
      { header: 'order_id', value: ({ entry }) => entry.orderId },
      { header: 'currency', value: (movement) => currencyOf(movement).alpha },
      { header: 'amount', value: (movement) => signed(movement.amount, movement) },
      { header: 'balance', value: (movement) => signed(movement.balance, movement) },
    ],
  },
  above: async (context) =>
    heading(await context.perform(showAccount, { params: nameOf(context) }), context),
  columns: [
    { header: 'Entry' },
    { header: 'Caused by' },
    { header: 'When' },
    { header: 'Amount', align: 'end', labelled: true },
    { header: 'Balance', align: 'end', labelled: true },
  ],
  row: ({ entry, amount: signed, balance }, { base, now }) => [
    entryLink(base, entry),
    causeLinks(base, entry),
    ago(Date.parse(entry.at), now),
    balanceView(signed, entry.currency ?? ''),
    balanceView(balance, entry.currency ?? ''),
  ],
  drawing: 'ledger',
  empty: 'Entries appear here when they are posted. Holds are not posted.',
})

const heading = (
  { account, label, currency, posted, held, available, cardholderId }: Account,
  { base }: PageContext,
) => ({
  head: html`${backLink(`${base}/ledger`, 'Ledger')}
    <header class="heading">
      <h1><bdi>${label}</bdi></h1>
    </header>`,
  content: html`<p class="lead">
      Account ${copyable(account, 'account')}
      ${
        cardholderId === null
          ? 'of the sandbox'
          : html`of <a href="${base}/cardholders/${cardholderId}"><bdi>${label}</bdi></a>`
      }
    </p>
    <div class="stats" data-live="facts">
      ${balanceTile('Posted', posted, currency)}
      ${statTile({ label: 'Held', value: amount(moneyOf(held, currency)) })}
      ${balanceTile('Available', available, currency)}
    </div>`,
})

const balanceTile = (label: string, minor: number, currency: string): Html =>
  statTile({
    label,
    value: amount(moneyOf(Math.abs(minor), currency)),
    aside: minor === 0 ? undefined : minor > 0 ? 'credit' : 'debit',
  })
