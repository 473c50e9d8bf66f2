// Invitations to a project: sent by email, and accepted with the signed-in account or with a new
// one.

import { DAY_MS } from '../kernel/calendar.ts'
import * as sql from '../store/member-statements.ts'
import type { Transaction } from '../store/store.ts'
import { lockName } from '../store/user-statements.ts'
import { realNow } from '../time.ts'
import type { Accounts } from './accounts.ts'
import { type Actor, actorOf, writeAuditEntry } from './audit.ts'
import { invitationEmail } from './emails.ts'
import type { Caller } from './fair-queue.ts'
import { countInvitation } from './mail-links.ts'
import { type InProject, memberOf, type MemberRefusal, storedRole } from './members.ts'
import type { Role } from './role.ts'
import { createUser } from './stored-user.ts'
import { isToken, newToken } from './tokens.ts'
import type { User } from './user.ts'

export const INVITATION_LIFE_MS = 7 * DAY_MS
/** Maximum number of members and open invitations per project. */
export const MEMBERS_MAX = 100

export interface Invitation {
  readonly email: string
  readonly role: Role
  readonly invitedBy: string
  readonly endsAt: number
}

/** An invitation as the invited person sees it. */
export interface ReceivedInvitation {
  readonly projectId: string
  readonly projectName: string
  readonly email: string
  readonly role: Role
  readonly invitedBy: string
}

export type InvitationRefusal = 'already-a-member' | 'too-many-members' | 'too-many-emails'

export async function listInvitations(
  { reads }: Accounts,
  projectNumber: number,
): Promise<readonly Invitation[]> {
  const records = await reads.query(sql.listInvitations, [projectNumber, realNow()])
  return records.map((record) => ({
    email: String(record['email']),
    role: storedRole(record),
    invitedBy: String(record['invited_by']),
    endsAt: Number(record['ends_at']),
  }))
}

/** Invites an address; a new invitation replaces its previous one. */
export async function invite(
  accounts: Accounts,
  project: InProject,
  { email, role }: { readonly email: string; readonly role: Role },
  by: Actor,
): Promise<InvitationRefusal | undefined> {
  const { emailRate, hashes, mailer, origin, store, transact } = accounts
  emailRate.count(by.id ?? by.name, realNow())
  const token = newToken()
  const refusal = await transact(async (transaction) => {
    await lockName(transaction, store.dialect, `members of ${project.number}`)
    const now = realNow()
    const members = (await transaction.run(sql.listMembers, [project.number])).map(memberOf)
    if (members.some((member) => member.email === email)) return 'already-a-member'
    const invitations = await transaction.run(sql.listInvitations, [project.number, now])
    const others = invitations.filter((invitation) => invitation['email'] !== email)
    if (members.length + others.length >= MEMBERS_MAX) return 'too-many-members'
    if (!(await countInvitation(accounts, transaction, email))) return 'too-many-emails'
    const endsAt = now + INVITATION_LIFE_MS
    const row = [project.number, email, hashes.of('invitation', token), role, by.name, now, endsAt]
    await transaction.run(sql.insertInvitation, row)
    await writeAuditEntry(transaction, project.number, by, {
      action: 'inviteMember',
      details: { email, role },
    })
    return undefined
  })
  if (refusal !== undefined) return refusal
  const link = `${origin}/account/invitation?token=${token}`
  const details = { by: by.name, project: project.name, role }
  mailer.sendLater(() => invitationEmail(email, link, details))
  return undefined
}

export function withdrawInvitation(
  { transact }: Accounts,
  project: InProject,
  email: string,
  by: Actor,
): Promise<MemberRefusal | undefined> {
  return transact(async (transaction) => {
    const withdrawn = await transaction.run(sql.deleteInvitation, [project.number, email])
    const [invitation] = withdrawn
    if (invitation === undefined) return 'not-a-member'
    await writeAuditEntry(transaction, project.number, by, {
      action: 'withdrawInvitation',
      details: { email, role: storedRole(invitation) },
    })
    return undefined
  })
}

/** The invitation of a link; undefined if the link is invalid. */
export async function invitationOf(
  { hashes, reads }: Accounts,
  token: string,
): Promise<ReceivedInvitation | undefined> {
  if (!isToken(token)) return undefined
  const [record] = await reads.query(sql.findInvitation, [
    hashes.of('invitation', token),
    realNow(),
  ])
  if (record === undefined) return undefined
  return {
    projectId: String(record['id']),
    projectName: String(record['name']),
    email: String(record['email']),
    role: storedRole(record),
    invitedBy: String(record['invited_by']),
  }
}

/** Accepts an invitation for the signed-in person. False if the link is invalid. */
export const acceptInvitation = async (
  accounts: Accounts,
  token: string,
  user: User,
): Promise<boolean> =>
  (await useInvitation(accounts, token, () => Promise.resolve(user))) !== undefined

/**
 * Accepts an invitation with a new account: the link proves the address. Undefined if the link is
 * invalid, or if the address has an account by now, whose password must not be replaced.
 */
export async function acceptInvitationWithPassword(
  accounts: Accounts,
  token: string,
  { password, caller }: { readonly password: string; readonly caller: Caller },
): Promise<User | undefined> {
  const passwordHash = await accounts.passwords.hash(password, caller)
  return useInvitation(accounts, token, (transaction, email) =>
    createUser(transaction, email, { passwordHash }),
  )
}

/** Thrown to undo the work for an invitation that was accepted at the same moment. */
class InvitationUsed extends Error {}

async function useInvitation(
  { hashes, transact }: Accounts,
  token: string,
  userFor: (transaction: Transaction, email: string) => Promise<User | undefined>,
): Promise<User | undefined> {
  if (!isToken(token)) return undefined
  const now = realNow()
  const hash = hashes.of('invitation', token)
  return transact(async (transaction) => {
    const [found] = await transaction.run(sql.findInvitation, [hash, now])
    const user = found && (await userFor(transaction, String(found['email'])))
    if (user === undefined) return undefined
    const [taken] = await transaction.run(sql.takeInvitation, [hash, now])
    if (taken === undefined) throw new InvitationUsed()
    const projectNumber = Number(taken['project_number'])
    const role = storedRole(taken)
    // A person who became a member in another way keeps their role.
    const joined = await transaction.run(sql.insertMember, [projectNumber, user.id, role, now])
    if (joined.length > 0)
      await writeAuditEntry(transaction, projectNumber, actorOf(user), {
        action: 'joinProject',
        details: { role },
      })
    return user
  }).catch((error: unknown) => {
    if (error instanceof InvitationUsed) return undefined
    throw error
  })
}
