// 3-D Secure messages that differ from a valid one in one place: one character too long, an unknown
// version, a character before or after it. The valid one is accepted, up to its maximum length.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { deflateSync, inflateSync } from 'node:zlib'
import { currencyByNumeric } from '../../src/ledger/currency.ts'
import {
  buildPaReq,
  buildPaRes,
  type PaReq,
  type PaRes,
  parsePaReq,
  parsePaRes,
} from '../../src/three-d-secure/challenge-v1.ts'
import {
  buildChallengeResponse,
  parseChallengeRequest,
  parseChallengeResponse,
  parseMethodData,
} from '../../src/three-d-secure/challenge-v2.ts'

const ID = '0b1c7f8e-8a24-4d39-9d5a-2f3c4b5a6978'
const BAD_IDS = [
  `x${ID}`,
  `${ID}x`,
  ID.toUpperCase(),
  ID.slice(1),
  `${ID}0`,
  `0${ID}`,
  ID.replaceAll('-', ''),
  `${ID}\n`,
  ID.replace('8a24-', ''),
  ID.replace('8a24-', '8a24-8a24-'),
  1,
  null,
]

const packed2 = (message: unknown, spaces = 0): string =>
  Buffer.from(JSON.stringify(message) + ' '.repeat(spaces)).toString('base64url')

describe('A message of 3-D Secure 2', () => {
  const request = {
    messageType: 'CReq',
    messageVersion: '2.2.0',
    threeDSServerTransID: ID,
    acsTransID: ID,
  }
  const readRequest = (over: object) => parseChallengeRequest(packed2({ ...request, ...over }))
  const method = { threeDSServerTransID: ID, threeDSMethodNotificationURL: 'https://shop.example' }

  test('is accepted with any version that starts with 2', () => {
    for (const messageVersion of ['2.0.0', '2.1.0', '2.2.0', '2.3.1', '2.9.9'])
      assert.deepEqual(readRequest({ messageVersion }), {
        threeDSServerTransID: ID,
        acsTransID: ID,
      })
    for (const messageVersion of [
      '1.0.2',
      '3.0.0',
      '22.2.0',
      '2.2',
      '2.2.0.0',
      '2.10.0',
      '2.2.10',
      'x2.2.0',
      '2.2.0x',
      '2x2.0',
      2,
      null,
    ])
      assert.equal(readRequest({ messageVersion }), undefined, String(messageVersion))
  })

  test('has ids of lower-case hex in five groups, without other characters', () => {
    for (const id of BAD_IDS) {
      assert.equal(readRequest({ threeDSServerTransID: id }), undefined, String(id))
      assert.equal(readRequest({ acsTransID: id }), undefined, String(id))
      assert.equal(parseMethodData(packed2({ ...method, threeDSServerTransID: id })), undefined)
    }
  })

  test('has one of six statuses', () => {
    const genuine = JSON.parse(
      Buffer.from(
        buildChallengeResponse(
          { threeDSServerTransID: ID, acsTransID: ID, transStatus: 'Y' },
          'key',
        ),
        'base64url',
      ).toString(),
    ) as object
    const read = (over: object) => parseChallengeResponse(packed2({ ...genuine, ...over }), 'key')
    assert.ok(read({}) !== undefined)
    for (const transStatus of ['', 'YY', 'Yx', 'xY', 'y', 'D', 'Y\n', ['Y'], null])
      assert.equal(read({ transStatus }), undefined, String(transStatus))
    // Even if the value is signed.
    for (const transStatus of ['YY', 'Yx', 'xY', 'y'] as readonly string[] as readonly 'Y'[]) {
      const ids = { threeDSServerTransID: ID, acsTransID: ID }
      const signed = buildChallengeResponse({ ...ids, transStatus }, 'key')
      assert.equal(parseChallengeResponse(signed, 'key'), undefined, transStatus)
    }
    const extension = { name: 'signature', id: 'sandcard', criticalityIndicator: false }
    assert.deepEqual(
      (genuine as { messageExtension: object[] }).messageExtension.map((each) => ({
        ...each,
        data: undefined,
      })),
      [{ ...extension, data: undefined }],
    )
    for (const messageExtension of [
      {},
      'sandcard',
      [{ ...extension, data: { value: 1 } }],
      [{ ...extension, data: null }],
      [{ ...extension, data: [] }],
      [{ ...extension, id: 'other' }],
    ])
      assert.equal(read({ messageExtension }), undefined, JSON.stringify(messageExtension))
  })

  test('has at most 8,192 characters', () => {
    const size = Buffer.from(JSON.stringify(method)).length
    const longest = packed2(method, 6144 - size)
    assert.equal(longest.length, 8192)
    assert.deepEqual(parseMethodData(longest), method)
    assert.equal(parseMethodData(packed2(method, 6145 - size)), undefined)
  })

  test('is base64 of either alphabet, with or without padding, and nothing else', () => {
    const good = packed2({
      ...method,
      threeDSMethodNotificationURL: 'https://shop.example/?>>??~~',
    })
    for (const text of [
      good,
      `${good}=`,
      `${good}==`,
      good.replaceAll('-', '+').replaceAll('_', '/'),
    ])
      assert.ok(parseMethodData(text) !== undefined, text)
    for (const text of [
      `${good}===`,
      ` ${good}`,
      `${good} `,
      `=${good}`,
      `${good}.`,
      `.${good}`,
      `${good}\n`,
    ])
      assert.equal(parseMethodData(text), undefined, text)
  })
})

