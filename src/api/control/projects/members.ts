// A project's members and its audit log. Only hosted mode has accounts.

import { Type } from '../../../web/http/schemas/type.ts'
import { pageOf } from '../../../store/keyset.ts'
import { auditEntries } from '../../../users/audit.ts'
import { chooseCallbackAlerts } from '../../../users/callback-alerts.ts'
import {
  invite,
  type InvitationRefusal,
  listInvitations,
  MEMBERS_MAX,
  withdrawInvitation as withdraw,
} from '../../../users/invitations.ts'
import {
  changeRole,
  listMembers as membersOf,
  type MemberRefusal,
  removeMember as remove,
} from '../../../users/members.ts'
import { ROLES } from '../../../users/role.ts'
import { EMAIL_LENGTH, emailOf } from '../../../users/user.ts'
import { operation, ownerOperation } from '../api.ts'
import { List, listAnswer, listQuery } from '../list.ts'
import type { Problem } from '../../endpoint/problems.ts'
import { problem, type ProblemCode, unacceptable } from '../problems.ts'
import { momentIn, PERIOD } from '../period.ts'
import { iso, Moment } from '../schemas.ts'

const RoleSchema = Type.Enum([...ROLES])
const AlertsSchema = Type.Boolean({ description: 'True: emails about failing callbacks are on' })

export const listMembers = operation({
  name: 'listMembers',
  method: 'GET',
  path: '/members',
  summary: 'List the members',
  description:
    'Lists the members of the project and its open invitations. In local mode, which has no user accounts, both lists are empty.',
  answer: Type.Object({
    members: Type.Array(
      Type.Object({
        userId: Type.String(),
        email: Type.String(),
        role: RoleSchema,
        joinedAt: Moment,
        callbackAlerts: Type.Boolean({
          description: 'True for members who get an email when callbacks keep failing',
        }),
      }),
    ),
    invitations: Type.Array(
      Type.Object({
        email: Type.String(),
        role: RoleSchema,
        invitedBy: Type.String(),
        expiresAt: Moment,
      }),
    ),
  }),
  async handle({ service, project: { number } }) {
    const { accounts } = service
    if (accounts === undefined) return { members: [], invitations: [] }
    const [members, invitations] = await Promise.all([
      membersOf(accounts, number),
      listInvitations(accounts, number),
    ])
    return {
      members: members.map(({ userId, email, role, joinedAt, hasCallbackAlerts }) => ({
        userId,
        email,
        role,
        joinedAt: iso(joinedAt),
        callbackAlerts: hasCallbackAlerts,
      })),
      invitations: invitations.map(({ email, role, invitedBy, endsAt }) => ({
        email,
        role,
        invitedBy,
        expiresAt: iso(endsAt),
      })),
    }
  },
})

const NOT_A_MEMBER = 'This project has no such member or invitation.'

/** Code and detail of each refusal. */
// prettier-ignore
const REFUSALS: Readonly<Record<MemberRefusal | InvitationRefusal, readonly [ProblemCode, detail: string]>> = {
  'not-a-member':     ['member-not-found', NOT_A_MEMBER],
  'last-owner':       ['last-owner', 'Give another member the role owner first.'],
  'already-a-member': ['already-a-member', 'Change the member’s role instead.'],
  'too-many-members': ['too-many-members', `A project has at most ${MEMBERS_MAX} members and invitations. Remove one first.`],
  'too-many-emails':  ['too-many-emails', 'Try again in an hour.'],
}

const refused = (refusal: MemberRefusal | InvitationRefusal): Problem => {
  const [code, detail] = REFUSALS[refusal]
  return problem(code, detail)
}

const UserId = Type.String({ description: 'Id of the member', examples: ['usr_aaaaaaaaaaaaaaaa'] })
const Email = Type.String({ minLength: 3, maxLength: EMAIL_LENGTH })
const OWNERS = 'Only owners may do this, so hosted mode also needs the admin token.'

export const inviteMember = ownerOperation({
  name: 'inviteMember',
  method: 'POST',
  path: '/members/invitations',
  summary: 'Invite a member',
  description: `Emails a link that expires in seven days. A new invitation replaces the previous invitation of the address. ${OWNERS}`,
  body: Type.Object({ email: Email, role: RoleSchema }, { additionalProperties: false }),
  examples: [{ email: 'grace@example.com', role: 'developer' }],
  status: 201,
  answer: Type.Object({ email: Type.String(), role: RoleSchema }),
  errors: ['already-a-member', 'too-many-members', 'too-many-emails'],
  async handle({ service: { accounts }, project, actor, body: { email: typed, role } }) {
    if (accounts === undefined)
      throw unacceptable('/email', 'is for hosted mode; local mode has no accounts')
    const email = emailOf(typed)
    if (email === undefined) throw unacceptable('/email', 'must be an email address')
    const refusal = await invite(accounts, project, { email, role }, actor)
    if (refusal !== undefined) throw refused(refusal)
    return { email, role }
  },
})

