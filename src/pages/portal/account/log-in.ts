// Logging in and out.

import { emailOf, PASSWORD_LENGTH } from '../../../users/user.ts'
import { html } from '../../../web/html/html.ts'
import type { Field, Mistakes } from '../parts/form-view.ts'
import { loneForm } from './lone-form.ts'
import { emailField, typedEmail } from './sign-up.ts'
import {
  type AccountAnswer,
  type AccountView,
  type AccountContext,
  nextOf,
  type UserContext,
} from './account-route.ts'

export const passwordField = (
  name: string,
  label: string,
  autocomplete: 'current-password' | 'new-password',
  hint?: string,
): Field => ({
  kind: 'text',
  name,
  label,
  type: 'password',
  autocomplete,
  maxLength: PASSWORD_LENGTH.max,
  value: '',
  ...(hint !== undefined && { hint }),
})

export const showLogIn = (context: AccountContext): Promise<AccountAnswer> =>
  Promise.resolve(
    context.user === undefined
      ? logInView(context, '', {})
      : { location: nextOf(context.query.get('next')) },
  )

function logInView(context: AccountContext, email: string, mistakes: Mistakes): AccountView {
  const next = nextOf(context.form.get('next') ?? context.query.get('next'))
  return loneForm({
    title: 'Log in',
    form: {
      id: 'log-in',
      action: '/account/log-in',
      hidden: { next },
      fields: [emailField(email), passwordField('password', 'Password', 'current-password')],
      button: 'Log in',
      mistakes,
    },
    notice: isStored(context)
      ? undefined
      : html`<p class="notice warning" role="status">${NOT_STORED_WARNING}</p>`,
    undone: 'You are not logged in.',
    beside: html`${
        context.accounts.singleSignOn &&
        html`<a href="/account/single-sign-on?next=${encodeURIComponent(next)}"
            >Log in by your organisation</a
          ><br />`
      }<a href="/account/forgotten">Forgotten the password?</a><br />New here?
      <a href="/account/sign-up">Sign up</a>`,
  })
}

const NOT_STORED_WARNING =
  'This address is not https, so browsers will not stay logged in. Whoever runs this service has to set an https PUBLIC_URL.'

/** Browsers keep secure cookies of https and of this very machine alone. */
const isStored = ({ service: { config } }: AccountContext): boolean => {
  const { protocol, hostname } = new URL(config.publicUrl ?? 'https://none.invalid')
  return protocol === 'https:' || /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname)
}

const WRONG_LOG_IN = 'Address or password is not right.'

export async function logIn(context: AccountContext): Promise<AccountAnswer> {
  const { form, accounts, address, browser } = context
  const typed = typedEmail(form)
  const password = (form.get('password') ?? '').slice(0, PASSWORD_LENGTH.max)
  const session = await accounts.users.logIn({
    // What is no address is looked for all the same, so that it takes as long.
    email: emailOf(typed) ?? typed.toLowerCase(),
    password,
    address,
    browser,
  })
  if (session === undefined) return logInView(context, typed, { password: WRONG_LOG_IN })
  return { location: nextOf(form.get('next')), session }
}

export async function logOut({ accounts, session }: AccountContext): Promise<AccountAnswer> {
  if (session !== undefined) await accounts.users.logOut(session)
  return { location: '/', session: null }
}

export async function logOutEverywhere({ accounts, user }: UserContext): Promise<AccountAnswer> {
  await accounts.users.logOutEverywhere(user)
  return { location: '/account/log-in', session: null }
}
