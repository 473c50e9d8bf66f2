// Emails members who turned this on when a project's callbacks keep failing.

import { LRUCache } from 'lru-cache'
import type { FailingCallback } from '../callbacks/callback.ts'
import { DAY_MS } from '../kernel/calendar.ts'
import * as sql from '../store/member-statements.ts'
import { realNow } from '../time.ts'
import type { Accounts } from './accounts.ts'
import { failingCallbacksEmail } from './emails.ts'
import { isUserId } from './user.ts'

/** A member gets at most one email per project in this time. */
const PAUSE_MS = DAY_MS
/** After a failure, a project is not looked up again for this long. */
const LOOK_PAUSE_MS = 60_000
const PROJECTS_REMEMBERED = 10_000

interface FailingProject {
  readonly number: number
  readonly id: string
  readonly name: string
}

export class CallbackAlerts {
  readonly #accounts: Accounts
  /** Real time from which a project is looked up again, by number. */
  readonly #lookFrom = new LRUCache<number, number>({ max: PROJECTS_REMEMBERED })

  constructor(accounts: Accounts) {
    this.#accounts = accounts
  }

  /** Emails the members who turned it on and have had no such email for a day. */
  async failed(project: FailingProject, callback: FailingCallback): Promise<void> {
    const now = realNow()
    if (now < (this.#lookFrom.get(project.number) ?? 0)) return
    this.#lookFrom.set(project.number, now + LOOK_PAUSE_MS)
    const { transact, mailer, origin } = this.#accounts
    const taken = await transact((transaction) =>
      transaction.run(sql.takeCallbackAlerts, [project.number, now, now + PAUSE_MS]),
    )
    const link = `${origin}/p/${project.id}/callbacks?filter=failing`
    for (const { email } of taken)
      mailer.sendLater(() =>
        failingCallbacksEmail(String(email), link, { project: project.name, callback }),
      )
  }
}

/** Turns the emails to a member on or off; false if the member does not exist. */
export async function chooseCallbackAlerts(
  { transact }: Accounts,
  projectNumber: number,
  { userId, isWanted }: { readonly userId: string; readonly isWanted: boolean },
): Promise<boolean> {
  if (!isUserId(userId)) return false
  const changed = await transact((transaction) =>
    transaction.run(sql.setCallbackAlert, [projectNumber, userId, isWanted ? 0 : null]),
  )
  return changed.length > 0
}
