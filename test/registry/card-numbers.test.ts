import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { maskCardNumbers } from '../../src/registry/card-numbers.ts'
import { assertProperty, fc } from '../kit/property.ts'

const NUMBER = '4111111111111111'
const MASKED = '411111******1111'

/**
 * The last digit that makes the digits before it Luhn-valid (ISO/IEC 7812-1, annex B), computed
 * independently.
 */
function checkDigit(digits: string): number {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 0 ? 2 : 1)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return (10 - (sum % 10)) % 10
}

const cardNumber = fc
  .array(fc.integer({ min: 0, max: 9 }), { minLength: 12, maxLength: 18 })
  .map((digits) => digits.join(''))
  .map((digits) => `${digits}${checkDigit(digits)}`)
  // Looks like a time in milliseconds, which is not masked.
  .filter((number) => !/^1\d{12}$/.test(number))
const separator = fc.constantFrom('', ' ', '-')
const words = fc
  .string()
  .filter((text) => !/\d/.test(text) && !/[ +%\u00a0-]$|^[ +%\u00a0-]/.test(text))

describe('The input of a command', () => {
  test('has its card numbers masked, however the digits are grouped and whatever surrounds them', () => {
    assertProperty(
      fc.property(cardNumber, separator, words, words, (number, between, before, after) => {
        const written = number.replaceAll(/\d{4}(?=\d)/g, `$&${between}`)
        const { description } = maskCardNumbers({ description: `${before} ${written} ${after}` })
        assert.ok(!description.includes(written), description)
        assert.ok(!description.replaceAll(/[ -]/g, '').includes(number), description)
        assert.equal(description.replaceAll(/[^*]/g, '').length >= number.length - 10, true)
      }),
    )
  })

  test('is returned as the same object if it has no card number', () => {
    assertProperty(
      fc.property(fc.integer(), words, (value, text) => {
        const input = { value, description: text, list: [value, text], params: { note: text } }
        assert.equal(maskCardNumbers(input), input)
      }),
    )
  })

  test('is the same if it is masked twice', () => {
    assertProperty(
      fc.property(cardNumber, words, (number, text) => {
        const once = maskCardNumbers({ description: `${text} ${number}` })
        assert.equal(maskCardNumbers(once), once)
      }),
    )
  })

  test('is masked at any depth, in names and values, except in identifiers', () => {
    const input = {
      id: NUMBER,
      candidates: [{ hash: NUMBER, sealed: NUMBER }],
      nobodyThoughtOfThis: NUMBER,
      list: [NUMBER, { note: NUMBER }],
      amount: 4111111111111111,
      request: {
        description: `card ${NUMBER}`,
        params: { id: NUMBER, [NUMBER]: 'a name', amount: '1' },
        bundle: {
          cartItems: { items: [{ name: NUMBER, itemCode: 4111111111111111, itemPrice: 100 }] },
        },
      },
    }
    assert.deepEqual(maskCardNumbers(input), {
      id: NUMBER,
      candidates: [{ hash: NUMBER, sealed: NUMBER }],
      nobodyThoughtOfThis: MASKED,
      list: [MASKED, { note: MASKED }],
      amount: 4111111111111111,
      request: {
        description: `card ${MASKED}`,
        params: { id: MASKED, [MASKED]: 'a name', amount: '1' },
        bundle: { cartItems: { items: [{ name: MASKED, itemCode: MASKED, itemPrice: 100 }] } },
      },
    })
  })

  test('keeps phone numbers of up to 15 digits, including those that pass the check of a card number', () => {
    for (const phone of ['+378282246310005', '3782 822463-10005', 'call +35700000001', ''])
      assert.deepEqual(maskCardNumbers({ phone, phoneNumber: phone }), {
        phone,
        phoneNumber: phone,
      })
    for (const phone of [NUMBER, `+${NUMBER}`, '4111 1111 1111 1111 ext. 2'])
      assert.ok(!maskCardNumbers({ phone }).phone.includes('1111 1111'), phone)
    assert.deepEqual(maskCardNumbers({ phone: NUMBER }), { phone: MASKED })
  })
})
