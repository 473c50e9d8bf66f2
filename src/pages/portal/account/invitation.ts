// Joins a project through an invitation link: with the signed-in account, or with a new one for the
// invited address.

import * as act from '../../../users/invitations.ts'
import { openSession } from '../../../users/sessions.ts'
import { findUser } from '../../../users/stored-user.ts'
import { passwordMistake } from '../../../users/user.ts'
import { html } from '../../../web/html/html.ts'
import type { Mistakes } from '../parts/form-view.ts'
import type { AccountAnswer, AccountContext, AccountView } from './account-route.ts'
import { newPasswordField } from './fields.ts'
import { loneForm, messagePage } from './lone-form.ts'

const INVALID_INVITATION: AccountView = messagePage(
  'This invitation is not valid',
  'It has expired, was withdrawn or was already used. Ask for a new one.',
  404,
)

interface OpenInvitation {
  readonly token: string
  readonly invitation: act.ReceivedInvitation
  /** How the holder of the link can join. */
  readonly way: 'join' | 'log-in' | 'choose-password'
}

async function openInvitation(
  { accounts, user }: AccountContext,
  token: string,
): Promise<OpenInvitation | undefined> {
  const invitation = await act.invitationOf(accounts, token)
  if (invitation === undefined) return undefined
  if (user !== undefined) return { token, invitation, way: 'join' }
  const isKnown = (await findUser(accounts, invitation.email)) !== undefined
  return { token, invitation, way: isKnown ? 'log-in' : 'choose-password' }
}

export async function showInvitation(context: AccountContext): Promise<AccountAnswer> {
  const open = await openInvitation(context, context.query.get('token') ?? '')
  return open === undefined ? INVALID_INVITATION : invitationView(open, context, {})
}

function invitationView(
  { token, invitation, way }: OpenInvitation,
  { user }: AccountContext,
  mistakes: Mistakes,
): AccountView {
  const { invitedBy, projectName, role, email } = invitation
  const lead = html`<bdi>${invitedBy}</bdi> invited you as ${role === 'owner' ? 'an' : 'a'} ${role}.`
  const title = `Join ${projectName}`
  if (way === 'log-in') {
    const next = encodeURIComponent(`/account/invitation?token=${token}`)
    return messagePage(
      title,
      html`${lead} <a href="/account/log-in?next=${next}">Sign in to join</a>`,
    )
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
      button: 'Join project',
      mistakes,
    },
  })
}

export async function acceptInvitation(context: AccountContext): Promise<AccountAnswer> {
  const { form, accounts, user, browser } = context
  const open = await openInvitation(context, form.get('token') ?? '')
  if (open === undefined) return INVALID_INVITATION
  const { token, invitation, way } = open
  const location = `/p/${invitation.projectId}`
  if (user !== undefined)
    return (await act.acceptInvitation(accounts, token, user)) ? { location } : INVALID_INVITATION
  if (way === 'log-in') return invitationView(open, context, {})
  const password = form.get('password') ?? ''
  const mistake = passwordMistake(password, invitation.email)
  if (mistake !== undefined) return invitationView(open, context, { password: mistake })
  const caller = { ...context.caller, isProven: true }
  const joined = await act.acceptInvitationWithPassword(accounts, token, { password, caller })
  if (joined === undefined) return INVALID_INVITATION
  return { location, session: await openSession(accounts, joined.id, browser) }
}
