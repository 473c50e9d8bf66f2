// Watchers of a project: they are notified of every commit once, of earlier ones immediately, and
// not of commits of other projects.

import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { type ProjectNews, ProjectWatch } from '../../src/engine/project-watch.ts'
import { datasetAndVersion } from '../../src/store/reads/ledger.ts'
import type { Queryable } from '../../src/store/store.ts'
import { onEveryDatabase } from '../kit/databases.ts'
import { cardholderInput, EngineSandbox } from '../kit/engine-sandbox.ts'

onEveryDatabase('A watcher of a project', (database) => {
  let sandbox: EngineSandbox
  let other: EngineSandbox
  let watch: ProjectWatch
  let asked = 0
  let refusal: Error | undefined
  let heard: ProjectNews[]
  before(async () => {
    sandbox = await EngineSandbox.start(database)
    other = await sandbox.newProject()
  })
  after(() => sandbox.close())
  beforeEach(() => {
    const { reads } = sandbox.process
    const counted: Queryable = {
      query(statement, parameters) {
        asked += 1
        return refusal === undefined ? reads.query(statement, parameters) : Promise.reject(refusal)
      },
    }
    watch = new ProjectWatch(counted, database.name)
    asked = 0
    refusal = undefined
    heard = []
  })

  const version = async (of = sandbox): Promise<string> =>
    (await datasetAndVersion(of.process.reads, of.project.datasetId)).version
  const listen = (seen: string, of = sandbox) =>
    watch.watch(of.project.number, seen, (news) => void heard.push(news))
  /** Submits one command; returns the notification of its commit. */
  const commit = async (of = sandbox) => {
    const { reports } = of.process
    const begun = reports.length
    await of.execute('registerCardholder', cardholderInput())
    return reports.slice(begun).flatMap(({ commits }) => commits)
  }

  test('is notified of the kinds of rows in a commit', async () => {
    await listen(await version())
    assert.equal(heard.length, 0)
    watch.tell(await commit())
    const [news] = heard
    assert.equal(news?.version, await version())
    assert.deepEqual(news.kinds?.toSorted(), ['account', 'cardholder'])
    assert.equal(heard.length, 1)
  })

  test('is notified of changes to settings and clock under the kind "project"', async () => {
    await listen(await version())
    // prettier-ignore
    const MOVES = [{ kind: 'advance', ms: 1000 }, { kind: 'freeze', freeze: true }, { kind: 'freeze', freeze: false }] as const
    for (const move of MOVES) {
      const begun = sandbox.process.reports.length
      await sandbox.execute('moveClock', { move })
      watch.tell(sandbox.process.reports.slice(begun).flatMap(({ commits }) => commits))
      assert.deepEqual(
        heard.splice(0).map(({ kinds }) => kinds),
        [['project']],
      )
    }
    const begun = sandbox.process.reports.length
    await sandbox.execute('changeSettings', { settings: { mcc: 4000 } })
    watch.tell(sandbox.process.reports.slice(begun).flatMap(({ commits }) => commits))
    assert.deepEqual(
      heard.map(({ kinds }) => kinds),
      [['project']],
    )
  })

  test('is not notified of a commit without changes, but of the next one', async () => {
    await listen(await version())
    const begun = sandbox.process.reports.length
    await sandbox.execute('runDue', {})
    watch.tell(sandbox.process.reports.slice(begun).flatMap(({ commits }) => commits))
    assert.equal(heard.length, 0)
    watch.tell(await commit())
    assert.deepEqual(
      heard.map(({ kinds }) => kinds?.length),
      [2],
    )
  })

  test('is notified of an unknown change if it missed commits', async () => {
    await listen(await version())
    await commit()
    const commits = await commit()
    watch.tell(commits)
    assert.deepEqual(heard, [{ version: await version(), kinds: undefined }])
    watch.tell(commits)
    assert.equal(heard.length, 1)
  })

  test('is notified immediately of changes since the version it has seen', async () => {
    const seen = await version()
    await commit()
    await listen(seen)
    assert.deepEqual(heard, [{ version: await version(), kinds: undefined }])
  })

  test("is notified of other processes' commits at the next poll, which takes two queries", async () => {
    await watch.look()
    assert.equal(asked, 0)
    await listen(await version())
    await listen(await version(other), other)
    asked = 0
    await watch.look()
    assert.deepEqual([asked, heard.length], [2, 0])
    await commit()
    await commit(other)
    await watch.look([sandbox.project.number])
    assert.deepEqual(heard, [{ version: await version(), kinds: undefined }])
    await watch.look()
    assert.deepEqual(
      heard.map((news) => news.version),
      [await version(), await version(other)],
    )
    asked = 0
    await watch.look([987_654])
    assert.equal(asked, 0)
  })

  test('is not notified of other projects, nor after it has stopped', async () => {
    const end = await listen(await version())
    const endOther = await listen(await version())
    watch.tell(await commit(other))
    assert.equal(heard.length, 0)
    end()
    watch.tell(await commit())
    assert.equal(heard.length, 1)
    endOther()
    end()
    watch.tell(await commit())
    asked = 0
    await watch.look()
    assert.deepEqual([heard.length, asked], [1, 0])
    await listen(await version())
    end()
    watch.tell(await commit())
    assert.equal(heard.length, 2)
  })

  test('gets the error of a failed first poll, and is removed', async () => {
    refusal = new Error('broken by the test')
    await assert.rejects(listen('x'), /broken by the test/)
    refusal = undefined
    asked = 0
    await watch.look()
    watch.tell(await commit())
    assert.deepEqual([heard.length, asked], [0, 0])
  })
})
