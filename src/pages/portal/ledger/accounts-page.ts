// The accounts of a project, their totals, and whether the ledger balances.

import { countAccounts } from '../../../api/control/counts.ts'
import { listAccounts } from '../../../api/control/ledger/accounts.ts'
import { getLedgerTotals } from '../../../api/control/ledger/ledger.ts'
import type { AnswerOf } from '../../../api/endpoint/operation.ts'
import { Problem } from '../../../api/endpoint/problems.ts'
import { decimalAmount } from '../../../ledger/currency.ts'
import { badge, panel, table } from '../../../web/html/components.ts'
import { html, type HtmlValue } from '../../../web/html/html.ts'
import { amount } from '../../../web/html/money.ts'
import { knownCurrency, moneyOf } from '../parts/amounts.ts'
import { accountLink, balanceView } from '../parts/balance-view.ts'
import type { FileColumn } from '../shell/list-file.ts'
import { countsOf } from '../shell/list-counts.ts'
import { listPage } from '../shell/list-page.ts'
import type { PageContext } from '../shell/screen.ts'

type ListedAccount = AnswerOf<typeof listAccounts>['items'][number]

const money = (minor: number, { currency }: ListedAccount): string =>
  decimalAmount(minor, knownCurrency(currency))

// prettier-ignore
const FILE_COLUMNS: readonly FileColumn<ListedAccount>[] = [
  { header: 'account',        value: ({ account }) => account },
  { header: 'name',           value: ({ label }) => label },
  { header: 'kind',           value: ({ kind }) => kind },
  { header: 'cardholder_id',  value: ({ cardholderId }) => cardholderId },
  { header: 'currency',       value: ({ currency }) => knownCurrency(currency).alpha },
  { header: 'posted',         value: (account) => money(account.posted, account) },
  { header: 'held',           value: (account) => money(account.held, account) },
  { header: 'available',      value: (account) => money(account.available, account) },
]

export const accountsPage = listPage(listAccounts, {
  path: '/ledger',
  operation: 'ledgerPage',
  title: 'Ledger',
  caption: 'Accounts',
  filters: [
    { name: 'all', label: 'All accounts' },
    {
      name: 'customers',
      label: 'Customers',
      query: { kind: 'customer' },
      empty: 'No customer accounts yet. Each cardholder has one.',
    },
    { name: 'own', label: 'Sandbox accounts', query: { kind: 'own' } },
  ],
  counts: countsOf(countAccounts, { customer: 'customers' }),
  file: { operation: 'accountsFile', columns: FILE_COLUMNS },
  above: async (context) =>
    html`<header class="heading"><h1>Ledger</h1></header>
      ${await totals(context)}`,
  columns: [
    { header: 'Account' },
    { header: 'Number' },
    { header: 'Posted', align: 'end', labelled: true },
    { header: 'Held', align: 'end', labelled: true },
    { header: 'Available', align: 'end', labelled: true },
  ],
  row: ({ account, label, posted, held, available, currency }, { base }) => [
    html`<a class="name" href="${base}/ledger/${account}"><bdi>${label}</bdi></a>`,
    accountLink(base, account),
    balanceView(posted, currency),
    amount(moneyOf(held, currency)),
    balanceView(available, currency),
  ],
  drawing: 'ledger',
  empty: 'Accounts appear here with the first card, top-up or payment.',
  offersSampleData: true,
})

/** Absent if there are too many accounts to add up. */
async function totals({ perform }: PageContext): Promise<HtmlValue> {
  try {
    const { trialBalance, items } = await perform(getLedgerTotals)
    const money = (minor: string, currency: string) => amount(moneyOf(BigInt(minor), currency))
    return (
      items.length > 0 &&
      panel({
        title: html`Totals
        ${
          trialBalance === 0
            ? badge('approved', 'trial balance 0')
            : badge('declined', `trial balance ${trialBalance}`)
        }`,
        live: 'totals',
        content: html`<p class="aside">
            Every posting debits one account and credits another, so the two totals are equal.
          </p>
          ${table({
            caption: 'Totals by currency',
            stacks: true,
            columns: [
              { header: 'Currency' },
              { header: 'Accounts', align: 'end', labelled: true },
              { header: 'Debit', align: 'end', labelled: true },
              { header: 'Credit', align: 'end', labelled: true },
              { header: 'Held', align: 'end', labelled: true },
            ],
            rows: items.map(({ currency, accounts, debit, credit, held }) => [
              knownCurrency(currency).alpha,
              accounts.toLocaleString('en'),
              money(debit, currency),
              money(credit, currency),
              money(held, currency),
            ]),
          })}`,
      })
    )
  } catch (error) {
    if (error instanceof Problem && error.code === 'ledger-too-large') return undefined
    throw error
  }
}
