// The members of a project: who they are, whom they invited, what each may do. Owners change that; everybody may leave.

import type { MemberRefusal } from '../../../users/members.ts'
import { may, type Role, roleOf, ROLES } from '../../../users/role.ts'
import { EMAIL_LENGTH, emailOf } from '../../../users/user.ts'
import { badge, table } from '../../../web/html/components.ts'
import { attributes, html } from '../../../web/html/html.ts'
import type { Html } from '../../../web/html/html.ts'
import { icons } from '../../../web/html/icons.ts'
import { realNow } from '../../../time.ts'
import { ago } from '../../../web/html/when.ts'
import { form, type Mistakes, mistakeSummary } from '../parts/form-view.ts'
import type { Onward, Screen, View, PageContext } from '../shell/screen.ts'
import { accountsOf } from './accounts-of.ts'

const auditsItself = true

export const members: Screen = {
  group: 'Project',
  label: 'Members',
  icon: icons.person,
  path: '/members',
  isHosted: true,
  pages: [{ path: '/members', operation: 'membersPage', show: (context) => membersView(context) }],
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

const ROLE_WORDS: Readonly<Record<Role, string>> = {
  owner: 'Owner: everything, and who the members are',
  developer: 'Developer: credentials, and all that the interfaces do',
  viewer: 'Viewer: looks, sees no credentials',
}

const REFUSALS: Readonly<Record<MemberRefusal, string>> = {
  'last-owner': 'A project always has an owner: make somebody else one first.',
  'not-a-member': 'They are not there any more.',
  'already-a-member': 'They are a member already.',
  'too-many': 'The project is full: remove a member or an invitation first.',
}

const DONE_SENTENCES: Readonly<Record<string, string>> = {
  invited: 'The invitation is on its way',
  withdrawn: 'The invitation is withdrawn',
  changed: 'The role was changed',
  removed: 'The member was removed',
}

interface Wrong {
  readonly form: 'invite' | 'members'
  readonly typed?: string
  readonly mistakes: Mistakes
}

async function membersView(context: PageContext, wrong?: Wrong): Promise<View> {
  const { project, role, user, query } = context
  const { members: all } = accountsOf(context)
  const [list, invitations] = await Promise.all([
    all.list(project.number),
    all.invitations(project.number),
  ])
  const mayOwn = may(role, 'own')
  // Letters and log-ins know no clock but the real one.
  const now = realNow()
  const done = DONE_SENTENCES[query.get('did') ?? '']
  return {
    title: 'Members',
    ...(wrong && { status: 422 as const }),
    call: { api: 'control', method: 'GET', path: '/project' },
    content: html`<header class="heading"><h1>Members</h1></header>
      ${
        done !== undefined &&
        html`<div class="notice approved" role="status">
          ${icons.check}
          <div>${done}</div>
        </div>`
      }
      ${wrong && mistakeSummary(wrong.form, wrong.mistakes, { email: 'Mail address', member: 'Member' })}
      ${table({
        caption: 'Members',
        stacks: true,
        columns: [
          { header: 'Who' },
          { header: 'Role' },
          { header: 'Joined', labelled: true },
          ...(mayOwn ? [{ header: 'Change' }] : []),
        ],
        rows: list.map((member) => [
          html`<bdi>${member.email}</bdi> ${member.userId === user?.id && badge('neutral', 'you')}`,
          html`<span class="whole">${member.role}</span>`,
          ago(member.joinedAt, now),
          ...(mayOwn ? [memberForms(context, member)] : []),
        ]),
      })}
      ${
        invitations.length > 0 &&
        html`<section>
          <h2>Invited</h2>
          ${table({
            caption: 'Invitations',
            stacks: true,
            columns: [
              { header: 'Who' },
              { header: 'As' },
              { header: 'By', labelled: true },
              { header: 'Ends', labelled: true },
              ...(mayOwn ? [{ header: 'Change' }] : []),
            ],
            rows: invitations.map(({ email, role: as, invitedBy, endsAt }) => [
              html`<bdi>${email}</bdi>`,
              html`<span class="whole">${as}</span>`,
              html`<bdi>${invitedBy}</bdi>`,
              ago(endsAt, now),
              ...(mayOwn ? [withdrawForm(context, email)] : []),
            ]),
          })}
        </section>`
      }
      ${mayOwn && inviteForm(context, wrong)}
      <section class="sheet-of">
        <h2>Leave</h2>
        ${form({
          id: 'leave',
          action: `${context.base}/members/leave`,
          explanation: 'You will not see the project any more; an owner can invite you again.',
          button: 'Leave the project',
          look: 'danger',
        })}
      </section>`,
  }
}

const inviteForm = ({ base }: PageContext, wrong: Wrong | undefined): Html =>
  html`<section class="sheet-of">
    <h2>Invite</h2>
    ${form({
      id: 'invite',
      action: `${base}/members/invite`,
      explanation: 'A letter with a link goes to them; it is good for seven days.',
      fields: [
        {
          kind: 'text',
          name: 'email',
          label: 'Mail address',
          type: 'email',
          maxLength: EMAIL_LENGTH,
          value: wrong?.form === 'invite' ? (wrong.typed ?? '') : '',
        },
        {
          kind: 'choice',
          name: 'role',
          label: 'As',
          value: 'developer',
          options: ROLES.map((role) => ({ value: role, label: ROLE_WORDS[role] })),
        },
      ],
      button: 'Invite',
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

/** The one who acts: no page of members is there without a log-in. */
const userOf = ({ user }: PageContext) => {
  if (user === undefined) throw new Error('nobody is logged in')
  return user
}

async function invite(context: PageContext): Promise<View | Onward> {
  const { form: posted, project } = context
  const typed = (posted.get('email') ?? '').trim().slice(0, EMAIL_LENGTH)
  const email = emailOf(typed)
  const role = roleOf(posted.get('role'))
  const refused = (text: string) =>
    membersView(context, { form: 'invite', typed, mistakes: { email: text } })
  if (email === undefined || role === undefined)
    return refused('Type a mail address such as name@example.com.')
  const refusal = await accountsOf(context).members.invite(
    project,
    { email, role },
    userOf(context),
  )
  return refusal === undefined ? { location: '/members?did=invited' } : refused(REFUSALS[refusal])
}

async function withdraw(context: PageContext): Promise<View | Onward> {
  const email = (context.form.get('email') ?? '').slice(0, EMAIL_LENGTH)
  const { members: all } = accountsOf(context)
  const refusal = await all.withdrawInvitation(context.project, email, userOf(context))
  return afterwards(context, refusal, 'withdrawn')
}

async function changeRole(context: PageContext): Promise<View | Onward> {
  const role = roleOf(context.form.get('role'))
  const userId = (context.form.get('member') ?? '').slice(0, 40)
  if (role === undefined) return afterwards(context, 'not-a-member', 'changed')
  const { members: all } = accountsOf(context)
  const refusal = await all.changeRole(context.project, { userId, role }, userOf(context))
  return afterwards(context, refusal, 'changed')
}

async function remove(context: PageContext): Promise<View | Onward> {
  const userId = (context.form.get('member') ?? '').slice(0, 40)
  const refusal = await accountsOf(context).members.remove(context.project, userId, userOf(context))
  return afterwards(context, refusal, 'removed')
}

async function leave(context: PageContext): Promise<View | Onward> {
  const user = userOf(context)
  const refusal = await accountsOf(context).members.remove(context.project, user.id, user)
  // The project is not theirs to see any more: its address leads to all projects.
  return refusal === undefined
    ? { location: '/p', isBeyond: true }
    : afterwards(context, refusal, 'removed')
}

const afterwards = (
  context: PageContext,
  refusal: MemberRefusal | undefined,
  did: string,
): Promise<View> | Onward =>
  refusal === undefined
    ? { location: `/members?did=${did}` }
    : membersView(context, { form: 'members', mistakes: { member: REFUSALS[refusal] } })
