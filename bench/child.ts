// A server in a child process: starts it, waits for its ready line and stops it.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const START_TIMEOUT_MS = 30_000
const READY_PATTERN = /ready on (http:\/\/\S+)$/

export interface Child {
  readonly url: string
  readonly pid: number
  /** Milliseconds from spawning the process to its ready line. */
  readonly startMs: number
  stop(): Promise<void>
}

/** Runs a script of this repository in this Node.js and resolves at its ready line. */
export async function startChild(script: string, args: readonly string[] = []): Promise<Child> {
  const path = fileURLToPath(new URL(`../${script}`, import.meta.url))
  const began = performance.now()
  const process_ = spawn(process.execPath, [path, ...args], {
    env: environment(),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const kill = (): boolean => process_.kill('SIGKILL')
  process.once('exit', kill)
  const url = await readyUrl(process_, script)
  const startMs = performance.now() - began
  return {
    url,
    pid: process_.pid ?? 0,
    startMs,
    async stop() {
      if (process_.exitCode === null && process_.kill('SIGTERM')) await once(process_, 'close')
      process.off('exit', kill)
    },
  }
}

/** The arguments of the service, in addition to its database. */
const FLAGS = '--host 127.0.0.1 --port 0 --log-level warn'.split(' ')

/** Starts the service as `npm start` does; in hosted mode if `publicUrl` is given. */
export const startService = (database: string, publicUrl?: string): Promise<Child> =>
  startChild('scripts/start.mjs', [
    '--database',
    database,
    ...FLAGS,
    ...(publicUrl === undefined
      ? ['--mode', 'local']
      : ['--mode', 'hosted', '--public-url', publicUrl]),
  ])

/** The benchmark stores no real cards, so its master key need not be secret. */
export const BENCH_SECRET = 'the master key of the benchmarks'

/** Settings that would change the measurement or the ready line. */
const LEFT_OUT = new Set(['PUBLIC_URL', 'LOG_LEVEL', 'SANDCARD_ADMIN_TOKEN'])

function environment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !LEFT_OUT.has(name))
  return { ...Object.fromEntries(kept), SANDCARD_SECRET: BENCH_SECRET }
}

async function readyUrl(child: ChildProcess, script: string): Promise<string> {
  if (child.stdout === null) throw new Error('the child has no standard output')
  const lines = createInterface({ input: child.stdout })
  const timer = setTimeout(() => child.kill('SIGKILL'), START_TIMEOUT_MS)
  try {
    for await (const line of lines) {
      const url = READY_PATTERN.exec(line)?.[1]
      if (url !== undefined) return url
    }
  } finally {
    clearTimeout(timer)
    // Reads the remaining output, because a full pipe would block the child.
    child.stdout.resume()
  }
  throw new Error(`${script} ended before it was ready`)
}
