// The members of a project, their roles and open invitations. Owners manage them; every member can
// leave.

import * as invitations from '../../../users/invitations.ts'
import * as act from '../../../users/members.ts'
import { listMembers } from '../../../api/control/members.ts'
import type { AnswerOf } from '../../../api/endpoint/operation.ts'
import { may, type Role, roleOf, ROLES } from '../../../users/role.ts'
import { EMAIL_LENGTH, emailOf } from '../../../users/user.ts'
import { badge, table } from '../../../web/html/components.ts'
import { attributes, html } from '../../../web/html/html.ts'
import type { Html, HtmlValue } from '../../../web/html/html.ts'
import { icons } from '../../../web/html/icons.ts'
import { realNow } from '../../../time.ts'
import { ago } from '../../../web/html/when.ts'
import { form, type Mistakes, mistakeSummary } from '../parts/form-view.ts'
import { type Content, page } from '../shell/page.ts'
import type { Onward, Screen, View, PageContext } from '../shell/screen.ts'
import { INVALID_EMAIL } from '../account/fields.ts'
import { accountsOf } from './accounts-of.ts'

const auditsItself = true

const membersPage = page(
  listMembers,
  { path: '/members', operation: 'membersPage', of: 'page' },
  membersView,
)

export const members: Screen = {
  group: 'Project',
  label: 'Members',
  icon: icons.person,
  path: '/members',
  isHosted: true,
  pages: [membersPage],
  actions: [
    {
      path: '/members/invite',
      operation: 'inviteFromPage',
      needs: 'own',
      act: invite,
      auditsItself,
    },
    {
      path: '/members/withdraw',
      operation: 'withdrawFromPage',
      needs: 'own',
      act: withdraw,
      auditsItself,
    },
    {
      path: '/members/role',
      operation: 'changeRoleFromPage',
      needs: 'own',
      act: changeRole,
      auditsItself,
    },
    {
      path: '/members/remove',
      operation: 'removeFromPage',
      needs: 'own',
      act: remove,
      auditsItself,
    },
    { path: '/members/leave', operation: 'leaveFromPage', needs: 'look', act: leave, auditsItself },
  ],
}

const ROLE_LABELS: Readonly<Record<Role, string>> = {
  owner: 'Owner: everything, including members and deleting the project',
  developer: 'Developer: credentials and everything the interfaces offer',
  viewer: 'Viewer: read only, no credentials',
}

type Refusal = act.MemberRefusal | invitations.InvitationRefusal

const REFUSALS: Readonly<Record<Refusal, string>> = {
  'last-owner': 'A project needs an owner. Give another member the role owner first.',
  'not-a-member': 'This member or invitation no longer exists.',
  'already-a-member': 'This person is already a member.',
  'too-many-members': `Limit of ${invitations.MEMBERS_MAX} members and invitations reached. Remove one first.`,
  'too-many-emails': 'This address was sent too many emails. Try again in an hour.',
}

const DONE: Readonly<Record<string, (context: PageContext) => HtmlValue>> = {
  invited: () => 'Invitation sent',
  withdrawn: () => 'Invitation withdrawn',
  changed: () => 'Role changed',
  removed: ({ base }) =>
    html`Member removed. They may still know the credentials of the project:
      <a href="${base}/keys">rotate the credentials</a>.`,
}

/** In place of the forms that would be refused. */
const ONLY_OWNER = html`<span class="aside">only owner</span>`

interface Wrong {
  readonly form: 'invite' | 'members'
  readonly typed?: string
  readonly mistakes: Mistakes
}

function membersView(
  { members: list, invitations: invited }: AnswerOf<typeof listMembers>,
  context: PageContext,
  wrong?: Wrong,
): Content {
  const { role, user, query } = context
  const mayOwn = may(role, 'own')
  // Not the project's clock: accounts live in real time.
  const now = realNow()
  const done = DONE[query.get('did') ?? '']
  const owners = list.filter((member) => member.role === 'owner')
  const isOnlyOwner = ({ userId }: Pick<act.Member, 'userId'>): boolean =>
    owners.length === 1 && owners[0]?.userId === userId
  return {
    title: 'Members',
    ...(wrong && { status: 422 as const }),
    content: html`<header class="heading"><h1>Members</h1></header>
      ${
        done !== undefined &&
        html`<div class="notice approved" role="status">
          ${icons.check}
          <div>${done(context)}</div>
        </div>`
      }
      ${wrong && mistakeSummary(wrong.form, wrong.mistakes, { email: 'Email address', member: 'Member' })}
      ${table({
        caption: 'Members',
        stacks: true,
        columns: [
          { header: 'Member' },
          { header: 'Role' },
          { header: 'Joined', labelled: true },
          ...(mayOwn ? [{ header: 'Change' }] : []),
        ],
        rows: list.map((member) => [
          html`<bdi>${member.email}</bdi> ${member.userId === user?.id && badge('neutral', 'you')}`,
          html`<span class="whole">${member.role}</span>`,
          ago(Date.parse(member.joinedAt), now),
          ...(mayOwn ? [isOnlyOwner(member) ? ONLY_OWNER : memberForms(context, member)] : []),
        ]),
      })}
      ${
        invited.length > 0 &&
        html`<section>
          <h2>Invitations</h2>
          ${table({
            caption: 'Invitations',
            stacks: true,
            columns: [
              { header: 'Email address' },
              { header: 'Role' },
              { header: 'Invited by', labelled: true },
              { header: 'Expires', labelled: true },
              ...(mayOwn ? [{ header: 'Change' }] : []),
            ],
            rows: invited.map(({ email, role: invitedAs, invitedBy, expiresAt }) => [
              html`<bdi>${email}</bdi>`,
              html`<span class="whole">${invitedAs}</span>`,
              html`<bdi>${invitedBy}</bdi>`,
              ago(Date.parse(expiresAt), now),
              ...(mayOwn ? [withdrawForm(context, email)] : []),
            ]),
          })}
        </section>`
      }
      ${mayOwn && inviteForm(context, wrong)}
      <section class="sheet-of">
        <h2>Leave project</h2>
        ${
          user !== undefined && isOnlyOwner({ userId: user.id })
            ? html`<p class="aside">${REFUSALS['last-owner']}</p>`
            : form({
                id: 'leave',
                action: `${context.base}/members/leave`,
                explanation: 'You lose access to the project. An owner can invite you again.',
                button: 'Leave project',
                look: 'danger',
              })
        }
      </section>`,
  }
}

