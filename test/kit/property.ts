// Properties of random inputs. Every run prints its seed; SANDCARD_TEST_SEED repeats it. In CI the
// test runner draws a new seed for each run.

import { getCallSites } from 'node:util'
import fc from 'fast-check'
import { FAILED_SEEDS } from './failed-seeds.ts'

export const SEED = Number(process.env['SANDCARD_TEST_SEED'] ?? 8583)

fc.configureGlobal({ seed: SEED })

export { fc }

/**
 * Checks a property with the seed of the run and with the seeds that failed in this test file
 * before.
 */
export function assertProperty<T>(
  property: fc.IAsyncProperty<T>,
  parameters?: fc.Parameters<T>,
): Promise<void>
export function assertProperty<T>(property: fc.IProperty<T>, parameters?: fc.Parameters<T>): void
export function assertProperty<T>(
  property: fc.IRawProperty<T>,
  parameters: fc.Parameters<T> = {},
): Promise<void> | void {
  const file = getCallSites().find(({ scriptName }) => scriptName.endsWith('.test.ts'))?.scriptName
  const failed = FAILED_SEEDS.filter((row) => file?.endsWith(`/${row.file}`) === true)
  const seeds = [...new Set([SEED, ...failed.map(({ seed }) => seed)])]
  // The message of fast-check names the seed and the path to the smallest input.
  const check = (seed: number): Promise<void> | void => fc.assert(property, { ...parameters, seed })
  if (!property.isAsync()) {
    for (const seed of seeds) void check(seed)
    return undefined
  }
  return seeds.reduce<Promise<void>>(
    (earlier, seed) => earlier.then(() => check(seed)),
    Promise.resolve(),
  )
}
