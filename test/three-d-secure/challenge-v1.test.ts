import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { deflateSync, inflateSync } from 'node:zlib'
import {
  buildPaReq,
  buildPaRes,
  type PaReq,
  type PaRes,
  parsePaReq,
  parsePaRes,
} from '../../src/three-d-secure/challenge-v1.ts'
import { CURRENCIES, currencyByNumeric } from '../../src/ledger/currency.ts'
import { anyCharacter, assertProperty, fc } from '../kit/property.ts'
import { xid } from '../../src/three-d-secure/proof.ts'

const EUR = currencyByNumeric('978')
assert.ok(EUR)

const request: PaReq = {
  messageId: 'm-1',
  xid: xid('key', 'challenge-1'),
  merchantId: 'demo-api',
  merchantName: 'Café & <Bar>',
  merchantCountry: '196',
  merchantUrl: 'https://shop.example/?a=1&b="2"',
  at: Date.UTC(2026, 0, 15, 10, 20, 30),
  amount: 123456,
  currency: EUR,
  description: "It's an order",
  accountId: 'card-17',
  expiry: '3101',
}

const response: PaRes = {
  messageId: 'm-1',
  xid: request.xid,
  merchantId: 'demo-api',
  at: request.at,
  amount: 123456,
  currency: EUR,
  panLastFour: '5599',
  status: 'Y',
  eci: '02',
  cavv: 'jAAA',
}

const unpacked = (packed: string) => inflateSync(Buffer.from(packed, 'base64')).toString()
const packed = (xml: string) => deflateSync(Buffer.from(xml)).toString('base64')

describe('A PaReq', () => {
  test('is deflated XML in base64, as specified by version 1.0.2', () => {
    const text = buildPaReq(request)
    assert.match(text, /^eJ/)
    assert.equal(
      unpacked(text),
      '<?xml version="1.0" encoding="UTF-8"?><ThreeDSecure><Message id="m-1"><PAReq>' +
        '<version>1.0.2</version><Merchant><acqBIN>400000</acqBIN><merID>demo-api</merID>' +
        '<name>Café &amp; &lt;Bar&gt;</name><country>196</country>' +
        '<url>https://shop.example/?a=1&amp;b=&quot;2&quot;</url></Merchant>' +
        `<Purchase><xid>${request.xid}</xid><date>20260115 10:20:30</date>` +
        '<amount>1,234.56 EUR</amount><purchAmount>123456</purchAmount>' +
        '<currency>978</currency><exponent>2</exponent><desc>It&apos;s an order</desc></Purchase>' +
        '<CH><acctID>card-17</acctID><expiry>3101</expiry></CH>' +
        '</PAReq></Message></ThreeDSecure>',
    )
  })

  test('is parsed to the same values, even with line breaks and spaces instead of pluses', () => {
    const text = buildPaReq(request)
    assert.deepEqual(parsePaReq(text), request)
    assert.deepEqual(parsePaReq(text.replaceAll('+', ' ')), request)
    assert.deepEqual(parsePaReq(text.replace(/(.{76})/g, '$1\r\n')), request)
  })

  test('is parsed to the same values with any merchant texts', () => {
    const writable = fc
      .string({ unit: anyCharacter })
      .map((text) => text.toWellFormed().replaceAll(/[\p{Cc}\ufffe\uffff]/gu, ' '))
    assertProperty(
      fc.property(
        writable,
        writable,
        fc.integer({ min: 0, max: 999_999_999_999 }),
        fc.constantFrom(...CURRENCIES),
        (merchantName, description, amount, currency) => {
          const one = { ...request, merchantName, description, amount, currency }
          assert.deepEqual(parsePaReq(buildPaReq(one)), one)
        },
      ),
    )
  })

  test('omits characters that XML does not allow', () => {
    const read = parsePaReq(buildPaReq({ ...request, description: 'a\u0000b\nc\ud800' }))
    assert.equal(read?.description, 'a b c\ufffd')
  })
})

