// The accounts behind a page that is there in hosted mode alone.

import type { Accounts } from '../../../users/accounts.ts'
import type { PageContext } from '../shell/screen.ts'

export function accountsOf({ service: { accounts } }: PageContext): Accounts {
  if (accounts === undefined) throw new Error('a page of hosted mode was asked for in local mode')
  return accounts
}
