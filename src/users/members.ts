// The members of projects: who may see which, invitations, roles, and the line of the audit log that each change leaves.

import type { Availability } from '../engine/availability.ts'
import * as sql from '../store/member-statements.ts'
import { NUMBER_MAX, type ProjectPage } from '../store/reads/projects.ts'
import type { Queryable, SqlRecord, Store, Transaction } from '../store/store.ts'
import { realNow } from '../time.ts'
import {
  type Actor,
  ADMIN_ACTOR,
  AFTER_ALL_AUDIT_ENTRIES,
  type AuditEntry,
  auditEntryOf,
  auditRow,
} from './audit.ts'
import { INVITATION_LIFE_MS, invitationLetter } from './letter.ts'
import type { Passwords } from './passwords.ts'
import type { Post } from './post.ts'
import { type Role, roleOf } from './role.ts'
import { isToken, newToken, type TokenHashes } from './tokens.ts'
import type { User } from './user.ts'
import { newUser } from './users.ts'

/** People and open invitations of one project. */
export const MEMBERS_MAX = 100
/** Projects of one person. */
export const PROJECTS_MAX = 100

export interface Member {
  readonly userId: string
  readonly email: string
  readonly role: Role
  readonly joinedAt: number
}

export interface Invitation {
  readonly email: string
  readonly role: Role
  readonly invitedBy: string
  readonly endsAt: number
}

/** An invitation as the one who was invited sees it. */
export interface ReceivedInvitation {
  readonly projectId: string
  readonly projectName: string
  readonly email: string
  readonly role: Role
  readonly invitedBy: string
}

export interface ProjectOfUser {
  readonly number: number
  readonly id: string
  readonly name: string
  readonly createdAt: number
  readonly role: Role
}

/** The project that a change is made in. */
export interface InProject {
  readonly number: number
  readonly name: string
}

/** Why a change was not made. `last-owner`: a project always has an owner. */
export type MemberRefusal = 'last-owner' | 'not-a-member' | 'already-a-member' | 'too-many'

export interface MembersParts {
  readonly store: Store
  readonly reads: Queryable
  readonly availability: Availability
  readonly hashes: TokenHashes
  readonly passwords: Passwords
  readonly post: Post
  /** Origin that links begin with. */
  readonly origin: string
}

/** Thrown to undo what was made for an invitation that somebody used at the same moment. */
class InvitationTaken extends Error {}

export class Members {
  readonly #parts: MembersParts

  constructor(parts: MembersParts) {
    this.#parts = parts
  }

  /** What a person is to a project; undefined where they are nothing to it. */
  async role(projectNumber: number, { id }: User): Promise<Role | undefined> {
    const [record] = await this.#parts.reads.query(sql.findRole, [projectNumber, id])
    return record && roleIn(record)
  }

  async list(projectNumber: number): Promise<readonly Member[]> {
    const records = await this.#parts.reads.query(sql.listMembers, [projectNumber])
    return records.map((record) => ({
      userId: String(record['user_id']),
      email: String(record['email']),
      role: roleIn(record),
      joinedAt: Number(record['joined_at']),
    }))
  }

  async invitations(projectNumber: number): Promise<readonly Invitation[]> {
    const records = await this.#parts.reads.query(sql.listInvitations, [projectNumber, realNow()])
    return records.map((record) => ({
      email: String(record['email']),
      role: roleIn(record),
      invitedBy: String(record['invited_by']),
      endsAt: Number(record['ends_at']),
    }))
  }

  /** A person's projects, the newest first, behind the number where the last page ended. */
  async projectsOf(
    { id }: User,
    { before = NUMBER_MAX, limit }: ProjectPage,
  ): Promise<readonly ProjectOfUser[]> {
    const parameters = [id, Math.min(before, NUMBER_MAX), limit]
    const records = await this.#parts.reads.query(sql.listProjectsOfUser, parameters)
    return records.map((record) => ({
      number: Number(record['number']),
      id: String(record['id']),
      name: String(record['name']),
      createdAt: Number(record['created_at']),
      role: roleIn(record),
    }))
  }

  async mayMakeProject({ id }: User): Promise<boolean> {
    const [record] = await this.#parts.reads.query(sql.countProjectsOfUser, [id])
    return Number(record?.['projects'] ?? 0) < PROJECTS_MAX
  }

