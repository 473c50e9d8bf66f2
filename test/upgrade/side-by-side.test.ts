// A rolling upgrade: the last release and this version serve one PostgreSQL database at the same
// time. The release is taken from the repository's history; a shallow clone has none.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { MIGRATIONS } from '../../src/store/migrations/index.ts'
import { databases } from '../kit/databases.ts'
import { DemoProject } from '../kit/demo-project.ts'
import { SandcardProcess } from '../kit/process.ts'
import { TEST_CARDS } from '../kit/test-cards.ts'
import { TransferLoad } from '../kit/transfer-load.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const postgres = databases.find(({ name }) => name === 'postgres')

const git = (...args: string[]) =>
  spawnSync('git', ['-C', ROOT, ...args], { maxBuffer: 256 * 1024 * 1024 })

/** The commit of the last release before this version. */
function lastRelease(): string | undefined {
  const found = git('log', '-1', '--format=%H', '--grep=^release: [0-9]', 'HEAD')
  const commit = found.stdout?.toString().trim()
  return found.status === 0 && commit !== '' ? commit : undefined
}

const release = lastRelease()
const skip =
  postgres === undefined
    ? 'several processes need PostgreSQL'
    : release === undefined && 'the history of this clone has no release'

/** The sources of a commit, with the packages of this version. */
function checkout(commit: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'sandcard-release-'))
  const { stdout } = git('archive', commit, 'src', 'docs', 'README.md', 'package.json')
  const { status, stderr } = spawnSync('tar', ['-x', '-C', folder], { input: stdout })
  assert.equal(status, 0, stderr.toString())
  const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    dependencies: Readonly<Record<string, string>>
  }
  for (const name of Object.keys(dependencies)) providePackage(folder, name)
  return folder
}

/**
 * The package of this version. A package that this version no longer has becomes an empty plugin of
 * the web framework, because such packages only served pages, which the test does not open.
 */
function providePackage(folder: string, name: string): void {
  const [ours, theirs] = [ROOT, folder].map((each) => join(each, 'node_modules', name))
  assert.ok(ours !== undefined && theirs !== undefined)
  mkdirSync(dirname(theirs), { recursive: true })
  if (existsSync(ours)) {
    symlinkSync(ours, theirs)
    return
  }
  mkdirSync(theirs)
  writeFileSync(
    join(theirs, 'package.json'),
    JSON.stringify({ name, type: 'module', main: 'index.js' }),
  )
  writeFileSync(join(theirs, 'index.js'), 'export default async () => {}\n')
}

/** True if no migration followed the release, as on the commit of a release. */
const hasNewestMigration = (folder: string): boolean =>
  existsSync(join(folder, `src/store/migrations/${MIGRATIONS.at(-1)?.name}.ts`))

/** Registers an order and pays it; returns its status at the other process. */
async function payAndRead(at: DemoProject, other: DemoProject): Promise<unknown> {
  const { orderId } = await at.gateway('register', {
    amount: 100,
    currency: 978,
    returnUrl: 'https://shop.example',
  })
  const card = { $PAN: TEST_CARDS.approved, $CVC: '123', YYYY: '2034', MM: '12', TEXT: 'ANN DOE' }
  await at.gateway('paymentorder', { MDORDER: String(orderId), ...card })
  const status = await other.gateway('getOrderStatusExtended', { orderId: String(orderId) })
  return status['orderStatus']
}

test(
  'The last release continues alongside this version on a migrated database, and nothing is lost',
  { skip },
  async (t) => {
    assert.ok(postgres !== undefined && release !== undefined)
    const opened = await postgres.open()
    const folder = checkout(release)
    t.after(async () => {
      rmSync(folder, { recursive: true, force: true })
      await opened.drop()
    })
    const settings = { DATABASE_URL: opened.url }
    const older = new SandcardProcess(settings, [], join(folder, 'src/main.ts'))
    t.after(() => older.stop('SIGKILL'))
    const olderUrl = await older.ready()
    const load = await TransferLoad.prepare(olderUrl, 4)
    const customers = [load.run(olderUrl, 2)]
    await load.reached(50)
    const newer = new SandcardProcess(settings)
    t.after(() => newer.stop('SIGKILL'))
    const newerUrl = await newer.ready()
    customers.push(load.run(newerUrl, 2))
    await load.reached(load.acknowledged.length + 100)
    const [before, after] = [new DemoProject(olderUrl), new DemoProject(newerUrl)]
    assert.equal(await payAndRead(before, after), 2)
    assert.equal(await payAndRead(after, before), 2)
    load.stop()
    await Promise.all(customers)
    await load.audit(newerUrl)
    assert.equal((await older.stop('SIGTERM')).code, 0)
    assert.equal((await newer.stop('SIGTERM')).code, 0)
    if (hasNewestMigration(folder)) return
    const again = await new SandcardProcess(settings, [], join(folder, 'src/main.ts')).exited()
    assert.equal(again.code, 2)
    assert.match(again.stderr, /^sandcard: the database was made by a newer version [^\n]*\n$/)
  },
)
