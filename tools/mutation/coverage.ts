// Measures which tests run which part of the sources, from V8's coverage. Node.js strips types
// without moving anything, so an offset in the running code is the offset in the file.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Pairs of start and end, in order and disjoint: the parts of a text that ran. */
export type Parts = readonly (readonly [start: number, end: number])[]

/** By path from the repository's root. */
export type Coverage = Readonly<Record<string, Parts>>

/** As V8 writes it. */
interface Report {
  readonly result: readonly {
    readonly url: string
    readonly functions: readonly { readonly ranges: readonly Range[] }[]
  }[]
}

export interface Range {
  readonly startOffset: number
  readonly endOffset: number
  readonly count: number
}

export const isRun = (parts: Parts | undefined, place: number): boolean =>
  parts?.some(([start, end]) => start <= place && place < end) === true

/** Reads the coverage that the processes of one test wrote into a folder. */
export function coverageIn(folder: string, root: string): Coverage {
  const painted = new Map<string, Uint8Array>()
  for (const name of readdirSync(folder)) {
    const { result } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as Report
    for (const { url, functions } of result) {
      const path = sourceOf(url, root)
      if (path === undefined) continue
      const run = paint(functions.map(({ ranges }) => ranges))
      painted.set(path, either(painted.get(path), run))
    }
  }
  return Object.fromEntries([...painted].map(([path, run]) => [path, partsOf(run)]))
}

function sourceOf(url: string, root: string): string | undefined {
  const sources = `${root}/src/`
  if (!url.startsWith('file://')) return undefined
  const path = fileURLToPath(url)
  return path.startsWith(sources) ? path.slice(root.length + 1) : undefined
}

/**
 * Functions come from the outside in, and so do the ranges of each: the last range that contains
 * an offset counts.
 */
export function paint(functions: readonly (readonly Range[])[]): Uint8Array {
  const run = new Uint8Array(Math.max(0, ...functions.flat().map(({ endOffset }) => endOffset)))
  for (const { startOffset, endOffset, count } of functions.flat())
    run.fill(count > 0 ? 1 : 0, startOffset, endOffset)
  return run
}

function either(a: Uint8Array | undefined, b: Uint8Array): Uint8Array {
  if (a === undefined) return b
  const [longer, shorter] = a.length > b.length ? [a, b] : [b, a]
  return longer.map((value, index) => value | (shorter[index] ?? 0))
}

export function partsOf(run: Uint8Array): Parts {
  const parts: [number, number][] = []
  for (let place = 0; place < run.length; place++) {
    if (run[place] === 0) continue
    const start = place
    while (run[place] === 1) place += 1
    parts.push([start, place])
  }
  return parts
}
