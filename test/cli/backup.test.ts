// `sandcard database backup`: a backup of an SQLite file under load contains every transfer that
// was acknowledged before it began, and a service on it continues.

import assert from 'node:assert/strict'
import { copyFileSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { sqlite } from '../kit/databases.ts'
import { runCommand } from '../kit/command.ts'
import { SandcardProcess } from '../kit/process.ts'
import { TransferLoad } from '../kit/transfer-load.ts'

describe('A backup', () => {
  let folder: string
  before(() => (folder = mkdtempSync(join(tmpdir(), 'sandcard-backup-'))))
  after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))

  const backUp = (url: string, ...args: string[]) =>
    runCommand(['database', 'backup', ...args], { cwd: folder, env: { DATABASE_URL: url } })

  test('contains each transfer acknowledged under load, and a service can continue on it', async () => {
    const opened = await sqlite.open()
    const service = new SandcardProcess({ DATABASE_URL: opened.url })
    const url = await service.ready()
    const load = await TransferLoad.prepare(url, 4)
    const customers = load.run(url, 4)
    await load.reached(50)
    const before = [...load.acknowledged]
    const { code, stdout, stderr } = await backUp(opened.url, 'copy.db')
    assert.deepEqual([code, stderr], [0, ''])
    assert.match(stdout, /^Backed up to copy\.db \(\d+ bytes\) and checked\.\n$/)
    assert.equal(statSync(join(folder, 'copy.db')).mode & 0o777, 0o600)
    await load.reached(load.acknowledged.length + 10)
    load.stop()
    await customers
    await service.stop('SIGKILL')

    const restored = join(folder, 'restored.db')
    copyFileSync(join(folder, 'copy.db'), restored)
    load.acknowledged.splice(0, Infinity, ...before)
    const second = new SandcardProcess({ DATABASE_URL: `sqlite:${restored}` })
    const stored = await load.audit(await second.ready())
    assert.ok(stored >= before.length)
    await second.stop('SIGTERM')
    await opened.drop()
  })

  test('overwrites no file and leaves none behind', async () => {
    const opened = await sqlite.open()
    const service = new SandcardProcess({ DATABASE_URL: opened.url })
    await service.ready()
    await service.stop('SIGTERM')
    writeFileSync(join(folder, 'notes.txt'), 'mine')
    const existing = await backUp(opened.url, 'notes.txt')
    assert.equal(existing.code, 1)
    assert.match(existing.stderr, /^sandcard: notes\.txt exists: name another file[^\n]*\n$/)
    const nowhere = await backUp(opened.url, 'missing/copy.db')
    assert.equal(nowhere.code, 3)
    assert.match(nowhere.stderr, /^sandcard: cannot write the backup missing\/copy\.db[^\n]*\n$/i)
    const absent = await backUp('sqlite:absent.db', 'absent-copy.db')
    assert.equal(absent.code, 3)
    assert.deepEqual(
      readdirSync(folder).filter((name) => /partial|absent|missing/.test(name)),
      [],
    )
    await opened.drop()
  })

  for (const [what, url] of [
    ['PostgreSQL', 'postgres://127.0.0.1:1/none'],
    ['an in-memory database', 'sqlite::memory:'],
  ] as const)
    test(`of ${what} is refused with the reason`, async () => {
      const { code, stdout, stderr } = await backUp(url, 'none.db')
      assert.deepEqual([code, stdout], [3, ''])
      assert.match(stderr, /^sandcard: [^\n]+\n$/)
    })
})
