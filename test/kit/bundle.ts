// Starting a process takes longer than most test files run. Files that need no process of their own
// share some.

import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * Deals the files out in turn, so that neighbours, which take about the same time, run in different
 * processes.
 */
export function dealt<T>(items: readonly T[], hands: number): readonly (readonly T[])[] {
  const count = Math.min(hands, items.length)
  return Array.from({ length: count }, (_, hand) =>
    items.filter((_item, index) => index % count === hand),
  )
}

/**
 * Writes one test file for each process into `folder`, which imports its share of the files;
 * returns their paths. `name` starts their names.
 */
export const bundled = (
  files: readonly string[],
  processes: number,
  [folder, name]: readonly [folder: string, name: string],
): readonly string[] =>
  dealt(files, processes).map((share, index) => {
    const path = join(folder, `${name}-${index + 1}.test.mjs`)
    const addresses = share.map((file) => pathToFileURL(resolve(file)).href)
    // Imported one by one: a file that cannot be loaded does not stop those before it.
    writeFileSync(path, addresses.map((href) => `await import(${JSON.stringify(href)})\n`).join(''))
    return path
  })
