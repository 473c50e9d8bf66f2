// Starting a process takes longer than most test files run. Files that do not need a separate
// process share some.

import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { costOf } from './costs.ts'

const TRACKING = new URL('async-tracking.ts', import.meta.url).href

/**
 * Distributes the files, the most expensive first, each to the process with the least work. The
 * files of a process keep their order.
 */
export function dealt(
  items: readonly string[],
  hands: number,
  cost: (item: string) => number,
): readonly (readonly string[])[] {
  const shares = Array.from({ length: Math.min(hands, items.length) }, () => {
    return { sum: 0, items: [] as string[] }
  })
  for (const item of items.toSorted((a, b) => cost(b) - cost(a))) {
    const [first, ...others] = shares
    if (first === undefined) break
    const least = others.reduce((a, b) => (b.sum < a.sum ? b : a), first)
    least.sum += cost(item)
    least.items.push(item)
  }
  return shares.map((share) => items.filter((item) => share.items.includes(item)))
}

/**
 * Writes one test file for each process into `folder`, which imports its share of the files;
 * returns their paths. `name` starts their names. `settings` are environment variables of these
 * processes.
 */
export const bundled = (
  files: readonly string[],
  processes: number,
  [folder, name]: readonly [folder: string, name: string],
  settings: Readonly<Record<string, string>> = {},
): readonly string[] =>
  dealt(files, processes, costOf).map((share, index) => {
    const path = join(folder, `${name}-${index + 1}.test.mjs`)
    const addresses = share.map((file) => pathToFileURL(resolve(file)).href)
    const lines = [
      `import { stopTracking } from ${JSON.stringify(TRACKING)}`,
      `Object.assign(process.env, ${JSON.stringify(settings)})`,
      // Imported one by one, so that a file that cannot be loaded does not stop those before it.
      ...addresses.map((href) => `await import(${JSON.stringify(href)})`),
      'stopTracking()',
    ]
    writeFileSync(path, `${lines.join('\n')}\n`)
    return path
  })
