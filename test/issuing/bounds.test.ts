// Card numbers, schemes, masks and limits at the bounds of what they take, and one step beyond.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { CARD_CURRENCY, CARD_LIFE_MONTHS, isExpired } from '../../src/issuing/card.ts'
import { embossedName } from '../../src/issuing/cardholder.ts'
import {
  brokenLimit,
  giveBack,
  initialLimits,
  INTERVAL_LIMIT,
  isCycleType,
  isLimitName,
  LIMIT_NAMES,
  limitUsed,
  unusedAt,
  type Usage,
  usageAt,
  useLimits,
} from '../../src/issuing/limits.ts'
import {
  brandOf,
  isLuhnValid,
  issuePan,
  luhnDigit,
  maskPan,
  maskPanShort,
  scrubPans,
  shortMask,
} from '../../src/issuing/pan.ts'

const numberOf = (length: number): string => {
  const body = '4'.padEnd(length - 1, '10')
  return body + luhnDigit(body)
}

describe('A card number', () => {
  test('has 13 to 19 digits and a check digit', () => {
    for (let length = 11; length <= 21; length++)
      assert.equal(isLuhnValid(numberOf(length)), length >= 13 && length <= 19, String(length))
    for (const text of [`x${numberOf(16)}`, `${numberOf(16)}x`, `${numberOf(16)}\n`, '', '0'])
      assert.equal(isLuhnValid(text), false, text)
    const [good, digits] = [numberOf(16), '0123456789']
    for (const digit of digits)
      assert.equal(isLuhnValid(good.slice(0, -1) + digit), digit === good.at(-1))
  })

  test('has a check digit that tells every digit that was changed, and most that were swapped', () => {
    const good = numberOf(16)
    for (let place = 0; place < 16; place++)
      for (let digit = 0; digit < 10; digit++) {
        const changed = good.slice(0, place) + String(digit) + good.slice(place + 1)
        assert.equal(isLuhnValid(changed), changed === good)
      }
    assert.deepEqual(['7992739871', '411111111111111', '0', '000000000000000'].map(luhnDigit), [
      '3',
      '1',
      '0',
      '0',
    ])
  })

  test('is issued from six digits and nine', () => {
    assert.equal(issuePan('400000', '000000001'), `400000000000001${luhnDigit('400000000000001')}`)
    for (const [bin, nine] of [
      ['40000', '000000001'],
      ['4000000', '000000001'],
      ['x400000', '000000001'],
      ['400000x', '000000001'],
      ['400000', '00000001'],
      ['400000', '0000000001'],
      ['400000', 'x000000001'],
      ['400000', '000000001x'],
    ] as const)
      assert.throws(() => issuePan(bin, nine), RangeError)
  })

  test('is masked but for its first six and last four digits, and wholly where it is too short to be one', () => {
    assert.equal(maskPan('4000000000001'), '400000***0001')
    assert.equal(maskPan('4000001234560026'), '400000******0026')
    assert.equal(maskPan('400000000001'), '************')
    assert.equal(maskPanShort('4000000000001'), '400000**0001')
    assert.equal(maskPanShort('400000000001'), '**')
    assert.equal(shortMask('400000******0026'), '400000**0026')
  })

  // prettier-ignore
  const SCHEMES: readonly (readonly [from: number, to: number, brand: string])[] = [
    [400_000, 499_999, 'VISA'], [510_000, 559_999, 'MASTERCARD'], [222_100, 272_099, 'MASTERCARD'], [220_000, 220_499, 'MIR'], [340_000, 349_999, 'AMEX'], [370_000, 379_999, 'AMEX'],
    [352_800, 358_999, 'JCB'], [620_000, 629_999, 'CUP'], [810_000, 819_999, 'CUP'], [500_000, 509_999, 'MAESTRO'], [560_000, 589_999, 'MAESTRO'], [639_000, 639_999, 'MAESTRO'],
    [670_000, 679_999, 'MAESTRO'], [601_100, 601_199, 'DISCOVER'], [644_000, 649_999, 'DISCOVER'], [650_000, 659_999, 'DISCOVER'],
  ]
  test('belongs to the scheme of its first digits, at the ends of each range too', () => {
    const schemeOf = (six: number) => SCHEMES.find(([from, to]) => from <= six && six <= to)?.[2]
    for (const [from, to] of SCHEMES)
      for (const six of [from - 1, from, from + 1, to - 1, to, to + 1])
        assert.equal(brandOf(String(six)), schemeOf(six), String(six))
    assert.equal(brandOf('4'), 'VISA')
    assert.equal(brandOf('5'), undefined)
    assert.equal(brandOf(''), undefined)
  })
})

describe('A text with card numbers in it', () => {
  const pan = '4111111111111111'
  // prettier-ignore
  const TEXTS: readonly (readonly [text: string, masked: string])[] = [
    [pan, '411111******1111'], [`a${pan}b`, 'a411111******1111b'], ['4111 1111 1111 1111', '4111 11** **** 1111'], ['4111-1111-1111-1111', '4111-11**-****-1111'], ['4111+1111+1111+1111', '4111+11**+****+1111'],
    ['4111%201111%201111%201111', '4111%2011**%20****%201111'], ['4111\u00a01111\u00a01111\u00a01111', '4111\u00a011**\u00a0****\u00a01111'], ['4111  1111  1111  1111', '4111  1111  1111  1111'],
    ['4111 1111 1111 1111 123', '4111 11** **** 1111 123'], ['12 4111 1111 1111 1111', '12 4111 11** **** 1111'], [`${pan} ${pan}`, '411111******1111 411111******1111'],
    ['4111111111111112', '4111111111111112'], [numberOf(12), numberOf(12)], [numberOf(13), maskPan(numberOf(13))], [numberOf(19), maskPan(numberOf(19))], [numberOf(20), numberOf(20)], ['', ''], ['no digits', 'no digits'],
  ]
  for (const [text, masked] of TEXTS)
    test(`"${text}" is shown as "${masked}"`, () => assert.equal(scrubPans(text), masked))
})

