// Deletes an account. Its projects without another owner are deleted with it, or another member
// becomes their owner. Every other member of these projects gets an email.

import type { Directory } from '../engine/directory.ts'
import {
  deleteInvitationsBy,
  deleteMembershipsOf,
  forgetActor,
  listMembers,
  listOwnedAlone,
  lockMembers,
  setRole,
} from '../store/member-statements.ts'
import type { SqlRecord, Transaction } from '../store/store.ts'
import * as sql from '../store/user-statements.ts'
import type { Accounts } from './accounts.ts'
import { actorOf, writeAuditEntry } from './audit.ts'
import type { Email } from './email.ts'
import { accountDeletedEmail, newOwnerEmail, ownerChangedEmail } from './emails.ts'
import { emailDeletedProject } from './deleted-project.ts'
import { type Member, memberOf, type ProjectOfUser } from './members.ts'
import { isUserId, type User } from './user.ts'

type OtherMember = Pick<Member, 'userId' | 'email'>

/** A project without another owner. */
export interface ProjectOwnedAlone extends Pick<ProjectOfUser, 'number' | 'id' | 'name'> {
  /** The other members, in the order in which they joined. */
  readonly others: readonly OtherMember[]
}

/** Instead of a member's id: the project is deleted. */
export const DELETE_PROJECT = 'delete'
/** Maps a project id to the id of the next owner, or to `DELETE_PROJECT`. */
type ProjectDecisions = ReadonlyMap<string, string>

export async function projectsOwnedAlone(
  { reads }: Accounts,
  { id }: User,
): Promise<readonly ProjectOwnedAlone[]> {
  const projects = new Map<number, ProjectOwnedAlone & { readonly others: OtherMember[] }>()
  for (const record of await reads.query(listOwnedAlone, [id])) {
    const number = Number(record['number'])
    const project = projects.get(number) ?? {
      number,
      id: String(record['id']),
      name: String(record['name']),
      others: [],
    }
    projects.set(number, project)
    project.others.push(...otherMemberOf(record))
  }
  return [...projects.values()]
}

const otherMemberOf = (record: SqlRecord): readonly OtherMember[] =>
  record['user_id'] === null
    ? []
    : [{ userId: String(record['user_id']), email: String(record['email']) }]

/** Thrown to undo a transfer of ownership to a person who has left the project in the meantime. */
class NotAMember extends Error {
  readonly project: ProjectOwnedAlone

  constructor(project: ProjectOwnedAlone) {
    super('the next owner is not a member')
    this.project = project
  }
}

/**
 * Deletes an account. Returns the projects that need a decision first; nothing is changed then. The
 * person's audit log entries in other projects are kept without the name.
 */
export async function deleteAccount(
  accounts: Accounts,
  directory: Directory,
  user: User,
  decisions: ProjectDecisions,
): Promise<readonly ProjectOwnedAlone[]> {
  const projects = await projectsOwnedAlone(accounts, user)
  const undecided = projects.filter((project) => !isDecided(project, decisions))
  if (undecided.length > 0) return undecided
  const isKept = ({ id }: ProjectOwnedAlone) => isUserId(decisions.get(id) ?? '')
  const kept = projects.filter(isKept)
  const deleted = projects.filter((project) => !isKept(project))
  try {
    await accounts.transact(async (transaction) => {
      for (const project of kept) {
        const to = decisions.get(project.id) ?? ''
        await handOver(accounts, transaction, { project, user, to })
      }
    })
  } catch (error) {
    if (error instanceof NotAMember) return [error.project]
    throw error
  }
  for (const { number } of deleted) await directory.remove(number)
  await removeAccount(accounts, user)
  sendEmails(accounts, user, { kept, deleted, decisions })
  return []
}

const isDecided = ({ id, others }: ProjectOwnedAlone, decisions: ProjectDecisions): boolean => {
  const decision = decisions.get(id)
  return (
    others.length === 0 ||
    decision === DELETE_PROJECT ||
    others.some(({ userId }) => userId === decision)
  )
}

async function handOver(
  { store }: Accounts,
  transaction: Transaction,
  {
    project,
    user,
    to,
  }: { readonly project: ProjectOwnedAlone; readonly user: User; readonly to: string },
): Promise<void> {
  await transaction.run(lockMembers(store.dialect), [project.number])
  const members = (await transaction.run(listMembers, [project.number])).map(memberOf)
  const heir = members.find(({ userId }) => userId === to)
  if (heir === undefined) throw new NotAMember(project)
  await transaction.run(setRole, [project.number, to, 'owner'])
  await writeAuditEntry(transaction, project.number, actorOf(user), {
    action: 'changeRole',
    details: { member: heir.email, role: 'owner' },
  })
}

async function removeAccount(accounts: Accounts, { id, email }: User): Promise<void> {
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

function sendEmails(
  accounts: Accounts,
  { email: by }: User,
  {
    kept,
    deleted,
    decisions,
  }: {
    readonly kept: readonly ProjectOwnedAlone[]
    readonly deleted: readonly ProjectOwnedAlone[]
    readonly decisions: ProjectDecisions
  },
): void {
  const { mailer, origin } = accounts
  const send = (email: Email) => {
    mailer.sendLater(() => email)
  }
  send(accountDeletedEmail(by, `${origin}/account/sign-up`))
  for (const { name: project, others } of deleted)
    emailDeletedProject(accounts, others, { by, project })
  for (const { id, name: project, others } of kept) {
    const link = `${origin}/p/${id}`
    const owner = others.find(({ userId }) => userId === decisions.get(id))?.email ?? ''
    for (const { email } of others)
      send(
        email === owner
          ? newOwnerEmail(email, link, { by, project })
          : ownerChangedEmail(email, link, { by, project, owner }),
      )
  }
}
