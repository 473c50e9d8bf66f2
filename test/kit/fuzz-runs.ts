// How many random inputs a test of all operations tries. The suite tries few of each; SANDCARD_TEST_FUZZ=10 tries ten times as many, for
// whoever has the time.

const times = Number(process.env['SANDCARD_TEST_FUZZ'] ?? 1)

/** So many in the suite, a multiple of them where that is asked for. */
export const fuzzRuns = (runs: number): number => runs * times
