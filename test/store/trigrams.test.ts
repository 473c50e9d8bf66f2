// The bits of trigrams: they never exclude a text that contains the searched one, and exclude most
// others.

import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { ANY_TRIGRAMS, trigramBits } from '../../src/store/trigrams.ts'
import { anyCharacter, assertProperty, fc } from '../kit/property.ts'

/** The comparison of the search statement, which works on 64-bit integers. */
const contains = (bits: number, searched: number): boolean =>
  (BigInt(bits) & BigInt(searched)) === BigInt(searched)

suite('The trigrams of a text', () => {
  test('contain those of each of its parts', () => {
    const text = fc.string({ unit: anyCharacter, maxLength: 60 })
    assertProperty(
      fc.property(text, text, text, (before, part, after) => {
        assert.ok(contains(trigramBits(before + part + after), trigramBits(part)))
        assert.ok(contains(ANY_TRIGRAMS, trigramBits(part)))
      }),
    )
  })

  test('are a safe, non-negative integer', () => {
    assertProperty(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        const bits = trigramBits(text)
        assert.ok(Number.isSafeInteger(bits) && bits >= 0 && bits < 2 ** 52, String(bits))
      }),
    )
  })

  test('are none for a text of fewer than three characters', () => {
    for (const text of ['', 'a', 'ab']) assert.equal(trigramBits(text), 0)
  })

  test('exclude at least 99 of 100 order numbers that do not contain the text', () => {
    const bits = Array.from({ length: 1000 }, (_, index) =>
      trigramBits(`order-${index}\nclient-${index % 7}\n1111\nann doe\n\n`),
    )
    const searched = trigramBits('invoice-2026')
    assert.ok(bits.filter((each) => contains(each, searched)).length <= 10)
  })
})
