// A process costs more to start than most test files take to run. Files that need none of their own share some.

import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Deals the files out like cards, so that neighbours, which cost alike, come into different hands. */
export function dealt<T>(items: readonly T[], hands: number): readonly (readonly T[])[] {
  const count = Math.min(hands, items.length)
  return Array.from({ length: count }, (_, hand) =>
    items.filter((_item, index) => index % count === hand),
  )
}

/** Writes a test file into `folder` for each of so many processes, which runs its share of the files one after the other; gives their paths. */
export const bundled = (
  files: readonly string[],
  processes: number,
  folder: string,
): readonly string[] =>
  dealt(files, processes).map((share, index) => {
    const path = join(folder, `shared-${index + 1}.test.mjs`)
    const addresses = share.map((file) => pathToFileURL(resolve(file)).href)
    // Imported one by one: a file that cannot be loaded does not keep those before it from running.
    writeFileSync(path, addresses.map((href) => `await import(${JSON.stringify(href)})\n`).join(''))
    return path
  })
