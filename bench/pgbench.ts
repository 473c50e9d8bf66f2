// pgbench, PostgreSQL's own benchmark: one small bank transaction ("TPC-B-like") per commit. This
// is the upper bound for a service that commits every payment separately.

import { execFile, spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const CLIENT_COUNT = 16
const DEBIAN_FOLDER = '/usr/lib/postgresql'

const run = promisify(execFile)

/** The path of the program, or undefined if it is not installed. */
export function findPgbench(): string | undefined {
  if (spawnSync('pgbench', ['--version']).status === 0) return 'pgbench'
  if (!existsSync(DEBIAN_FOLDER)) return undefined
  return readdirSync(DEBIAN_FOLDER)
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => join(DEBIAN_FOLDER, version, 'bin/pgbench'))
    .find((path) => existsSync(path))
}

/** Fills pgbench's tables. */
export async function initialise(pgbench: string, url: string, scale: number): Promise<void> {
  await run(pgbench, ['--initialize', '--quiet', `--scale=${scale}`, url])
}

/** Number of transactions per client in a run that only checks that pgbench works. */
const QUICK_COUNT = 5

/**
 * Transactions per second of one run. pgbench counts whole seconds, in which a busy machine may
 * complete no transaction, so a shorter run has a fixed number of them instead.
 */
export async function transactionRate(
  pgbench: string,
  url: string,
  seconds: number,
): Promise<number> {
  const { stdout } = await run(pgbench, [
    '--no-vacuum',
    '--protocol=prepared',
    `--client=${CLIENT_COUNT}`,
    '--jobs=2',
    seconds < 1 ? `--transactions=${QUICK_COUNT}` : `--time=${Math.round(seconds)}`,
    url,
  ])
  const rate = /^tps = ([\d.]+)/m.exec(stdout)?.[1]
  if (rate === undefined) throw new Error(`pgbench printed no rate: ${stdout}`)
  return Number(rate)
}
