// Sets a password through a link from an email, after signing up or to reset it.

import { findMailLink, type PasswordPurpose } from '../../../users/mail-links.ts'
import { requestPasswordReset, setPasswordByLink } from '../../../users/reset-password.ts'
import { createFirstProject } from '../../../users/first-project.ts'
import { openSession } from '../../../users/sessions.ts'
import { emailOf, passwordMistake } from '../../../users/user.ts'
import { html } from '../../../web/html/html.ts'
import type { Mistakes } from '../parts/form-view.ts'
import type { AccountAnswer, AccountContext, AccountView } from './account-route.ts'
import { emailField, INVALID_EMAIL, newPasswordField, typedEmail } from './fields.ts'
import { loneForm, messagePage } from './lone-form.ts'

export const showForgotten = (): Promise<AccountAnswer> => Promise.resolve(forgottenView('', {}))

const forgottenView = (email: string, mistakes: Mistakes): AccountView =>
  loneForm({
    title: 'Forgot your password?',
    lead: 'We will email you a link. Your current password works until you choose a new one.',
    form: {
      id: 'forgotten',
      action: '/account/forgotten',
      fields: [emailField(email)],
      button: 'Send link',
      mistakes,
    },
    beside: html`<a href="/account/log-in">Back to sign in</a>`,
  })

export async function forgotten({
  form,
  accounts,
  caller,
}: AccountContext): Promise<AccountAnswer> {
  const typed = typedEmail(form)
  const email = emailOf(typed)
  if (email === undefined) return forgottenView(typed, { email: INVALID_EMAIL })
  await requestPasswordReset(accounts, email, caller.ip)
  return messagePage(
    'Check your inbox',
    html`If <strong><bdi>${email}</bdi></strong> has an account, we sent an email with a link. The
      link expires in an hour.`,
  )
}

const purposeOf = (text: string | null): PasswordPurpose => (text === 'reset' ? 'reset' : 'sign-up')

const INVALID_LINK: AccountView = messagePage(
  'This link has expired or was already used',
  html`<a href="/account/log-in">Sign in</a>, or
    <a href="/account/forgotten">reset your password</a>.`,
  404,
)

/** Opening the link changes nothing, because mail servers also open links. */
export async function showPassword({ query, accounts }: AccountContext): Promise<AccountAnswer> {
  const purpose = purposeOf(query.get('for'))
  const token = query.get('token') ?? ''
  const link = await findMailLink(accounts, purpose, token)
  return link === undefined ? INVALID_LINK : passwordView({ purpose, token, ...link }, {})
}

interface OpenLink {
  readonly purpose: PasswordPurpose
  readonly token: string
  readonly email: string
}

const passwordView = ({ purpose, token, email }: OpenLink, mistakes: Mistakes): AccountView =>
  loneForm({
    title: purpose === 'sign-up' ? 'Choose a password' : 'Reset password',
    lead: html`For <strong><bdi>${email}</bdi></strong
      >.`,
    form: {
      id: 'password',
      action: '/account/password',
      hidden: { for: purpose, token, username: email },
      fields: [newPasswordField()],
      button: purpose === 'sign-up' ? 'Create account' : 'Reset password',
      mistakes,
    },
  })

export async function choosePassword({
  form,
  accounts,
  caller,
  browser,
  service,
}: AccountContext): Promise<AccountAnswer> {
  const purpose = purposeOf(form.get('for'))
  const token = form.get('token') ?? ''
  const link = await findMailLink(accounts, purpose, token)
  if (link === undefined) return INVALID_LINK
  const password = form.get('password') ?? ''
  const mistake = passwordMistake(password, link.email)
  if (mistake !== undefined) return passwordView({ purpose, token, ...link }, { password: mistake })
  const proven = { ...caller, isProven: true }
  const user = await setPasswordByLink(accounts, { purpose, token }, { password, caller: proven })
  if (user === undefined) return INVALID_LINK
  const location = user.isNew ? `/p/${await createFirstProject(service.directory, user)}` : '/p'
  return { location, session: await openSession(accounts, user.id, browser) }
}
