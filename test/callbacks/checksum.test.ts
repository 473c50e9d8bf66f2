import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { describe, test } from 'node:test'
import {
  checksumText,
  hmacChecksum,
  isHmacChecksum,
  isRsaChecksum,
} from '../../src/callbacks/checksum.ts'
import { rsaChecksum } from '../../src/delivery/signing.ts'
import { assertProperty, fc } from '../kit/property.ts'

// Examples that the vendors of this gateway family publish.
// prettier-ignore
const examples = [
  {
    key: 'ooc7slpvc61k7sf7ma7p4hrefr',
    query: 'mdOrder=06cf5599-3f17-7c86-bdbc-bd7d00a8b38b&operation=approved&orderNumber=2003&status=1',
    text: 'mdOrder;06cf5599-3f17-7c86-bdbc-bd7d00a8b38b;operation;approved;orderNumber;2003;status;1;',
    checksum: 'EAF2FB72CAB99FD5067F4BA493DD84F4D79C1589FDE8ED29622F0F07215AA972',
  },
  {
    key: 'yourSecretToken',
    query: 'status=1&orderNumber=10747&operation=deposited&mdOrder=3ff6962a-7dcc-4283-ab50-a6d7dd3386fe&amount=123456',
    text: 'amount;123456;mdOrder;3ff6962a-7dcc-4283-ab50-a6d7dd3386fe;operation;deposited;orderNumber;10747;status;1;',
    checksum: '51C892147225ABE87798CB02979D70EF46D0AE79B5AA3B28B1C260BE286C50A9',
  },
  {
    key: '9na06usmbdmbrqsuetva9aio57',
    query: 'amount=123456&mdOrder=3ff6962a-7dcc-4283-ab50-a6d7dd3386fe&operation=deposited&orderNumber=10747&status=1',
    text: 'amount;123456;mdOrder;3ff6962a-7dcc-4283-ab50-a6d7dd3386fe;operation;deposited;orderNumber;10747;status;1;',
    checksum: '9BAC11066CE50B6C3D5381592F4D8CB53F305E380D8C338D06D0F0B95CFA673D',
  },
] as const

describe('The checksum of a callback', () => {
  test('sorts parameters by the code units of their names; equal names keep their order', () => {
    const sent = 'b=1&a=2&B=3&a=1&ab=4&b=0&a=3'
    const text = 'B;3;a;2;a;1;a;3;ab;4;b;1;b;0;'
    assert.equal(checksumText(new URLSearchParams(sent)), text)
  })

  for (const { key, query, text, checksum } of examples) {
    test(`is the published one with the key ${key}`, () => {
      const parameters = new URLSearchParams(query)
      assert.equal(checksumText(parameters), text)
      assert.equal(hmacChecksum(parameters, key), checksum)
      assert.equal(isHmacChecksum(parameters, key, checksum), true)
    })
  }

  test('excludes checksum and sign_alias and decodes the values', () => {
    const parameters = new URLSearchParams(
      'status=1&sign_alias=callbackKey&checksum=00FF&shop=Caf%C3%A9+%26+Bar',
    )
    assert.equal(checksumText(parameters), 'shop;Café & Bar;status;1;')
  })

  test('sorts upper case first, and is empty without parameters', () => {
    const parameters = new Map([
      ['orderNumber', '1'],
      ['operation', '2'],
      ['MdOrder', '3'],
      ['mdOrder', '4'],
    ])
    assert.equal(checksumText(parameters), 'MdOrder;3;mdOrder;4;operation;2;orderNumber;1;')
    assert.equal(checksumText([]), '')
  })

  test('does not depend on the order of the received parameters', () => {
    const pairs = fc.uniqueArray(fc.tuple(fc.string(), fc.string()), { selector: ([name]) => name })
    assertProperty(
      fc.property(pairs, (parameters) => {
        assert.equal(checksumText(parameters), checksumText(parameters.toReversed()))
      }),
    )
  })
})

describe('A forged callback', () => {
  const [example] = examples
  const parameters = new URLSearchParams(example.query)
  const rows = [
    ['a changed digit', example.checksum.replace('E', 'F')],
    ['lower case', example.checksum.toLowerCase()],
    ['a tail', `${example.checksum}zz`],
    ['a longer checksum', `${example.checksum}00`],
    ['half of the checksum', example.checksum.slice(0, 32)],
    ['no checksum', ''],
  ] as const
  for (const [what, checksum] of rows) {
    test(`is refused with ${what}`, () => {
      assert.equal(isHmacChecksum(parameters, example.key, checksum), false)
    })
  }

  test('is refused with a changed parameter or another key', () => {
    const changed = new URLSearchParams(example.query)
    changed.set('status', '0')
    assert.equal(isHmacChecksum(changed, example.key, example.checksum), false)
    assert.equal(isHmacChecksum(parameters, 'another', example.checksum), false)
  })
})

describe('An RSA checksum', () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  const parameters = new URLSearchParams(
    'amount=35000099&mdOrder=12b59da8-f68f-7c8d-12b5-9da8000826ea&operation=deposited&status=1',
  )

  test('is upper-case hex with the length of the key, and can be verified', async () => {
    const checksum = await rsaChecksum(parameters, privateKey)
    assert.match(checksum, /^[0-9A-F]{512}$/)
    assert.equal(isRsaChecksum(parameters, publicKey, checksum), true)
  })

  test('is refused for other parameters, and without a signature', async () => {
    const checksum = await rsaChecksum(parameters, privateKey)
    const changed = new URLSearchParams('amount=1')
    assert.equal(isRsaChecksum(changed, publicKey, checksum), false)
    assert.equal(isRsaChecksum(parameters, publicKey, checksum.toLowerCase()), false)
    assert.equal(isRsaChecksum(parameters, publicKey, ''), false)
  })
})

describe('A checksum', () => {
  const parameters = [
    ['operation', 'deposited'],
    ['status', '1'],
  ] as const
  const good = hmacChecksum(parameters, 'key')
  test('is upper-case hex and nothing else', () => {
    assert.ok(isHmacChecksum(parameters, 'key', good))
    for (const text of [
      good.toLowerCase(),
      `${good}00`,
      `${good}x`,
      `x${good}`,
      good.slice(2),
      `${good}0`,
      `${good}\n`,
      '',
    ])
      assert.equal(isHmacChecksum(parameters, 'key', text), false, text)
  })
})
