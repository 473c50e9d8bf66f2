import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { DECLINES } from '../../../src/ledger/decline.ts'
import {
  CARD_UNKNOWN,
  actionCode,
  actionCodeDescription,
  allActionCodes,
  messageLanguage,
  payerMessage,
  redirectInfo,
} from '../../../src/payments/authorisation/action-code.ts'

// prettier-ignore
const FAMILY = [
  -30001, -20010, -9000, -3101, -3100, -3003, -2200, -2102, -2101, -2025, -2024, -2023, -2022, -2020,
  -2019, -2018, -2017, -2016, -2015, -2014, -2013, -2012, -2011, -2010, -2009, -2008, -2007, -2006,
  -2005, -2003, -2002, -2001, -2000, -301, -102, -100, -1, 0, 1, 4, 5, 15, 20, 53, 57, 62, 63, 72, 73,
  78, 82, 88, 90, 100, 101, 103, 104, 106, 107, 109, 110, 111, 116, 117, 118, 119, 120, 121, 123, 124,
  125, 151, 181, 203, 204, 208, 209, 212, 239, 240, 400, 555, 814, 823, 902, 903, 904, 906, 907, 909,
  910, 911, 912, 913, 914, 916, 920, 941, 950, 968, 998, 999, 1001, 1004, 1005, 1112, 1113, 1114, 1115,
  1116, 1117, 1118, 1120, 1434, 2001, 2002, 2003, 2004, 2005, 2006, 2007, 2008, 2009, 2012, 2014, 2015,
  2016, 2023, 2030, 4005, 4032, 8204, 9001, 71015, 151017, 151018, 151019, 341014,
]

describe('The action codes', () => {
  test("are the gateway family's, unique and in ascending order", () => {
    assert.deepEqual(
      allActionCodes().map(({ code }) => code),
      FAMILY,
    )
  })

  test('all have an English and a Russian text', () => {
    for (const { code, texts } of allActionCodes()) {
      assert.match(texts.en, /^[\x20-\x7e]+$/, String(code))
      assert.match(texts.ru, /[а-яё]/i, String(code))
    }
  })
})

describe('The description of an action code', () => {
  test('is empty if the payment is approved or was not attempted', () => {
    assert.equal(actionCodeDescription(0, 'en'), '')
    assert.equal(actionCodeDescription(-100, 'ru'), '')
  })

  test('is in the requested language, whatever its letter case, and otherwise in English', () => {
    assert.equal(messageLanguage('RU'), 'ru')
    assert.equal(messageLanguage('de'), 'en')
    assert.equal(actionCodeDescription(116, 'ru'), 'Недостаточно средств')
    assert.equal(actionCodeDescription(116, 'Ru'), 'Недостаточно средств')
    assert.equal(actionCodeDescription(116, 'de'), 'Insufficient funds')
    assert.equal(actionCodeDescription(-2007, 'en'), 'The time to pay has expired')
  })

  test('only says that the payment was declined for an unknown code', () => {
    assert.equal(actionCode(7777), undefined)
    assert.equal(actionCodeDescription(7777, 'en'), 'Payment declined')
    assert.equal(actionCodeDescription(7777, 'ru'), 'Платёж отклонён')
  })
})

describe('The message to the payer', () => {
  // prettier-ignore
  const groups = [
    ['check-data',        [116, 101, 117, 125, 71015, -2013, 82]],
    ['contact-issuer',    [5, 100, 103, 107, 111, 118, 119, 120, 121, 123, 902, 903, 904, 909, 913,
                           -2005, -2011, -2015, -2016, -2018, -2019, -2020, 4, -2025]],
    ['contact-merchant',  [109, 110, 208, 209, 914, 999, 2001, 2003, 2016, -2000, -2001, -2002, -2003,
                           -2017, 4005]],
    ['no-connection',     [907, 910, 151017]],
    ['no-answer',         [-1, 1001, 151018, 151019]],
    ['time-expired',      [-2007, -2009, -2014]],
    ['not-authenticated', [-2006]],
    ['approved',          [0]],
  ] as const
  for (const [payer, codes] of groups) {
    test(`is "${payer}" for the codes of its group, such as ${codes[0]}`, () => {
      for (const code of codes) assert.equal(actionCode(code)?.payer, payer, String(code))
    })
  }

  test('is defined once per group', () => {
    assert.equal(payerMessage(116, 'en'), payerMessage(101, 'en'))
    assert.notEqual(payerMessage(116, 'en'), payerMessage(5, 'en'))
    assert.equal(payerMessage(7777, 'en'), payerMessage(109, 'en'))
  })

  test('has the wording that clients expect before a redirect', () => {
    assert.equal(redirectInfo(0, 'en'), 'Your order is proceeded, redirecting...')
    assert.equal(redirectInfo(0, 'ru'), 'Ваш платёж обработан, происходит переадресация...')
    assert.equal(
      redirectInfo(5, 'en'),
      'Payment declined. Please contact the bank that issued your card. Redirecting...',
    )
  })
})

test('A decline of an issued card and an unknown card have action codes with texts', () => {
  for (const { actionCode: code } of Object.values(DECLINES)) assert.ok(actionCode(code))
  assert.ok(actionCode(CARD_UNKNOWN))
})
