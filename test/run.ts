// Runs the whole suite once, with one PostgreSQL for all of it: the server that TEST_DATABASE_URL names, otherwise a temporary
// one. Arguments that are flags go to Node's test runner; others name the test files to run.

import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from './postgres.ts'

// Far above what anything needs, also on a machine that is busy with something else: they only end what no longer answers.
const testTimeoutMs = 240_000
const suiteTimeoutMs = 1_800_000
const filesAtOnce = 3

const given = process.argv.slice(2)
const flags = given.filter((argument) => argument.startsWith('-'))
const files = given.filter((argument) => !argument.startsWith('-'))
const stopping = new AbortController()
// Not "once": Ctrl-C arrives from the terminal and again from npm, and the second must not cut the cleaning up short.
process.on('SIGINT', (signal) => stopping.abort(signal))
process.on('SIGTERM', (signal) => stopping.abort(signal))

process.exitCode = await runSuite()

async function runSuite(): Promise<number> {
  const url = process.env['TEST_DATABASE_URL']
  if (url !== undefined && url !== '') return runTests(url)
  const server = await startPostgres()
  try {
    return await runTests(server.url)
  } finally {
    await server.stop()
  }
}

/** Resolves with the exit code of the test runner, or with 128 plus the number of the signal that ended it. */
function runTests(databaseUrl: string): Promise<number> {
  if (stopping.signal.aborted) return Promise.resolve(signalCode(stopping.signal.reason))
  // Hundreds of processes run the same sources: what the first has compiled, the others take.
  const compiled = mkdtempSync(join(tmpdir(), 'sandcard-compiled-'))
  const runner = spawn(
    process.execPath,
    [
      '--test',
      '--test-reporter=spec',
      `--test-concurrency=${filesAtOnce}`,
      `--test-timeout=${testTimeoutMs}`,
      `--import=${new URL('file-limit.ts', import.meta.url).href}`,
      ...flags,
      ...(files.length > 0 ? files : ['test/**/*.test.ts']),
    ],
    {
      stdio: 'inherit',
      env: { ...process.env, TEST_DATABASE_URL: databaseUrl, NODE_COMPILE_CACHE: compiled },
    },
  )
  stopping.signal.addEventListener('abort', () => runner.kill('SIGTERM'), { once: true })
  const limit = setTimeout(() => {
    process.stderr.write(`The suite did not end within ${suiteTimeoutMs} ms\n`)
    runner.kill('SIGTERM')
  }, suiteTimeoutMs)
  return new Promise((resolve, reject) => {
    runner.once('error', reject)
    runner.once('close', (code, signal) => {
      clearTimeout(limit)
      rmSync(compiled, { recursive: true, force: true, maxRetries: 5 })
      resolve(code ?? signalCode(signal))
    })
  })
}

function signalCode(signal: unknown): number {
  return 128 + (signal === 'SIGINT' ? constants.signals.SIGINT : constants.signals.SIGTERM)
}
