// The service between its interfaces and the engine: a project whose dataset changes during a
// request, reads of a project that another process has reset, and faults and bugs.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { configOf } from '../src/config.ts'
import type { Directory, Project } from '../src/engine/directory.ts'
import { type CommandRequest, type ExecutionResult, faultResult } from '../src/engine/execution.ts'
import { ProjectWatch } from '../src/engine/project-watch.ts'
import { Service } from '../src/service.ts'
import { newProjectSecrets, PROJECT_ENTROPY_BYTES } from '../src/projects/project.ts'
import { Vault } from '../src/projects/vault.ts'
import type { Queryable } from '../src/store/store.ts'

const secrets = newProjectSecrets(new Uint8Array(PROJECT_ENTROPY_BYTES))
const vault = new Vault(Buffer.alloc(32), new Map<string, string>())
const project = (datasetId: number): Project => ({
  number: 1,
  id: 'prj',
  name: 'p',
  datasetId,
  secrets,
  vault,
  createdAt: 0,
  faults: null,
})
const NO_READS: Queryable = { query: () => Promise.resolve([]) }
const STALE: ExecutionResult = { kind: 'stale' }

/**
 * A service with the engine's results set by the test; each lookup of its project has a new
 * dataset.
 */
function serviceOf(
  answers: readonly ExecutionResult[],
  { shared = false, isGone = false, current = 10, rateLimit = 0 } = {},
) {
  const submitted: CommandRequest[] = []
  let refreshed = 0
  const directory: Partial<Directory> = {
    refresh: () => Promise.resolve(isGone ? undefined : project(10 + (refreshed += 1))),
    datasetOf: () => Promise.resolve(current),
  }
  const service = new Service({
    config: configOf({ rateLimit }),
    directory: directory as Directory,
    engine: {
      submit(request) {
        submitted.push(request)
        return Promise.resolve(answers[submitted.length - 1] ?? STALE)
      },
      proveWritable: () => Promise.resolve(),
    },
    reads: NO_READS,
    watch: new ProjectWatch(NO_READS, 'sqlite'),
    shared,
  })
  return { service, submitted, refreshes: () => refreshed }
}

const done = (replayed: boolean): ExecutionResult => ({ kind: 'result', result: 'done', replayed })

test('A command follows its project to another dataset up to twice', async () => {
  for (const [answers, datasets] of [
    [[done(false)], [10]],
    [
      [STALE, done(false)],
      [10, 11],
    ],
    [
      [STALE, STALE, done(true)],
      [10, 11, 12],
    ],
  ] as const) {
    const { service, submitted } = serviceOf(answers)
    const idempotency = { scope: 's', request: 'r', answerKey: 'k' }
    const { result, replayed } = await service.executeOnce(project(10), 'runDue', {}, idempotency)
    assert.deepEqual([result, replayed], ['done', answers.length === 3])
    assert.deepEqual(
      submitted,
      datasets.map((datasetId) => ({
        datasetId,
        command: 'runDue',
        input: {},
        idempotency,
        // It was not sent by a request of an interface.
        origin: undefined,
        keepsChanges: false,
      })),
    )
  }
})

test('A command is refused as unavailable if its project changes its dataset three times or is deleted', async () => {
  const { service, submitted } = serviceOf([])
  await assert.rejects(service.execute(project(10), 'runDue', {}), {
    code: 'unavailable',
    message: 'The project is being reset. Retry shortly.',
  })
  assert.deepEqual(
    submitted.map(({ datasetId }) => datasetId),
    [10, 11, 12],
  )
  assert.ok(submitted.every(({ idempotency }) => idempotency === undefined))
  const gone = serviceOf([], { isGone: true })
  await assert.rejects(gone.service.execute(project(10), 'runDue', {}), {
    code: 'unavailable',
    message: 'The project was deleted.',
  })
})

test('A fault and a bug are thrown as different errors', async () => {
  const refused = serviceOf([faultResult('card-not-found', 'no such card', 'card')])
  await assert.rejects(refused.service.execute(project(10), 'runDue', {}), {
    code: 'card-not-found',
    message: 'no such card',
    member: 'card',
  })
  for (const stack of ['at the place that failed', undefined]) {
    const broken = serviceOf([{ kind: 'bug', message: 'broken', stack }])
    await assert.rejects(broken.service.execute(project(10), 'runDue', {}), (error) => {
      assert.ok(error instanceof Error)
      assert.equal(error.message, 'broken')
      if (stack !== undefined) assert.equal(error.stack, stack)
      else assert.match(error.stack ?? '', /service\.ts/)
      return true
    })
  }
})

test('A read is repeated in the current dataset if another process may have reset the project', async () => {
  // prettier-ignore
  const READS = [
    { shared: false, current: 20, read: [10], refreshes: 0 },
    { shared: true,  current: 10, read: [10], refreshes: 0 },
    { shared: true,  current: 20, read: [10, 20], refreshes: 1 },
  ]
  for (const { shared, current, read, refreshes } of READS) {
    const sandbox = serviceOf([], { shared, current })
    const seen: number[] = []
    const result = await sandbox.service.read(project(10), (_reads, datasetId) => {
      seen.push(datasetId)
      return Promise.resolve(datasetId)
    })
    assert.deepEqual([seen, result, sandbox.refreshes()], [read, read.at(-1), refreshes])
  }
})

test('Requests are counted only if a rate limit is set', async () => {
  const free = serviceOf([])
  for (let index = 0; index < 50; index++)
    assert.equal((await free.service.counted(project(10))).datasetId, 10)
  const bound = serviceOf([], { rateLimit: 1 })
  for (let index = 0; index < 2; index++) await bound.service.counted(project(10))
  assert.throws(() => bound.service.counted(project(10)), { code: 'rate-limited' })
})
