// Signing up: an email address, and a link that is sent to it. The response is the same whether or
// not the address has an account.

import { requestSignUp } from '../../../users/sign-up.ts'
import { emailOf } from '../../../users/user.ts'
import { html } from '../../../web/html/html.ts'
import type { Mistakes } from '../parts/form-view.ts'
import type { AccountAnswer, AccountContext, AccountView } from './account-route.ts'
import { emailField, INVALID_EMAIL, typedEmail } from './fields.ts'
import { loneForm, messagePage } from './lone-form.ts'

export const showSignUp = (): Promise<AccountAnswer> => Promise.resolve(signUpView('', {}))

const signUpView = (email: string, mistakes: Mistakes): AccountView =>
  loneForm({
    title: 'Create account',
    lead: 'Get your own sandbox with realistic cards, payments and callbacks. No real money moves.',
    form: {
      id: 'sign-up',
      action: '/account/sign-up',
      fields: [emailField(email)],
      button: 'Send link',
      mistakes,
    },
    beside: html`Already have an account? <a href="/account/log-in">Sign in</a>`,
  })

export async function signUp({ form, accounts, caller }: AccountContext): Promise<AccountAnswer> {
  const typed = typedEmail(form)
  const email = emailOf(typed)
  if (email === undefined) return signUpView(typed, { email: INVALID_EMAIL })
  await requestSignUp(accounts, email, caller.ip)
  return messagePage(
    'Check your inbox',
    html`We sent an email to <strong><bdi>${email}</bdi></strong
      >. Open its link within 24 hours to confirm the address and choose a password.`,
  )
}
