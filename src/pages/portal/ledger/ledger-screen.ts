// The ledger: its accounts, the statement of each, and every entry.

import { icons } from '../../../web/html/icons.ts'
import type { Screen } from '../shell/screen.ts'
import { accountView, statementFile } from './account-page.ts'
import { accountsView } from './accounts-page.ts'
import { entryView } from './entry-page.ts'

export const ledger: Screen = {
  group: 'Data',
  label: 'Ledger',
  icon: icons.bank,
  path: '/ledger',
  pages: [
    { path: '/ledger', operation: 'ledgerPage', show: accountsView },
    { path: '/ledger/:account', operation: 'accountPage', show: accountView },
    { path: '/ledger/entries/:entry', operation: 'entryPage', show: entryView },
  ],
  downloads: [{ path: '/ledger/:account.csv', operation: 'statementFile', send: statementFile }],
}
