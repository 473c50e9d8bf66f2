// Every mistake that the verifier detects is made by hand and must be explained by its sentence.

import assert from 'node:assert/strict'
import { createHash, createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { describe, test } from 'node:test'
import { judgeChecksum } from '../../src/callbacks/checksum-mistake.ts'
import { readReceived, type ReceivedCallback } from '../../src/callbacks/received-callback.ts'

const rsa = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})
const KEYS = {
  callbackKeys: [
    { name: 'old', key: 'the-old-key' },
    { name: 'callbackKey', key: 'c0ffee' },
  ],
  publicKeys: [rsa.publicKey],
  otherSecrets: [{ name: 'password', key: 'secret' }],
}
const RECEIVED = receivedOf(
  'orderNumber=a+b%2525&operation=deposited&mdOrder=1&status=1&amount=&Note=%2525&checksum=AB&sign_alias=second',
)
const RIGHT = 'Note;%25;amount;;mdOrder;1;operation;deposited;orderNumber;a b%25;status;1;'
const UNSORTED = 'orderNumber;a b%25;operation;deposited;mdOrder;1;status;1;amount;;Note;%25;'

function receivedOf(text: string): ReceivedCallback {
  const received = readReceived(text)
  assert.ok(received)
  return received
}

const hmac = (text: string, key: string | Buffer = 'c0ffee', algorithm = 'sha256') =>
  createHmac(algorithm, key).update(text).digest('hex').toUpperCase()
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex').toUpperCase()
const judged = (checksum: string, received = RECEIVED) => judgeChecksum(checksum, received, KEYS)

// prettier-ignore
const TEXTS: readonly (readonly [mistake: string, text: string])[] = [
  ['The last “;” is missing. Every value is followed by one.', RIGHT.slice(0, -1)],
  ['The parameters are not sorted by name.', UNSORTED],
  ['The parameters are not sorted by name, and the last “;” is missing.', UNSORTED.slice(0, -1)],
  ['The names are sorted without regard to case. Sort by character code: “Z” comes before “a”.', 'amount;;mdOrder;1;Note;%25;operation;deposited;orderNumber;a b%25;status;1;'],
  ['The values are still URL-encoded (%20 or + for a space). Decode them first.', 'Note;%2525;amount;;mdOrder;1;operation;deposited;orderNumber;a+b%2525;status;1;'],
  ['A “+” was not decoded to a space.', 'Note;%25;amount;;mdOrder;1;operation;deposited;orderNumber;a+b%25;status;1;'],
  ['The values were decoded twice.', 'Note;%;amount;;mdOrder;1;operation;deposited;orderNumber;a b%;status;1;'],
  ['The values are URL-encoded twice.', 'Note;%2525;amount;;mdOrder;1;operation;deposited;orderNumber;a%20b%2525;status;1;'],
  ['The parameters are joined as in a URL (name=value&). Use “name;value;”.', 'Note=%25&amount=&mdOrder=1&operation=deposited&orderNumber=a b%25&status=1'],
  ['Only the values are signed. Sign the names as well.', '%25;;1;deposited;a b%25;1;'],
  ['Parameters without a value are left out. Sign them as well.', RIGHT.replace('amount;;', '')],
  ['The text ends with a line break.', `${RIGHT}\n`],
  ['The signed text contains the checksum itself. Leave it out.', RIGHT.replace('mdOrder', 'checksum;AB;mdOrder')],
  ['The signed text contains sign_alias. Leave it out.', RIGHT.replace('status', 'sign_alias;second;status')],
  ['The signed text contains checksum and sign_alias. Leave them out.', RIGHT.replace('mdOrder', 'checksum;AB;mdOrder').replace('status', 'sign_alias;second;status')],
  ['Only mdOrder, operation, orderNumber and status are signed. Sign every parameter.', RIGHT.replace('Note;%25;amount;;', '')],
  ['The parameter Note is not signed. Sign every parameter.', RIGHT.replace('Note;%25;', '')],
  ['The parameter mdOrder is not signed. Sign every parameter.', RIGHT.replace('mdOrder;1;', '')],
  ['The parameter operation is not signed. Sign every parameter.', RIGHT.replace('operation;deposited;', '')],
  ['The parameter orderNumber is not signed. Sign every parameter.', RIGHT.replace('orderNumber;a b%25;', '')],
  ['The parameter status is not signed. Sign every parameter.', RIGHT.replace('status;1;', '')],
]

// prettier-ignore
const CHECKSUMS: readonly (readonly [mistake: string, checksum: string])[] = [
  ['The checksum is in Base64. Use upper-case hex.', createHmac('sha256', 'c0ffee').update(RIGHT).digest('base64')],
  ['It is an HMAC with SHA-1. Use SHA-256.', hmac(RIGHT, 'c0ffee', 'sha1')],
  ['It is an HMAC with SHA-512. Use SHA-256.', hmac(RIGHT, 'c0ffee', 'sha512')],
  ['It is an HMAC with MD5. Use SHA-256.', hmac(RIGHT, 'c0ffee', 'md5')],
  ['It is a plain SHA-256 of text and key. Use an HMAC.', sha256(`${RIGHT}c0ffee`)],
  ['It is a plain SHA-256 of key and text. Use an HMAC.', sha256(`c0ffee${RIGHT}`)],
  ['It is a plain SHA-256 of the text. Use an HMAC with the callback key.', sha256(RIGHT)],
  ['The key was decoded from hex. Use its characters as they are.', hmac(RIGHT, Buffer.from('c0ffee', 'hex'))],
  ['The key was decoded from Base64. Use its characters as they are.', hmac(RIGHT, Buffer.from('c0ffee', 'base64'))],
  ['The key ends with a line break, as from a file.', hmac(RIGHT, 'c0ffee\n')],
  ['The key was converted to upper case.', hmac(RIGHT, 'C0FFEE')],
  ['It is computed with the password. Use the callback key.', hmac(RIGHT, 'secret')],
  ['The hex digits are in lower case. Use upper case.', hmac(RIGHT).toLowerCase()],
]

