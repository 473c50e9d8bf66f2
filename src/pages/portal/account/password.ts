// Choosing a password by a link that was mailed: to sign up, or because the one before was forgotten.

import type { OpenPurpose } from '../../../users/letter.ts'
import { emailOf, passwordMistake, PASSWORD_LENGTH } from '../../../users/user.ts'
import { html } from '../../../web/html/html.ts'
import type { Mistakes } from '../parts/form-view.ts'
import { passwordField } from './log-in.ts'
import { loneForm, said } from './lone-form.ts'
import { emailField, NO_ADDRESS, typedEmail } from './sign-up.ts'
import type { AccountAnswer, AccountView, AccountContext } from './account-route.ts'

export const showForgotten = (): Promise<AccountAnswer> => Promise.resolve(forgottenView('', {}))

const forgottenView = (email: string, mistakes: Mistakes): AccountView =>
  loneForm({
    title: 'Choose another password',
    lead: 'A letter with a link goes to your address. The password you have stays good until you choose another.',
    form: {
      id: 'forgotten',
      action: '/account/forgotten',
      fields: [emailField(email)],
      button: 'Send the link',
      mistakes,
    },
    undone: 'No letter was sent.',
    beside: html`<a href="/account/log-in">Back to the log-in</a>`,
  })

export async function forgotten({
  form,
  accounts,
  address,
}: AccountContext): Promise<AccountAnswer> {
  const email = emailOf(typedEmail(form))
  if (email === undefined) return forgottenView(typedEmail(form), { email: NO_ADDRESS })
  await accounts.users.sendLink('reset', email, address)
  return said(
    'Look into your mail',
    html`If <strong><bdi>${email}</bdi></strong> has an account here, a letter is on its way. Its
      link is good for an hour.`,
  )
}

const purposeOf = (text: string | null): OpenPurpose => (text === 'reset' ? 'reset' : 'sign-up')

export const LINK_OVER: AccountView = said(
  'This link is not good any more',
  html`It was used, or its time is over. <a href="/account/log-in">Log in</a>, or ask for
    <a href="/account/forgotten">another password</a>.`,
  404,
)

/** Opening the letter's link changes nothing: mail servers open links, too. */
export async function showPassword({ query, accounts }: AccountContext): Promise<AccountAnswer> {
  const purpose = purposeOf(query.get('for'))
  const token = query.get('token') ?? ''
  const email = await accounts.users.addressOf(purpose, token)
  return email === undefined ? LINK_OVER : passwordView({ purpose, token, email }, {})
}

interface OpenLink {
  readonly purpose: OpenPurpose
  readonly token: string
  readonly email: string
}

const passwordView = ({ purpose, token, email }: OpenLink, mistakes: Mistakes): AccountView =>
  loneForm({
    title: 'Choose a password',
    lead: html`For <strong><bdi>${email}</bdi></strong
      >.`,
    form: {
      id: 'password',
      action: '/account/password',
      hidden: { for: purpose, token, username: email },
      fields: [newPasswordField()],
      button: purpose === 'sign-up' ? 'Make the account' : 'Set the password',
      mistakes,
    },
  })

export const newPasswordField = (label = 'Password') =>
  passwordField(
    'password',
    label,
    'new-password',
    `At least ${PASSWORD_LENGTH.min} characters; a sentence is best.`,
  )

export async function choosePassword({
  form,
  accounts,
  browser,
}: AccountContext): Promise<AccountAnswer> {
  const purpose = purposeOf(form.get('for'))
  const token = form.get('token') ?? ''
  const email = await accounts.users.addressOf(purpose, token)
  if (email === undefined) return LINK_OVER
  const password = form.get('password') ?? ''
  const mistake = passwordMistake(password, email)
  if (mistake !== undefined) return passwordView({ purpose, token, email }, { password: mistake })
  const user = await accounts.users.choosePassword(purpose, token, password)
  if (user === undefined) return LINK_OVER
  return { location: '/p', session: await accounts.users.openSession(user.id, browser) }
}
