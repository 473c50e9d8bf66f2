// Active sessions on the account page, and signing out.

import { realNow } from '../../../time.ts'
import * as sessions from '../../../users/sessions.ts'
import { html, type Html } from '../../../web/html/html.ts'
import { ago } from '../../../web/html/when.ts'
import { csvRow } from '../parts/csv.ts'
import { form } from '../parts/form-view.ts'
import type { AccountAnswer, AccountContext, UserContext } from './account-route.ts'

interface SessionList {
  /** Number of all sessions; the list only has the newest. */
  readonly count: number
  readonly list: readonly sessions.Session[]
}

export function sessionList({ count, list }: SessionList): Html {
  const now = realNow()
  return html`<ul class="sessions">
      ${list.map((session) => sessionView(session, now))}
    </ul>
    ${count > list.length && html`<p>${count - list.length} older sessions are not shown.</p>`}
    ${form({
      id: 'log-out-everywhere',
      action: '/account/log-out-everywhere',
      explanation:
        count === 1 ? 'This is your only active session.' : `You have ${count} active sessions.`,
      button: 'Sign out everywhere',
      look: 'quiet',
    })}`
}

const sessionView = ({ id, browser, since, isCurrent }: sessions.Session, now: number): Html => {
  const name = browser === '' ? 'Unknown browser' : browser
  return html`<li class="session">
    <div>
      <strong>${name}</strong>
      <span class="aside">${isCurrent && 'this session, '}since ${ago(since, now)}</span>
    </div>
    <form method="post" action="/account/sessions/end" id="end-${id}">
      <input type="hidden" name="session" value="${id}" />
      <button class="button quiet" type="submit">
        Sign out<span class="sr-only"> of ${name}</span>
      </button>
    </form>
  </li>`
}

/** The newest sessions, as shown on the page. */
export async function sendSessions({
  accounts,
  user,
  session = '',
}: UserContext): Promise<AccountAnswer> {
  const list = await sessions.listSessions(accounts, user, session)
  const rows = list.map(({ browser, since, isCurrent }) => [
    browser,
    new Date(since).toISOString(),
    String(isCurrent),
  ])
  const csv = [['browser', 'since', 'current'], ...rows].map(csvRow).join('')
  return { fileName: 'sessions.csv', csv }
}

/** Ending the current session signs out. */
export async function endSession({
  form: posted,
  accounts,
  user,
  session = '',
}: UserContext): Promise<AccountAnswer> {
  await sessions.endSession(accounts, user, posted.get('session') ?? '')
  const isLoggedOut = (await sessions.userOfSession(accounts, session)) === undefined
  return isLoggedOut
    ? { location: '/account/log-in?did=signed-out', session: null }
    : { location: '/account?did=ended' }
}

export async function logOut({ accounts, session }: AccountContext): Promise<AccountAnswer> {
  if (session !== undefined) await sessions.logOut(accounts, session)
  return { location: '/account/log-in?did=signed-out', session: null }
}

export async function signOutEverywhere({ accounts, user }: UserContext): Promise<AccountAnswer> {
  await sessions.signOutEverywhere(accounts, user)
  return { location: '/account/log-in?did=signed-out-everywhere', session: null }
}
