// Selects the test files of a run from the arguments of `npm test --`.

import { matchesGlob, relative, sep } from 'node:path'

interface Selection {
  readonly files: readonly string[]
  /** Flags for Node's test runner. */
  readonly flags: readonly string[]
  /** SQLite only, without slow files. */
  readonly isFast: boolean
  /** Files that may share a process; none if a part of the suite was requested. */
  readonly shared: readonly string[]
  /** Files that may share a process, and that this run tests on SQLite only. */
  readonly sharedOnSqlite: readonly string[]
  /** Browser tests that may share a process and its browser; none if a part was requested. */
  readonly browsers: readonly string[]
  /** Browser tests that run long and start first, by process; none if a part was requested. */
  readonly longBrowsers: readonly (readonly string[])[]
}

/**
 * Browser tests that run long, by process. Those that check pages share theirs, so that each checks
 * only the parts of pages that the others have not checked.
 */
const LONG_BROWSER_TESTS = [['every-form-browser'], ['every-page-browser', 'states-browser']]

/**
 * Files that need a separate process and that a fast run skips, with the reason. A test refuses a
 * pattern that matches no file.
 */
// prettier-ignore
export const ALONE: Readonly<Record<string, string>> = {
  'browser.test.ts':            'a real browser',
  'test/bench.test.ts':         'runs the benchmarks',
  'test/crash.test.ts':         'processes of their own, under load',
  'delivery/odd-receivers.test.ts': 'receivers that answer late or never',
  'delivery/killed.test.ts':    'processes of their own',
  'delivery/restart.test.ts':   'processes of their own',
  'engine/retention-killed.test.ts': 'processes of their own',
  'engine/cold.test.ts':       'chooses the engine of its process',
  'delivery/flow.test.ts':      'hundreds of callbacks',
  'delivery/tls.test.ts':       'authorities with keys of their own',
  'test/command.test.ts':     'a process of its own',
  'test/haproxy.test.ts':       'processes of their own',
  'test/outage.test.ts':        'databases that do not answer',
  'test/promoted-standby.test.ts': 'servers of its own',
  'test/sqlite-files.test.ts':  'processes of their own',
  'test/start-failures.test.ts': 'processes of their own',
  'test/scripts/':              'processes of their own',
  'upgrade/side-by-side.test.ts': 'processes of their own',
  'kit/service-log.test.ts':    'processes of their own',
  'test/examples.test.ts':      'a process for each example',
  'test/readme.test.ts':        'a process for each command',
  'test/docs.test.ts':          'a process for each example',
}

/**
 * Additional files that a fast run skips, with the reason. It keeps the pure subjects, the engine,
 * the store and interfaces A, B and C, which most changes break first.
 */
// prettier-ignore
export const NOT_FAST: Readonly<Record<string, string>> = {
  'fuzz.test.ts':               'thousands of random inputs',
  'test/invariants':            'thousands of random commands',
  'test/free-text-masked.test.ts': 'every string of every operation',
  'api/long-lists.test.ts':     'thousands of rows of everything',
  'api/reference/':             'every operation',
  'delivery/signing.test.ts':   'a thousand signatures',
  'engine/due-load.test.ts':    'thousands of orders',
  'test/upgrade/':              'databases of earlier versions',
  'test/api/control/':          'translates to commands that other tests run',
  'test/cli/':                  'a process for each command',
  'test/delivery/':             'receivers of their own',
  'test/pages/':                'pages in all states',
  'test/api/faulted-calls.test.ts': 'every operation',
  'test/api/refusals-snapshots.test.ts': 'every refusal',
  'test/fixtures-at-start.test.ts': 'processes of their own',
  'test/house.test.ts':         'the check runs the same tools',
  'test/web/http/nul.test.ts':  'every member of every operation',
}

/** Files that run only with `--all` or by name, with what covers their subjects otherwise. */
// prettier-ignore
export const SWEEPS: Readonly<Record<string, string>> = {
  'every-form-browser.test.ts': 'the tests of each page send its forms; this sends all in a browser',
  'every-page-browser.test.ts': 'the tests of each page read it; this looks at all in a browser',
  'states-browser.test.ts':     'as above, for pages in every state',
  'test/bench.test.ts':         'runs the benchmarks once, which others run by hand',
}

/**
 * Files that run on PostgreSQL only with `--all` or by name, with what covers PostgreSQL otherwise.
 */
// prettier-ignore
export const SQLITE_BY_DEFAULT: Readonly<Record<string, string>> = {
  'test/pages/':                'pages call operations, whose tests run on both databases',
  'test/api/control/':          'operations call the engine and the store, as those of A, B and C',
  'test/cli/':                  'commands call operations',
  'test/api/reference/':        'the reference comes from the operations, not from the database',
  'test/free-text-masked.test.ts': 'texts are masked before they are stored',
}

const OWN_FLAGS = ['--fast', '--all']

/** `all` are paths from the repository's root, with forward slashes. */
export function selected(all: readonly string[], given: readonly string[]): Selection {
  const isFast = given.includes('--fast')
  const flags = given.filter((each) => each.startsWith('-') && !OWN_FLAGS.includes(each))
  const patterns = given.filter((argument) => !argument.startsWith('-'))
  const isComplete = given.includes('--all') || patterns.length > 0
  const files = all
    .filter((file) => patterns.length === 0 || patterns.some((each) => matches(file, each)))
    .filter((file) => !isFast || !(isAlone(file) || isNotFast(file)))
    .filter((file) => isComplete || !isNamed(file, SWEEPS))
  const together = patterns.length === 0 ? files.filter((file) => !isAlone(file)) : []
  const shared = together.filter(
    (file) => isComplete || isFast || !isNamed(file, SQLITE_BY_DEFAULT),
  )
  const sharedOnSqlite = together.filter((file) => !shared.includes(file))
  const browsers = patterns.length === 0 ? files.filter((file) => isShortBrowser(file)) : []
  const longBrowsers = LONG_BROWSER_TESTS.map((names) =>
    patterns.length === 0 ? files.filter((file) => isOneOf(file, names)) : [],
  ).filter((group) => group.length > 0)
  return { files, flags, isFast, shared, sharedOnSqlite, browsers, longBrowsers }
}

const isAlone = (file: string): boolean => isNamed(file, ALONE)

const isNotFast = (file: string): boolean => isNamed(file, NOT_FAST)

const isNamed = (file: string, patterns: Readonly<Record<string, string>>): boolean =>
  Object.keys(patterns).some((each) => matches(file, each))

const isOneOf = (file: string, names: readonly string[]): boolean =>
  names.some((name) => file.includes(name))

const isShortBrowser = (file: string): boolean =>
  file.includes('browser') && !isOneOf(file, LONG_BROWSER_TESTS.flat())

/** Matches a part of the path, a glob for all of it, or a path relative to the current folder. */
function matches(file: string, pattern: string): boolean {
  if (/[*?{[]/.test(pattern)) return matchesGlob(file, pattern)
  return file.includes(pattern) || file === relative('.', pattern).split(sep).join('/')
}
