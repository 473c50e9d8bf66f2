// Where somebody is logged in: every browser with the time since when, each of which can be ended by itself, and all of them together.

import { realNow } from '../../../time.ts'
import type { Session } from '../../../users/users.ts'
import { html } from '../../../web/html/html.ts'
import type { Html } from '../../../web/html/html.ts'
import { ago } from '../../../web/html/when.ts'
import { form } from '../parts/form-view.ts'
import type { AccountAnswer, UserContext } from './account-route.ts'

interface Sessions {
  /** Of all there are. */
  readonly count: number
  /** The last ones. */
  readonly sessions: readonly Session[]
}

export function sessionList({ count, sessions }: Sessions): Html {
  const now = realNow()
  return html`<ul class="sessions">
      ${sessions.map((session) => sessionView(session, now))}
    </ul>
    ${count > sessions.length && html`<p>${count - sessions.length} more are older.</p>`}
    ${form({
      id: 'log-out-everywhere',
      action: '/account/log-out-everywhere',
      explanation:
        count === 1 ? 'You are logged in here alone.' : `You are logged in at ${count} places.`,
      button: 'Log out everywhere',
      look: 'quiet',
    })}`
}

const sessionView = ({ id, browser, since, isThis }: Session, now: number): Html =>
  html`<li>
    <div>
      <strong>${browser === '' ? 'A browser that does not say which' : browser}</strong>
      <span class="aside">${isThis && 'this one, '}since ${ago(since, now)}</span>
    </div>
    <form method="post" action="/account/sessions/end" id="end-${id}">
      <input type="hidden" name="session" value="${id}" />
      <button class="button quiet" type="submit">
        End<span class="unseen"> ${nameOf(browser)}</span>
      </button>
    </form>
  </li>`

const nameOf = (browser: string): string => (browser === '' ? 'this log-in' : browser)

/** Whoever ends the session that asks has logged out. */
export async function endSession({
  form: posted,
  accounts,
  user,
  session = '',
}: UserContext): Promise<AccountAnswer> {
  const id = posted.get('session') ?? ''
  await accounts.users.endSession(user, id)
  const isThisOver = (await accounts.users.ofSession(session)) === undefined
  return isThisOver
    ? { location: '/account/log-in', session: null }
    : { location: '/account?did=ended' }
}
