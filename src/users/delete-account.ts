// Deleting an account, with the projects that no one else owns.

import type { Directory } from '../engine/directory.ts'
import {
  deleteInvitationsBy,
  deleteMembershipsOf,
  forgetActor,
} from '../store/member-statements.ts'
import * as sql from '../store/user-statements.ts'
import type { Accounts } from './accounts.ts'
import { projectsOwnedAlone } from './members.ts'
import type { User } from './user.ts'

/** Entries of the person in audit logs of other projects stay, without the name. */
export async function deleteAccount(
  accounts: Accounts,
  directory: Directory,
  user: User,
): Promise<void> {
  for (const { number } of await projectsOwnedAlone(accounts, user)) await directory.remove(number)
  const { id, email } = user
  await accounts.transact(async (transaction) => {
    await sql.lockName(transaction, accounts.store.dialect, `email ${email}`)
    await transaction.run(forgetActor, [id])
    await transaction.run(deleteMembershipsOf, [id])
    await transaction.run(deleteInvitationsBy, [email])
    await transaction.run(sql.deleteSessionsOf, [id])
    await transaction.run(sql.deleteMailLinksOf, [email])
    await transaction.run(sql.deleteMailLinksOfUser, [id])
    await transaction.run(sql.deleteUser, [id])
  })
}
