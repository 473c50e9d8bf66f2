// The files of an SQLite database: which process owns them, who can read them, and what happens if
// one is missing.

import assert from 'node:assert/strict'
import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { SandcardProcess } from './kit/process.ts'

const folder = mkdtempSync(join(tmpdir(), 'sandcard-files-'))
after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))

describe('An SQLite file in use', () => {
  const path = join(folder, 'owned', 'sandcard.db')
  let owner: SandcardProcess
  before(async () => {
    mkdirSync(join(folder, 'owned'))
    mkdirSync(join(folder, 'elsewhere'))
    owner = new SandcardProcess({ DATABASE_URL: `sqlite:${path}` })
    await owner.ready()
  })
  after(() => owner.stop('SIGTERM'))

  // prettier-ignore
  const OTHER_WAYS: readonly { what: string; other: () => string }[] = [
    { what: 'under its own name', other: () => path },
    { what: 'through a symbolic link', other: () => {
      const link = join(folder, 'elsewhere', 'symbolic.db')
      symlinkSync(path, link)
      return link
    } },
    { what: 'through a link to its folder', other: () => {
      symlinkSync(join(folder, 'owned'), join(folder, 'folder'))
      return join(folder, 'folder', 'sandcard.db')
    } },
    { what: 'through a hard link', other: () => {
      const link = join(folder, 'elsewhere', 'hard.db')
      linkSync(path, link)
      return link
    } },
    { what: 'after its lock file was removed', other: () => {
      rmSync(`${path}-lock`)
      return path
    } },
  ]
  for (const { what, other } of OTHER_WAYS)
    test(`cannot be used by another process ${what}, and its owner continues`, async () => {
      const exit = await new SandcardProcess({ DATABASE_URL: `sqlite:${other()}` }).exited()
      assert.equal(exit.code, 3, exit.stderr)
      assert.match(exit.stderr, /^sandcard: The SQLite file \S+ is in use by another process\.\n$/)
      const response = await fetch(`${await owner.ready()}/control/v1/projects`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{}',
      })
      assert.equal(response.status, 201)
    })

  test('is readable by its owner only, and so are the accompanying files', () => {
    for (const ending of ['', '-wal', '-shm'])
      assert.equal(statSync(path + ending).mode & 0o777, 0o600, `sandcard.db${ending}`)
  })
})

test('A lost key file is not replaced: the start names it and exits with 2', async () => {
  const settings = { DATABASE_URL: `sqlite:${join(folder, 'sealed.db')}`, SANDCARD_SECRET: '' }
  const first = new SandcardProcess(settings)
  await first.ready()
  await first.stop('SIGTERM')
  const key = join(folder, 'sealed.key')
  assert.equal(statSync(key).mode & 0o777, 0o600)
  rmSync(key)
  const { code, stderr } = await new SandcardProcess(settings).exited()
  assert.equal(code, 2, stderr)
  assert.match(stderr, /^sandcard: The key file \S+sealed\.key is missing[^\n]+\n$/)
  assert.equal(existsSync(key), false)
})
