// The members of a project and its audit log. Only hosted mode has accounts.

import Type from 'typebox'
import { pageOf } from '../../store/keyset.ts'
import { auditEntries } from '../../users/audit.ts'
import { listInvitations } from '../../users/invitations.ts'
import { listMembers as membersOf } from '../../users/members.ts'
import { ROLES } from '../../users/role.ts'
import { operation } from './api.ts'
import { List, listAnswer, listQuery } from './list.ts'
import { iso, Moment } from './schemas.ts'

const RoleSchema = Type.Enum([...ROLES])

export const listMembers = operation({
  name: 'listMembers',
  method: 'GET',
  path: '/members',
  summary: 'List the members',
  description:
    'The members of the project and its open invitations. In local mode, which has no accounts, both lists are empty.',
  answer: Type.Object({
    members: Type.Array(
      Type.Object({
        userId: Type.String(),
        email: Type.String(),
        role: RoleSchema,
        joinedAt: Moment,
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
      members: members.map(({ userId, email, role, joinedAt }) => ({
        ...{ userId, email, role },
        joinedAt: iso(joinedAt),
      })),
      invitations: invitations.map(({ email, role, invitedBy, endsAt }) => ({
        ...{ email, role, invitedBy },
        expiresAt: iso(endsAt),
      })),
    }
  },
})

const auditList = new List<readonly [id: string]>('audit log')

export const listAuditLog = operation({
  name: 'listAuditLog',
  method: 'GET',
  path: '/audit-log',
  summary: 'Read the audit log',
  description:
    'Newest first: changes that members made on the portal, and changes of the project by its API key. Real time. Empty in local mode, which has no accounts.',
  query: listQuery({}),
  answer: listAnswer(
    Type.Object({
      id: Type.String(),
      at: Moment,
      actor: Type.String({ description: 'Email address of a member, or what made the change' }),
      action: Type.String({ description: 'Name of the operation' }),
      details: Type.Record(Type.String(), Type.String()),
    }),
  ),
  errors: ['cursor-invalid'],
  async handle({ service, project, query }) {
    const { after, limit } = auditList.request(project, query)
    const { accounts } = service
    if (accounts === undefined) return { items: [], nextCursor: null }
    const entries = await auditEntries(accounts, project.number, {
      ...(after && { before: after[0] }),
      limit: limit + 1,
    })
    return auditList.answer(
      project,
      pageOf(entries, limit, ({ id }) => [id]),
      ({ at, details, ...entry }) => ({ ...entry, at: iso(at), details: { ...details } }),
    )
  },
})

export const memberOperations = [listMembers, listAuditLog]
