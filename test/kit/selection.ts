// Which test files a run takes, from what was written behind `npm test --`.

import { matchesGlob, relative, sep } from 'node:path'

export interface Selection {
  readonly files: readonly string[]
  /** For Node's test runner. */
  readonly flags: readonly string[]
  /** SQLite alone, without the files that take long. */
  readonly isFast: boolean
  /** Those of the files that may run in one process with others; none where a part was asked for. */
  readonly shared: readonly string[]
}

/** What runs in a process of its own and what a fast run leaves out, and why. A pattern that matches no file any more is refused by a test. */
// prettier-ignore
export const SLOW: Readonly<Record<string, string>> = {
  'browser.test.ts':            'a real browser',
  'fuzz.test.ts':               'thousands of random inputs',
  'test/invariants':            'thousands of random commands',
  'test/bench.test.ts':         'runs the benchmarks',
  'test/crash.test.ts':         'processes of their own, under load',
  'api/long-lists.test.ts':     'thousands of rows of everything',
  'api/reference/':             'every operation',
  'portal/reference.test.ts':   'every operation',
  'delivery/delivery.test.ts':  'receivers that answer late or never',
  'delivery/killed.test.ts':    'processes of their own',
  'delivery/restart.test.ts':   'processes of their own',
  'delivery/flow.test.ts':      'a thousand callbacks',
  'delivery/signing.test.ts':   'a thousand signatures',
  'delivery/tls.test.ts':       'authorities with keys of their own',
  'engine/due-load.test.ts':    'thousands of orders',
  'test/command.test.ts':     'a process of its own',
  'test/outage.test.ts':        'databases that do not answer',
  'test/sqlite-files.test.ts':  'processes of their own',
  'test/start-failures.test.ts': 'processes of their own',
  'test/scripts/':              'processes of their own',
  'test/upgrade/':              'databases of every released schema',
  'kit/service-log.test.ts':    'processes of their own',
  'test/examples.test.ts':      'a process for each example',
  'test/readme.test.ts':        'a process for each command',
  'test/docs.test.ts':          'a process for each example',
}

/** `all` are paths from the repository's root, with forward slashes. */
export function selected(all: readonly string[], given: readonly string[]): Selection {
  const isFast = given.includes('--fast')
  const flags = given.filter((argument) => argument.startsWith('-') && argument !== '--fast')
  const patterns = given.filter((argument) => !argument.startsWith('-'))
  const files = all
    .filter((file) => patterns.length === 0 || patterns.some((each) => matches(file, each)))
    .filter((file) => !isFast || !isSlow(file))
  const shared = patterns.length === 0 ? files.filter((file) => !isSlow(file)) : []
  return { files, flags, isFast, shared }
}

const isSlow = (file: string): boolean => Object.keys(SLOW).some((each) => matches(file, each))

/** A part of the path is enough, a glob must match all of it, and a path as a shell completes it is one from here. */
function matches(file: string, pattern: string): boolean {
  if (/[*?{[]/.test(pattern)) return matchesGlob(file, pattern)
  return file.includes(pattern) || file === relative('.', pattern).split(sep).join('/')
}
