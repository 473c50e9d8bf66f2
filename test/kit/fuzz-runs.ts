// How many random inputs a test of all operations tries. SANDCARD_TEST_FUZZ=10 tries ten times as
// many.

const times = Number(process.env['SANDCARD_TEST_FUZZ'] ?? 1)

/** The number of runs, multiplied by SANDCARD_TEST_FUZZ. */
export const fuzzRuns = (runs: number): number => runs * times
