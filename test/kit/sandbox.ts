// A running service to test from outside: real HTTP on a free port, on either database.

import { after, type TestOptions } from 'node:test'
import { configOf, type ServiceSettings } from '../../src/config.ts'
import type { Project } from '../../src/engine/directory.ts'
import { type RunningService, startService, type StartParts } from '../../src/start.ts'
import type { TestDatabase } from './databases.ts'
import { engineOfThisRun } from './engine-variant.ts'
import { assertDeclaredAnswer } from './gateway-answers.ts'
import { type Answer, type CallOptions, HttpClient } from './http.ts'
import { serviceLog } from './service-log.ts'

export interface Sandbox {
  readonly sandcard: RunningService
  readonly url: string
  call(method: string, path: string, options?: CallOptions): Promise<Answer>
  /** A new project with credentials of its own. */
  newProject(name?: string): Promise<Project>
  close(): Promise<void>
}

/** SANDCARD_TEST_THREADS=2 runs every test that starts a service with front threads. */
const threadsOfThisRun = Number(process.env['SANDCARD_TEST_THREADS'] ?? '1')

/**
 * For tests that replace parts of the service in this process, such as its clock: front threads
 * would not see them.
 */
export const REPLACES_PARTS: TestOptions = {
  skip: threadsOfThisRun > 1 && 'front threads have parts of their own',
}

const TEST_SECRET = 'a secret that only the tests use'
/** Hosted mode does not start without it. */
const HOSTED = { publicUrl: 'https://sandcard.example' }
const FIRST_PROJECTS = { limit: 100 }
/** The number of the demo project, the first of a new database. */
const DEMO_NUMBER = 1

interface TestService {
  readonly sandcard: RunningService
  /** Stops the service and drops its database. */
  readonly end: () => Promise<void>
}

/** Empty services that no test uses. Starting one takes longer than most tests. */
const spare = new Map<TestDatabase['name'], TestService[]>()
/** True outside of tests, and after those that were declared so far: nothing starts another one. */
let isOver = process.env['NODE_TEST_CONTEXT'] === undefined
if (!isOver)
  after(async () => {
    isOver = true
    const all = [...spare.values()].flat()
    spare.clear()
    await Promise.all(all.map(({ end }) => end()))
  })

/**
 * A service on a database of the given kind, with the demo project. One with settings or parts of
 * its own is new, and closing drops its database; others are used again.
 */
export async function startSandbox(
  database: TestDatabase,
  { config, ...parts }: { config?: ServiceSettings } & StartParts = {},
): Promise<Sandbox> {
  const isUsual = config === undefined && Object.keys(parts).length === 0
  if (!isUsual) return newSandbox(database, { ...(config && { config }), ...parts })
  const service = spare.get(database.name)?.pop() ?? (await newService(database))
  return sandboxOf(service.sandcard, () => spareService(database, service))
}

/** A new service on a fresh database: for tests that stop it, or need one without a past. */
export async function newSandbox(
  database: TestDatabase,
  given: { config?: ServiceSettings } & StartParts = {},
): Promise<Sandbox> {
  const { sandcard, end } = await newService(database, given)
  return sandboxOf(sandcard, end)
}

/** Keeps a service for the next test: with the demo project alone, and nothing in it. */
async function spareService(database: TestDatabase, service: TestService): Promise<void> {
  if (isOver) return service.end()
  const { directory } = service.sandcard.service
  for (let left = 1; left > 0;) {
    const projects = await directory.list(FIRST_PROJECTS)
    const others = projects.filter(({ number }) => number !== DEMO_NUMBER)
    await Promise.all(others.map(({ number }) => directory.remove(number)))
    left = others.length
  }
  await directory.reset(DEMO_NUMBER)
  spare.set(database.name, [...(spare.get(database.name) ?? []), service])
}

async function newService(
  database: TestDatabase,
  { config = {}, ...given }: { config?: ServiceSettings } & StartParts = {},
): Promise<TestService> {
  const opened = await database.openMigrated()
  const settings = {
    database: opened.url,
    port: 0,
    secret: TEST_SECRET,
    logLevel: 'error',
    ...(opened.url !== 'sqlite::memory:' && { threads: threadsOfThisRun }),
    ...(config.mode === 'hosted' && HOSTED),
  } as const
  const parts = { engine: engineOfThisRun, logs: serviceLog, ...given }
  const sandcard = await startService(configOf({ ...settings, ...config }), parts)
  return {
    sandcard,
    async end() {
      await sandcard.close()
      await opened.drop()
    },
  }
}

function sandboxOf(sandcard: RunningService, end: () => Promise<void>): Sandbox {
  const client = new HttpClient(sandcard.url)
  return {
    sandcard,
    url: sandcard.url,
    async call(method, path, options) {
      const answer = await client.call(method, path, options)
      assertDeclaredAnswer(path, answer)
      return answer
    },
    newProject: (name = 'test') => sandcard.service.directory.create(name),
    async close() {
      client.close()
      await end()
    },
  }
}

/** Another process on the database of a sandbox, which PostgreSQL allows. */
export async function anotherProcess({ sandcard }: Sandbox): Promise<RunningService> {
  const { database } = sandcard.service.config
  if (database.kind !== 'postgres') throw new Error('an SQLite file belongs to one process')
  const settings = {
    database: database.url,
    port: 0,
    secret: TEST_SECRET,
    logLevel: 'error',
  } as const
  return startService(configOf(settings), { engine: engineOfThisRun, logs: serviceLog })
}
