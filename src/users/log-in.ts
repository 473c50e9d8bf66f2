// Sign-in with a password, and its confirmation before a change of the account.

import type { Accounts } from './accounts.ts'
import type { Caller } from './fair-queue.ts'
import { openSession } from './sessions.ts'
import { storedUser } from './stored-user.ts'
import type { User } from './user.ts'

interface Credentials {
  readonly email: string
  readonly password: string
}

type Origin = Pick<Caller, 'ip' | 'isGone'>

/** The person with these credentials; undefined, after a delay, if they are wrong. */
export function checkCredentials(
  accounts: Accounts,
  { email, password }: Credentials,
  { ip, isGone }: Origin,
): Promise<User | undefined> {
  const { failedLogins, passwords } = accounts
  return failedLogins.attempt({ kind: 'user', login: email, password, ip }, async (wasRight) => {
    const stored = await storedUser(accounts, email)
    const caller = { ip, isGone, isProven: wasRight }
    const isRight = await passwords.isRight(password, stored?.passwordHash ?? undefined, caller)
    return isRight ? stored?.user : undefined
  })
}

/** Signs in; returns the session's token, or undefined if the credentials are wrong. */
export async function logIn(
  accounts: Accounts,
  credentials: Credentials,
  { browser, ...origin }: Origin & { readonly browser: string },
): Promise<string | undefined> {
  const user = await checkCredentials(accounts, credentials, origin)
  return user && openSession(accounts, user.id, browser)
}