const EUR = currencyByNumeric('978')
assert.ok(EUR !== undefined)

const PAREQ: PaReq = {
  messageId: 'order-1_A',
  xid: 'AAAAAAAAAAAAAAAAAAAAAAAAAAA=',
  merchantId: 'M1',
  at: Date.UTC(2032, 0, 30, 12, 5, 9),
  amount: 12_345,
  currency: EUR,
  merchantName: 'Shop & <Sons> "1" \'2\'',
  merchantCountry: '196',
  merchantUrl: 'https://shop.example',
  description: 'socks',
  accountId: 'card-1',
  expiry: '3412',
}
const PARES: PaRes = {
  messageId: 'order-1_A',
  xid: PAREQ.xid,
  merchantId: 'M1',
  at: PAREQ.at,
  amount: 12_345,
  currency: EUR,
  panLastFour: '4242',
  status: 'Y',
  eci: '05',
  cavv: 'AAABBBBBBBBBBBBBBBBBBBBBBBA=',
}
const unpacked = (text: string): string => inflateSync(Buffer.from(text, 'base64')).toString()
const packed1 = (xml: string | Buffer): string => deflateSync(Buffer.from(xml)).toString('base64')

describe('A message of 3-D Secure 1', () => {
  const xml = unpacked(buildPaReq(PAREQ))

  test('has an element for each value', () => {
    assert.equal(
      xml,
      '<?xml version="1.0" encoding="UTF-8"?><ThreeDSecure><Message id="order-1_A"><PAReq><version>1.0.2</version>' +
        '<Merchant><acqBIN>400000</acqBIN><merID>M1</merID><name>Shop &amp; &lt;Sons&gt; &quot;1&quot; &apos;2&apos;</name><country>196</country><url>https://shop.example</url></Merchant>' +
        // prose-ignore
        '<Purchase><xid>AAAAAAAAAAAAAAAAAAAAAAAAAAA=</xid><date>20320130 12:05:09</date><amount>123.45 EUR</amount><purchAmount>12345</purchAmount><currency>978</currency><exponent>2</exponent><desc>socks</desc></Purchase>' +
        '<CH><acctID>card-1</acctID><expiry>3412</expiry></CH></PAReq></Message></ThreeDSecure>',
    )
    assert.deepEqual(parsePaReq(packed1(xml)), PAREQ)
    assert.match(
      unpacked(buildPaRes(PARES, 'key')),
      /^<\?xml version="1\.0" encoding="UTF-8"\?><ThreeDSecure><Message id="order-1_A"><PARes id="order-1_A"><version>1\.0\.2<\/version><Merchant><acqBIN>400000<\/acqBIN><merID>M1<\/merID><\/Merchant><Purchase><xid>A{27}=<\/xid><date>20320130 12:05:09<\/date><purchAmount>12345<\/purchAmount><currency>978<\/currency><exponent>2<\/exponent><\/Purchase><pan>0000000000004242<\/pan><TX><time>20320130 12:05:09<\/time><status>Y<\/status><cavv>AAAB{23}A=<\/cavv><eci>05<\/eci><cavvAlgorithm>2<\/cavvAlgorithm><\/TX><\/PARes><Signature><SignatureValue>[A-Za-z0-9+/]{43}=<\/SignatureValue><\/Signature><\/Message><\/ThreeDSecure>$/,
    )
    for (const status of ['Y', 'A', 'N', 'U'] as const)
      assert.deepEqual(parsePaRes(buildPaRes({ ...PARES, status }, 'key'), 'key'), {
        ...PARES,
        status,
      })
  })

  // prettier-ignore
  const CHANGES: readonly (readonly [what: string, change: (xml: string) => string])[] = [
    ['text before it', (text) => ` ${text}`],
    ['text after it', (text) => `${text}\n`],
    ['an empty id', (text) => text.replace('id="order-1_A"', 'id=""')],
    ['an id with punctuation', (text) => text.replace('id="order-1_A"', 'id="order.1"')],
    ['an id of 65 characters', (text) => text.replace('id="order-1_A"', `id="${'i'.repeat(65)}"`)],
    ['another version', (text) => text.replace('1.0.2', '1.0.1')],
    ['an unknown currency', (text) => text.replace('<currency>978', '<currency>000')],
    ['an invalid amount', (text) => text.replace('<purchAmount>12345', '<purchAmount>123.5')],
    ['an amount too great to be exact', (text) => text.replace('<purchAmount>12345', '<purchAmount>9007199254740992')],
    ['a day that does not exist', (text) => text.replace('20320130', '20320132')],
    ['a time with a fraction', (text) => text.replace('12:05:09', '12:05:09.1')],
    ['a day and a time with another separator', (text) => text.replace('20320130 12', '20320130T12')],
    ['a missing element', (text) => text.replace('<desc>socks</desc>', '')],
    ['an additional element', (text) => text.replace('</CH>', '</CH><CH></CH>')],
    ['an element that is not closed', (text) => text.replace('</expiry>', '')],
    ['two elements in another order', (text) => text.replace(/(<acctID>.*<\/acctID>)(<expiry>.*<\/expiry>)/, '$2$1')],
    ['an unknown entity', (text) => text.replace('socks', '&socks;')],
    ['an unescaped character', (text) => text.replace('socks', '"socks"')],
  ]
  for (const [what, change] of CHANGES)
    test(`is refused with ${what}`, () => {
      assert.notEqual(change(xml), xml)
      assert.equal(parsePaReq(packed1(change(xml))), undefined)
    })

  test('has an id of at most 64 characters, and an exact amount', () => {
    const messageId = 'i'.repeat(64)
    const amount = Number.MAX_SAFE_INTEGER
    assert.deepEqual(parsePaReq(buildPaReq({ ...PAREQ, messageId, amount })), {
      ...PAREQ,
      messageId,
      amount,
    })
  })

  test('has at most 16,384 encoded characters, including line breaks', () => {
    const good = packed1(xml)
    const broken = (length: number): string =>
      good + '\r\n'.repeat(8192).slice(0, length - good.length)
    assert.deepEqual(parsePaReq(broken(16_384)), PAREQ)
    assert.equal(parsePaReq(broken(16_385)), undefined)
  })

  test('has at most 32,768 decoded bytes', () => {
    const room = 32_768 - xml.length + PAREQ.description.length
    const longest = { ...PAREQ, description: 's'.repeat(room) }
    assert.equal(unpacked(buildPaReq(longest)).length, 32_768)
    assert.deepEqual(parsePaReq(buildPaReq(longest)), longest)
    assert.equal(parsePaReq(buildPaReq({ ...PAREQ, description: 's'.repeat(room + 1) })), undefined)
  })

  test('is base64, with spaces for pluses as forms decode them', () => {
    const spaced = Array.from({ length: 50 }, (_, index) =>
      buildPaReq({ ...PAREQ, description: `socks ${index}` }),
    ).filter((text) => text.includes('+'))
    assert.ok(spaced.length > 0)
    for (const text of spaced) assert.ok(parsePaReq(text.replaceAll('+', ' ')) !== undefined)
    const good = packed1(xml).replace(/=+$/, '')
    for (const text of [`${good}===`, `=${good}`, `${good}.`, `-${good}`, '', '='])
      assert.equal(parsePaReq(text), undefined, text)
  })

  test('is text in UTF-8', () => {
    const bytes = Buffer.from(xml)
    bytes[bytes.indexOf('socks')] = 0xff
    assert.equal(parsePaReq(packed1(bytes)), undefined)
  })

  test('has spaces for characters that XML does not allow', () => {
    const description = 'a\u0000b\u001fc\u0085d\uffffe\ufffef'
    assert.equal(parsePaReq(buildPaReq({ ...PAREQ, description }))?.description, 'a b c d e f')
  })

  test('is only accepted with its own signature', () => {
    const text = unpacked(buildPaRes(PARES, 'key'))
    assert.ok(parsePaRes(packed1(text), 'key') !== undefined)
    assert.equal(parsePaRes(packed1(text), 'kex'), undefined)
    for (const change of [
      text.replaceAll('order-1_A', 'order-1_B'),
      text.replace('PARes id="order-1_A"', 'PARes id="order-1_B"'),
      text.replace('<status>Y', '<status>A'),
      text.replace('</SignatureValue>', '=</SignatureValue>'),
      `${text}\n`,
      ` ${text}`,
    ]) {
      assert.notEqual(change, text)
      assert.equal(parsePaRes(packed1(change), 'key'), undefined, change)
    }
    const strange = buildPaRes({ ...PARES, status: 'X' as 'Y' }, 'key')
    assert.equal(parsePaRes(strange, 'key'), undefined)
  })
})
