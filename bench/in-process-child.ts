// Measures the package in a separate process and prints the times as JSON. It uses the built
// package if there is one, because that is what users import.

import { existsSync } from 'node:fs'
import type { startSandcard as Start } from '../src/index.ts'
import { median } from './rounds.ts'

const BUILT = new URL('../dist/index.js', import.meta.url)
const SOURCE = new URL('../src/index.ts', import.meta.url)
const FURTHER_PROJECTS = 20

/** Runs work and returns its result with its milliseconds. */
async function timed<T>(work: () => Promise<T>): Promise<readonly [T, number]> {
  const began = performance.now()
  return [await work(), performance.now() - began]
}

const entry = existsSync(BUILT) ? BUILT : SOURCE
const [{ startSandcard }, importMs] = await timed(
  () => import(entry.href) as Promise<{ readonly startSandcard: typeof Start }>,
)
const settings = { database: 'sqlite::memory:', port: 0, logLevel: 'silent' } as const
const [sandcard, startMs] = await timed(() => startSandcard(settings))
const [, firstProjectMs] = await timed(() => sandcard.project())
const further: number[] = []
for (let count = 1; count <= FURTHER_PROJECTS; count++)
  further.push((await timed(() => sandcard.project()))[1])
await sandcard.close()
const times = { import: importMs, start: startMs, firstProject: firstProjectMs }
process.stdout.write(JSON.stringify({ ...times, nextProject: median(further) }))
