// The vault: encrypted values can only be decrypted with their key and unchanged, including the
// formats of earlier versions; hashes differ by key and purpose; a CVC is always the same.

import assert from 'node:assert/strict'
import { type CipherGCM, type CipherKey, createCipheriv } from 'node:crypto'
import { test } from 'node:test'
import {
  deriveKey,
  equalInConstantTime,
  keyedHash,
  open,
  seal,
  sealKeys,
  Vault,
} from '../../src/projects/vault.ts'
import { assertProperty, fc } from '../kit/property.ts'

const vault = new Vault(Buffer.alloc(32, 1), new Map())
const other = new Vault(Buffer.alloc(32, 2), new Map())
const PAN = '4000000000100026'

const keys = sealKeys(Buffer.alloc(32, 1))
const hex = (text: string): Buffer => Buffer.from(text, 'hex')

test('An encrypted text can only be decrypted with its key, and is encrypted with a new IV each time', () => {
  assertProperty(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const sealed = vault.seal(text)
      assert.match(sealed, /^[\w-]{38,}$/)
      assert.notEqual(vault.seal(text), sealed)
      assert.equal(vault.open(sealed), text)
      assert.throws(() => other.open(sealed))
    }),
  )
})

/** The form of earlier versions on Node.js 26.8 or newer. */
const sealSiv = (text: string): string =>
  `2.${encryptSiv(sealKeys(Buffer.alloc(32, 1)).siv, Buffer.alloc(12), Buffer.from(text)).toString('base64url')}`

test('A value that an earlier version encrypted with AES-256-GCM-SIV can be decrypted', () => {
  assert.equal(open(keys, sealSiv(PAN)), PAN)
})

test('An encrypted value that was changed or truncated at any byte cannot be decrypted', () => {
  for (const [mark, sealed] of [
    ['', seal(keys, PAN)],
    ['2.', sealSiv(PAN)],
  ] as const) {
    const bytes = Buffer.from(sealed.slice(mark.length), 'base64url')
    for (let index = 0; index < bytes.length; index++) {
      const changed = Buffer.from(bytes)
      changed.writeUInt8(changed.readUInt8(index) ^ 1, index)
      const cut = bytes.subarray(0, index)
      for (const wrong of [changed, cut])
        assert.throws(() => open(keys, mark + wrong.toString('base64url')), `byte ${index}`)
    }
  }
})

test('A value cannot be decrypted in the format of the other cipher', () => {
  assert.throws(() => open(keys, sealSiv(PAN).slice('2.'.length)))
  assert.throws(() => open(keys, `2.${seal(keys, PAN)}`))
})

function encryptSiv(key: CipherKey, nonce: Uint8Array, text: Uint8Array): Buffer {
  const cipher = createCipheriv('aes-256-gcm-siv', key, nonce) as CipherGCM
  return Buffer.concat([cipher.update(text), cipher.final(), cipher.getAuthTag()])
}

/** From appendices C.2 and C.3 of RFC 8452, the cases without additional data. */
const RFC_8452 = [
  { key: '01', nonce: '03', text: '', sealed: '07f5f4169bbf55a8400cd47ea6fd400f' },
  {
    key: '01',
    nonce: '03',
    text: '0100000000000000',
    sealed: 'c2ef328e5c71c83b843122130f7364b761e0b97427e3df28',
  },
  {
    key: '01',
    nonce: '03',
    text: '010000000000000000000000',
    sealed: '9aab2aeb3faa0a34aea8e2b18ca50da9ae6559e48fd10f6e5c9ca17e',
  },
  {
    key: '01',
    nonce: '03',
    text: '01000000000000000000000000000000',
    sealed: '85a01b63025ba19b7fd3ddfc033b3e76c9eac6fa700942702e90862383c6c366',
  },
  {
    key: '01',
    nonce: '03',
    text: '0100000000000000000000000000000002000000000000000000000000000000',
    sealed:
      '4a6a9db4c8c6549201b9edb53006cba821ec9cf850948a7c86c68ac7539d027fe819e63abcd020b006a976397632eb5d',
  },
  {
    key: 'e66021d5eb8e4f4066d4adb9c33560e4f46e44bb3da0015c94f7088736864200',
    nonce: 'e0eaf5284d884a0e77d31646',
    text: '',
    sealed: '169fbb2fbf389a995f6390af22228a62',
  },
  {
    key: '',
    nonce: '',
    text: '000000000000000000000000000000004db923dc793ee6497c76dcc03a98e108',
    sealed:
      'f3f80f2cf0cb2dd9c5984fcda908456cc537703b5ba70324a6793a7bf218d3eaffffffff000000000000000000000000',
  },
  {
    key: '',
    nonce: '',
    text: 'eb3640277c7ffd1303c7a542d02d3e4c0000000000000000',
    sealed: '18ce4f0b8cb4d0cac65fea8f79257b20888e53e72299e56dffffffff000000000000000000000000',
  },
]

