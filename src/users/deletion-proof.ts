// The proof that a person has just signed in through their organisation again, in place of a
// password that the account does not have. It works once, and only for the deletion of this
// account.

import type { Accounts } from './accounts.ts'
import { createMailLink, findMailLink } from './mail-links.ts'
import type { User } from './user.ts'

/** Undefined after too many proofs within an hour. */
export const createDeletionProof = (
  accounts: Accounts,
  { id, email }: User,
): Promise<string | undefined> => createMailLink(accounts, 'deletion', { email, userId: id })

export const isDeletionProof = async (
  accounts: Accounts,
  { id }: User,
  proof: string,
): Promise<boolean> => (await findMailLink(accounts, 'deletion', proof))?.userId === id
