// Seeds that every run checks in addition to its own: seeds with which a property failed once, and
// one seed for each test that counts the coverage of its inputs. Without it, the count would depend
// on chance.

interface FailedSeed {
  /** The test file, from the folder `test`. */
  readonly file: string
  readonly seed: number
}

export const FAILED_SEEDS: readonly FailedSeed[] = [
  // A rule changed while a challenge was open.
  { file: 'invariants-gateway.test.ts', seed: 1491380447 },
  // Covers every kind of operation.
  { file: 'invariants.test.ts', seed: 8583 },
]