describe('The limits of a card', () => {
  test('are six, with what the product gives a new card', () => {
    const cash = [
      { value: 100_000, cycle: 0 },
      { value: 1_000_000, cycle: 3 },
    ]
    assert.deepEqual(initialLimits(), {
      LMTP0107: cash[0],
      LMTP0108: cash[1],
      LMTP0109: cash[0],
      LMTP0110: cash[1],
      LMTP0111: cash[0],
      LMTP0112: cash[1],
    })
    assert.deepEqual(INTERVAL_LIMIT, { daily: 'LMTP0109', monthly: 'LMTP0110' })
    assert.deepEqual([-1, 0, 1, 2, 3, 4, 5].filter(isCycleType), [0, 3, 4])
    assert.ok(LIMIT_NAMES.every(isLimitName))
    assert.ok(!isLimitName('LMTP0106') && !isLimitName('toString'))
  })

  const used = (day: number, month: number, year: number) => ({ day, month, year })
  const at = Date.UTC(2032, 0, 30, 12)
  const usage: Usage = {
    at,
    cash: used(1, 2, 3),
    spending: used(4, 5, 6),
    ecommerce: used(7, 8, 9),
  }

  test('count anew with each day, month and year, and go on within them', () => {
    // prettier-ignore
    const LATER: readonly (readonly [now: number, spending: object])[] = [
      [Date.UTC(2032, 0, 30, 23, 59, 59, 999), used(4, 5, 6)], [Date.UTC(2032, 0, 31), used(0, 5, 6)], [Date.UTC(2032, 1, 1), used(0, 0, 6)], [Date.UTC(2033, 0, 30, 12), used(0, 0, 0)],
    ]
    for (const [now, spending] of LATER) assert.deepEqual(usageAt(usage, now).spending, spending)
    const next = Date.UTC(2032, 1, 1)
    assert.deepEqual(usageAt(usage, next), {
      at: next,
      cash: used(0, 0, 3),
      spending: used(0, 0, 6),
      ecommerce: used(0, 0, 9),
    })
    assert.deepEqual(unusedAt(5), {
      at: 5,
      cash: used(0, 0, 0),
      spending: used(0, 0, 0),
      ecommerce: used(0, 0, 0),
    })
    const limits = { ...initialLimits(), LMTP0112: { value: 1, cycle: 4 as const } }
    assert.deepEqual(
      LIMIT_NAMES.map((name) => limitUsed(limits, usage, name, at)),
      [1, 2, 4, 5, 7, 9],
    )
  })

  test('are broken by one unit beyond and not by what fits, the first by name', () => {
    const limits = initialLimits()
    const all = ['cash', 'spending', 'ecommerce'] as const
    assert.equal(brokenLimit(limits, usage, ['spending'], 100_000 - 4), undefined)
    assert.equal(brokenLimit(limits, usage, ['spending'], 100_000 - 3), 'LMTP0109')
    assert.equal(brokenLimit(limits, usage, ['ecommerce'], 100_000 - 6), 'LMTP0111')
    assert.equal(brokenLimit(limits, usage, all, 2_000_000), 'LMTP0107')
    assert.equal(
      brokenLimit(
        { ...limits, LMTP0109: { value: 2_000_000, cycle: 0 } },
        usage,
        ['spending'],
        999_996,
      ),
      'LMTP0110',
    )
    assert.equal(brokenLimit(limits, usage, [], 2_000_000), undefined)
  })

  test('are used by families, and given back to the windows that still run', () => {
    assert.deepEqual(useLimits(usage, ['spending', 'cash'], 10), {
      ...usage,
      cash: used(11, 12, 13),
      spending: used(14, 15, 16),
    })
    // prettier-ignore
    const BACK: readonly (readonly [takenAt: number, spending: object])[] = [
      [at, used(1, 2, 3)], [Date.UTC(2032, 0, 29), used(4, 2, 3)], [Date.UTC(2031, 11, 30), used(4, 5, 6)], [Date.UTC(2032, 1, 30), used(4, 5, 3)],
    ]
    for (const [takenAt, spending] of BACK)
      assert.deepEqual(giveBack(usage, ['spending'], 3, takenAt), { ...usage, spending })
    assert.deepEqual(giveBack(usage, ['spending'], 5, at), { ...usage, spending: used(0, 0, 1) })
  })
})

test('A card serves to the end of its month, five years from its issue, in euros', () => {
  assert.deepEqual([isExpired(203_201, 203_201), isExpired(203_201, 203_202)], [false, true])
  assert.deepEqual([CARD_LIFE_MONTHS, CARD_CURRENCY], [60, 978])
})

test('A name is embossed in capitals, twenty-six of them at most, and without a blank at either end', () => {
  const embossed = (firstName: string, lastName: string) => embossedName({ firstName, lastName })
  assert.equal(embossed('Ada', 'Lovelace'), 'ADA LOVELACE')
  assert.equal(embossed('Ada', ''), 'ADA')
  assert.equal(embossed(' ', 'Lovelace '), 'LOVELACE')
  assert.equal(embossed('a'.repeat(13), 'b'.repeat(13)), `${'A'.repeat(13)} ${'B'.repeat(12)}`)
})
