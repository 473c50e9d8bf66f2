// Changes the email address of an account. The new address confirms it by a link. The response is
// the same for every address; only the email says whether it already has an account.

import { deleteInvitationsTo, renameInviter } from '../store/member-statements.ts'
import * as sql from '../store/user-statements.ts'
import { realNow } from '../time.ts'
import type { Accounts } from './accounts.ts'
import { addressChangedEmail, newAddressEmail, takenAddressEmail } from './emails.ts'
import { createMailLink, findMailLink, takeMailLink } from './mail-links.ts'
import { findUser } from './stored-user.ts'
import type { User } from './user.ts'

export type EmailChange = 'changed' | 'taken' | 'link-invalid'

/** Sends a link to the new address. */
export async function requestEmailChange(
  accounts: Accounts,
  { id }: User,
  email: string,
): Promise<void> {
  const { emailRate, mailer, origin } = accounts
  emailRate.count(id, realNow())
  const owner = await findUser(accounts, email)
  mailer.sendLater(async () => {
    const token = await createMailLink(accounts, 'address', { email, userId: id })
    if (token === undefined) return undefined
    return owner === undefined
      ? newAddressEmail(email, `${origin}/account/address?token=${token}`)
      : takenAddressEmail(email, `${origin}/account/log-in`)
  })
}

/**
 * The new address that a link confirms; undefined if the link is invalid or the address belongs to
 * another account.
 */
export async function newEmailOf(
  accounts: Accounts,
  token: string,
  { id }: User,
): Promise<string | undefined> {
  const link = await findMailLink(accounts, 'address', token)
  return link?.userId === id ? link.email : undefined
}

/**
 * Uses a link to change the address. Links and invitations sent to the old address become invalid,
 * and the old address is notified.
 */
export async function changeEmail(
  accounts: Accounts,
  token: string,
  user: User,
): Promise<EmailChange> {
  const email = await newEmailOf(accounts, token, user)
  if (email === undefined) return 'link-invalid'
  const { mailer, origin, store } = accounts
  const change = await accounts
    .transact(async (transaction): Promise<EmailChange> => {
      const addresses = [user.email, email].sort()
      for (const address of addresses)
        await sql.lockName(transaction, store.dialect, `email ${address}`)
      const link = { purpose: 'address', token } as const
      if ((await takeMailLink(accounts, transaction, link)) === undefined) return 'link-invalid'
      for (const address of addresses) await transaction.run(sql.deleteMailLinksOf, [address])
      await transaction.run(sql.deleteMailLinksOfUser, [user.id])
      const changed = await transaction.run(sql.setEmail, [user.id, email])
      if (changed.length === 0) return 'taken'
      await transaction.run(deleteInvitationsTo, [user.email])
      await transaction.run(renameInviter, [user.email, email])
      return 'changed'
    })
    .catch((error: unknown): EmailChange => {
      // Another account took the address at the same moment.
      if (store.refusesRows(error)) return 'taken'
      throw error
    })
  if (change === 'changed')
    mailer.sendLater(() => addressChangedEmail(user.email, `${origin}/account/log-in`, email))
  return change
}
