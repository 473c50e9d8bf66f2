// The measured user of a hosted sandbox: owns every project of the database, shares one of them
// with a hundred owners and a long audit log, and has many sessions.

import { configOf } from '../src/config.ts'
import { startService } from '../src/start.ts'
import { actorOf, MEMBERS_MAX } from '../src/users/members.ts'
import { screensOf } from '../src/pages/portal/shell/screens.ts'
import { BENCH_SECRET } from './child.ts'

/** The origin of links in emails; the benchmark does not follow them. */
export const PUBLIC_URL = 'https://bench.example'
const SESSION_COUNT = 20

/** The pages of hosted mode: those of a project, and those of an account. */
export const HOSTED_PAGES = {
  ofProject: screensOf('hosted')
    .filter(({ isHosted }) => isHosted === true)
    .flatMap(({ pages }) => pages)
    .map(({ path }) => path),
  ofPerson: ['/p', '/account'],
} as const

/** Fills the database and returns the session cookie of the measured user. */
export async function writeHostedPast(database: string, audited: number): Promise<string> {
  const settings = { database, port: 0, secret: BENCH_SECRET, logLevel: 'error' } as const
  const config = configOf({ ...settings, mode: 'hosted', publicUrl: PUBLIC_URL })
  const sandcard = await startService(config)
  try {
    const { accounts, directory } = sandcard.service
    const demo = await directory.byNumber(1)
    if (accounts === undefined || demo === undefined) throw new Error('the demo project is missing')
    const { users, members } = accounts
    const person = (name: string) =>
      users.ofIdentity({ subject: `bench ${name}`, email: `${name}@example.com` })
    const owner = await person('owner')
    // Project ids have no gaps, because none was deleted.
    for (let number = 1; await members.give(number, owner); number++);
    for (let made = 1; made < MEMBERS_MAX; made++)
      await members.give(demo.number, await person(`member-${made}`))
    const entry = { action: 'captureFromPage', details: { order: 'an-order-of-the-past' } }
    for (let made = 0; made < audited; made++)
      await members.note(demo.number, actorOf(owner), entry)
    for (let made = 1; made < SESSION_COUNT; made++) await users.openSession(owner.id, 'A browser')
    return `__Host-sandcard=${await users.openSession(owner.id, 'The benchmark')}`
  } finally {
    await sandcard.close()
  }
}
