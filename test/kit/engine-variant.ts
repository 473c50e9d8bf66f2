// The write path as every test finds it: as it is in production or, with SANDCARD_TEST_ENGINE=cold, with nothing prefetched and nothing
// kept between batches. No result may depend on which.

import type { EngineOptions } from '../../src/engine/engine.ts'

/** Every command finds its rows by itself, and finds none that an earlier batch has left. */
export const COLD: EngineOptions = { prefetch: false, rowCache: false }

export const engineOfThisRun: EngineOptions =
  process.env['SANDCARD_TEST_ENGINE'] === 'cold' ? COLD : {}
