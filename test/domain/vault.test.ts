// The vault: what is sealed opens only with its key and unchanged, hashes differ by key and purpose, a CVC is always the same.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { equalInConstantTime, Vault } from '../../src/domain/vault.ts'

const vault = new Vault(Buffer.alloc(32, 1))
const other = new Vault(Buffer.alloc(32, 2))
const PAN = '4000000000100026'

test('What is sealed opens again, equal texts seal equally, and another key opens nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const sealed = vault.seal(text)
      assert.equal(vault.open(sealed), text)
      assert.equal(vault.seal(text), sealed)
      assert.throws(() => other.open(sealed))
    }),
  )
})

test('A sealed value that was changed anywhere does not open', () => {
  const bytes = Buffer.from(vault.seal(PAN), 'base64url')
  for (let index = 0; index < bytes.length; index++) {
    const changed = Buffer.from(bytes)
    changed.writeUInt8(changed.readUInt8(index) ^ 1, index)
    assert.throws(() => vault.open(changed.toString('base64url')), `byte ${index}`)
  }
})

test('A hash tells nothing of the number and differs by project and by purpose', () => {
  const hash = vault.numberHash(PAN)
  assert.match(hash, /^[\w-]{22}$/)
  assert.equal(vault.numberHash(PAN), hash)
  assert.equal(new Set([hash, other.numberHash(PAN), vault.scopeHash(PAN)]).size, 3)
})

test('A CVC has three digits and belongs to number and expiry', () => {
  assert.match(vault.cvc(PAN, 203_101), /^\d{3}$/)
  assert.equal(vault.cvc(PAN, 203_101), vault.cvc(PAN, 203_101))
  const expiries = Array.from({ length: 50 }, (_, index) => vault.cvc(PAN, 203_101 + index))
  assert.ok(new Set(expiries).size > 40)
})

test('Texts are compared for equality', () => {
  assert.equal(equalInConstantTime('a', 'a'), true)
  assert.equal(equalInConstantTime('a', 'b'), false)
  assert.equal(equalInConstantTime('', 'a'), false)
})
