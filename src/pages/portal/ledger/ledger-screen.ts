// The ledger: its accounts, the statement of each, and every entry.

import { icons } from '../../../web/html/icons.ts'
import type { Screen } from '../shell/screen.ts'
import { accountPage } from './account-page.ts'
import { accountsPage } from './accounts-page.ts'
import { entryPage } from './entry-page.ts'

export const ledger: Screen = {
  group: 'Data',
  label: 'Ledger',
  icon: icons.bank,
  path: '/ledger',
  pages: [accountsPage, accountPage, entryPage],
  downloads: [...accountsPage.downloads, ...accountPage.downloads],
}