describe('Text that is not a valid PaReq', () => {
  const xml = unpacked(buildPaReq(request))
  const rows = [
    ['nothing', ''],
    ['plain text', 'hello'],
    ['base64 of something else', Buffer.from(xml).toString('base64')],
    ['other XML', packed('<a/>')],
    ['an additional element', packed(xml.replace('<CH>', '<x>1</x><CH>'))],
    ['a missing element', packed(xml.replace('<exponent>2</exponent>', ''))],
    ['an element inside a value', packed(xml.replace('card-17', '<b>1</b>'))],
    ['a document type', packed(xml.replace('?>', '?><!DOCTYPE a [<!ENTITY x "y">]>'))],
    ['a custom entity', packed(xml.replace('card-17', '&x;'))],
    ['a bare ampersand', packed(xml.replace('card-17', 'a & b'))],
    ['another version', packed(xml.replace('1.0.2', '2.0.0'))],
    ['an unknown currency', packed(xml.replace('<currency>978', '<currency>000'))],
    ['an invalid amount', packed(xml.replace('>123456<', '>1e99<'))],
    ['an impossible date', packed(xml.replace('20260115', '20260230'))],
    ['text after the end', packed(`${xml} `)],
    ['a deflate bomb', packed('<'.repeat(10_000_000))],
    ['a very long text', 'A'.repeat(20_000)],
    ['a truncated one', buildPaReq(request).slice(0, 40)],
    ['one with too much padding', `${buildPaReq(request).replace(/=*$/, '')}===`],
    ['one after a character that is not base64', `!${buildPaReq(request)}`],
    ['one before a character that is not base64', `${buildPaReq(request)}!`],
    ['bytes that are not UTF-8', deflateSync(Buffer.from([0xff, 0xfe])).toString('base64')],
    [
      'a value that is not UTF-8',
      deflateSync(Buffer.from(xml.replace('card-17', 'card-\xff'), 'latin1')).toString('base64'),
    ],
  ] as const
  for (const [what, text] of rows) {
    test(`is refused: ${what}`, () => {
      assert.equal(parsePaReq(text), undefined)
      assert.equal(parsePaRes(text, 'key'), undefined)
    })
  }

  test('never makes the parser throw', () => {
    assertProperty(
      fc.property(fc.oneof(fc.string(), fc.base64String(), fc.string().map(packed)), (text) => {
        assert.equal(parsePaReq(text), undefined)
        assert.equal(parsePaRes(text, 'key'), undefined)
      }),
    )
  })
})

describe('A PaRes', () => {
  for (const status of ['Y', 'A', 'N', 'U'] as const) {
    test(`is parsed to the signed values with status ${status}`, () => {
      const signed = { ...response, status }
      assert.deepEqual(parsePaRes(buildPaRes(signed, 'key'), 'key'), signed)
    })
  }

  test('shows only the last four digits of the card number', () => {
    assert.match(unpacked(buildPaRes(response, 'key')), /<pan>0000000000005599<\/pan>/)
  })

  const xml = unpacked(buildPaRes({ ...response, status: 'N' }, 'key'))
  const forgeries = [
    ['another key', buildPaRes(response, 'other')],
    ['a status changed to Y', packed(xml.replace('<status>N', '<status>Y'))],
    ['another amount', packed(xml.replace('>123456<', '>1<'))],
    ['another message id', packed(xml.replaceAll('"m-1"', '"m-2"'))],
    ['no signature', packed(xml.replace(/<Signature>.*<\/Signature>/, ''))],
    ['an empty signature', packed(xml.replace(/<SignatureValue>[^<]*/, '<SignatureValue>'))],
    ['a PaReq', buildPaReq(request)],
  ] as const
  for (const [what, text] of forgeries) {
    test(`is refused with ${what}`, () => {
      assert.equal(parsePaRes(text, 'key'), undefined)
    })
  }
})