export const withdrawInvitation = ownerOperation({
  name: 'withdrawInvitation',
  method: 'DELETE',
  path: '/members/invitations/:email',
  summary: 'Withdraw an invitation',
  description: `Withdraws an invitation. The link in its email stops working. ${OWNERS}`,
  params: Type.Object({
    email: {
      ...Email,
      description: 'Email address of the invitation',
      examples: ['grace@example.com'],
    },
  }),
  answer: Type.Object({ email: Type.String() }),
  errors: ['member-not-found'],
  async handle({ service: { accounts }, project, actor, params }) {
    const email = emailOf(params.email)
    if (accounts === undefined || email === undefined) throw refused('not-a-member')
    const refusal = await withdraw(accounts, project, email, actor)
    if (refusal !== undefined) throw refused(refusal)
    return { email }
  },
})

export const changeMemberRole = ownerOperation({
  name: 'changeMemberRole',
  method: 'PATCH',
  path: '/members/:userId',
  summary: "Change a member's role",
  description: `Changes the role of a member. To hand a project over, give another member the role owner. A project always has an owner. ${OWNERS}`,
  params: Type.Object({ userId: UserId }),
  body: Type.Object({ role: RoleSchema }, { additionalProperties: false }),
  examples: [{ role: 'viewer' }],
  answer: Type.Object({ userId: Type.String(), role: RoleSchema }),
  errors: ['member-not-found', 'last-owner'],
  async handle({ service: { accounts }, project, actor, params: { userId }, body: { role } }) {
    if (accounts === undefined) throw refused('not-a-member')
    const refusal = await changeRole(accounts, project, { userId, role }, actor)
    if (refusal !== undefined) throw refused(refusal)
    return { userId, role }
  },
})

export const removeMember = ownerOperation({
  name: 'removeMember',
  method: 'DELETE',
  path: '/members/:userId',
  summary: 'Remove a member',
  description: `Removes a member, and withdraws the invitations that the member sent. The member may still know the credentials: rotate them. ${OWNERS}`,
  params: Type.Object({ userId: UserId }),
  answer: Type.Object({ userId: Type.String() }),
  errors: ['member-not-found', 'last-owner'],
  async handle({ service: { accounts }, project, actor, params: { userId } }) {
    if (accounts === undefined) throw refused('not-a-member')
    const refusal = await remove(accounts, project, userId, actor)
    if (refusal !== undefined) throw refused(refusal)
    return { userId }
  },
})

export const changeMemberAlerts = operation({
  name: 'changeMemberAlerts',
  method: 'PUT',
  path: '/callback-alerts/:userId',
  summary: 'Start or stop emails about failing callbacks',
  description:
    'If `callbacks` is true, the member gets an email when a callback of the project has failed three times in a row, at most one a day. In the portal, members can only change this for themselves.',
  permission: 'look',
  params: Type.Object({ userId: UserId }),
  body: Type.Object({ callbacks: AlertsSchema }, { additionalProperties: false }),
  examples: [{ callbacks: true }],
  answer: Type.Object({ userId: Type.String(), callbacks: AlertsSchema }),
  errors: ['member-not-found'],
  async handle({ service: { accounts }, project, actor, params: { userId }, body: { callbacks } }) {
    const isOwn = actor.id === null || actor.id === userId
    const choice = { userId, isWanted: callbacks }
    if (accounts === undefined || !isOwn) throw refused('not-a-member')
    if (!(await chooseCallbackAlerts(accounts, project.number, choice)))
      throw refused('not-a-member')
    return { userId, callbacks }
  },
})

const auditList = new List<readonly [id: string]>('audit log')

export const listAuditLog = operation({
  name: 'listAuditLog',
  method: 'GET',
  path: '/audit-log',
  permission: 'change',
  summary: 'Read the audit log',
  description:
    "Lists the changes that members made in the portal, and changes with the project's API key, newest first. Times are real time. In local mode, which has no user accounts, the list is empty.",
  query: listQuery({
    q: Type.Optional(
      Type.String({
        maxLength: 100,
        pattern: '^[^\\u0000-\\u001F\\u007F]*$',
        description: 'Only entries whose actor, action or details contain this text',
      }),
    ),
    ...PERIOD,
  }),
  answer: listAnswer(
    Type.Object({
      id: Type.String(),
      at: Moment,
      actor: Type.String({
        description: 'Email address of the member, or the name of what made the change',
      }),
      action: Type.String({ description: 'Name of the operation that made the change' }),
      details: Type.Record(Type.String(), Type.String()),
    }),
  ),
  errors: ['cursor-invalid'],
  async handle({ service, project, query }) {
    const { q: text, from, until, ...page } = query
    const { after, limit } = auditList.request(project, page)
    const filter = { text, from: momentIn('from', from), until: momentIn('until', until) }
    const { accounts } = service
    if (accounts === undefined) return { items: [], nextCursor: null }
    const entries = await auditEntries(accounts, project.number, {
      ...filter,
      before: after?.[0],
      limit: limit + 1,
    })
    return auditList.answer(
      project,
      pageOf(entries, limit, ({ id }) => [id]),
      ({ at, details, ...entry }) => ({ ...entry, at: iso(at), details: { ...details } }),
    )
  },
})

export const memberOperations = [
  listMembers,
  inviteMember,
  withdrawInvitation,
  changeMemberRole,
  removeMember,
  changeMemberAlerts,
  listAuditLog,
]
