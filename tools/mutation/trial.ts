// Tries changes in a copy of the repository: writes one into its file, runs the tests that run that
// place, and reverts it.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { copyOf, limitOf, type TestFile } from './baseline.ts'
import { isRun } from './coverage.ts'
import { type Mutant, mutated } from './mutants.ts'
import { runTest } from './test-run.ts'

export interface Outcome {
  readonly noticed: boolean
  /** The test that noticed it, or that none did. */
  readonly text: string
}

export class Trial {
  readonly #copy: ReturnType<typeof copyOf>
  readonly #compiled = mkdtempSync(join(tmpdir(), 'sandcard-compiled-'))
  readonly #tests: readonly TestFile[]

  readonly #stop: AbortSignal

  constructor(root: string, tests: readonly TestFile[], stop: AbortSignal) {
    this.#copy = copyOf(root)
    this.#stop = stop
    this.#tests = tests.filter(({ passes }) => passes)
  }

  /** Tries one change of a file whose text is `original`. */
  async of(mutant: Mutant, original: string): Promise<Outcome> {
    const target = join(this.#copy.root, mutant.path)
    const began = performance.now()
    const seconds = (): string => `${Math.round((performance.now() - began) / 1000)} s`
    writeFileSync(target, mutated(original, mutant))
    try {
      const tests = nearestFirst(mutant, this.#tests)
      for (const test of tests) {
        const { verdict } = await runTest(this.#copy.root, test.path, {
          limitMs: limitOf(test),
          environment: { NODE_COMPILE_CACHE: this.#compiled },
          stop: this.#stop,
        })
        if (verdict !== 'passed')
          return { noticed: true, text: `${verdict}: ${test.path} (${seconds()})` }
      }
      const text = tests.length === 0 ? 'no test runs it' : `passed all ${tests.length}`
      return { noticed: false, text: `NOT NOTICED, ${text} (${seconds()})` }
    } finally {
      writeFileSync(target, original)
    }
  }

  end(): void {
    this.#copy.remove()
    rmSync(this.#compiled, { recursive: true, force: true, maxRetries: 5 })
  }
}

/**
 * The tests that run the changed place: first the one that mirrors the file, then those of its
 * folder, then the fastest.
 */
function nearestFirst(mutant: Mutant, tests: readonly TestFile[]): readonly TestFile[] {
  const mirror = mutant.path.replace(/^src\//, 'test/').replace(/\.ts$/, '.test.ts')
  const folder = mirror.slice(0, mirror.lastIndexOf('/') + 1)
  const distance = ({ path }: TestFile): number =>
    path === mirror ? 0 : path.startsWith(folder) ? 1 : 2
  return tests
    .filter(({ coverage }) => isRun(coverage[mutant.path], mutant.start))
    .toSorted((a, b) => distance(a) - distance(b) || a.milliseconds - b.milliseconds)
}
