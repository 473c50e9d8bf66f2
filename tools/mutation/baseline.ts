// Measures the tests without a change: which pass, how long each takes, and which part of the
// sources it runs. The result is cached beside the installed packages.

import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Coverage, coverageIn } from './coverage.ts'
import { runTest } from './test-run.ts'

export interface TestFile {
  readonly path: string
  readonly passes: boolean
  readonly milliseconds: number
  readonly coverage: Coverage
}

/**
 * Left out: tests of the text of the sources; of the benchmark, the examples and the README, which
 * add nothing; and tests that a browser, PostgreSQL or a killed process makes slow.
 */
const LEFT_OUT =
  /\/(house|architecture|bench|readme|examples|crash|killed|[\w-]*browser|postgres|collation)\.test\.ts$|^test\/(kit|scripts)\//
const NOT_COPIED = new Set(['node_modules', '.git', 'dist', 'data', 'coverage'])
/** A test that takes this many times as long as before hangs; the floor is for a busy machine. */
const HANGS_AFTER = { times: 5, floorMs: 60_000 }

export const limitOf = ({ milliseconds }: Pick<TestFile, 'milliseconds'>): number =>
  HANGS_AFTER.floorMs + HANGS_AFTER.times * milliseconds

/** A copy of the repository with the same packages. */
export function copyOf(root: string): { readonly root: string; remove(): void } {
  const copy = realpathSync(mkdtempSync(join(tmpdir(), 'sandcard-mutation-')))
  cpSync(root, copy, {
    recursive: true,
    filter: (path) => !NOT_COPIED.has(path.slice(root.length + 1)),
  })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'dir')
  return { root: copy, remove: () => rmSync(copy, { recursive: true, force: true, maxRetries: 5 }) }
}

export async function baselineOf(
  root: string,
  { jobs, say, stop }: { jobs: number; say: (line: string) => void; stop: AbortSignal },
): Promise<readonly TestFile[]> {
  const memory = new Memory(root)
  const files = globSync('test/**/*.test.ts', { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !LEFT_OUT.test(path))
    .toSorted()
  const waiting = files.filter((path) => memory.recall(path) === undefined)
  if (waiting.length > 0) {
    say(`Running ${waiting.length} test files unchanged, to learn what each of them runs ...`)
    const copy = copyOf(root)
    const work = async (): Promise<void> => {
      for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
        const test = await measure(copy.root, path, stop)
        stop.throwIfAborted()
        memory.keep(test)
      }
    }
    try {
      await Promise.all(Array.from({ length: jobs }, work))
    } finally {
      copy.remove()
    }
  }
  return files.flatMap((path) => memory.recall(path) ?? [])
}

/** Caches the result of a test file until the file, the sources or the shared test code change. */
class Memory {
  readonly #root: string
  readonly #folder: string
  readonly #shared: Buffer

  constructor(root: string) {
    this.#root = root
    this.#folder = join(root, 'node_modules/.cache/sandcard-mutation')
    const shared = globSync(['src/**/*.*', 'test/**/*.ts', 'package-lock.json'], { cwd: root })
    this.#shared = this.#digest(shared.filter((path) => !path.endsWith('.test.ts')).toSorted())
  }

  recall(path: string): TestFile | undefined {
    const file = this.#fileOf(path)
    return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as TestFile) : undefined
  }

  keep(test: TestFile): void {
    mkdirSync(this.#folder, { recursive: true })
    writeFileSync(this.#fileOf(test.path), JSON.stringify(test))
  }

  #fileOf(path: string): string {
    const state = createHash('sha256')
      .update(this.#shared)
      .update(this.#digest([path]))
    return join(this.#folder, `${state.digest('hex').slice(0, 32)}.json`)
  }

  #digest(paths: readonly string[]): Buffer {
    const state = createHash('sha256')
    for (const path of paths) state.update(`${path}\0`).update(readFileSync(join(this.#root, path)))
    return state.digest()
  }
}

/** A long time for one test file on any machine. */
const MEASURING_LIMIT_MS = 600_000

async function measure(root: string, path: string, stop: AbortSignal): Promise<TestFile> {
  const folder = mkdtempSync(join(tmpdir(), 'sandcard-coverage-'))
  try {
    const environment = { NODE_V8_COVERAGE: folder }
    const run = await runTest(root, path, { limitMs: MEASURING_LIMIT_MS, environment, stop })
    const passes = run.verdict === 'passed'
    return { path, passes, milliseconds: run.milliseconds, coverage: coverageIn(folder, root) }
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
