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
} from '../../src/issuing/pan.ts'
import { assertProperty, fc } from '../kit/property.ts'

const digits = (length: number) =>
  fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length })
    .map((list) => list.join(''))

describe('the Luhn check digit', () => {
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

describe('issuing a number', () => {
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

  test('refuses anything but six and nine digits', () => {
    assert.throws(() => issuePan('40000', '000010001'), RangeError)
    assert.throws(() => issuePan('400000', '00001000'), RangeError)
    assert.throws(() => issuePan('400000', '00001000x'), RangeError)
  })
})

describe('masks', () => {
  test('show the first six and the last four digits', () => {
    assert.equal(maskPan('4000000000100026'), '400000******0026')
    assert.equal(maskPan('639002000000000003'), '639002********0003')
    assert.equal(maskPanShort('4111111111111111'), '411111**1111')
    assert.equal(maskPanShort('639002000000000003'), '639002**0003')
  })

  test('show nothing of a text too short to be a card number', () => {
    assert.equal(maskPan('411111111111'), '************')
    assert.equal(maskPanShort('4111111111'), '**')
  })
})

describe('the brand of a number', () => {
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
    test(`of "${pan}" is ${brand ?? 'unknown'}`, () => {
      assert.equal(brandOf(pan), brand)
    })
  }
})

describe('scrubbing a log text', () => {
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

  test('leaves no issued number readable, whatever surrounds it', () => {
    const around = fc.string({ maxLength: 20 }).map((text) => text.replaceAll(/\d/g, 'x'))
    assertProperty(
      fc.property(digits(9), around, around, (nine, before, after) => {
        const pan = issuePan('400000', nine)
        const scrubbed = scrubPans(before + pan + after)
        assert.equal(scrubbed, before + maskPan(pan) + after)
      }),
    )
  })

  test('is quick on a hostile text', () => {
    const text = '1 '.repeat(50_000)
    assert.equal(scrubPans(text).length, text.length)
  })
})
