// Seeds with which a property failed once. They are checked in every run, beside the seed of the
// run.

export interface FailedSeed {
  /** The test file, from the folder `test`. */
  readonly file: string
  readonly seed: number
}

export const FAILED_SEEDS: readonly FailedSeed[] = []
