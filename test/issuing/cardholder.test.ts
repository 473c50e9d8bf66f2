// Cardholders: the embossed name.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { embossedName } from '../../src/issuing/cardholder.ts'

test('An embossed name has at most 26 capital letters and no leading or trailing spaces', () => {
  const embossed = (firstName: string, lastName: string) => embossedName({ firstName, lastName })
  assert.equal(embossed('Ada', 'Lovelace'), 'ADA LOVELACE')
  assert.equal(embossed('Ada', ''), 'ADA')
  assert.equal(embossed(' ', 'Lovelace '), 'LOVELACE')
  assert.equal(embossed('a'.repeat(13), 'b'.repeat(13)), `${'A'.repeat(13)} ${'B'.repeat(12)}`)
})
