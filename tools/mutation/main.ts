// `npm run mutate -- --seed 7 --count 40 --folder src/ledger` makes small random changes to the
// sources and reports those that no test notices. Each change is tried in a copy of the repository,
// on SQLite, by the tests that run the changed place, nearest first. A test that fails or hangs has
// noticed it.

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { baselineOf } from './baseline.ts'
import { Compiler } from './compiler.ts'
import { diffOf, type Mutant } from './mutants.ts'
import { sample } from './sample.ts'
import { Trial } from './trial.ts'

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')
const say = (line: string): void => void process.stdout.write(`${line}\n`)
const stopping = new AbortController()
const stop = stopping.signal
process.on('SIGINT', () => stopping.abort())
process.on('SIGTERM', () => stopping.abort())

/**
 * Left out: code for PostgreSQL, colours and texts for people. No test on SQLite notices them, nor
 * should it.
 */
const LEFT_OUT = /^src\/(store\/postgres\.ts|pages\/.*\/messages)/

const options = readOptions()
say(`Seed ${options.seed}, ${options.count} changes, in ${options.folders.join(' and ')}`)
const files = sourcesIn(options.folders)
const textOf = ({ path }: Mutant): string => files.get(path) ?? ''
const changes = drawn()
if (options.list) for (const change of changes) say(described(change))
else await tryAll()

interface Change {
  /** Its number in the sample, from 1, for `--only`. */
  readonly number: number
  readonly mutant: Mutant
}

function readOptions() {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: String(Date.now() % 100_000) },
      count: { type: 'string', default: '40' },
      folder: { type: 'string', multiple: true, default: ['src'] },
      jobs: { type: 'string', default: '1' },
      only: { type: 'string', default: '' },
      list: { type: 'boolean', default: false },
    },
  })
  return {
    seed: numberIn(values.seed),
    count: numberIn(values.count),
    folders: values.folder,
    jobs: numberIn(values.jobs),
    only: values.only === '' ? [] : values.only.split(',').map(numberIn),
    list: values.list,
  }
}

function numberIn(text: string): number {
  if (!/^\d{1,10}$/.test(text)) throw new Error(`"${text}" is not a number`)
  return Number(text)
}

function sourcesIn(folders: readonly string[]): Map<string, string> {
  const paths = folders
    .flatMap((folder) =>
      globSync(folder.endsWith('.ts') ? folder : `${folder}/**/*.ts`, { cwd: root }),
    )
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !LEFT_OUT.test(path))
  return new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]))
}

function drawn(): readonly Change[] {
  const compiler = new Compiler(root)
  const isWorthTrying = (mutant: Mutant): boolean => compiler.compiles(mutant, textOf(mutant))
  return sample(files, { ...options, isWorthTrying })
    .map((mutant, index) => ({ number: index + 1, mutant }))
    .filter(({ number }) => options.only.length === 0 || options.only.includes(number))
}

async function tryAll(): Promise<void> {
  const tests = await baselineOf(root, { jobs: options.jobs, say, stop })
  for (const { path } of tests.filter(({ passes }) => !passes))
    say(`     ${path} fails without any change, and takes no part`)
  const waiting = [...changes]
  const unnoticed: Change[] = []
  const work = async (): Promise<void> => {
    const trial = new Trial(root, tests, stop)
    try {
      for (let change = waiting.shift(); change !== undefined; change = waiting.shift()) {
        const { noticed, text } = await trial.of(change.mutant, textOf(change.mutant))
        stop.throwIfAborted()
        say(`${titled(change)}  ${text}`)
        if (!noticed) unnoticed.push(change)
      }
    } finally {
      trial.end()
    }
  }
  await Promise.all(Array.from({ length: options.jobs }, work))
  tell(unnoticed)
}

function tell(unnoticed: readonly Change[]): void {
  const noticed = changes.length - unnoticed.length
  const score = (noticed / changes.length).toFixed(2)
  say(`\n${noticed} of ${changes.length} changes were noticed: ${score}`)
  if (unnoticed.length > 0) say('Not noticed:')
  for (const change of unnoticed.toSorted((a, b) => a.number - b.number)) say(described(change))
}

function titled({ number, mutant: { path, line, kind } }: Change): string {
  return `${String(number).padStart(3)}  ${path}:${line}  ${kind}`
}

function described(change: Change): string {
  const lines = diffOf(textOf(change.mutant), change.mutant)
  return [titled(change), ...lines.map((line) => `       ${line}`)].join('\n')
}
