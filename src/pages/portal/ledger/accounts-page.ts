// The accounts of a project, and whether the ledger balances.

import { listAccounts } from '../../../api/control/accounts.ts'
import { getTrialBalance } from '../../../api/control/ledger.ts'
import { Problem } from '../../../api/endpoint/problems.ts'
import { badge } from '../../../web/html/components.ts'
import { html } from '../../../web/html/html.ts'
import type { HtmlValue } from '../../../web/html/html.ts'
import { amount } from '../../../web/html/money.ts'
import { moneyOf } from '../parts/amounts.ts'
import { accountLink, balanceView } from '../parts/balance-view.ts'
import { listPage } from '../shell/list-page.ts'
import type { PageContext } from '../shell/screen.ts'

export const accountsPage = listPage(listAccounts, {
  path: '/ledger',
  operation: 'ledgerPage',
  title: 'Ledger',
  caption: 'Accounts',
  above: async (context) =>
    html`<header class="heading" data-live="heading">
      <h1>Ledger ${await trialBadge(context)}</h1>
    </header>`,
  columns: [
    { header: 'Account' },
    { header: 'Kind' },
    { header: 'Posted', align: 'end', labelled: true },
    { header: 'Held', align: 'end', labelled: true },
    { header: 'Available', align: 'end', labelled: true },
  ],
  row: ({ account, kind, posted, held, available, currency }, { base }) => [
    accountLink(base, account),
    kind,
    balanceView(posted, currency),
    amount(moneyOf(held, currency)),
    balanceView(available, currency),
  ],
  empty: 'Accounts appear here with the first card, top-up or payment.',
})

/** Absent where there are too many accounts to sum up. */
async function trialBadge({ perform }: PageContext): Promise<HtmlValue> {
  try {
    const { trialBalance } = await perform(getTrialBalance)
    return trialBalance === 0
      ? badge('approved', 'trial balance 0')
      : badge('declined', `trial balance ${trialBalance}`)
  } catch (error) {
    if (error instanceof Problem && error.code === 'ledger-too-large') return undefined
    throw error
  }
}
