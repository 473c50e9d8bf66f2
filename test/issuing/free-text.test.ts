import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { maskFreeTexts } from '../../src/issuing/free-text.ts'
import { fc } from '../kit/property.ts'

const NUMBER = '4111111111111111'
const MASKED = '411111******1111'

/** The last digit that makes the digits before it Luhn-valid (ISO/IEC 7812-1, annex B), worked out again. */
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
  // What looks like a moment in milliseconds is no scheme's number.
  .filter((number) => !/^1\d{12}$/.test(number))
const separator = fc.constantFrom('', ' ', '-')
const words = fc
  .string()
  .filter((text) => !/\d/.test(text) && !/[ +%\u00a0-]$|^[ +%\u00a0-]/.test(text))

describe('Free texts', () => {
  test('never keep a card number, however its digits are grouped and whatever stands around it', () => {
    fc.assert(
      fc.property(cardNumber, separator, words, words, (number, between, before, after) => {
        const written = number.replaceAll(/\d{4}(?=\d)/g, `$&${between}`)
        const { description } = maskFreeTexts({ description: `${before} ${written} ${after}` })
        assert.ok(!description.includes(written), description)
        assert.ok(!description.replaceAll(/[ -]/g, '').includes(number), description)
        assert.equal(description.replaceAll(/[^*]/g, '').length >= number.length - 10, true)
      }),
    )
  })

  test('are what they were without one, down to the same object', () => {
    fc.assert(
      fc.property(fc.jsonValue(), words, (value, text) => {
        const input = { value, description: text, params: { note: text } }
        assert.equal(maskFreeTexts(input), input)
      }),
    )
  })

  test('masked twice are as masked once', () => {
    fc.assert(
      fc.property(cardNumber, words, (number, text) => {
        const once = maskFreeTexts({ description: `${text} ${number}` })
        assert.equal(maskFreeTexts(once), once)
      }),
    )
  })

  test('are found by name at any depth, and what is none stays', () => {
    const input = {
      id: NUMBER,
      number: { hash: NUMBER, sealed: NUMBER },
      request: {
        description: `card ${NUMBER}`,
        params: { note: NUMBER, [NUMBER]: 'a name', amount: '1' },
        bundle: {
          cartItems: { items: [{ name: NUMBER, itemCode: 4111111111111111, itemPrice: 100 }] },
        },
      },
      profile: { line1: NUMBER, postalCode: NUMBER, documentId: NUMBER },
      [NUMBER]: 'no text',
    }
    assert.deepEqual(maskFreeTexts(input), {
      id: NUMBER,
      number: { hash: NUMBER, sealed: NUMBER },
      request: {
        description: `card ${MASKED}`,
        params: { note: MASKED, [MASKED]: 'a name', amount: '1' },
        bundle: { cartItems: { items: [{ name: MASKED, itemCode: MASKED, itemPrice: 100 }] } },
      },
      profile: { line1: MASKED, postalCode: MASKED, documentId: NUMBER },
      [NUMBER]: 'no text',
    })
  })
})
