// The account page: email address, password, sessions, and a link to the deletion of the account.

import * as act from '../../../users/change-password.ts'
import { countSessions, listSessions } from '../../../users/sessions.ts'
import { storedUser } from '../../../users/stored-user.ts'
import { passwordMistake } from '../../../users/user.ts'
import { outcome } from '../../../web/html/components.ts'
import { html, type Html } from '../../../web/html/html.ts'
import { form, type Mistakes } from '../parts/form-view.ts'
import type { AccountAnswer, AccountView, UserContext } from './account-route.ts'
import {
  currentPasswordField,
  emailField,
  isCurrentPassword,
  newPasswordField,
  WRONG_PASSWORD,
} from './fields.ts'
import { csvLink } from '../shell/list-file.ts'
import { sessionList } from './sessions.ts'

type FormId = 'change-address' | 'change-password'

export const showAccount = (context: UserContext): Promise<AccountAnswer> => accountView(context)

const DONE_SENTENCES: Readonly<Record<string, string>> = {
  address: 'Email address changed. Use it the next time you sign in.',
  password: 'Password changed. Other browsers were signed out.',
  ended: 'Session ended.',
}

interface Wrong {
  readonly form: FormId
  readonly mistakes: Mistakes
  readonly typed?: string
}

export async function accountView(context: UserContext, wrong?: Wrong): Promise<AccountView> {
  const { user, accounts, query, session = '' } = context
  const [count, list, stored] = await Promise.all([
    countSessions(accounts, user),
    listSessions(accounts, user, session),
    storedUser(accounts, user.email),
  ])
  const done = DONE_SENTENCES[query.get('did') ?? '']
  const hasPassword = typeof stored?.passwordHash === 'string'
  return {
    title: 'Your account',
    user: user.email,
    ...(wrong && { status: 422 as const }),
    content: html`<header class="heading"><h1>Your account</h1></header>
      <p class="lead"><bdi>${user.email}</bdi></p>
      ${done !== undefined && outcome('approved', done)}
      <div class="account-sections">
        ${hasPassword ? credentialSections(wrong) : NO_PASSWORD}
        <section>
          <div class="panel-head">
            <h2>Active sessions</h2>
            ${csvLink('/account/sessions.csv')}
          </div>
          ${sessionList({ count, list })}
        </section>
        ${accounts.singleSignOn && singleSignOnSection(stored?.hasSingleSignOn === true)}
        <section class="danger-zone">
          <h2>Delete account</h2>
          <p class="aside">
            Deletes your account permanently. You choose what happens to projects with other
            members.
          </p>
          <p><a class="button quiet danger" href="/account/delete">Delete account</a></p>
        </section>
      </div>`,
  }
}

const section = (title: string, content: Html): Html =>
  html`<section>
    <h2>${title}</h2>
    ${content}
  </section>`

const SET_PASSWORD = html`<p class="aside">
  You sign in through your organisation. <a href="/account/forgotten">Set a password</a> first.
</p>`
const NO_PASSWORD = html`${section('Email address', SET_PASSWORD)}
${section('Password', SET_PASSWORD)}`

/** The forms that change the email address and the password. */
function credentialSections(wrong: Wrong | undefined): Html {
  const mistakesOf = (id: FormId) => wrong?.form === id && { mistakes: wrong.mistakes }
  const typedEmail = (wrong?.form === 'change-address' ? wrong.typed : undefined) ?? ''
  const currentPassword = currentPasswordField('current', 'Current password')
  const changeAddress = form({
    id: 'change-address',
    action: '/account/change-address',
    explanation: 'We will email a link to the new address. Open it in this browser.',
    fields: [emailField(typedEmail, 'New email address'), currentPassword],
    button: 'Send link',
    look: 'quiet',
    ...mistakesOf('change-address'),
  })
  const newPassword = form({
    id: 'change-password',
    action: '/account/change-password',
    explanation: 'Changing your password signs you out of all other browsers.',
    fields: [currentPassword, newPasswordField('New password')],
    button: 'Change password',
    ...mistakesOf('change-password'),
  })
  return html`${section('Email address', changeAddress)} ${section('Password', newPassword)}`
}

const singleSignOnSection = (isConnected: boolean): Html =>
  section(
    'Single sign-on',
    html`<p class="aside">
      ${
        isConnected
          ? 'You can sign in through your organisation.'
          : 'To link your organisation, sign in through it once. It must confirm the same email address.'
      }
    </p>`,
  )

export async function changePassword(context: UserContext): Promise<AccountAnswer> {
  const { form: posted, accounts, user, browser } = context
  const password = posted.get('password') ?? ''
  const mistake = passwordMistake(password, user.email)
  if (mistake !== undefined)
    return accountView(context, { form: 'change-password', mistakes: { password: mistake } })
  if (!(await isCurrentPassword(context)))
    return accountView(context, {
      form: 'change-password',
      mistakes: { current: WRONG_PASSWORD },
    })
  const caller = { ...context.caller, isProven: true }
  const session = await act.changePassword(accounts, user, { password, browser, caller })
  return { location: '/account?did=password', session }
}
