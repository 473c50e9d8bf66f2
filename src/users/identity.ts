// The account of a person who signed in through the OpenID Connect provider.

import * as sql from '../store/user-statements.ts'
import type { Accounts } from './accounts.ts'
import type { Identity } from './single-sign-on.ts'
import { createUser } from './stored-user.ts'
import { type User, userOf } from './user.ts'

interface KnownIdentity {
  readonly user: User
  /** True if this sign-in created the account. */
  readonly isNew: boolean
}

/**
 * The account for an identity: found by its subject, then by its email address, otherwise created.
 * Undefined if the account with the address belongs to another subject, because companies reassign
 * the addresses of people who left.
 */
export function userOfIdentity(
  { transact }: Accounts,
  { subject, email }: Identity,
): Promise<KnownIdentity | undefined> {
  return transact(async (transaction) => {
    const [known] = await transaction.run(sql.findUserBySingleSignOn, [subject])
    if (known !== undefined) return { user: userOf(known), isNew: false }
    const created = await createUser(transaction, email, { subject })
    if (created !== undefined) return { user: created, isNew: true }
    const [linked] = await transaction.run(sql.linkSingleSignOn, [email, subject])
    return linked && { user: userOf(linked), isNew: false }
  })
}

/** Whether an account belongs to an identity. It neither creates nor links anything. */
export async function isIdentityOf(
  { reads }: Accounts,
  { id }: User,
  { subject }: Identity,
): Promise<boolean> {
  const [known] = await reads.query(sql.findUserBySingleSignOn, [subject])
  return known !== undefined && userOf(known).id === id
}
