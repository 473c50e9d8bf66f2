// Seeds that are checked in every run, beside the seed of the run: those with which a property
// failed once, and one for each test that also counts what its inputs covered, so that the count
// does not depend on chance.

export interface FailedSeed {
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
