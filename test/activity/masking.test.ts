// No secret is left in a stored message, wherever it was sent.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loggedMessage, maskedUrl } from '../../src/activity/logged-message.ts'
import { assertProperty, fc } from '../kit/property.ts'
import { TEST_CARDS } from '../kit/test-cards.ts'

/** Fields and headers whose values are never stored. */
// prettier-ignore
const SECRET_NAMES = [
  'password', 'newPassword', '$CVC', 'cvc', 'cvc2', 'CVV', 'pin', 'newPin', 'pinBlock', 'token',
  'paymentToken', 'seToken', 'apiKey', 'callbackKey', 'callback_key', 'privateKey', 'secret',
  'client-secret', 'authorization', 'Authorization', 'X-API-KEY', 'cookie', 'Set-Cookie',
]

const JSON_TYPE = { 'content-type': 'application/json' }
const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded' }

/** A secret that no other part of a message contains. */
const secrets = fc.stringMatching(/^[a-zA-Z]{8,20}$/).map((text) => `secret-${text}`)

/** The same message as a client may send it. */
const placed = (name: string, value: string) => [
  { headers: JSON_TYPE, body: { deep: [{ [name]: value }] } },
  { headers: JSON_TYPE, body: JSON.stringify({ deep: [{ [name]: value }] }) },
  { headers: JSON_TYPE, body: `{"deep": [{"${name}": "${value}"` },
  { headers: FORM_TYPE, body: Buffer.from(new URLSearchParams({ [name]: value }).toString()) },
  { headers: FORM_TYPE, body: new URLSearchParams({ params: JSON.stringify({ [name]: value }) }) },
  { headers: { 'content-type': 'text/plain' }, body: `${name}=${value}` },
  { headers: { ...JSON_TYPE, [name]: value }, body: null },
]

test('The request log replaces the values of secret fields and headers', () => {
  assertProperty(
    fc.property(fc.constantFrom(...SECRET_NAMES), secrets, (name, value) => {
      for (const message of placed(name, value)) {
        const stored = JSON.stringify(loggedMessage(message))
        assert.ok(!stored.includes(value), stored)
      }
      const url = maskedUrl(`/payment/rest/register.do?a=1&${encodeURIComponent(name)}=${value}`)
      assert.ok(!url.includes(value), url)
    }),
  )
})

test('The request log masks card numbers under every name, grouped or not', () => {
  const numbers = fc.constantFrom(...Object.values(TEST_CARDS))
  const spellings = fc.constantFrom(
    (pan: string) => pan,
    (pan: string) => pan.replace(/\d{4}(?=\d)/g, '$& '),
    (pan: string) => pan.replace(/\d{4}(?=\d)/g, '$&-'),
  )
  const names = fc.stringMatching(/^[a-z]{1,12}$/)
  assertProperty(
    fc.property(numbers, spellings, names, (pan, spell, name) => {
      for (const message of placed(name, spell(pan))) {
        const stored = JSON.stringify(loggedMessage(message)).replaceAll(/[ +-]|%20/g, '')
        assert.ok(!stored.includes(pan), stored)
      }
    }),
  )
})

test('The request log masks card numbers in a path, even if digits are percent-encoded', () => {
  const pan = TEST_CARDS.approved
  const encoded = pan.replaceAll(/\d/g, '%3$&')
  for (const path of [pan, encoded, `%3${pan}`, pan.replaceAll(/\d{4}(?=\d)/g, '$&%20')]) {
    const url = decodeURIComponent(maskedUrl(`/v2/cards/${path}?a=1`)).replaceAll(' ', '')
    assert.match(url, /^\/v2\/cards\/\d{6}[\d*]*\*[\d*]*\d{4}\?a=1$/)
    assert.ok(!url.includes(pan), url)
  }
})

test('The request log masks a number with a wrong check digit in card number fields', () => {
  const mistyped = '4111111111111112'
  for (const name of ['pan', '$PAN', 'cardNumber']) {
    const messages = [
      ...placed(name, mistyped).filter(({ body }) => body !== null),
      { headers: JSON_TYPE, body: { [name]: Number(mistyped) } },
      { headers: FORM_TYPE, body: new URLSearchParams({ [name]: `["${mistyped}"]` }) },
    ]
    for (const message of messages) {
      const body = loggedMessage(message).body ?? ''
      assert.ok(body.includes('411111******1112'), body)
      assert.ok(!body.includes(mistyped), body)
    }
    const url = maskedUrl(`/payment/rest/paymentorder.do?${encodeURIComponent(name)}=${mistyped}`)
    assert.ok(!url.includes(mistyped), url)
  }
})

test('The request log does not mask other values', () => {
  const body = { orderNumber: 'A-17', amount: 500, phone: '+35700000001', pinAttempts: 3 }
  assert.equal(loggedMessage({ headers: JSON_TYPE, body }).body, JSON.stringify(body))
})

test('The request log truncates a long body, and masks a card number at the cut', () => {
  const body = `{"text":"${'x'.repeat(8175)}${TEST_CARDS.approved}","pad":"${'y'.repeat(70_000)}"}`
  for (const sent of [body, body.replace('y'.repeat(70_000), '')]) {
    const stored = loggedMessage({ headers: JSON_TYPE, body: sent })
    assert.deepEqual([stored.isCut, stored.body?.length], [true, 8192])
    assert.ok(!/\d{7}/.test(stored.body ?? ''))
  }
})

test("The request log does not store a payer's page", () => {
  const headers = { 'content-type': 'text/html; charset=utf-8' }
  assert.equal(loggedMessage({ headers, body: '<p>4111111111111111</p>' }).body, null)
})
