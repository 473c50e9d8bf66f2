// The master key: created once next to its database, readable by its owner only, and read at later
// starts.

import assert from 'node:assert/strict'
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { random } from '../src/random.ts'
import { fingerprint, masterKey } from '../src/secret.ts'

const folder = mkdtempSync(join(tmpdir(), 'sandcard-secret-'))
after(() => rmSync(folder, { recursive: true, force: true }))

let files = 0
const configOf = (name: string) => ({
  secret: undefined,
  database: { kind: 'sqlite', path: join(folder, name) } as const,
})
const fresh = (): string => `${(files += 1)}/sandcard.db`
const isNew = { isNewDatabase: true }
const isOld = { isNewDatabase: false }
const WINDOWS = process.platform === 'win32'

describe('The master key', () => {
  test('is derived from a secret: the same each time, and different for another secret', () => {
    const of = (secret: string) =>
      masterKey({ secret, database: { kind: 'sqlite', path: 'x.db' } }, isOld)
    assert.equal(
      of('sixteen-letters!').toString('hex'),
      '3d2b1963223cb8192989db0a30a322b7d49bd3bb4701fec936f7fb659f27b58f',
    )
    assert.equal(of('sixteen-letters!').length, 32)
    assert.notDeepEqual(of('sixteen-letters?'), of('sixteen-letters!'))
    assert.equal(fingerprint(of('sixteen-letters!')), 'zD01x-q8SLYLp9U49UvvLA')
    assert.ok(!existsSync('x.key'))
  })

  test('is new each time for an in-memory database, and creates no file', () => {
    const config = { secret: undefined, database: { kind: 'sqlite', path: ':memory:' } } as const
    assert.equal(masterKey(config, isNew).length, 32)
    assert.notDeepEqual(masterKey(config, isNew), masterKey(config, isNew))
    assert.ok(!existsSync(':memory:.key'))
  })

  test('is created in a file next to a new database, for its owner only, and read again', () => {
    const name = fresh()
    const key = masterKey(configOf(name), isNew)
    const path = join(folder, name.replace('.db', '.key'))
    assert.equal(readFileSync(path, 'utf8'), key.toString('base64'))
    assert.equal(key.length, 32)
    if (!WINDOWS) assert.equal(statSync(path).mode & 0o777, 0o600)
    assert.deepEqual(masterKey(configOf(name), isOld), key)
    assert.deepEqual(masterKey(configOf(name), isNew), key)
    assert.notDeepEqual(masterKey(configOf(fresh()), isNew), key)
  })

  test('is named after its database if that does not end in .db', () => {
    masterKey(configOf('a.db.sqlite'), isNew)
    assert.ok(existsSync(join(folder, 'a.db.sqlite.key')))
  })

  test('is not replaced for a database with encrypted values', () => {
    const name = fresh()
    assert.throws(() => masterKey(configOf(name), isOld), {
      name: 'ConfigError',
      message: /^the key file .*\.key is missing/,
    })
    assert.ok(!existsSync(join(folder, name.replace('.db', '.key'))))
  })

  test('gets permissions for its owner only if others can read it', { skip: WINDOWS }, () => {
    const name = fresh()
    const key = masterKey(configOf(name), isNew)
    const path = join(folder, name.replace('.db', '.key'))
    for (const mode of [0o644, 0o640, 0o604, 0o620, 0o601, 0o610]) {
      chmodSync(path, mode)
      assert.deepEqual(masterKey(configOf(name), isOld), key)
      assert.equal(statSync(path).mode & 0o777, 0o600)
    }
    chmodSync(path, 0o400)
    assert.deepEqual(masterKey(configOf(name), isOld), key)
    assert.equal(statSync(path).mode & 0o777, 0o400)
  })

  test('is refused if it has the wrong length, not counting whitespace around it', () => {
    const name = fresh()
    const key = masterKey(configOf(name), isNew)
    const path = join(folder, name.replace('.db', '.key'))
    writeFileSync(path, `\n ${key.toString('base64')} \n`)
    assert.deepEqual(masterKey(configOf(name), isOld), key)
    for (const length of [0, 31, 33]) {
      writeFileSync(path, Buffer.alloc(length, 1).toString('base64'))
      assert.throws(() => masterKey(configOf(name), isOld), {
        name: 'ConfigError',
        message: /does not contain 32 bytes in base64$/,
      })
    }
  })

  test('makes startup fail with a one-line error if it cannot be written', () => {
    writeFileSync(join(folder, 'file'), '')
    assert.throws(() => masterKey(configOf('file/x/sandcard.db'), isNew))
  })
})

test('The eight random bytes of an id are unique, even when the pool is refilled', () => {
  const given = Array.from({ length: 2000 }, () => Buffer.from(random()))
  assert.ok(given.every(({ length }) => length === 8))
  assert.equal(new Set(given.map((bytes) => bytes.toString('hex'))).size, 2000)
})
