// The account itself: its password, its log-ins, and its end.

import { EMAIL_LENGTH, PASSWORD_LENGTH, passwordMistake } from '../../../users/user.ts'
import { html } from '../../../web/html/html.ts'
import { icons } from '../../../web/html/icons.ts'
import { form, type Mistakes, mistakeSummary } from '../parts/form-view.ts'
import { passwordField } from './log-in.ts'
import { newPasswordField } from './password.ts'
import { sessionList } from './sessions.ts'
import { emailField } from './sign-up.ts'
import type { AccountAnswer, AccountView, UserContext } from './account-route.ts'

type FormId = 'change-address' | 'change-password' | 'delete-account'

export const showAccount = (context: UserContext): Promise<AccountAnswer> => accountView(context)

const LABELS = {
  email: 'New mail address',
  password: 'New password',
  current: 'Password now',
  confirm: 'Mail address',
}

const DONE_SENTENCES: Readonly<Record<string, string>> = {
  address: 'The address was changed. You log in with the new one.',
  password: 'The password was changed. Every other browser is logged out.',
  ended: 'The log-in was ended.',
}

export async function accountView(
  context: UserContext,
  wrong?: { readonly form: FormId; readonly mistakes: Mistakes; readonly typed?: string },
): Promise<AccountView> {
  const { user, accounts, query, session = '' } = context
  const [count, sessions, ending] = await Promise.all([
    accounts.users.sessionsOf(user),
    accounts.users.listSessions(user, session),
    accounts.members.ownedAlone(user),
  ])
  const done = DONE_SENTENCES[query.get('did') ?? '']
  const typedIn = (id: FormId): string => (wrong?.form === id ? wrong.typed : undefined) ?? ''
  const mistakesOf = (id: FormId) => wrong?.form === id && { mistakes: wrong.mistakes }
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
      <section>
        <h2>Mail address</h2>
        ${form({
          id: 'change-address',
          action: '/account/change-address',
          explanation: 'A letter with a link goes to the new address; it has to be opened here.',
          fields: [
            emailField(typedIn('change-address'), LABELS.email),
            passwordField(
              'current',
              LABELS.current,
              'current-password',
              accounts.singleSignOn && 'Whoever logs in by an organisation chooses one first.',
            ),
          ],
          button: 'Send the link',
          ...mistakesOf('change-address'),
        })}
      </section>
      <section>
        <h2>Password</h2>
        ${form({
          id: 'change-password',
          action: '/account/change-password',
          fields: [
            passwordField('current', 'Password now', 'current-password'),
            newPasswordField('New password'),
          ],
          button: 'Change it',
          ...mistakesOf('change-password'),
        })}
      </section>
      <section>
        <h2>Log-ins</h2>
        ${sessionList({ count, sessions })}
      </section>
      <section>
        <h2>Delete the account</h2>
        ${
          ending.length > 0 &&
          html`<p>
            ${ending.length === 1 ? 'A project has' : `${ending.length} projects have`} no other
            owner and will be deleted with everything in ${ending.length === 1 ? 'it' : 'them'}:
            ${ending.map(({ name, id }, index) => html`${index > 0 && ', '}<a href="/p/${id}/members"><bdi>${name}</bdi></a>`)}.
          </p>`
        }
        ${form({
          id: 'delete-account',
          action: '/account/delete',
          fields: [
            {
              kind: 'text',
              name: 'confirm',
              label: 'Type your mail address to confirm',
              value: typedIn('delete-account'),
              maxLength: EMAIL_LENGTH,
            },
          ],
          button: 'Delete the account',
          look: 'danger',
          ...mistakesOf('delete-account'),
        })}
      </section>`,
  }
}

export async function changePassword(context: UserContext): Promise<AccountAnswer> {
  const { form: posted, accounts, user, address, browser } = context
  const current = (posted.get('current') ?? '').slice(0, PASSWORD_LENGTH.max)
  const password = posted.get('password') ?? ''
  const mistake = passwordMistake(password, user.email)
  if (mistake !== undefined)
    return accountView(context, { form: 'change-password', mistakes: { password: mistake } })
  if (!(await accounts.users.confirms(user, current, address)))
    return accountView(context, {
      form: 'change-password',
      mistakes: { current: 'This is not your password.' },
    })
  const session = await accounts.users.changePassword(user, password, browser)
  return { location: '/account?did=password', session }
}

export async function deleteAccount(context: UserContext): Promise<AccountAnswer> {
  const { form: posted, accounts, user, service } = context
  const typed = (posted.get('confirm') ?? '').trim().slice(0, EMAIL_LENGTH)
  if (typed.toLowerCase() !== user.email)
    return accountView(context, {
      form: 'delete-account',
      typed,
      mistakes: { confirm: `Type ${user.email}.` },
    })
  for (const { number } of await accounts.members.ownedAlone(user))
    await service.directory.remove(number)
  await accounts.users.remove(user)
  return { location: '/', session: null }
}
