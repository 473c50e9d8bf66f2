// A running service to test from outside: real HTTP on a free port, on either database.

import type { TestOptions } from 'node:test'
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
  /** A new project with its own credentials. */
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

/** Starts the service on a fresh database of the given kind; closing drops it. */
export async function startSandbox(
  database: TestDatabase,
  { config, ...given }: { config?: ServiceSettings } & StartParts = {},
): Promise<Sandbox> {
  const opened = await database.openMigrated()
  const settings = {
    database: opened.url,
    port: 0,
    secret: TEST_SECRET,
    logLevel: 'error',
    ...(opened.url !== 'sqlite::memory:' && { threads: threadsOfThisRun }),
    ...(config?.mode === 'hosted' && HOSTED),
  } as const
  const parts = { engine: engineOfThisRun, logs: serviceLog, ...given }
  const sandcard = await startService(configOf({ ...settings, ...config }), parts)
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
      await sandcard.close()
      await opened.drop()
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
