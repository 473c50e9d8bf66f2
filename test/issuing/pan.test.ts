import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
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
import { assertProperty, fc } from '../kit/property.ts'

const digits = (length: number) =>
  fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length })
    .map((list) => list.join(''))

describe('The Luhn check digit', () => {
  const known = ['4000000000100018', '4000000000100026', '4111111111111111', '639002000000000003']
  for (const pan of known) {
    test(`completes ${pan}`, () => {
      assert.equal(luhnDigit(pan.slice(0, -1)), pan.slice(-1))
      assert.equal(isLuhnValid(pan), true)
    })
  }

  test('is the only digit of ten that is accepted', () => {
    assertProperty(
      fc.property(digits(15), (body) => {
        const accepted = [...'0123456789'].filter((digit) => isLuhnValid(body + digit))
        assert.deepEqual(accepted, [luhnDigit(body)])
      }),
    )
  })

  for (const text of ['', '42', '411111111111', '41111111111111111111', '4111 1111 1111 1111']) {
    test(`refuses "${text}", which is not 13 to 19 digits`, () => {
      assert.equal(isLuhnValid(text), false)
    })
  }
})

describe('Issuing a number', () => {
  test('keeps the BIN and the nine digits and is always valid', () => {
    assertProperty(
      fc.property(digits(6), digits(9), (bin, nine) => {
        const pan = issuePan(bin, nine)
        assert.equal(pan.length, 16)
        assert.equal(pan.slice(0, 15), bin + nine)
        assert.equal(isLuhnValid(pan), true)
      }),
    )
  })

  test('refuses other numbers of digits than six and nine', () => {
    assert.throws(() => issuePan('40000', '000010001'), RangeError)
    assert.throws(() => issuePan('400000', '00001000'), RangeError)
    assert.throws(() => issuePan('400000', '00001000x'), RangeError)
  })
})

describe('Masked card numbers', () => {
  test('show the first six and the last four digits', () => {
    assert.equal(maskPan('4000000000100026'), '400000******0026')
    assert.equal(maskPan('639002000000000003'), '639002********0003')
    assert.equal(maskPanShort('4111111111111111'), '411111**1111')
    assert.equal(maskPanShort('639002000000000003'), '639002**0003')
  })

  test('hide a text that is too short for a card number', () => {
    assert.equal(maskPan('411111111111'), '************')
    assert.equal(maskPanShort('4111111111'), '**')
  })
})

describe('The brand of a number', () => {
  // prettier-ignore
  const rows = [
    ['4111111111111111', 'VISA'], ['5555555555555599', 'MASTERCARD'], ['2221000000000009', 'MASTERCARD'],
    ['2720990000000007', 'MASTERCARD'], ['2721000000000000', undefined], ['2202205000012424', 'MIR'],
    ['2204990000000000', 'MIR'], ['2205000000000000', undefined], ['378282246310005', 'AMEX'],
    ['3530111333300000', 'JCB'], ['6200000000000005', 'CUP'], ['639002000000000003', 'MAESTRO'],
    ['5000001111111115', 'MAESTRO'], ['6759649826438453', 'MAESTRO'], ['6011000000000004', 'DISCOVER'],
    ['6500000000000002', 'DISCOVER'], ['9999999999999999', undefined], ['', undefined],
  ] as const
  for (const [pan, brand] of rows) {
    test(`"${pan}" has the brand ${brand ?? 'unknown'}`, () => {
      assert.equal(brandOf(pan), brand)
    })
  }
})

describe('The mask of a log text', () => {
  // prettier-ignore
  const rows = [
    ['paid with 4111111111111111.', 'paid with 411111******1111.'],
    ['"cardNumber":4000000000100026,', '"cardNumber":400000******0026,'],
    ['4111 1111 1111 1111', '4111 11** **** 1111'],
    ['4111-1111-1111-1111', '4111-11**-****-1111'],
    ['$PAN=4111+1111+1111+1111&', '$PAN=4111+11**+****+1111&'],
    ['$PAN=4111%201111%201111%201111&', '$PAN=4111%2011**%20****%201111&'],
    ['4111 1111 1111 1111 123', '4111 11** **** 1111 123'],
    ['2034 4111111111111111 123', '2034 411111******1111 123'],
    ['pan4111111111111111x', 'pan411111******1111x'],
    ['4111111111111111,5555555555555599', '411111******1111,555555******5599'],
    ['4111111111111111 5555555555555599', '411111******1111 555555******5599'],
    ['639002000000000003', '639002********0003'],
    ['4111111111111112', '4111111111111112'],
    ['account 40000000000000001978', 'account 40000000000000001978'],
    ['2026-01-15 10:20:30', '2026-01-15 10:20:30'],
    ['order 01a2063e-dafe-71db-8804-130000000006 at 3', 'order 01a2063e-dafe-71db-8804-130000000006 at 3'],
    ['1 01A2063E-DAFE-71DB-8804-130000000006', '1 01A2063E-DAFE-71DB-8804-130000000006'],
    ['01a2063e-dafe-01db-8804-130000000006', '01a2063e-dafe-01db-8804-13******0006'],
    ['01a2063e-dafe-71db-8804-130000000006-1', '01a2063e-dafe-71db-8804-13******0006-1'],
    ['01a3193834ff7b28bfd5638100000001', '01a3193834ff7b28bfd5638100000001'],
    ['order-01a3193834ff7b28bfd5638100000001', 'order-01a3193834ff7b28bfd563810***0001'],
    ['"at":1763860000001,', '"at":1763860000001,'],
    ['411 1111111111111', '411 111******1111'],
    ['4222222222222', '422222***2222'],
    ['', ''],
  ] as const
  for (const [text, scrubbed] of rows) {
    test(`turns "${text}" into "${scrubbed}"`, () => {
      assert.equal(scrubPans(text), scrubbed)
    })
  }

  test('masks every issued number, whatever surrounds it', () => {
    const around = fc.string({ maxLength: 20 }).map((text) => text.replaceAll(/\d/g, 'x'))
    assertProperty(
      fc.property(digits(9), around, around, (nine, before, after) => {
        const pan = issuePan('400000', nine)
        const scrubbed = scrubPans(before + pan + after)
        assert.equal(scrubbed, before + maskPan(pan) + after)
      }),
    )
  })

  test('takes linear time even for hostile input', () => {
    const text = '1 '.repeat(50_000)
    assert.equal(scrubPans(text).length, text.length)
  })
})

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

  test('has a check digit that detects every changed digit and most swapped ones', () => {
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

  test('is built from a six-digit BIN and nine further digits', () => {
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

  test('is masked except for its first six and last four digits; a shorter text is masked completely', () => {
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
  test('belongs to the scheme of its first digits, even at the ends of each range', () => {
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