describe('A checksum', () => {
  test('is correct with the signing key, an earlier key and the RSA key', () => {
    assert.deepEqual(judged(hmac(RIGHT)), { kind: 'right', keyName: 'callbackKey' })
    assert.deepEqual(judged(hmac(RIGHT, 'the-old-key')), { kind: 'right', keyName: 'old' })
    const signature = sign('sha512', Buffer.from(RIGHT), rsa.privateKey).toString('hex')
    const keyName = 'the RSA key'
    assert.deepEqual(judged(signature.toUpperCase()), { kind: 'right', keyName })
  })

  for (const [mistake, text] of TEXTS)
    test(`of a wrong text is explained: ${mistake}`, () => {
      assert.deepEqual(judged(hmac(text)), { kind: 'mistaken', mistakes: [mistake] })
    })

  for (const [mistake, checksum] of CHECKSUMS)
    test(`that is computed wrongly is explained: ${mistake}`, () => {
      assert.deepEqual(judged(checksum), { kind: 'mistaken', mistakes: [mistake] })
    })

  test('of the pasted text in its pasted order is explained', () => {
    const pasted = UNSORTED.replace('amount;;', 'amount;7;')
    const mistakes = ['The parameters are not sorted by name.']
    assert.deepEqual(judged(hmac(pasted), receivedOf(pasted)), { kind: 'mistaken', mistakes })
    const shortened = pasted.slice(0, -1)
    assert.equal(receivedOf(shortened).signedText, shortened)
    const both = ['The parameters are not sorted by name, and the last “;” is missing.']
    assert.deepEqual(judged(hmac(shortened), receivedOf(shortened)), {
      kind: 'mistaken',
      mistakes: both,
    })
  })

  test('with two mistakes is explained by both, starting with the one in the text', () => {
    const [lowerCase] = CHECKSUMS.at(-1) ?? []
    const [unsorted] = TEXTS[1] ?? []
    const [isMd5] = CHECKSUMS[3] ?? []
    const mistakes = [unsorted, isMd5, lowerCase]
    const checksum = hmac(UNSORTED, 'c0ffee', 'md5').toLowerCase()
    assert.deepEqual(judged(checksum), { kind: 'mistaken', mistakes })
  })

  test('that is an RSA signature of a wrong text is explained; other texts are not tried', () => {
    const signature = sign('sha512', Buffer.from(UNSORTED), rsa.privateKey).toString('hex')
    const mistakes = ['The parameters are not sorted by name.']
    assert.deepEqual(judged(signature.toUpperCase()), { kind: 'mistaken', mistakes })
    for (const none of [
      '',
      '00',
      'AB'.repeat(255),
      'AB'.repeat(256),
      `${'A'.repeat(513)}`,
      'no hex',
    ])
      assert.deepEqual(judged(none), { kind: 'unexplained' })
  })
})

describe('Pasted text', () => {
  const parameters = [
    ['b', 'x y'],
    ['a', '1'],
  ]
  for (const text of [
    'b=x+y&a=1&checksum=AB',
    '  b=x%20y&a=1&checksum=AB\n',
    'https://shop.example/callback?b=x+y&a=1&checksum=AB#top',
    'GET /callback?b=x+y&a=1&checksum=AB HTTP/1.1',
    'POST /callback HTTP/1.1\nContent-Length: 21\n\nb=x+y&a=1&checksum=AB',
    '{"b":"x y","a":1,"checksum":" AB "}',
    'b;x y;a;1;checksum;AB;',
    'b;x y;a;1;checksum;AB',
  ])
    test(`is parsed: ${JSON.stringify(text)}`, () => {
      const received = receivedOf(text)
      assert.deepEqual(received.parameters, parameters)
      assert.equal(received.checksum, 'AB')
      assert.equal(received.signAlias, undefined)
    })

  test('is parsed with names without values, and with at most a hundred parameters', () => {
    assert.deepEqual(receivedOf('a&b=1').parameters, [
      ['a', ''],
      ['b', '1'],
    ])
    assert.deepEqual(receivedOf('a&b=1').coded, receivedOf('a&b=1').parameters)
    const many = (count: number) => Array.from({ length: count }, (_, at) => `p${at}=1`).join('&')
    assert.equal(receivedOf(many(100)).parameters.length, 100)
    assert.equal(readReceived(many(101)), undefined)
  })

  for (const text of ['', 'words', 'a;b;c', 'a b;c;', '{"a":', '[1]', '{}', 'null', 'checksum=AB'])
    test(`is refused: ${JSON.stringify(text)}`, () => assert.equal(readReceived(text), undefined))
})
