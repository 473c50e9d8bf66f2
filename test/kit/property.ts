// Properties of random inputs. Every run prints its seed; SANDCARD_TEST_SEED repeats it. In CI, the
// test runner draws a new seed for each run.

import { getCallSites } from 'node:util'
import fc from 'fast-check'
import { FAILED_SEEDS } from './failed-seeds.ts'

export const SEED = Number(process.env['SANDCARD_TEST_SEED'] ?? 8583)

fc.configureGlobal({ seed: SEED })

export { fc }

/**
 * Any Unicode character, as the unit of a string. The library's own, `binary`, first builds a list
 * of all of them, which takes three seconds of every process.
 */
export const anyCharacter: fc.Arbitrary<string> = fc
  .oneof(
    { weight: 4, arbitrary: fc.integer({ min: 0, max: 0x7f }) },
    { weight: 2, arbitrary: fc.integer({ min: 0x80, max: 0xd7ff }) },
    { weight: 1, arbitrary: fc.integer({ min: 0xe000, max: 0x10_ff_ff }) },
  )
  .map((codePoint) => String.fromCodePoint(codePoint))

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
