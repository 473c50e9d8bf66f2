// `npm run bench`: measures the service relative to reference servers in the same run, and prints
// ratios with their targets. With `--quick`, it only checks that everything runs.

import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { prepare } from './cast.ts'
import { measureDecisions } from './decisions.ts'
import { measureDue } from './due.ts'
import { measureEmbedded } from './embedded.ts'
import { measureFootprint } from './footprint.ts'
import { measureGateway } from './gateway.ts'
import { Generator } from './generator.ts'
import { measureGrowth } from './growth.ts'
import { measureInProcess } from './in-process.ts'
import { measureLag } from './lag.ts'
import { FULL, QUICK } from './plan.ts'
import { measureOneByOne } from './one-by-one.ts'
import { measurePortal } from './portal.ts'
import { measureProcesses } from './processes.ts'
import { Report } from './report.ts'
import { measureRequestLog } from './request-log.ts'
import { measureSnapshots } from './snapshots.ts'
import { measureTools } from './tools.ts'
import { measureServerDatabase } from './server-database.ts'

const USAGE = `npm run bench -- [--quick]

Measures the service relative to yardsticks of the same run, in about ten minutes, and prints
ratios with their targets. Close other programs first.

  --quick   only checks that everything runs; the figures are not meaningful
  --help    prints this text
`

const { quick, help } = readOptions()
if (help) {
  process.stdout.write(USAGE)
  process.exit()
}
const plan = quick ? QUICK : FULL
const report = new Report((line) => process.stdout.write(`${line}\n`))
const folder = mkdtempSync(join(tmpdir(), 'sandcard-bench-'))
const generator = new Generator()
try {
  await measure()
} finally {
  generator.stop()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

async function measure(): Promise<void> {
  const began = performance.now()
  report.heading(`Sandcard's benchmarks${quick ? ', quick: the figures are not meaningful' : ''}`)
  report.fact('runtime', `Node.js ${process.version}, ${availableParallelism()} processors`)
  const bench = { generator, report }
  const main = newPath('main')
  const cast = await prepare(`sqlite:${main}`)
  const pasts = { few: newPath('few'), many: newPath('many') }
  const due = { clock: newPath('clock'), callbacks: newPath('callbacks') }
  const portal = newPath('portal')
  const log = newPath('log')
  const alone = newPath('alone')
  const decisions = newPath('decisions')
  const tools = newPath('tools')
  const snapshots = newPath('snapshots')
  const copies = { ...pasts, ...due, portal, log, alone, decisions, tools, snapshots }
  for (const path of Object.values(copies)) copyFileSync(main, path)
  await measureEmbedded({ url: `sqlite:${main}`, cast }, plan, bench)
  await measureGateway('embedded', `sqlite:${main}`, plan, bench)
  await measureOneByOne('embedded', { url: `sqlite:${alone}`, cast }, plan, bench)
  await measureRequestLog({ url: `sqlite:${log}`, cast }, plan, bench)
  await measureDecisions({ url: `sqlite:${decisions}`, cast }, plan, bench)
  await measureTools({ url: `sqlite:${tools}`, cast }, plan, bench)
  await measureDue(due, plan, report)
  await measureSnapshots(`sqlite:${snapshots}`, plan, report)
  await measureGrowth({ ...pasts, cast }, plan, bench)
  await measureLag({ url: `sqlite:${pasts.many}`, cast }, plan, bench)
  await measurePortal(`sqlite:${portal}`, plan, report)
  await measureFootprint(`sqlite:${main}`, plan, report)
  await measureInProcess(plan, report)
  await measureServerDatabase(plan, bench)
  await measureProcesses(plan, bench)
  report.heading(`Took ${Math.round((performance.now() - began) / 1000)} seconds.`)
}

function readOptions(): { readonly quick: boolean; readonly help: boolean } {
  try {
    const options = {
      quick: { type: 'boolean', default: false },
      help: { type: 'boolean' },
    } as const
    const { quick, help = false } = parseArgs({ options }).values
    return { quick, help }
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`)
    process.exit(2)
  }
}

/** A path for an SQLite file in its own folder, because SQLite adds further files. */
function newPath(name: string): string {
  mkdirSync(join(folder, name))
  return join(folder, name, 'sandcard.db')
}
