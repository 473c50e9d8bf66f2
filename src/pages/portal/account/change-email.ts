// Changes the email address: a link is sent to the new address and must be opened by the signed-in
// user. The response and its time are the same for every address.

import * as act from '../../../users/change-email.ts'
import { emailOf } from '../../../users/user.ts'
import { html } from '../../../web/html/html.ts'
import { accountView } from './account-page.ts'
import type { AccountAnswer, AccountView, UserContext } from './account-route.ts'
import { INVALID_EMAIL, isCurrentPassword, typedEmail, WRONG_PASSWORD } from './fields.ts'
import { loneForm, messagePage } from './lone-form.ts'

export async function requestEmailChange(context: UserContext): Promise<AccountAnswer> {
  const { form: posted, accounts, user } = context
  const typed = typedEmail(posted)
  const email = emailOf(typed)
  const refused = (mistakes: Readonly<Record<string, string>>) =>
    accountView(context, { form: 'change-address', typed, mistakes })
  if (email === undefined) return refused({ email: INVALID_EMAIL })
  if (email === user.email) return refused({ email: 'This is already your email address.' })
  if (!(await isCurrentPassword(context))) return refused({ current: WRONG_PASSWORD })
  await act.requestEmailChange(accounts, user, email)
  return messagePage(
    'Check your inbox',
    html`We sent an email to <strong><bdi>${email}</bdi></strong
      >. Open its link in this browser within an hour. Until then, sign in with
      <bdi>${user.email}</bdi>.`,
  )
}

const INVALID_LINK: AccountView = messagePage(
  'This link has expired or was already used',
  html`It may also belong to another account. <a href="/account">Your account</a>`,
  404,
)

/** Opening the link changes nothing, because mail servers also open links. */
export async function showEmailChange({
  query,
  accounts,
  user,
}: UserContext): Promise<AccountAnswer> {
  const token = query.get('token') ?? ''
  const email = await act.newEmailOf(accounts, token, user)
  if (email === undefined) return INVALID_LINK
  return loneForm({
    title: 'Change email address',
    lead: html`From <strong><bdi>${user.email}</bdi></strong> to <strong><bdi>${email}</bdi></strong
      >.`,
    form: {
      id: 'address',
      action: '/account/address',
      hidden: { token },
      button: 'Change email address',
    },
  })
}

export async function changeEmail({ form, accounts, user }: UserContext): Promise<AccountAnswer> {
  const change = await act.changeEmail(accounts, form.get('token') ?? '', user)
  if (change === 'changed') return { location: '/account?did=address' }
  return change === 'link-invalid'
    ? INVALID_LINK
    : messagePage('Nothing was changed', 'This email address now has another account.', 422)
}
