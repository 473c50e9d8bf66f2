// A project's members, their roles and open invitations. Owners manage them; every member can
// leave.

import type { AnswerOf } from '../../../api/endpoint/operation.ts'
import { Problem } from '../../../api/endpoint/problems.ts'
import {
  changeMemberRole,
  inviteMember,
  listAuditLog,
  listMembers,
  removeMember,
  withdrawInvitation,
} from '../../../api/control/projects/members.ts'
import { may, type Role, roleOf, ROLES } from '../../../users/role.ts'
import { EMAIL_LENGTH, emailOf } from '../../../users/user.ts'
import { badge, dialog, outcome, panel, table } from '../../../web/html/components.ts'
import { html, type Html } from '../../../web/html/html.ts'
import { icons } from '../../../web/html/icons.ts'
import { realNow } from '../../../time.ts'
import { ago } from '../../../web/html/when.ts'
import { form, type Mistakes, mistakeSummary } from '../parts/form-view.ts'
import { answerFile, csvLink } from '../shell/list-file.ts'
import { action, type Content, page } from '../shell/page.ts'
import type { Onward, Screen, View, PageContext } from '../shell/screen.ts'
import { INVALID_EMAIL } from '../account/fields.ts'

const membersPage = page(
  listMembers,
  { path: '/members', operation: 'membersPage', of: 'page' },
  membersView,
)

/** The operations write the audit log themselves. */
const route = (path: string, operation: string) =>
  ({ path: `/members/${path}`, operation, needs: 'own', auditsItself: true }) as const

export const members: Screen = {
  group: 'Project',
  label: 'Members',
  icon: icons.person,
  path: '/members',
  isHosted: true,
  pages: [membersPage],
  downloads: (['members', 'invitations'] as const).map((member) =>
    answerFile(listMembers, {
      path: member === 'members' ? '/members.csv' : '/members/invitations.csv',
      operation: `${member}File`,
      member,
    }),
  ),
  actions: [
    action(inviteMember, route('invite', 'inviteFromPage'), async (perform, context) => {
      const typed = (context.form.get('email') ?? '').trim().slice(0, EMAIL_LENGTH)
      const email = emailOf(typed)
      const role = roleOf(context.form.get('role'))
      if (email === undefined || role === undefined)
        return membersPage.show(context, inviteRefused(typed, INVALID_EMAIL))
      return unlessRefused(
        context,
        () => perform({ body: { email, role } }),
        { location: '/members?did=invited' },
        (text) => inviteRefused(typed, text),
      )
    }),
    action(withdrawInvitation, route('withdraw', 'withdrawFromPage'), (perform, context) => {
      const email = emailOf(context.form.get('email') ?? '')
      return email === undefined
        ? membersPage.show(context, { refusal: GONE })
        : unlessRefused(context, () => perform({ params: { email } }), done('withdrawn'))
    }),
    action(changeMemberRole, route('role', 'changeRoleFromPage'), (perform, context) => {
      const role = roleOf(context.form.get('role'))
      const params = { userId: context.form.get('member') ?? '' }
      return role === undefined
        ? membersPage.show(context, { refusal: GONE })
        : unlessRefused(context, () => perform({ params, body: { role } }), done('changed'))
    }),
    action(removeMember, route('remove', 'removeFromPage'), (perform, context) => {
      const params = { userId: context.form.get('member') ?? '' }
      return unlessRefused(context, () => perform({ params }), done('removed'))
    }),
    action(
      removeMember,
      { ...route('leave', 'leaveFromPage'), needs: 'look' },
      (perform, context) => {
        const params = { userId: context.user?.id ?? '' }
        // Removed members can no longer see the project.
        const onward = { location: '/p', isBeyond: true } as const
        return unlessRefused(context, () => perform({ params }), onward)
      },
    ),
  ],
}

const done = (what: string): Onward => ({ location: `/members?did=${what}` })

const inviteRefused = (typed: string, text: string): Wrong => ({ typed, mistakes: { email: text } })

