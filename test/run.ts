// Runs the suite or a part of it once, with one PostgreSQL server for all of it: the server in
// TEST_DATABASE_URL, otherwise a temporary one. Arguments that are flags are passed to Node's test
// runner; any other is a pattern, and the files whose paths match are run. Two flags are our own.
// `--fast` runs on SQLite only, without slow files. `--all` adds what a usual run leaves out,
// because other tests cover most of it: SWEEPS and SQLITE_BY_DEFAULT in kit/selection.ts.

import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { existsSync, globSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from './kit/postgres.ts'
import { bundled } from './kit/bundle.ts'
import { fuzzRuns } from './kit/fuzz-runs.ts'
import { selected } from './kit/selection.ts'

// Far above what any test needs, even on a slow and busy machine, because these limits only end
// what hangs. More random inputs take longer.
const TEST_TIMEOUT_MS = fuzzRuns(1_800_000)
const SUITE_TIMEOUT_MS = fuzzRuns(3_600_000)
/** More than the number of CPUs, because many tests wait for timers, processes and disks. */
const FILES_AT_ONCE = 6
/**
 * The number of processes that share the files which need no separate one: two is what a small
 * machine can run simultaneously.
 */
const SHARED_PROCESSES = { fast: 2, full: 6, onSqlite: 2 }
/** The number of processes that share the short browser tests, each with a browser. */
const BROWSER_PROCESSES = 2

/**
 * More memory for young objects, because garbage collection took a quarter of the CPU time of a
 * test process.
 */
const YOUNG_OBJECTS = '--max-semi-space-size=32'

/** Linux keeps this folder in memory. It must have room for the databases of a run. */
const MEMORY = { folder: '/dev/shm', leastBytes: 4e9 }

const ON_SQLITE = { SANDCARD_TEST_DATABASES: 'sqlite' }

/** When every run starts. Tests freeze clocks at later dates, and their cards expire even later. */
const SUITE_DATE = Date.UTC(2027, 0, 15, 12)
const DATE_PRELOAD = `--import=${new URL('kit/suite-date.js', import.meta.url).href}`

const began = performance.now()
const all = globSync('test/**/*.test.ts').toSorted()
const { files, flags, isFast, shared, sharedOnSqlite, browsers, longBrowsers } = selected(
  all,
  process.argv.slice(2),
)
const stopping = new AbortController()
// Not "once": Ctrl-C arrives from the terminal and again from npm, and the second must not
// interrupt the clean-up.
process.on('SIGINT', (signal) => stopping.abort(signal))
process.on('SIGTERM', (signal) => stopping.abort(signal))

if (files.length === 0) {
  process.stderr.write(`No test file has ${process.argv.slice(2).join(' or ')} in its path.\n`)
  process.exitCode = 1
} else {
  process.env['TMPDIR'] = folderForFiles()
  process.env['SANDCARD_TEST_SEED'] ??= String(seedOfRun())
  const seed = process.env['SANDCARD_TEST_SEED']
  process.stdout.write(`ℹ random inputs from SANDCARD_TEST_SEED=${seed}\n`)
  process.exitCode = await runSuite()
  process.stdout.write(closingLine())
}

/**
 * A new seed in CI, so that runs try different inputs; otherwise the same, so that only a change
 * makes a test fail.
 */
function seedOfRun(): number {
  return process.env['CI'] === 'true' ? randomInt(2 ** 31) : 8583
}

/** Node's own summary is above it. */
function closingLine(): string {
  const seconds = Math.round((performance.now() - began) / 1000)
  const took = seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`
  const what =
    files.length === all.length ? `all ${all.length}` : `${files.length} of ${all.length}`
  return `ℹ took ${took}, ${what} test files\n`
}

/**
 * The folder for a run's databases: in memory if there is space. Test data need not survive a
 * crash, and tests would wait for a disk.
 */
function folderForFiles(): string {
  if (process.env['TMPDIR'] !== undefined || !existsSync(MEMORY.folder)) return tmpdir()
  const { bavail, bsize } = statfsSync(MEMORY.folder)
  return bavail * bsize < MEMORY.leastBytes ? tmpdir() : MEMORY.folder
}

async function runSuite(): Promise<number> {
  const url = process.env['TEST_DATABASE_URL']
  if (isFast) return runTests(ON_SQLITE)
  if (process.env['SANDCARD_TEST_DATABASES'] === 'sqlite') return runTests({})
  if (url !== undefined && url !== '') return runTests({})
  const server = await startPostgres()
  try {
    return await runTests({ TEST_DATABASE_URL: server.url })
  } finally {
    await server.stop()
  }
}

/**
 * Resolves with the exit code of the test runner, or with 128 plus the number of the signal that
 * ended it.
 */
function runTests(settings: Readonly<Record<string, string>>): Promise<number> {
  if (stopping.signal.aborted) return Promise.resolve(signalCode(stopping.signal.reason))
  // Hundreds of processes run the same sources and share what the first has compiled.
  const folder = mkdtempSync(join(tmpdir(), 'sandcard-tests-'))
  const processes = isFast ? SHARED_PROCESSES.fast : SHARED_PROCESSES.full
  const inBundles = new Set([...longBrowsers.flat(), ...browsers, ...sharedOnSqlite, ...shared])
  const others = files.filter((file) => !inBundles.has(file))
  const isWhole = shared.length > 0
  // The runner starts files in the order of their paths. Browsers take longest. Files with separate
  // processes wait a lot, so others use the processors meanwhile. Those that share processes are
  // last: they take equally long, and keep all processors busy until the end.
  const bundles = [
    ...longBrowsers.flatMap((group, index) =>
      bundled(group, 1, [folder, `1-browser-${index + 1}`]),
    ),
    ...bundled(browsers, BROWSER_PROCESSES, [folder, '2-browsers']),
    ...(isWhole ? others.flatMap((file, index) => bundled([file], 1, [folder, `3-${index}`])) : []),
    ...bundled(sharedOnSqlite, SHARED_PROCESSES.onSqlite, [folder, '4-on-sqlite'], ON_SQLITE),
    ...bundled(shared, processes, [folder, '4-shared']),
  ]
  const alone = isWhole ? [] : others
  const runner = spawn(
    process.execPath,
    [
      YOUNG_OBJECTS,
      '--test',
      '--test-reporter=spec',
      `--test-concurrency=${FILES_AT_ONCE}`,
      `--test-timeout=${TEST_TIMEOUT_MS}`,
      `--import=${new URL('kit/file-timeout.ts', import.meta.url).href}`,
      ...flags,
      ...bundles,
      ...alone,
    ],
    {
      stdio: 'inherit',
      env: {
        ...process.env,
        ...settings,
        NODE_COMPILE_CACHE: join(folder, 'compiled'),
        NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} ${DATE_PRELOAD}`,
        SANDCARD_TEST_DATE_OFFSET_MS: String(SUITE_DATE - Date.now()),
      },
    },
  )
  stopping.signal.addEventListener('abort', () => runner.kill('SIGTERM'), { once: true })
  const limit = setTimeout(() => {
    process.stderr.write(`The suite did not end within ${SUITE_TIMEOUT_MS} ms\n`)
    runner.kill('SIGTERM')
  }, SUITE_TIMEOUT_MS)
  return new Promise((resolve, reject) => {
    runner.once('error', reject)
    runner.once('close', (code, signal) => {
      clearTimeout(limit)
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
      resolve(code ?? signalCode(signal))
    })
  })
}

function signalCode(signal: unknown): number {
  return 128 + (signal === 'SIGINT' ? constants.signals.SIGINT : constants.signals.SIGTERM)
}