const inviteForm = ({ base }: PageContext, wrong: Wrong | undefined): Html =>
  html`<section class="sheet-of">
    <h2>Invite a member</h2>
    ${form({
      id: 'invite',
      action: `${base}/members/invite`,
      explanation: 'We email an invitation link that expires in seven days.',
      fields: [
        {
          kind: 'text',
          name: 'email',
          label: 'Email address',
          type: 'email',
          maxLength: EMAIL_LENGTH,
          value: wrong?.form === 'invite' ? (wrong.typed ?? '') : '',
        },
        {
          kind: 'choice',
          name: 'role',
          label: 'Role',
          value: 'developer',
          options: ROLES.map((role) => ({ value: role, label: ROLE_LABELS[role] })),
        },
      ],
      button: 'Send invitation',
      ...(wrong?.form === 'invite' && { mistakes: wrong.mistakes }),
    })}
  </section>`

const memberForms = (
  { base }: PageContext,
  { userId, email, role }: { readonly userId: string; readonly email: string; readonly role: Role },
): Html =>
  html`<form class="row-act" method="post" action="${base}/members/role">
      <input type="hidden" name="member" value="${userId}" />
      <select name="role" aria-label="Role of ${email}">
        ${ROLES.map(
          (each) =>
            html`<option value="${each}" ${attributes({ selected: each === role })}>
              ${each}
            </option>`,
        )}
      </select>
      <button class="button-link" type="submit" aria-label="Set the role of ${email}">Set</button>
    </form>
    <form class="row-act" method="post" action="${base}/members/remove">
      <input type="hidden" name="member" value="${userId}" />
      <button class="button-link" type="submit" aria-label="Remove ${email}">Remove</button>
    </form>`

const withdrawForm = ({ base }: PageContext, email: string): Html =>
  html`<form class="row-act" method="post" action="${base}/members/withdraw">
    <input type="hidden" name="email" value="${email}" />
    <button class="button-link" type="submit" aria-label="Withdraw the invitation of ${email}">
      Withdraw
    </button>
  </form>`

/** These pages exist only in hosted mode, where everybody is logged in. */
const userOf = ({ user }: PageContext) => {
  if (user === undefined) throw new Error('a page of members was opened without a log-in')
  return user
}

async function invite(context: PageContext): Promise<View | Onward | undefined> {
  const { form: posted, project } = context
  const typed = (posted.get('email') ?? '').trim().slice(0, EMAIL_LENGTH)
  const email = emailOf(typed)
  const role = roleOf(posted.get('role'))
  const refused = (text: string) =>
    membersPage.show(context, { form: 'invite', typed, mistakes: { email: text } })
  if (email === undefined || role === undefined) return refused(INVALID_EMAIL)
  const invitation = { email, role }
  const refusal = await invitations.invite(
    accountsOf(context),
    project,
    invitation,
    userOf(context),
  )
  return refusal === undefined ? { location: '/members?did=invited' } : refused(REFUSALS[refusal])
}

async function withdraw(context: PageContext): Promise<View | Onward | undefined> {
  const email = emailOf(context.form.get('email') ?? '') ?? ''
  const { project } = context
  const refusal = await invitations.withdrawInvitation(
    accountsOf(context),
    project,
    email,
    userOf(context),
  )
  return afterwards(context, refusal, 'withdrawn')
}

async function changeRole(context: PageContext): Promise<View | Onward | undefined> {
  const role = roleOf(context.form.get('role'))
  const userId = context.form.get('member') ?? ''
  if (role === undefined) return afterwards(context, 'not-a-member', 'changed')
  const { project } = context
  const change = { userId, role }
  const refusal = await act.changeRole(accountsOf(context), project, change, userOf(context))
  return afterwards(context, refusal, 'changed')
}

async function remove(context: PageContext): Promise<View | Onward | undefined> {
  const userId = context.form.get('member') ?? ''
  const { project } = context
  const refusal = await act.removeMember(accountsOf(context), project, userId, userOf(context))
  return afterwards(context, refusal, 'removed')
}

async function leave(context: PageContext): Promise<View | Onward | undefined> {
  const user = userOf(context)
  const refusal = await act.removeMember(accountsOf(context), context.project, user.id, user)
  // They can no longer see the project.
  return refusal === undefined
    ? { location: '/p', isBeyond: true }
    : afterwards(context, refusal, 'removed')
}

const afterwards = (
  context: PageContext,
  refusal: Refusal | undefined,
  did: string,
): Promise<View | Onward | undefined> | Onward =>
  refusal === undefined
    ? { location: `/members?did=${did}` }
    : membersPage.show(context, { form: 'members', mistakes: { member: REFUSALS[refusal] } })
