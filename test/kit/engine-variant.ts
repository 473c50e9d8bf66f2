// The engine of the tests: as in production or, with SANDCARD_TEST_ENGINE=cold, without prefetching
// and without cached rows. Results must not differ.

import type { EngineOptions } from '../../src/engine/engine.ts'

/** Every command loads its rows itself, and no row is kept between batches. */
export const COLD: EngineOptions = { prefetch: false, rowCache: false }

export const engineOfThisRun: EngineOptions =
  process.env['SANDCARD_TEST_ENGINE'] === 'cold' ? COLD : {}
