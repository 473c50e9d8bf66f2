// A running service to test from outside: real HTTP on a free port, over either database.

import { Agent, request as httpRequest } from 'node:http'
import { configOf, type ServiceSettings } from '../../src/config.ts'
import type { Project } from '../../src/engine/directory.ts'
import { type RunningService, startService, type StartParts } from '../../src/start.ts'
import type { TestDatabase } from './databases.ts'
import { engineOfThisRun } from './engine-variant.ts'

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
  /** The body as JSON; undefined where it is none. */
  readonly json: unknown
}

export interface CallOptions {
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON; a string or a buffer is sent as it stands. */
  readonly body?: unknown
}

export interface Sandbox {
  readonly sandcard: RunningService
  readonly url: string
  call(method: string, path: string, options?: CallOptions): Promise<Answer>
  /** A new project with credentials of its own. */
  newProject(name?: string): Promise<Project>
  close(): Promise<void>
}

const TEST_SECRET = 'a secret that only the tests use'
/** Hosted mode does not start without one. */
const HOSTED = { publicUrl: 'https://sandcard.example' }

/**
 * Requests on their way at once; the others wait here. The service would rather turn a crowd away than let it wait for a database that
 * a busy machine makes slow.
 */
const MAX_SOCKETS = 32

/** Starts the service on a fresh database of the given kind; closing drops it. */
export async function startSandbox(
  database: TestDatabase,
  { config, ...given }: { config?: ServiceSettings } & StartParts = {},
): Promise<Sandbox> {
  const opened = await database.open()
  const settings = {
    database: opened.url,
    port: 0,
    secret: TEST_SECRET,
    logLevel: 'silent',
    ...(config?.mode === 'hosted' && HOSTED),
  } as const
  const parts = { engine: engineOfThisRun, ...given }
  const sandcard = await startService(configOf({ ...settings, ...config }), parts)
  const agent = new Agent({ keepAlive: true, maxSockets: MAX_SOCKETS })
  return {
    sandcard,
    url: sandcard.url,
    call: (method, path, callOptions) => call(agent, sandcard.url + path, method, callOptions),
    newProject: (name = 'test') => sandcard.service.directory.create(name),
    async close() {
      agent.destroy()
      await sandcard.close()
      await opened.drop()
    },
  }
}

function call(
  agent: Agent,
  url: string,
  method: string,
  options: CallOptions = {},
): Promise<Answer> {
  const { body } = options
  const isRaw = typeof body === 'string' || Buffer.isBuffer(body)
  const payload = body === undefined || isRaw ? body : JSON.stringify(body)
  const headers: Record<string, string> = {
    ...(payload === undefined || isRaw ? {} : { 'content-type': 'application/json' }),
    ...options.headers,
  }
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, { method, headers, agent }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8')
        const isJson = (response.headers['content-type'] ?? '').includes('json') && text !== ''
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text,
          json: isJson ? JSON.parse(text) : undefined,
        })
      })
    })
    request.on('error', reject)
    request.end(payload)
  })
}
