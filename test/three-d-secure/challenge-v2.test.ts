import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  buildChallengeRequest,
  buildChallengeResponse,
  buildMethodData,
  parseChallengeRequest,
  parseChallengeResponse,
  parseMethodData,
} from '../../src/three-d-secure/challenge-v2.ts'
import { assertProperty, fc } from '../kit/property.ts'

const ids = {
  threeDSServerTransID: '0b1c7f8e-8a24-4d39-9d5a-2f3c4b5a6978',
  acsTransID: '5f0e7a44-66a1-4b7e-8f3d-1a2b3c4d5e6f',
}

const decoded = (text: string) =>
  JSON.parse(Buffer.from(text, 'base64url').toString()) as Record<string, unknown>
const encoded = (message: unknown) => Buffer.from(JSON.stringify(message)).toString('base64url')

describe('Method data', () => {
  const data = {
    threeDSServerTransID: ids.threeDSServerTransID,
    threeDSMethodNotificationURL: 'https://shop.example/method',
  }

  test('is JSON in base64url and parsed to the same values', () => {
    assert.deepEqual(decoded(buildMethodData(data)), data)
    assert.deepEqual(parseMethodData(buildMethodData(data)), data)
    assert.deepEqual(
      parseMethodData(Buffer.from(JSON.stringify(data)).toString('base64')),
      data,
      'plain base64 is parsed, too',
    )
  })

  test('is refused without a required field', () => {
    assert.equal(parseMethodData(encoded({})), undefined)
    assert.equal(parseMethodData(encoded({ ...data, threeDSServerTransID: 'x' })), undefined)
    assert.equal(parseMethodData(encoded({ ...data, threeDSMethodNotificationURL: 1 })), undefined)
  })
})

describe('A CReq', () => {
  test('has the fields of EMV 3-D Secure 2.2.0 and no padding', () => {
    const text = buildChallengeRequest(ids)
    assert.match(text, /^[\w-]+$/)
    assert.deepEqual(decoded(text), {
      messageType: 'CReq',
      messageVersion: '2.2.0',
      ...ids,
      challengeWindowSize: '05',
    })
  })

  test('is parsed to the same values, including version 2.1.0', () => {
    assert.deepEqual(parseChallengeRequest(buildChallengeRequest(ids)), ids)
    const older = encoded({ messageType: 'CReq', messageVersion: '2.1.0', ...ids })
    assert.deepEqual(parseChallengeRequest(older), ids)
  })
})

describe('A CRes', () => {
  for (const transStatus of ['Y', 'N', 'A', 'U', 'R', 'C'] as const) {
    test(`is parsed to the signed values with status ${transStatus}`, () => {
      const response = { ...ids, transStatus }
      const text = buildChallengeResponse(response, 'key')
      assert.deepEqual(parseChallengeResponse(text, 'key'), response)
      assert.equal(decoded(text)['challengeCompletionInd'], transStatus === 'C' ? 'N' : 'Y')
    })
  }

  const genuine = decoded(buildChallengeResponse({ ...ids, transStatus: 'N' }, 'key'))
  const forgeries = [
    ['a status changed to Y', { ...genuine, transStatus: 'Y' }],
    ['another transaction', { ...genuine, acsTransID: ids.threeDSServerTransID }],
    ['no signature', { ...genuine, messageExtension: undefined }],
    ['no extension', { ...genuine, messageExtension: [] }],
    ['an empty signature', { ...genuine, messageExtension: [{ id: 'sandcard', data: {} }] }],
    ['an unknown extension', { ...genuine, messageExtension: [null, 1, 'x'] }],
    ['another message type', { ...genuine, messageType: 'CReq' }],
    ['an unknown status', { ...genuine, transStatus: 'X' }],
    ['version 1', { ...genuine, messageVersion: '1.0.2' }],
  ] as const
  for (const [what, message] of forgeries) {
    test(`is refused with ${what}`, () => {
      assert.equal(parseChallengeResponse(encoded(message), 'key'), undefined)
    })
  }

  test('is refused if it is signed with another key', () => {
    const text = buildChallengeResponse({ ...ids, transStatus: 'Y' }, 'other')
    assert.equal(parseChallengeResponse(text, 'key'), undefined)
  })
})

describe('Text that is not a valid message of 3-D Secure 2', () => {
  const rows = ['', 'x', 'bnVsbA', encoded([]), encoded(1), 'e30', 'A'.repeat(9000), '{}', '%%%']
  for (const text of rows) {
    test(`is refused: "${text.slice(0, 20)}"`, () => {
      assert.equal(parseMethodData(text), undefined)
      assert.equal(parseChallengeRequest(text), undefined)
      assert.equal(parseChallengeResponse(text, 'key'), undefined)
    })
  }

  test('never makes the parser throw', () => {
    assertProperty(
      fc.property(fc.oneof(fc.string(), fc.json().map(encoded)), (text) => {
        assert.equal(parseChallengeRequest(text), undefined)
        assert.equal(parseChallengeResponse(text, 'key'), undefined)
      }),
    )
  })
})
