// The accounts, for pages that exist only in hosted mode.

import type { Accounts } from '../../../users/accounts.ts'
import type { PageContext } from '../shell/screen.ts'

export function accountsOf({ service: { accounts } }: PageContext): Accounts {
  if (accounts === undefined) throw new Error('a page of hosted mode was opened in local mode')
  return accounts
}
