// Which test files a run takes, from what was written behind `npm test --`.

import { matchesGlob, relative, sep } from 'node:path'

export interface Selection {
  readonly files: readonly string[]
  /** For Node's test runner. */
  readonly flags: readonly string[]
  /** SQLite alone, without the files that take long. */
  readonly isFast: boolean
}

/** What a fast run leaves out, and why. A pattern that matches no file any more is refused by a test. */
// prettier-ignore
export const SLOW: Readonly<Record<string, string>> = {
  'browser.test.ts':            'a real browser',
  'fuzz.test.ts':               'thousands of random inputs',
  'test/invariants':            'thousands of random commands',
  'test/bench.test.ts':         'runs the benchmarks',
  'test/crash.test.ts':         'processes of their own, under load',
  'delivery/killed.test.ts':    'processes of their own',
  'delivery/restart.test.ts':   'processes of their own',
  'delivery/flow.test.ts':      'a thousand callbacks',
  'delivery/signing.test.ts':   'a thousand signatures',
  'delivery/tls.test.ts':       'authorities with keys of their own',
  'engine/due-load.test.ts':    'thousands of orders',
  'test/examples.test.ts':      'a process for each example',
  'test/readme.test.ts':        'a process for each command',
}

/** `all` are paths from the repository's root, with forward slashes. */
export function selected(all: readonly string[], given: readonly string[]): Selection {
  const isFast = given.includes('--fast')
  const flags = given.filter((argument) => argument.startsWith('-') && argument !== '--fast')
  const patterns = given.filter((argument) => !argument.startsWith('-'))
  const files = all
    .filter((file) => patterns.length === 0 || patterns.some((each) => matches(file, each)))
    .filter((file) => !isFast || !Object.keys(SLOW).some((each) => matches(file, each)))
  return { files, flags, isFast }
}

/** A part of the path is enough, a glob must match all of it, and a path as a shell completes it is one from here. */
function matches(file: string, pattern: string): boolean {
  if (/[*?{[]/.test(pattern)) return matchesGlob(file, pattern)
  return file.includes(pattern) || file === relative('.', pattern).split(sep).join('/')
}
