// Signing up: an address, and a letter to it. The password is chosen by whoever opens the letter, so that nobody prepares an account in the name of
// somebody else; and the answer is the same whether the address has an account or not.

import { EMAIL_LENGTH, emailOf } from '../../../users/user.ts'
import { html } from '../../../web/html/html.ts'
import type { Field, Mistakes } from '../parts/form-view.ts'
import { loneForm, said } from './lone-form.ts'
import type { AccountAnswer, AccountView, AccountContext } from './account-route.ts'

export const emailField = (value: string, label = 'Mail address'): Field => ({
  kind: 'text',
  name: 'email',
  label,
  type: 'email',
  autocomplete: 'username',
  maxLength: EMAIL_LENGTH,
  value,
})

export const NO_ADDRESS = 'Type a mail address such as name@example.com.'
/** What is kept of a typed address to be shown again. */
export const typedEmail = (form: URLSearchParams): string =>
  (form.get('email') ?? '').trim().slice(0, EMAIL_LENGTH)

export const showSignUp = (): Promise<AccountAnswer> => Promise.resolve(signUpView('', {}))

const signUpView = (email: string, mistakes: Mistakes): AccountView =>
  loneForm({
    title: 'Sign up',
    lead: 'A sandbox of your own: cards, payments and callbacks that behave. None of the money is real.',
    form: {
      id: 'sign-up',
      action: '/account/sign-up',
      fields: [emailField(email)],
      button: 'Send the link',
      mistakes,
    },
    undone: 'No letter was sent.',
    beside: html`Have an account? <a href="/account/log-in">Log in</a>`,
  })

export async function signUp({ form, accounts, address }: AccountContext): Promise<AccountAnswer> {
  const email = emailOf(typedEmail(form))
  if (email === undefined) return signUpView(typedEmail(form), { email: NO_ADDRESS })
  await accounts.users.sendLink('sign-up', email, address)
  return said(
    'Look into your mail',
    html`A letter to <strong><bdi>${email}</bdi></strong> is on its way. Its link confirms the
      address and lets you choose a password; it is good for a day.`,
  )
}
