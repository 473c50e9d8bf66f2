// Snapshots of random states: after any calls, a restore gives the same responses byte for byte,
// and so does an import into another service on either database.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Project } from '../../../src/engine/directory.ts'
import { bodyOf, projectCall } from '../../kit/control.ts'
import { databases, onEveryDatabase } from '../../kit/databases.ts'
import { assertSameReads, projectReads } from '../../kit/project-reads.ts'
import { assertProperty, fc } from '../../kit/property.ts'
import { RandomCaller, randomCalls } from '../../kit/random-calls.ts'
import { type Sandbox, startSandbox } from '../../kit/sandbox.ts'

const SNAPSHOTS = '/control/v1/snapshots'
const CALLS = 30
/** Different seeds of the same run. */
const RUNS = 2
/** Keys that belong to the project and not to its data. */
const OF_THE_PROJECT = /callback-keys/

onEveryDatabase('Random calls', (database) => {
  let sandbox: Sandbox
  const targets: Sandbox[] = []
  before(async () => {
    sandbox = await startSandbox(database)
    for (const each of databases)
      targets.push(await startSandbox(each, { config: { secret: 'the key of another service' } }))
  })
  after(async () => {
    for (const each of [sandbox, ...targets]) await each.close()
  })

  const current = async (of: Sandbox, { number }: Project): Promise<Project> => {
    const found = await of.sandcard.service.directory.refresh(number)
    assert.ok(found !== undefined)
    return found
  }

  test('after a snapshot are undone by its restore, and its file gives the same data elsewhere', async (t) => {
    const succeeded = new Set<string>()
    await assertProperty(
      fc.asyncProperty(randomCalls(CALLS), randomCalls(CALLS), async (earlier, later) => {
        const project = await sandbox.newProject()
        const caller = await RandomCaller.open(sandbox, project)
        const { call } = caller
        for (const each of earlier) await caller.make(each)
        bodyOf(await call('POST', SNAPSHOTS, { name: 'saved' }), 201)
        const saved = await projectReads(sandbox, await current(sandbox, project))
        for (const each of later) await caller.make(each)
        bodyOf(await call('POST', `${SNAPSHOTS}/saved/restore`), 200)
        assertSameReads(await projectReads(sandbox, await current(sandbox, project)), saved)
        for (const name of caller.succeeded.keys()) succeeded.add(name)

        const headers = { 'X-API-KEY': project.secrets.interfaceB.apiKey }
        const { text } = await sandbox.call('GET', `${SNAPSHOTS}/saved/export`, { headers })
        for (const target of targets) {
          const into = await target.newProject()
          const { apiKey } = into.secrets.interfaceB
          const imported = await target.call('POST', `${SNAPSHOTS}/import`, {
            headers: { 'X-API-KEY': apiKey, 'content-type': 'application/octet-stream' },
            body: text,
          })
          bodyOf(imported, 201)
          const other = projectCall(target, apiKey)
          bodyOf(await other('POST', `${SNAPSHOTS}/saved/restore`), 200)
          const reads = await projectReads(target, await current(target, into))
          assertSameReads(reads, saved, OF_THE_PROJECT)
        }
      }),
      { numRuns: RUNS, endOnFailure: true },
    )
    t.diagnostic(`successful: ${[...succeeded].join(', ')}`)
  })
})