/** Performs an operation. If it is refused, shows the page with the reason. */
async function unlessRefused(
  context: PageContext,
  perform: () => Promise<unknown>,
  onward: Onward,
  wrong: (text: string) => Wrong = (refusal) => ({ refusal }),
): Promise<View | Onward | undefined> {
  try {
    await perform()
    return onward
  } catch (error) {
    const text = error instanceof Problem ? REFUSALS[error.code] : undefined
    if (text === undefined) throw error
    return membersPage.show(context, wrong(text))
  }
}

const ROLE_LABELS: Readonly<Record<Role, string>> = {
  owner: 'Owner: also manages members and can delete the project',
  developer: 'Developer: changes data, sees keys',
  viewer: 'Viewer: read only, no keys',
}

const ONLY_OWNER = 'A project needs an owner. First make another member an owner.'
const GONE = 'This member or invitation no longer exists.'

/** Texts by the code of the operation's problem. */
const REFUSALS: Readonly<Record<string, string>> = {
  'last-owner': ONLY_OWNER,
  'member-not-found': GONE,
  'already-a-member': 'This person is already a member.',
  'too-many-members': 'The project has reached its limit of members. Remove one first.',
  'too-many-emails': 'Too many emails were sent to this address. Try again in an hour.',
}

const DONE: Readonly<Record<string, string>> = {
  invited: 'Invitation sent',
  withdrawn: 'Invitation withdrawn',
  changed: 'Role changed',
  removed: 'Member removed',
}

/** The audit log entries that *Invite again* can undo, by notice. */
const UNDONE: Readonly<Record<string, string>> = {
  withdrawn: 'withdrawInvitation',
  removed: 'removeMember',
}

interface Wrong {
  /** Id of the invitation. */
  readonly mistakes?: Mistakes
  readonly typed?: string
  /** Why another action was refused. */
  readonly refusal?: string
}

async function membersView(
  { members: list, invitations: invited }: AnswerOf<typeof listMembers>,
  context: PageContext,
  wrong?: Wrong,
): Promise<Content> {
  const { role, user, query } = context
  const mayOwn = may(role, 'own')
  const did = query.get('did') ?? ''
  const owners = list.filter((member) => member.role === 'owner')
  const isOnlyOwner = ({ userId }: { readonly userId: string }): boolean =>
    owners.length === 1 && owners[0]?.userId === userId
  return {
    title: 'Members',
    ...(wrong && { status: 422 as const }),
    content: html`<header class="heading">
        <h1>Members</h1>
        <p class="tools">${csvLink(`${context.base}/members.csv`)}</p>
      </header>
      ${DONE[did] !== undefined && (await doneNotice(did, context))}
      ${wrong?.refusal !== undefined && outcome('declined', wrong.refusal)}
      ${wrong?.mistakes && mistakeSummary('invite', wrong.mistakes, { email: 'Email address' })}
      <div class="columns">
        <div class="main">
          ${membersTable(list, context, isOnlyOwner)}
          ${invited.length > 0 && invitationsPanel(invited, context)}
        </div>
        <aside>
          ${mayOwn && inviteForm(context, wrong)}
          ${leavePanel(context, user !== undefined && isOnlyOwner({ userId: user.id }))}
        </aside>
      </div>
      ${mayOwn && list.filter((member) => !isOnlyOwner(member)).map((member) => memberDialog(context, member))}`,
  }
}

type Members = AnswerOf<typeof listMembers>

/** Times are real, because accounts do not follow a project's clock. */
const realAgo = (moment: string): Html => ago(Date.parse(moment), realNow())

function membersTable(
  list: Members['members'],
  { role, user }: PageContext,
  isOnlyOwner: (member: { readonly userId: string }) => boolean,
): Html {
  const mayOwn = may(role, 'own')
  return table({
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
      realAgo(member.joinedAt),
      ...(mayOwn ? [isOnlyOwner(member) ? ONLY : changeButton(member)] : []),
    ]),
  })
}

