// Draws mutants at random from a seed: the same seed over the same sources draws the same ones.

import { KINDS, type Mutant, mutantsOf } from './mutants.ts'

export interface SampleOptions {
  readonly seed: number
  readonly count: number
  /**
   * Whether to try a mutant, for example because it compiles. Others are drawn in place of those
   * that are not tried.
   */
  readonly isWorthTrying: (mutant: Mutant) => boolean
}

/** Numbers from 0 up to 1, the same for the same seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/**
 * Folders take turns. Within a folder a kind of change is drawn, then a file that has it, then a
 * place. A table of two hundred countries is therefore not drawn two hundred times as often as a
 * rule.
 */
export function sample(
  files: ReadonlyMap<string, string>,
  { seed, count, isWorthTrying }: SampleOptions,
): Mutant[] {
  const random = randomOf(seed)
  const folders = shuffled([...byFolder(files).values()], random)
  const drawn: Mutant[] = []
  while (drawn.length < count && folders.some((folder) => folder.length > 0)) {
    for (const folder of folders) {
      if (drawn.length === count) break
      const mutant = drawOne(folder, random, isWorthTrying)
      if (mutant !== undefined) drawn.push(mutant)
    }
  }
  return drawn
}

/** Takes mutants out of the folder until one should be tried. */
function drawOne(
  folder: Mutant[],
  random: () => number,
  isWorthTrying: (mutant: Mutant) => boolean,
): Mutant | undefined {
  while (folder.length > 0) {
    const kinds = KINDS.filter((kind) => folder.some((mutant) => mutant.kind === kind))
    const kind = oneOf(kinds, random)
    const ofKind = folder.filter((mutant) => mutant.kind === kind)
    const path = oneOf([...new Set(ofKind.map((mutant) => mutant.path))], random)
    const mutant = oneOf(
      ofKind.filter((candidate) => candidate.path === path),
      random,
    )
    if (mutant === undefined) return undefined
    folder.splice(folder.indexOf(mutant), 1)
    if (isWorthTrying(mutant)) return mutant
  }
  return undefined
}

function byFolder(files: ReadonlyMap<string, string>): Map<string, Mutant[]> {
  const folders = new Map<string, Mutant[]>()
  for (const [path, text] of [...files].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const folder = path.slice(0, path.lastIndexOf('/'))
    folders.set(folder, [...(folders.get(folder) ?? []), ...mutantsOf(path, text)])
  }
  return folders
}

const oneOf = <T>(all: readonly T[], random: () => number): T | undefined =>
  all[Math.floor(random() * all.length)]

function shuffled<T>(all: readonly T[], random: () => number): T[] {
  return all
    .map((value) => ({ value, place: random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ value }) => value)
}
