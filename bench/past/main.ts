// `npm run long-past`: creates an SQLite database with a long history and many projects, all
// written by the service. It measures startup, memory, lists, retention, backup, and the cost of a
// transfer relative to a database with 1,000 of them.

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { prepare } from '../cast.ts'
import { Report } from '../report.ts'
import { makePast, type PastSize } from './make.ts'
import { measurePast } from './measure.ts'

const USAGE = `npm run long-past -- [--large] [--transfers N] [--orders N] [--projects N]

Makes an SQLite database in the folder for temporary files, measures a service on it, and deletes it.

  --transfers N  transfers of one project, 200000 by default
  --orders N     paid orders with a delivered callback, 10000 by default
  --projects N   further projects, 2000 by default
  --large        10,000,000 transfers, 1,000,000 orders and 100,000 projects: half an hour and 10 GB
`

const LARGE: PastSize = { transfers: 10_000_000, orders: 1_000_000, projects: 100_000 }
const YOUNG: PastSize = { transfers: 1000, orders: 0, projects: 0 }
/** The maximum number of each that fits into the id ranges and on a disk. */
const SIZE_MAX = 100_000_000

const size = readSize()
if (size === undefined) process.exit(2)
const folder = mkdtempSync(join(tmpdir(), 'sandcard-past-'))
const report = new Report((line) => process.stdout.write(`${line}\n`))
const progress = (line: string): boolean => process.stderr.write(`${line}\n`)
try {
  const [young, old] = [await make('young', YOUNG), await make('old', size)]
  await measurePast({ young, old, backup: join(folder, 'backup.db') }, report)
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
process.exit()

async function make(name: string, past: PastSize) {
  mkdirSync(join(folder, name))
  const database = `sqlite:${join(folder, name, 'sandcard.db')}`
  const cast = await prepare(database)
  await makePast(database, cast, { size: past, progress })
  return { database, cast }
}

/** Undefined after a mistake, which is printed. */
function readSize(): PastSize | undefined {
  try {
    const { values } = parseArgs({
      options: {
        large: { type: 'boolean', default: false },
        transfers: { type: 'string', default: '200000' },
        orders: { type: 'string', default: '10000' },
        projects: { type: 'string', default: '2000' },
      },
    })
    if (values.large) return LARGE
    const countOf = (name: 'transfers' | 'orders' | 'projects'): number => {
      const count = Number(values[name])
      if (!Number.isInteger(count) || count < 0 || count > SIZE_MAX)
        throw new Error(`--${name} must be a number from 0 to ${SIZE_MAX}`)
      return count
    }
    return {
      transfers: countOf('transfers'),
      orders: countOf('orders'),
      projects: countOf('projects'),
    }
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`)
    return undefined
  }
}
