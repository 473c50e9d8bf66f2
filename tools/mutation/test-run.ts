// Runs one test file of a copy of the repository in a separate process, and stops it at the first
// failing test.

import { spawn } from 'node:child_process'

export type Verdict = 'passed' | 'failed' | 'hung'

export interface TestRun {
  readonly verdict: Verdict
  readonly milliseconds: number
}

/** A failure in TAP, also of a nested test. */
const FAILED = /^\s*not ok /m

export function runTest(
  root: string,
  file: string,
  options: { limitMs: number; environment?: Readonly<Record<string, string>>; stop: AbortSignal },
): Promise<TestRun> {
  const began = performance.now()
  const child = spawn(process.execPath, ['--test-reporter=tap', file], {
    cwd: root,
    // A process group, so that processes which a stopped test left behind end with it.
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: environmentWith(options.environment),
  })
  return new Promise((resolve, reject) => {
    let verdict: Verdict | undefined
    let told = ''
    const end = (reason: Verdict): void => {
      verdict ??= reason
      endGroup(child.pid)
    }
    const limit = setTimeout(() => end('hung'), options.limitMs)
    const interrupt = (): void => end('hung')
    options.stop.addEventListener('abort', interrupt, { once: true })
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      told = told.slice(told.lastIndexOf('\n') + 1) + text
      if (FAILED.test(told)) end('failed')
    })
    child.once('error', reject)
    child.once('exit', (code) => {
      clearTimeout(limit)
      options.stop.removeEventListener('abort', interrupt)
      endGroup(child.pid)
      resolve({
        verdict: verdict ?? (code === 0 ? 'passed' : 'failed'),
        milliseconds: performance.now() - began,
      })
    })
  })
}

function environmentWith(added: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const environment = { ...process.env, SANDCARD_TEST_DATABASES: 'sqlite', ...added }
  // Without this, a test runner that started us would read the reports of the tests as its own.
  return { ...environment, NODE_TEST_CONTEXT: undefined, TEST_DATABASE_URL: undefined }
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch (error) {
    // No process of the group is left.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
