// Changes the password of an account. The page asks for the current one first.

import * as sql from '../store/user-statements.ts'
import type { Accounts } from './accounts.ts'
import type { Caller } from './fair-queue.ts'
import { openSession } from './sessions.ts'
import type { User } from './user.ts'

/** Sets a new password and replaces all sessions with a new one; returns its token. */
export async function changePassword(
  accounts: Accounts,
  { id }: User,
  {
    password,
    browser,
    caller,
  }: { readonly password: string; readonly browser: string; readonly caller: Caller },
): Promise<string> {
  const passwordHash = await accounts.passwords.hash(password, caller)
  await accounts.transact(async (transaction) => {
    await transaction.run(sql.setPassword, [id, passwordHash])
    await transaction.run(sql.deleteSessionsOf, [id])
  })
  return openSession(accounts, id, browser)
}
