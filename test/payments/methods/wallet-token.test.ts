// Wallet tokens: the parsed values of test tokens and of decrypted wallet tokens, their limits, and
// invalid tokens.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  isEncryptedToken,
  merchantTokenOf,
  readWalletToken,
  type Wallet,
  WALLET_TOKEN_LENGTH,
  writeWalletToken,
} from '../../../src/payments/methods/wallet-token.ts'
import { TEST_CARDS } from '../../kit/test-cards.ts'

type Json = Readonly<Record<string, unknown>>

const PAN = TEST_CARDS.approved
const CARD = { pan: PAN, expiry: 203_412, hasCryptogram: true }
const MALFORMED = { fault: 'malformed' }
const ENCRYPTED = { fault: 'encrypted' }
const base64 = (text: string): string => Buffer.from(text).toString('base64')
const packed = (value: unknown): string => base64(JSON.stringify(value))
const read = (value: unknown, wallet: Wallet = 'google', direct = false) =>
  readWalletToken(packed(value), wallet, { direct })

describe('A test token', () => {
  for (const token of [
    CARD,
    { ...CARD, hasCryptogram: false },
    { ...CARD, amount: 0, currency: '978', merchantToken: 'open' },
  ])
    test(`is parsed to the same values: ${JSON.stringify(Object.keys(token))}`, () => {
      for (const direct of [true, false])
        assert.deepEqual(readWalletToken(writeWalletToken(token), 'mir', { direct }), token)
    })

  // prettier-ignore
  const READ: readonly (readonly [sent: Json, read: object])[] = [
    [{ expiry: '203412' },              CARD],
    [{ expiry: 203_412 },               CARD],
    [{ amount: 999_999_999_999 },       { ...CARD, amount: 999_999_999_999 }],
    [{ amount: '1000' },                { ...CARD, amount: 1000 }],
    [{ currency: '8' },                 { ...CARD, currency: '8' }],
    [{ currency: 978 },                 { ...CARD, currency: '978' }],
    [{ authMethod: 'CRYPTOGRAM_3DS' },  CARD],
    [{ authMethod: 'PAN_ONLY' },        { ...CARD, hasCryptogram: false }],
    [{ amount: 1_000_000_000_000 },     MALFORMED],
    [{ amount: -1 },                    MALFORMED],
    [{ amount: 0.5 },                   MALFORMED],
    [{ amount: 'x' },                   MALFORMED],
    [{ amount: {} },                    MALFORMED],
    [{ amount: null },                  MALFORMED],
    [{ amount: '' },                    MALFORMED],
    [{ amount: '0x10' },                MALFORMED],
    [{ amount: ' 1' },                  MALFORMED],
    [{ currency: '' },                  MALFORMED],
    [{ currency: '0978' },              MALFORMED],
    [{ currency: 'x78' },               MALFORMED],
    [{ currency: '97x' },               MALFORMED],
    [{ merchantToken: 1 },              MALFORMED],
    [{ pan: `${PAN}1` },                MALFORMED],
    [{ pan: [PAN] },                    MALFORMED],
    [{ expiry: '203413' },              MALFORMED],
    [{ expiry: '2034' },                MALFORMED],
    [{ expiry: null },                  MALFORMED],
    [{ data: 'x' },                     ENCRYPTED],
    [{ signedMessage: 'x' },            ENCRYPTED],
    [{ signature: 'x' },                ENCRYPTED],
    [{ '3DS': {} },                     ENCRYPTED],
  ]
  for (const [sent, token] of READ)
    test(`with ${JSON.stringify(sent)} is ${'fault' in token ? 'refused' : 'accepted'}`, () => {
      assert.deepEqual(read({ pan: PAN, expiry: '203412', ...sent }), token)
    })

  test('is a JSON object in base64, of at most 8,192 characters', () => {
    for (const value of [null, [], [CARD], 'text', 1, {}])
      assert.deepEqual(read(value), MALFORMED, JSON.stringify(value))
    for (const text of ['', '{', '%'])
      assert.deepEqual(readWalletToken(base64(text), 'mir', { direct: true }), MALFORMED)
    const long = (length: number) => {
      const token = { pan: PAN, expiry: '203412', fill: '' }
      const fill = 'x'.repeat((length / 4) * 3 - JSON.stringify(token).length)
      return packed({ ...token, fill })
    }
    assert.equal(long(WALLET_TOKEN_LENGTH).length, WALLET_TOKEN_LENGTH)
    assert.deepEqual(readWalletToken(long(WALLET_TOKEN_LENGTH), 'mir', { direct: false }), CARD)
    const over = long(WALLET_TOKEN_LENGTH + 4)
    assert.deepEqual(readWalletToken(over, 'mir', { direct: false }), MALFORMED)
  })

  test('is checked for its merchant first', () => {
    assert.equal(merchantTokenOf(packed({ merchantToken: 'open', pan: 1 })), 'open')
    for (const value of [{}, { merchantToken: 1 }, []])
      assert.equal(merchantTokenOf(packed(value)), undefined)
    assert.equal(merchantTokenOf('%'), undefined)
  })

  test('is distinguished from a real one', () => {
    assert.equal(isEncryptedToken(packed({ data: 'x' })), true)
    for (const value of [{ pan: PAN }, [], null])
      assert.equal(isEncryptedToken(packed(value)), false)
    const long = packed({ data: 'x'.repeat(WALLET_TOKEN_LENGTH) })
    assert.equal(isEncryptedToken(long), false)
  })
})

describe('A decrypted wallet token', () => {
  const APPLE = { applicationPrimaryAccountNumber: PAN, applicationExpirationDate: '341231' }
  const GOOGLE = { pan: PAN, expirationMonth: 12, expirationYear: 2034 }
  const SAMSUNG = { tokenPAN: PAN, tokenPanExpiration: '1234' }
  // prettier-ignore
  const DECRYPTED: readonly (readonly [wallet: Wallet, sent: Json, read: object])[] = [
    ['applepay', APPLE,                                                      CARD],
    ['applepay', { ...APPLE, currencyCode: '978', transactionAmount: 700 },  { ...CARD, amount: 700, currency: '978' }],
    ['applepay', { ...APPLE, applicationExpirationDate: '' },                MALFORMED],
    ['google',   { paymentMethodDetails: { ...GOOGLE, authMethod: 'CRYPTOGRAM_3DS' } }, CARD],
    ['google',   { paymentMethodDetails: GOOGLE },                           { ...CARD, hasCryptogram: false }],
    ['google',   { paymentMethodDetails: { ...GOOGLE, expirationMonth: 1 } }, { ...CARD, expiry: 203_401, hasCryptogram: false }],
    ['google',   {},                                                         MALFORMED],
    ['samsung',  { ...SAMSUNG, amount: '700' },                              { ...CARD, amount: 700 }],
    ['samsung',  { ...SAMSUNG, tokenPanExpiration: '3412' },                 MALFORMED],
    ['mir',      APPLE,                                                      MALFORMED],
    ['google',   APPLE,                                                      MALFORMED],
  ]
  for (const [wallet, sent, token] of DECRYPTED)
    test(`is ${token === MALFORMED ? 'refused' : 'parsed'} for ${wallet}: ${JSON.stringify(sent)}`, () => {
      assert.deepEqual(read(sent, wallet, true), token)
      assert.deepEqual(read(sent, wallet, false), MALFORMED)
    })
})
