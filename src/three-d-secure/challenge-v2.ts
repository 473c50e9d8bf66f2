// The messages of a 3-D Secure challenge in EMV version 2.2.0: the method data, the CReq to the
// issuer's page and the CRes from it. They are JSON in base64url. The CRes is signed in a message
// extension, which other parsers ignore.

import { createHmac, timingSafeEqual } from 'node:crypto'
import type { TransactionStatus } from './authentication.ts'

/** The version in every message. */
export const MESSAGE_VERSION = '2.2.0'

/** `threeDSMethodDataPacked`: the merchant's page posts it to the method URL. */
interface MethodData {
  readonly threeDSServerTransID: string
  readonly threeDSMethodNotificationURL: string
}

/** Challenge request: what the browser posts to the issuer's page as `creq`. */
interface ChallengeRequest {
  readonly threeDSServerTransID: string
  readonly acsTransID: string
}

/** Challenge response: what the issuer's page posts back as `cres`. */
interface ChallengeResponse extends ChallengeRequest {
  readonly transStatus: TransactionStatus
}

const FULL_SCREEN = '05'
const EXTENSION = { name: 'signature', id: 'sandcard', criticalityIndicator: false } as const

export function buildMethodData(data: MethodData): string {
  return encode(data)
}

/** Undefined unless it has exactly the two fields of method data. */
export function parseMethodData(text: string): MethodData | undefined {
  const data = decode(text)
  const id = data?.['threeDSServerTransID']
  const url = data?.['threeDSMethodNotificationURL']
  if (!isTransactionId(id) || typeof url !== 'string') return undefined
  return { threeDSServerTransID: id, threeDSMethodNotificationURL: url }
}

export function buildChallengeRequest(request: ChallengeRequest): string {
  return encode({
    messageType: 'CReq',
    messageVersion: MESSAGE_VERSION,
    threeDSServerTransID: request.threeDSServerTransID,
    acsTransID: request.acsTransID,
    challengeWindowSize: FULL_SCREEN,
  })
}

/** Undefined unless it is a CReq of version 2. It is not signed, so trust only the ids in it. */
export function parseChallengeRequest(text: string): ChallengeRequest | undefined {
  return readIds(decode(text), 'CReq')
}

/** The `cres`, signed with `key`. */
export function buildChallengeResponse(
  response: ChallengeResponse,
  key: string | Uint8Array,
): string {
  const value = signatureOf(response, key).toString('base64url')
  return encode({
    messageType: 'CRes',
    messageVersion: MESSAGE_VERSION,
    threeDSServerTransID: response.threeDSServerTransID,
    acsTransID: response.acsTransID,
    challengeCompletionInd: response.transStatus === 'C' ? 'N' : 'Y',
    transStatus: response.transStatus,
    messageExtension: [{ ...EXTENSION, data: { value } }],
  })
}

/** Undefined if the CRes is invalid or forged. */
export function parseChallengeResponse(
  text: string,
  key: string | Uint8Array,
): ChallengeResponse | undefined {
  const message = decode(text)
  const ids = readIds(message, 'CRes')
  const transStatus = message?.['transStatus']
  if (!ids || !isTransactionStatus(transStatus)) return undefined
  const response = { ...ids, transStatus }
  const given = Buffer.from(readSignature(message), 'base64url')
  const expected = signatureOf(response, key)
  return given.length === expected.length && timingSafeEqual(given, expected) ? response : undefined
}

/** The challenge that a CRes names, valid or not. Use it only to find the project. */
export const challengeNamedByCRes = (text: string): string | undefined =>
  readIds(decode(text), 'CRes')?.acsTransID

function readIds(message: Message | undefined, messageType: string): ChallengeRequest | undefined {
  const threeDSServerTransID = message?.['threeDSServerTransID']
  const acsTransID = message?.['acsTransID']
  const version = message?.['messageVersion']
  if (message?.['messageType'] !== messageType) return undefined
  if (typeof version !== 'string' || !/^2\.\d\.\d$/.test(version)) return undefined
  if (!isTransactionId(threeDSServerTransID) || !isTransactionId(acsTransID)) return undefined
  return { threeDSServerTransID, acsTransID }
}

function readSignature(message: Message | undefined): string {
  const extensions: unknown = message?.['messageExtension']
  if (!Array.isArray(extensions)) return ''
  const ours: unknown = extensions.find((each) => isMessage(each) && each['id'] === EXTENSION.id)
  const data = isMessage(ours) ? ours['data'] : undefined
  const value = isMessage(data) ? data['value'] : undefined
  return typeof value === 'string' ? value : ''
}

function signatureOf(response: ChallengeResponse, key: string | Uint8Array): Buffer {
  const { threeDSServerTransID, acsTransID, transStatus } = response
  return createHmac('sha256', key)
    .update(`CRes;${threeDSServerTransID};${acsTransID};${transStatus}`)
    .digest()
}

type Message = Readonly<Record<string, unknown>>

const isMessage = (value: unknown): value is Message =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isTransactionId = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value)

const isTransactionStatus = (value: unknown): value is TransactionStatus =>
  typeof value === 'string' && /^[YNAURC]$/.test(value)

const LONGEST_MESSAGE = 8192

const encode = (message: object): string =>
  Buffer.from(JSON.stringify(message)).toString('base64url')

/** Accepts both base64 alphabets, because merchants' pages often use the standard one. */
function decode(text: string): Message | undefined {
  if (text.length > LONGEST_MESSAGE || !/^[\w+/-]+={0,2}$/.test(text)) return undefined
  try {
    const message: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    return isMessage(message) ? message : undefined
  } catch {
    return undefined
  }
}