test('The cipher is as specified in RFC 8452', () => {
  for (const { key, nonce, text, sealed } of RFC_8452) {
    const encrypted = encryptSiv(hex(key.padEnd(64, '0')), hex(nonce.padEnd(24, '0')), hex(text))
    assert.equal(encrypted.toString('hex'), sealed)
  }
})

/** Values of the first releases, which derived the IV from the text. */
const FIRST_RELEASES = {
  number: 'fZJ2CC3B-tptr1N67y8NxszY2qFeZdIXlkxaG1AOsF7j4s5RmGWp5GQ7lik',
  numberHash: 'vyA-NPWb-uPPl6AKBumBIY',
  scopeHash: 't-oGf3w0Y9jWio2JQveFuB',
  answerKey: 'kWiKZWTEEbSLEbVGYlQItbHrSdpZ31AkcMK6ZvO0VKc',
  answer: 'mCyYJGwrfgV76lrzES9x6JmDQ7eiIlB_K4B4zKXI77hB0vYeL9ubE_IG-Sg0TE1cBzE',
  secrets: 'TGU37HLGRV3Noz6aBrRyE3vwaECs_b5wfvLlnMqo10fm_7PLuOdGvD96dA',
  credential: 'Hvl2ad_UaoJx9qGsVqElsA',
  messageKey: 'RCAfdN02QSRnY2sBq3_vMxKhUqx2R3IGk7WHGhehxIE',
}

test('Values stored by the first releases can be found and decrypted', () => {
  const scope = 'POST /v2/transfers key-1'
  const master = Buffer.alloc(32, 9)
  assert.equal(vault.open(FIRST_RELEASES.number), PAN)
  assert.equal(vault.numberHash(PAN), FIRST_RELEASES.numberHash)
  assert.equal(vault.scopeHash(scope), FIRST_RELEASES.scopeHash)
  assert.equal(vault.messageKey(), FIRST_RELEASES.messageKey)
  assert.equal(vault.answerKey(scope), FIRST_RELEASES.answerKey)
  const answer = sealKeys(Buffer.from(FIRST_RELEASES.answerKey, 'base64url'))
  assert.equal(open(answer, FIRST_RELEASES.answer), '{"id":"ü","amount":1}')
  const project = sealKeys(deriveKey(master, 'project-seal'))
  assert.equal(open(project, FIRST_RELEASES.secrets), '{"dataKey":"x"}')
  const credential = keyedHash(deriveKey(master, 'credential-hash'), 'b:demo')
  assert.equal(credential, FIRST_RELEASES.credential)
})

test('A hash does not contain the number, and differs by project and purpose', () => {
  const hash = vault.numberHash(PAN)
  assert.match(hash, /^[\w-]{22}$/)
  assert.equal(vault.numberHash(PAN), hash)
  assert.equal(new Set([hash, other.numberHash(PAN), vault.scopeHash(PAN)]).size, 3)
})

test('A CVC has three digits and is always the same for a number and expiry', () => {
  assert.deepEqual(
    [203_101, 203_102, 203_202].map((expiry) => vault.cvc(PAN, expiry)),
    ['529', '357', '034'],
  )
  const expiries = Array.from({ length: 50 }, (_, index) => vault.cvc(PAN, 203_101 + index))
  assert.ok(new Set(expiries).size > 40)
})

test('Texts are compared for equality', () => {
  assert.equal(equalInConstantTime('a', 'a'), true)
  assert.equal(equalInConstantTime('a', 'b'), false)
  assert.equal(equalInConstantTime('', 'a'), false)
})

test('Decrypted texts are cached by their encrypted form', () => {
  const opened = new Map<string, string>()
  const remembering = new Vault(Buffer.alloc(32, 1), opened)
  const sealed = remembering.seal(PAN)
  assert.equal(opened.size, 0)
  assert.equal(remembering.open(sealed), PAN)
  assert.deepEqual([...opened], [[sealed, PAN]])
  opened.set(sealed, 'remembered')
  assert.equal(remembering.open(sealed), 'remembered')
})