  /** The projects that a person owns alone: they end with the account. */
  async ownedAlone({
    id,
  }: User): Promise<readonly Pick<ProjectOfUser, 'number' | 'id' | 'name'>[]> {
    const records = await this.#parts.reads.query(sql.listOwnedAlone, [id])
    return records.map((record) => ({
      number: Number(record['number']),
      id: String(record['id']),
      name: String(record['name']),
    }))
  }

  /** Invites an address; an invitation that it has already gives way to this one. */
  async invite(
    project: InProject,
    { email, role }: { readonly email: string; readonly role: Role },
    by: User,
  ): Promise<MemberRefusal | undefined> {
    const { hashes, post, origin } = this.#parts
    post.count(by.id, realNow())
    const [members, invitations] = await Promise.all([
      this.list(project.number),
      this.invitations(project.number),
    ])
    if (members.some((member) => member.email === email)) return 'already-a-member'
    const others = invitations.filter((each) => each.email !== email)
    if (members.length + others.length >= MEMBERS_MAX) return 'too-many'
    const token = newToken()
    const now = realNow()
    await this.#change(project, by, 'inviteMember', { email, role }, (transaction) =>
      transaction.run(sql.insertInvitation, [
        project.number,
        email,
        hashes.of('invitation', token),
        role,
        by.email,
        now,
        now + INVITATION_LIFE_MS,
      ]),
    )
    const link = `${origin}/account/invitation?token=${token}`
    post.post(() =>
      Promise.resolve(invitationLetter(email, link, { by: by.email, project: project.name, role })),
    )
    return undefined
  }

  async withdrawInvitation(
    project: InProject,
    email: string,
    by: User,
  ): Promise<MemberRefusal | undefined> {
    const withdrawn = await this.#change(
      project,
      by,
      'withdrawInvitation',
      { email },
      (transaction) => transaction.run(sql.deleteInvitation, [project.number, email]),
    )
    return withdrawn.length === 0 ? 'not-a-member' : undefined
  }

  /** What an invitation's link is for; undefined where it is not good, or not any more. */
  async invitationOf(token: string): Promise<ReceivedInvitation | undefined> {
    if (!isToken(token)) return undefined
    const hash = this.#parts.hashes.of('invitation', token)
    const [record] = await this.#parts.reads.query(sql.findInvitation, [hash, realNow()])
    if (record === undefined) return undefined
    return {
      projectId: String(record['id']),
      projectName: String(record['name']),
      email: String(record['email']),
      role: roleIn(record),
      invitedBy: String(record['invited_by']),
    }
  }

  /** Uses an invitation for the person who is logged in. False where the link is not good. */
  join(token: string, user: User): Promise<boolean> {
    return this.#join(token, () => Promise.resolve(user)).then((joined) => joined !== undefined)
  }

  /**
   * Uses an invitation of an address that has no account: the link proves the address, so the account is made with this password. Undefined
   * where the link is not good, or the address has an account by now, whose password it does not replace.
   */
  async joinWithPassword(token: string, password: string): Promise<User | undefined> {
    const passwordHash = await this.#parts.passwords.hash(password)
    return this.#join(token, (transaction, email) => newUser(transaction, email, passwordHash))
  }

  async #join(
    token: string,
    whoIs: (transaction: Transaction, email: string) => Promise<User | undefined>,
  ): Promise<User | undefined> {
    if (!isToken(token)) return undefined
    const now = realNow()
    const hash = this.#parts.hashes.of('invitation', token)
    return this.#transact(async (transaction) => {
      const [found] = await transaction.run(sql.findInvitation, [hash, now])
      const user = found && (await whoIs(transaction, String(found['email'])))
      if (user === undefined) return undefined
      const [taken] = await transaction.run(sql.takeInvitation, [hash, now])
      if (taken === undefined) throw new InvitationTaken()
      const number = Number(taken['project_number'])
      const role = roleIn(taken)
      // Somebody who is a member by another way keeps the role that they have.
      const made = await transaction.run(sql.insertMember, [number, user.id, role, now])
      if (made.length > 0)
        await transaction.run(
          sql.insertAuditEntry,
          auditRow(number, now, actorOf(user), { action: 'joinProject', details: { role } }),
        )
      return user
    }).catch((error: unknown) => {
      if (error instanceof InvitationTaken) return undefined
      throw error
    })
  }

  async changeRole(
    project: InProject,
    { userId, role }: { readonly userId: string; readonly role: Role },
    by: User,
  ): Promise<MemberRefusal | undefined> {
    return this.#unlessLastOwner(project, userId, role !== 'owner', async (transaction, member) => {
      await transaction.run(sql.setRole, [project.number, userId, role])
      const details = { member: member.email, role }
      const row = auditRow(project.number, realNow(), actorOf(by), {
        action: 'changeRole',
        details,
      })
      await transaction.run(sql.insertAuditEntry, row)
    })
  }

  /** Makes somebody an owner in the name of whoever runs the service. False where the project or the account is gone. */
  async give(projectNumber: number, { id, email }: User): Promise<boolean> {
    const now = realNow()
    const entry = auditRow(projectNumber, now, ADMIN_ACTOR, {
      action: 'giveProject',
      details: { owner: email },
    })
    try {
      await this.#transact(async (transaction) => {
        const member = [projectNumber, id, 'owner']
        const made = await transaction.run(sql.insertMember, [...member, now])
        if (made.length === 0) await transaction.run(sql.setRole, member)
        await transaction.run(sql.insertAuditEntry, entry)
      })
      return true
    } catch (error) {
      // Deleted at the same moment: the reference to it is refused.
      if (this.#parts.store.refusesRows(error)) return false
      throw error
    }
  }

  /** Removes a member; who removes themselves leaves. */
  async remove(project: InProject, userId: string, by: User): Promise<MemberRefusal | undefined> {
    return this.#unlessLastOwner(project, userId, true, async (transaction, member) => {
      await transaction.run(sql.deleteMember, [project.number, userId])
      const action = userId === by.id ? 'leaveProject' : 'removeMember'
      const details = { member: member.email }
      const row = auditRow(project.number, realNow(), actorOf(by), { action, details })
      await transaction.run(sql.insertAuditEntry, row)
    })
  }

  /** Notes what was done in a project. */
  async note(
    projectNumber: number,
    actor: Actor,
    entry: Pick<AuditEntry, 'action' | 'details'>,
  ): Promise<void> {
    const row = auditRow(projectNumber, realNow(), actor, entry)
    await this.#transact((transaction) => transaction.run(sql.insertAuditEntry, row))
  }

  /** What was done, newest first, behind the id where the last page ended. */
  async auditEntries(
    projectNumber: number,
    {
      before = AFTER_ALL_AUDIT_ENTRIES,
      limit,
    }: { readonly before?: string; readonly limit: number },
  ): Promise<readonly AuditEntry[]> {
    const parameters = [projectNumber, before, limit]
    return (await this.#parts.reads.query(sql.listAuditEntries, parameters)).map(auditEntryOf)
  }

  async #unlessLastOwner(
    project: InProject,
    userId: string,
    endsOwnership: boolean,
    change: (transaction: Transaction, member: Pick<Member, 'email'>) => Promise<void>,
  ): Promise<MemberRefusal | undefined> {
    const member = (await this.list(project.number)).find((each) => each.userId === userId)
    return this.#transact(async (transaction) => {
      const { dialect } = this.#parts.store
      const all = await transaction.run(sql.lockMembers(dialect), [project.number])
      const current = all.find((record) => record['user_id'] === userId)
      // Somebody who joined a moment ago is not listed yet; who was removed a moment ago still is.
      if (current === undefined || member === undefined) return 'not-a-member'
      const owners = all.filter((record) => record['role'] === 'owner')
      const isLast = current['role'] === 'owner' && owners.length === 1
      if (isLast && endsOwnership) return 'last-owner'
      await change(transaction, member)
      return undefined
    })
  }

  /** A change with its line in the audit log, which is left out where nothing was changed. */
  #change(
    project: InProject,
    by: User,
    action: string,
    details: AuditEntry['details'],
    change: (transaction: Transaction) => Promise<readonly SqlRecord[]>,
  ): Promise<readonly SqlRecord[]> {
    return this.#transact(async (transaction) => {
      const records = await change(transaction)
      const row = auditRow(project.number, realNow(), actorOf(by), { action, details })
      await transaction.run(sql.insertAuditEntry, row)
      return records
    })
  }

  #transact<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.#parts.availability.transact(this.#parts.store, work)
  }
}

export const actorOf = ({ id, email }: User): Actor => ({ id, name: email })

function roleIn(record: SqlRecord): Role {
  const role = roleOf(String(record['role']))
  if (role === undefined) throw new Error('a member has a role that there is not')
  return role
}
