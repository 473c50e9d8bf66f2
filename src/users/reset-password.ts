// A forgotten password, and setting one through a link, after signing up or to reset it.

import { ipNetwork } from '../engine/ip-network.ts'
import * as sql from '../store/user-statements.ts'
import { realNow } from '../time.ts'
import type { Accounts } from './accounts.ts'
import { resetEmail } from './emails.ts'
import type { Caller } from './fair-queue.ts'
import { createMailLink, findMailLink, type PasswordPurpose, takeMailLink } from './mail-links.ts'
import { createUser, findUser } from './stored-user.ts'
import { type User, userOf } from './user.ts'

/** Sends the link that resets a password, if the address has an account. */
export async function requestPasswordReset(
  accounts: Accounts,
  email: string,
  ip: string,
): Promise<void> {
  const { emailRate, mailer, origin } = accounts
  emailRate.count(ipNetwork(ip), realNow())
  const user = await findUser(accounts, email)
  mailer.sendLater(async () => {
    if (user === undefined) return undefined
    const token = await createMailLink(accounts, 'reset', { email })
    return token === undefined
      ? undefined
      : resetEmail(email, `${origin}/account/password?for=reset&token=${token}`)
  })
}

/** The account of a link that set a password. */
interface PasswordHolder extends User {
  readonly isNew: boolean
}

/**
 * Uses a link to set a password: creates the account if there is none, otherwise signs the person
 * out everywhere. Undefined if the link is not valid.
 */
export async function setPasswordByLink(
  accounts: Accounts,
  link: { readonly purpose: PasswordPurpose; readonly token: string },
  { password, caller }: { readonly password: string; readonly caller: Caller },
): Promise<PasswordHolder | undefined> {
  const found = await findMailLink(accounts, link.purpose, link.token)
  if (found === undefined) return undefined
  const { email } = found
  const passwordHash = await accounts.passwords.hash(password, caller)
  return accounts.transact(async (transaction) => {
    // Links of one address that are used at the same time would delete each other's rows, which is
    // a deadlock.
    await sql.lockName(transaction, accounts.store.dialect, `email ${email}`)
    if ((await takeMailLink(accounts, transaction, link)) === undefined) return undefined
    await transaction.run(sql.deleteMailLinksOf, [email])
    const created = await createUser(transaction, email, { passwordHash })
    if (created !== undefined) return { ...created, isNew: true }
    const [stored] = await transaction.run(sql.findUserByEmail, [email])
    if (stored === undefined) throw new Error('an email address is taken by no account')
    const user = userOf(stored)
    await transaction.run(sql.setPassword, [user.id, passwordHash])
    await transaction.run(sql.deleteSessionsOf, [user.id])
    return { ...user, isNew: false }
  })
}
