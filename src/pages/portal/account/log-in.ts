// The sign-in page.

import { logIn } from '../../../users/log-in.ts'
import { emailOf } from '../../../users/user.ts'
import { outcome } from '../../../web/html/components.ts'
import { html, type Html } from '../../../web/html/html.ts'
import type { Mistakes } from '../parts/form-view.ts'
import {
  type AccountAnswer,
  type AccountContext,
  type AccountView,
  nextOf,
} from './account-route.ts'
import { currentPasswordField, emailField, typedEmail, typedPassword } from './fields.ts'
import { loneForm } from './lone-form.ts'

export const showLogIn = (context: AccountContext): Promise<AccountAnswer> =>
  Promise.resolve(
    context.user === undefined
      ? logInView(context, '', {})
      : { location: nextOf(context.query.get('next')) },
  )

function logInView(context: AccountContext, email: string, mistakes: Mistakes): AccountView {
  const next = nextOf(context.form.get('next') ?? context.query.get('next'))
  return loneForm({
    title: 'Sign in',
    form: {
      id: 'log-in',
      action: '/account/log-in',
      hidden: { next },
      fields: [emailField(email), currentPasswordField('password', 'Password')],
      button: 'Sign in',
      mistakes,
    },
    notice: html`${signedOut(context)}
    ${
      !keepsSession(context) &&
      html`<p class="notice warning" role="status">
        This site does not use https, so browsers will not keep you signed in. Ask the operator to
        set PUBLIC_URL to an https URL.
      </p>`
    }`,
    below:
      context.accounts.singleSignOn &&
      html`<a class="button quiet" href="/account/single-sign-on?next=${encodeURIComponent(next)}"
        >Sign in with your organisation</a
      >`,
    beside: html`<a href="/account/forgotten">Forgot your password?</a>
      <span>No account yet? <a href="/account/sign-up">Create account</a></span>`,
  })
}

const SIGNED_OUT: Readonly<Record<string, string>> = {
  'signed-out': 'You are signed out.',
  'signed-out-everywhere': 'You are signed out on all devices.',
}

function signedOut({ query }: AccountContext): Html | undefined {
  const sentence = SIGNED_OUT[query.get('did') ?? '']
  return sentence === undefined ? undefined : outcome('approved', html`<p>${sentence}</p>`)
}

/** Browsers store secure cookies only for https and for the local machine. */
const keepsSession = ({ service: { config } }: AccountContext): boolean => {
  const { protocol, hostname } = new URL(config.publicUrl ?? 'https://none.invalid')
  return protocol === 'https:' || /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname)
}

export async function postLogIn(context: AccountContext): Promise<AccountAnswer> {
  const { form, accounts, caller, browser } = context
  const typed = typedEmail(form)
  const credentials = {
    // No account has an empty address; looking it up takes as long as any other.
    email: emailOf(typed) ?? '',
    password: typedPassword(form, 'password'),
  }
  const session = await logIn(accounts, credentials, { ...caller, browser })
  if (session === undefined)
    return logInView(context, typed, { password: 'Wrong email or password.' })
  return { location: nextOf(form.get('next')), session }
}
