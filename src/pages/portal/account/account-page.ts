// The account page: email address, password, sessions, and deleting the account.

import * as act from '../../../users/change-password.ts'
import * as deletion from '../../../users/delete-account.ts'
import { checkCredentials } from '../../../users/log-in.ts'
import { projectsOwnedAlone } from '../../../users/members.ts'
import { countSessions, listSessions } from '../../../users/sessions.ts'
import { storedUser } from '../../../users/stored-user.ts'
import { EMAIL_LENGTH, emailOf, passwordMistake } from '../../../users/user.ts'
import { html } from '../../../web/html/html.ts'
import { icons } from '../../../web/html/icons.ts'
import { form, type Mistakes, mistakeSummary } from '../parts/form-view.ts'
import type { AccountAnswer, AccountView, UserContext } from './account-route.ts'
import {
  currentPasswordField,
  emailField,
  newPasswordField,
  typedPassword,
  WRONG_PASSWORD,
} from './fields.ts'
import { sessionList } from './sessions.ts'

type FormId = 'change-address' | 'change-password' | 'delete-account'

export const showAccount = (context: UserContext): Promise<AccountAnswer> => accountView(context)

const LABELS = {
  email: 'New email address',
  password: 'New password',
  current: 'Current password',
  confirm: 'Email address',
}

const DONE_SENTENCES: Readonly<Record<string, string>> = {
  address: 'Email address changed. Use it the next time you log in.',
  password: 'Password changed. Other browsers were signed out.',
  ended: 'Session ended.',
}

export async function accountView(
  context: UserContext,
  wrong?: { readonly form: FormId; readonly mistakes: Mistakes; readonly typed?: string },
): Promise<AccountView> {
  const { user, accounts, query, session = '' } = context
  const [count, list, endingProjects, stored] = await Promise.all([
    countSessions(accounts, user),
    listSessions(accounts, user, session),
    projectsOwnedAlone(accounts, user),
    storedUser(accounts, user.email),
  ])
  const done = DONE_SENTENCES[query.get('did') ?? '']
  const typedIn = (id: FormId): string => (wrong?.form === id ? wrong.typed : undefined) ?? ''
  const mistakesOf = (id: FormId) => wrong?.form === id && { mistakes: wrong.mistakes }
  const hasPassword = typeof stored?.passwordHash === 'string'
  const currentPassword = currentPasswordField('current', LABELS.current)
  return {
    title: 'Your account',
    ...(wrong && { status: 422 as const }),
    content: html`<h1>Your account</h1>
      <p><bdi>${user.email}</bdi> · <a href="/p">Projects</a></p>
      ${
        done !== undefined &&
        html`<div class="notice approved" role="status">
          ${icons.check}
          <div>${done}</div>
        </div>`
      }
      ${wrong && mistakeSummary(wrong.form, wrong.mistakes, LABELS)}
      ${
        !hasPassword &&
        html`<p class="notice">
          You log in with your organisation. To change your email address or delete your account,
          <a href="/account/forgotten">set a password</a> first.
        </p>`
      }
      <section>
        <h2>Email address</h2>
        ${form({
          id: 'change-address',
          action: '/account/change-address',
          explanation: 'We email a link to the new address. Open it in this browser.',
          fields: [emailField(typedIn('change-address'), LABELS.email), currentPassword],
          button: 'Send link',
          ...mistakesOf('change-address'),
        })}
      </section>
      <section>
        <h2>Password</h2>
        ${form({
          id: 'change-password',
          action: '/account/change-password',
          fields: [currentPassword, newPasswordField(LABELS.password)],
          button: 'Change password',
          ...mistakesOf('change-password'),
        })}
      </section>
      <section>
        <h2>Active sessions</h2>
        ${sessionList({ count, list })}
      </section>
      <section>
        <h2>Delete account</h2>
        ${
          endingProjects.length > 0 &&
          html`<p>
            ${endingProjects.length === 1 ? 'This project has' : 'These projects have'} no other
            owner and will be deleted with all data:
            ${endingProjects.map(({ name, id }, index) => html`${index > 0 && ', '}<a href="/p/${id}/members"><bdi>${name}</bdi></a>`)}.
            To keep ${endingProjects.length === 1 ? 'it' : 'them'}, give another member the role
            owner.
          </p>`
        }
        ${form({
          id: 'delete-account',
          action: '/account/delete',
          fields: [
            {
              kind: 'text',
              name: 'confirm',
              label: 'Enter your email address to confirm',
              value: typedIn('delete-account'),
              maxLength: EMAIL_LENGTH,
            },
            currentPassword,
          ],
          button: 'Delete account',
          look: 'danger',
          ...mistakesOf('delete-account'),
        })}
      </section>`,
  }
}

const isCurrentPassword = async ({
  form: posted,
  accounts,
  user: { email },
  caller,
}: UserContext): Promise<boolean> => {
  const password = typedPassword(posted, 'current')
  return (await checkCredentials(accounts, { email, password }, caller)) !== undefined
}

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

/** Asks for the password: a browser that was left open must not be enough. */
export async function deleteAccount(context: UserContext): Promise<AccountAnswer> {
  const { form: posted, accounts, user, service } = context
  const typed = (posted.get('confirm') ?? '').trim().slice(0, EMAIL_LENGTH)
  const refused = (mistakes: Mistakes) =>
    accountView(context, { form: 'delete-account', typed, mistakes })
  if (emailOf(typed) !== user.email) return refused({ confirm: `Enter ${user.email}.` })
  if (!(await isCurrentPassword(context))) return refused({ current: WRONG_PASSWORD })
  await deletion.deleteAccount(accounts, service.directory, user)
  return { location: '/account/log-in?did=deleted', session: null }
}
