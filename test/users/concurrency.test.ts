// Limits of accounts hold if requests arrive simultaneously, and conflicting transactions are
// retried.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { TooManyProjects } from '../../src/engine/catalogue.ts'
import { actorOf, auditEntries, noteAction } from '../../src/users/audit.ts'
import { invite, listInvitations } from '../../src/users/invitations.ts'
import { giveProject } from '../../src/users/members.ts'
import { setPasswordByLink } from '../../src/users/reset-password.ts'
import { requestSignUp } from '../../src/users/sign-up.ts'
import { onEveryDatabase } from '../kit/databases.ts'
import { type HostedSandbox, PASSWORD, startHosted } from '../kit/person.ts'
import { runSql } from '../kit/sql.ts'

const IP = '192.0.2.1'

/**
 * Number of simultaneous requests. With more, some would wait so long for a connection on a busy
 * machine that they are refused. No limit is a multiple of it, so that a limit is reached in the
 * middle.
 */
const AT_ONCE = 28

async function many<T>(
  count: number,
  work: (index: number) => Promise<T>,
): Promise<PromiseSettledResult<T>[]> {
  const results: PromiseSettledResult<T>[] = []
  while (results.length < count) {
    const length = Math.min(AT_ONCE, count - results.length)
    const first = results.length
    const started = Array.from({ length }, (_, index) => work(first + index))
    results.push(...(await Promise.allSettled(started)))
  }
  return results
}

const countFulfilled = (results: readonly PromiseSettledResult<unknown>[]): number =>
  results.filter(({ status }) => status === 'fulfilled').length

onEveryDatabase('Simultaneous requests', (database) => {
  let hosted: HostedSandbox
  before(async () => {
    hosted = await startHosted(database)
  })
  after(() => hosted.sandbox.close())

  test('send five emails to an address for 30 sign-ups', async () => {
    const email = 'flood@example.com'
    await many(30, () => requestSignUp(hosted.accounts, email, IP))
    assert.equal((await hosted.emails()).filter(({ to }) => to === email).length, 5)
  })

  test('create 100 of 140 projects for one person', async () => {
    const { id } = await hosted.user('rich@example.com')
    const { directory } = hosted.sandbox.sandcard.service
    const results = await many(140, (index) => directory.create(`p${index}`, id))
    assert.equal(countFulfilled(results), 100)
    for (const result of results)
      if (result.status === 'rejected') assert.ok(result.reason instanceof TooManyProjects)
    const spare = await directory.create('spare')
    const user = await hosted.user('rich@example.com')
    assert.equal(await giveProject(hosted.accounts, spare.number, user), 'too-many-projects')
  })

  test('fill a project with 100 of 110 invitations', async () => {
    const { accounts } = hosted
    const owners = [await hosted.user('one@example.com'), await hosted.user('two@example.com')]
    const [first, second] = owners
    assert.ok(first && second)
    const { number } = await hosted.sandbox.sandcard.service.directory.create('full', first.id)
    const project = { number, name: 'full' }
    const results = await many(110, (index) => {
      const invited = { email: `p${index}@example.org`, role: 'viewer' } as const
      return invite(accounts, project, invited, actorOf(index % 2 === 0 ? first : second))
    })
    assert.equal(countFulfilled(results), 110)
    assert.equal((await listInvitations(accounts, number)).length, 99)
  })

  test('create one account if four sign-up links of an address are used together', async () => {
    const { accounts } = hosted
    const email = 'links@example.com'
    for (let count = 0; count < 4; count++) await requestSignUp(accounts, email, IP)
    const tokens = (await hosted.emails())
      .filter(({ to }) => to === email)
      .map(({ path }) => new URL(path, 'http://any.invalid').searchParams.get('token') ?? '')
    assert.equal(tokens.length, 4)
    const caller = { ip: IP, isProven: true, isGone: () => false }
    const results = await many(4, (index) => {
      const link = { purpose: 'sign-up', token: tokens[index] ?? '' } as const
      return setPasswordByLink(accounts, link, { password: PASSWORD, caller })
    })
    assert.equal(countFulfilled(results), 4)
    const used = results.filter((result) => result.status === 'fulfilled' && result.value)
    assert.equal(used.length, 1)
  })

  test('leave the newest 10,000 entries in the audit log', async () => {
    const { accounts } = hosted
    const { directory, config } = hosted.sandbox.sandcard.service
    const { number } = await directory.create('audited')
    await runSql(
      config.database,
      `insert into audit_entry (project_number, id, at, actor, action, details)
       with recursive numbers(i) as (select 10000001 union all select i + 1 from numbers where i < 10009999)
       select ${number}, '000000' || i || 'aaaaaaaa', i, 'API key', 'old', '{}' from numbers`,
    )
    const actor = { id: null, name: 'API key' }
    const note = (action: string) => noteAction(accounts, number, actor, { action, details: {} })
    const entries = () => auditEntries(accounts, number, { limit: 20_000 })
    await note('one')
    assert.equal((await entries()).length, 10_000)
    await note('two')
    const kept = await entries()
    assert.equal(kept.length, 10_000)
    assert.deepEqual([kept[0]?.action, kept.at(-1)?.at], ['two', 10_000_002])
  })
})
