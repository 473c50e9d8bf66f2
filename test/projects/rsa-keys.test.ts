// The RSA keys of a project over several rotations: which is published, which signs and which
// decrypts.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  keysInUse,
  newestKey,
  oneKey,
  readRsaKeys,
  rotatedKeys,
  type RsaKeys,
  type RsaUse,
  signingKey,
  storedRsaKeys,
} from '../../src/projects/rsa-keys.ts'

const rotate = (keys: RsaKeys, use: RsaUse, pem: string, now: number, overlap: number): RsaKeys =>
  rotatedKeys(keys, use, { pem, now, endsAt: now + overlap })
const pems = (keys: RsaKeys, now: number) => keysInUse(keys, now).map(({ pem }) => pem)

const once = rotate(oneKey('A'), 'callbacks', 'B', 1000, 500)

// prettier-ignore
const TIMES: readonly { readonly title: string; readonly keys: RsaKeys; readonly now: number; readonly signs: string; readonly newest: string; readonly inUse: readonly string[] }[] = [
  { title: 'the first key signs and is the only one',                            keys: oneKey('A'), now: 0, signs: 'A', newest: 'A', inUse: ['A'] },
  { title: 'the previous key signs during the overlap',         keys: once, now: 1000, signs: 'A', newest: 'B', inUse: ['A', 'B'] },
  { title: 'the previous key signs until the last moment of the overlap',                          keys: once, now: 1499, signs: 'A', newest: 'B', inUse: ['A', 'B'] },
  { title: 'the new key signs from the end of the overlap',                keys: once, now: 1500, signs: 'B', newest: 'B', inUse: ['B'] },
  { title: 'the new key signs immediately without an overlap',         keys: rotate(oneKey('A'), 'callbacks', 'B', 1000, 0), now: 1000, signs: 'B', newest: 'B', inUse: ['B'] },
  { title: 'a callback key that never signed is dropped', keys: rotate(once, 'callbacks', 'C', 1200, 500), now: 1200, signs: 'A', newest: 'C', inUse: ['A', 'C'] },
  { title: 'a callback key that already signs is kept',                 keys: rotate(once, 'callbacks', 'C', 1500, 500), now: 1600, signs: 'B', newest: 'C', inUse: ['B', 'C'] },
  { title: 'a published PIN key is kept',      keys: rotate(once, 'pin', 'C', 1200, 500), now: 1200, signs: 'B', newest: 'C', inUse: ['B', 'C'] },
]

for (const { title, keys, now, signs, newest, inUse } of TIMES)
  test(`RSA keys: ${title}`, () => {
    for (const each of [keys, readRsaKeys(storedRsaKeys(keys))]) {
      assert.equal(signingKey(each, now).pem, signs)
      assert.equal(newestKey(each).pem, newest)
      assert.deepEqual(pems(each, now), inUse)
    }
  })

test('RSA keys: an older release stored a single key', () => {
  const pem = '-----BEGIN PRIVATE KEY-----\nMII\n-----END PRIVATE KEY-----\n'
  assert.deepEqual(readRsaKeys(pem), [{ pem, endsAt: null }])
})
