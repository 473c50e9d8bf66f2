// The members of projects and their roles. A project always has an owner.

import { PROJECTS_MAX } from '../engine/catalogue.ts'
import * as sql from '../store/member-statements.ts'
import { type ProjectLine, projectLineOf, withLines } from '../store/project-line.ts'
import { NUMBER_MAX, type ProjectPage } from '../store/reads/projects.ts'
import type { SqlRecord, Transaction } from '../store/store.ts'
import { lockName } from '../store/user-statements.ts'
import { realNow } from '../time.ts'
import type { Accounts } from './accounts.ts'
import { type Actor, ADMIN_ACTOR, writeAuditEntry } from './audit.ts'
import { type Role, roleOf } from './role.ts'
import { isUserId, type User } from './user.ts'

export interface Member {
  readonly userId: string
  readonly email: string
  readonly role: Role
  readonly joinedAt: number
  /** True if the member gets an email when callbacks keep failing. */
  readonly hasCallbackAlerts: boolean
}

export type ProjectOfUser = ProjectLine & { readonly role: Role }

/** The project that a change is made in. */
export interface InProject {
  readonly number: number
  readonly name: string
}

/** Why a change was refused. */
export type MemberRefusal = 'last-owner' | 'not-a-member'

/** A person's role in a project; undefined if they are not a member. */
export async function roleIn(
  { reads }: Accounts,
  projectNumber: number,
  { id }: User,
): Promise<Role | undefined> {
  const [record] = await reads.query(sql.findRole, [projectNumber, id])
  return record && storedRole(record)
}

export async function listMembers(
  { reads }: Accounts,
  projectNumber: number,
): Promise<readonly Member[]> {
  return (await reads.query(sql.listMembers, [projectNumber])).map(memberOf)
}

export const memberOf = (record: SqlRecord): Member => ({
  userId: String(record['user_id']),
  email: String(record['email']),
  role: storedRole(record),
  joinedAt: Number(record['joined_at']),
  hasCallbackAlerts: (record['callback_alert_from'] ?? null) !== null,
})

/** A person's projects, newest first; `before` is the last number of the previous page. */
export async function projectsOf(
  { reads }: Accounts,
  { id }: User,
  { before = NUMBER_MAX, limit }: ProjectPage,
): Promise<readonly ProjectOfUser[]> {
  const parameters = [id, Math.min(before, NUMBER_MAX), limit]
  const records = await withLines(reads, await reads.query(sql.listProjectsOfUser, parameters))
  return records.map((record) => ({ ...projectLineOf(record), role: storedRole(record) }))
}

export async function changeRole(
  accounts: Accounts,
  project: InProject,
  { userId, role }: { readonly userId: string; readonly role: Role },
  by: Actor,
): Promise<MemberRefusal | undefined> {
  const target = { project, userId, endsOwnership: role !== 'owner' }
  return changeMember(accounts, target, async (transaction, { email }) => {
    await transaction.run(sql.setRole, [project.number, userId, role])
    await writeAuditEntry(transaction, project.number, by, {
      action: 'changeRole',
      details: { member: email, role },
    })
  })
}

/** Removes a member with the invitations that they sent. Members can remove themselves to leave. */
export async function removeMember(
  accounts: Accounts,
  project: InProject,
  userId: string,
  by: Actor,
): Promise<MemberRefusal | undefined> {
  const target = { project, userId, endsOwnership: true }
  return changeMember(accounts, target, async (transaction, { email, role }) => {
    await transaction.run(sql.deleteMember, [project.number, userId])
    await transaction.run(sql.deleteInvitationsOfMember, [project.number, email])
    await writeAuditEntry(transaction, project.number, by, {
      action: userId === by.id ? 'leaveProject' : 'removeMember',
      details: { member: email, role },
    })
  })
}

async function changeMember(
  { store, transact }: Accounts,
  target: { readonly project: InProject; readonly userId: string; readonly endsOwnership: boolean },
  change: (transaction: Transaction, member: Member) => Promise<void>,
): Promise<MemberRefusal | undefined> {
  const { project, userId, endsOwnership } = target
  if (!isUserId(userId)) return 'not-a-member'
  return transact(async (transaction) => {
    await transaction.run(sql.lockMembers(store.dialect), [project.number])
    const members = (await transaction.run(sql.listMembers, [project.number])).map(memberOf)
    const member = members.find((each) => each.userId === userId)
    if (member === undefined) return 'not-a-member'
    const owners = members.filter(({ role }) => role === 'owner')
    if (endsOwnership && member.role === 'owner' && owners.length === 1) return 'last-owner'
    await change(transaction, member)
    return undefined
  })
}

/** The result of giving a project to an account; `gone` if one of them was deleted. */
export type GivenProject = 'given' | 'gone' | 'too-many-projects'

/** Adds an account as an owner of a project, on behalf of the operator. */
export async function giveProject(
  { store, transact }: Accounts,
  projectNumber: number,
  { id, email }: User,
): Promise<GivenProject> {
  try {
    return await transact(async (transaction) => {
      await lockName(transaction, store.dialect, `projects of ${id}`)
      const [known] = await transaction.run(sql.findRole, [projectNumber, id])
      const [record] = await transaction.run(sql.countProjectsOfUser, [id])
      if (known === undefined && Number(record?.['projects']) >= PROJECTS_MAX)
        return 'too-many-projects'
      const member = [projectNumber, id, 'owner']
      const created = await transaction.run(sql.insertMember, [...member, realNow()])
      if (created.length === 0) await transaction.run(sql.setRole, member)
      await writeAuditEntry(transaction, projectNumber, ADMIN_ACTOR, {
        action: 'giveProject',
        details: { owner: email },
      })
      return 'given'
    })
  } catch (error) {
    if (store.refusesRows(error)) return 'gone'
    throw error
  }
}

export function storedRole(record: SqlRecord): Role {
  const role = roleOf(String(record['role']))
  if (role === undefined) throw new Error('a member has an unknown role')
  return role
}
