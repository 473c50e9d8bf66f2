// The person whose pages are measured in hosted mode. They own the maximum number of projects, one
// of them with a hundred owners and a long audit log, and have many sessions.

import { configOf } from '../src/config.ts'
import { startService } from '../src/start.ts'
import { actorOf, noteAction } from '../src/users/audit.ts'
import { userOfIdentity } from '../src/users/identity.ts'
import { MEMBERS_MAX } from '../src/users/invitations.ts'
import { giveProject } from '../src/users/members.ts'
import { openSession } from '../src/users/sessions.ts'
import { screensOf } from '../src/pages/portal/shell/screens.ts'
import { BENCH_SECRET } from './child.ts'

/** Target of the links in emails. */
export const PUBLIC_URL = 'https://bench.example'
const SESSION_COUNT = 20

/** The pages of a project and a person that only exist in hosted mode. */
export const HOSTED_PAGES = {
  ofProject: screensOf('hosted')
    .filter(({ isHosted }) => isHosted === true)
    .flatMap(({ pages }) => pages)
    .map(({ path }) => path),
  ofPerson: ['/p', '/account'],
} as const

/** Fills the database; returns the person's cookie. */
export async function writeHostedPast(database: string, audited: number): Promise<string> {
  const settings = { database, port: 0, secret: BENCH_SECRET, logLevel: 'error' } as const
  const config = configOf({ ...settings, mode: 'hosted', publicUrl: PUBLIC_URL })
  const sandcard = await startService(config)
  try {
    const { accounts, directory } = sandcard.service
    const demo = await directory.byNumber(1)
    if (accounts === undefined || demo === undefined) throw new Error('the demo project is missing')
    const person = async (name: string) => {
      const email = `${name}@example.com`
      const known = await userOfIdentity(accounts, { subject: `bench ${name}`, email })
      if (known === undefined) throw new Error(`${email} is taken`)
      return known.user
    }
    const owner = await person('owner')
    // Projects have consecutive numbers here, because none was ever deleted.
    for (let number = 1; (await giveProject(accounts, number, owner)) === 'given'; number++);
    for (let count = 1; count < MEMBERS_MAX; count++)
      await giveProject(accounts, demo.number, await person(`member-${count}`))
    const entry = { action: 'captureFromPage', details: { order: 'an order' } }
    for (let count = 0; count < audited; count++)
      await noteAction(accounts, demo.number, actorOf(owner), entry)
    for (let count = 1; count < SESSION_COUNT; count++)
      await openSession(accounts, owner.id, 'A browser')
    return `__Host-sandcard=${await openSession(accounts, owner.id, 'The benchmark')}`
  } finally {
    await sandcard.close()
  }
}
