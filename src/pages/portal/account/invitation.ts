// Joining a project by an invitation's link: with the account that is logged in, or with one that is made for the address that was invited.

import { passwordMistake } from '../../../users/user.ts'
import type { ReceivedInvitation } from '../../../users/members.ts'
import { html } from '../../../web/html/html.ts'
import type { Mistakes } from '../parts/form-view.ts'
import { loneForm, said } from './lone-form.ts'
import { newPasswordField } from './password.ts'
import type { AccountAnswer, AccountView, AccountContext } from './account-route.ts'

const EXPIRED_VIEW: AccountView = said(
  'This invitation is not good any more',
  'It was used or withdrawn, or its time is over. Ask whoever invited you for another.',
  404,
)

interface OpenInvitation {
  readonly token: string
  readonly invitation: ReceivedInvitation
  /** How the one who holds the link may join. */
  readonly way: 'join' | 'log-in' | 'choose-password'
}

async function openOf(context: AccountContext, token: string): Promise<OpenInvitation | undefined> {
  const { accounts, user } = context
  const invitation = await accounts.members.invitationOf(token)
  if (invitation === undefined) return undefined
  if (user !== undefined) return { token, invitation, way: 'join' }
  const isKnown = await accounts.users.isKnown(invitation.email)
  return { token, invitation, way: isKnown ? 'log-in' : 'choose-password' }
}

export async function showInvitation(context: AccountContext): Promise<AccountAnswer> {
  const open = await openOf(context, context.query.get('token') ?? '')
  return open === undefined ? EXPIRED_VIEW : invitationView(open, context, {})
}

function invitationView(
  { token, invitation, way }: OpenInvitation,
  { user }: AccountContext,
  mistakes: Mistakes,
): AccountView {
  const { invitedBy, projectName, role, email } = invitation
  const lead = html`<bdi>${invitedBy}</bdi> invites you as ${role}.`
  const title = `Join ${projectName}`
  if (way === 'log-in') {
    const next = encodeURIComponent(`/account/invitation?token=${token}`)
    return said(title, html`${lead} <a href="/account/log-in?next=${next}">Log in to join</a>`)
  }
  const isNew = way === 'choose-password'
  return loneForm({
    title,
    lead: isNew
      ? html`${lead} Choose a password for <strong><bdi>${email}</bdi></strong
          >.`
      : html`${lead} You join as <strong><bdi>${user?.email}</bdi></strong
          >.`,
    form: {
      id: 'invitation',
      action: '/account/invitation',
      hidden: { token },
      ...(isNew && { fields: [newPasswordField()] }),
      button: 'Join',
      mistakes,
    },
  })
}

export async function acceptInvitation(context: AccountContext): Promise<AccountAnswer> {
  const { form, accounts, user, browser } = context
  const open = await openOf(context, form.get('token') ?? '')
  if (open === undefined) return EXPIRED_VIEW
  const { token, invitation, way } = open
  const location = `/p/${invitation.projectId}`
  if (user !== undefined)
    return (await accounts.members.join(token, user)) ? { location } : EXPIRED_VIEW
  if (way === 'log-in') return invitationView(open, context, {})
  const password = form.get('password') ?? ''
  const mistake = passwordMistake(password, invitation.email)
  if (mistake !== undefined) return invitationView(open, context, { password: mistake })
  const made = await accounts.members.joinWithPassword(token, password)
  if (made === undefined) return EXPIRED_VIEW
  return { location, session: await accounts.users.openSession(made.id, browser) }
}