function invitationsPanel(invited: Members['invitations'], context: PageContext): Html {
  const mayOwn = may(context.role, 'own')
  return panel({
    title: 'Invitations',
    tools: csvLink(`${context.base}/members/invitations.csv`),
    content: html`${table({
      caption: 'Invitations',
      stacks: true,
      columns: [
        { header: 'Email address' },
        { header: 'Role' },
        { header: 'Invited by', labelled: true },
        { header: 'Expires', labelled: true },
        ...(mayOwn ? [{ header: 'Change' }] : []),
      ],
      rows: invited.map(({ email, role, invitedBy, expiresAt }) => [
        html`<bdi>${email}</bdi>`,
        html`<span class="whole">${role}</span>`,
        html`<bdi>${invitedBy}</bdi>`,
        realAgo(expiresAt),
        ...(mayOwn ? [withdrawForm(context, email)] : []),
      ]),
    })}`,
  })
}

const leavePanel = ({ base }: PageContext, isOnlyOwner: boolean): Html =>
  panel({
    title: 'Leave project',
    content: html`${
      isOnlyOwner
        ? html`<p class="aside">${ONLY_OWNER}</p>`
        : form({
            id: 'leave',
            action: `${base}/members/leave`,
            explanation: 'You will lose access to the project. An owner can invite you again.',
            button: 'Leave project',
            look: 'danger',
          })
    }`,
  })

const inviteForm = ({ base }: PageContext, wrong: Wrong | undefined): Html =>
  panel({
    title: 'Invite a member',
    content: html`${form({
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
          value: wrong?.typed ?? '',
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
      ...(wrong?.mistakes && { mistakes: wrong.mistakes }),
    })}`,
  })

type ListedMember = AnswerOf<typeof listMembers>['members'][number]

const ONLY = html`<span class="aside">only owner</span>`

const dialogId = ({ userId }: ListedMember): string => `member-${userId}`

const changeButton = (member: ListedMember): Html =>
  html`<button class="button quiet" type="button" popovertarget="${dialogId(member)}">
    Change…<span class="sr-only"> ${member.email}</span>
  </button>`

const memberDialog = ({ base }: PageContext, member: ListedMember): Html =>
  dialog({
    id: dialogId(member),
    title: member.email,
    content: html`${form({
      id: `role-${member.userId}`,
      action: `${base}/members/role`,
      hidden: { member: member.userId },
      fields: [
        {
          kind: 'choice',
          name: 'role',
          label: 'Role',
          value: member.role,
          options: ROLES.map((role) => ({ value: role, label: ROLE_LABELS[role] })),
        },
      ],
      button: 'Change role',
    })}
    ${form({
      id: `remove-${member.userId}`,
      action: `${base}/members/remove`,
      hidden: { member: member.userId },
      explanation:
        'Removes the member and withdraws their invitations. They may still know the credentials.',
      button: 'Remove member',
      look: 'danger',
    })}`,
  })

/** The notice after an action, with possible next steps. */
async function doneNotice(did: string, { base, role, perform }: PageContext): Promise<Html> {
  const undone = may(role, 'own') ? UNDONE[did] : undefined
  const [entry] =
    undone === undefined ? [] : (await perform(listAuditLog, { query: { limit: '1' } })).items
  const { email = entry?.details['member'], role: invitedAs } = entry?.details ?? {}
  const again =
    entry?.action === undone &&
    email !== undefined &&
    invitedAs !== undefined &&
    html`<form class="row-act" method="post" action="${base}/members/invite" id="invite-again">
      <input type="hidden" name="email" value="${email}" />
      <input type="hidden" name="role" value="${invitedAs}" />
      <button class="button-link" type="submit">Invite <bdi>${email}</bdi> again</button>
    </form>`
  return outcome(
    'approved',
    html`<strong>${DONE[did]}</strong> ${
        did === 'removed' &&
        html`They may still know the project’s credentials.
          <a href="${base}/keys">Rotate the credentials</a>.`
      }
      ${again}`,
  )
}

const withdrawForm = ({ base }: PageContext, email: string): Html =>
  html`<form class="row-act" method="post" action="${base}/members/withdraw">
    <input type="hidden" name="email" value="${email}" />
    <button class="button-link" type="submit" aria-label="Withdraw the invitation of ${email}">
      Withdraw
    </button>
  </form>`
