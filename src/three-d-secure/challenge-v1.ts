// The messages of a 3-D Secure challenge in version 1.0.2: PaReq, which a merchant posts to the
// issuer's page, and PaRes, which returns through the payer's browser and is therefore signed. Both
// are deflated XML in base64. The parser accepts one fixed order of elements and no other XML: no
// entities, attributes or document types, which could be used for attacks.

import { createHmac, timingSafeEqual } from 'node:crypto'
import { deflateSync, inflateSync } from 'node:zlib'
import { currencyByNumeric, formatMinor, type Currency } from '../ledger/currency.ts'

/** The purchase in both messages. */
interface Purchase {
  /** Letters, digits, `-` and `_`, at most 64. */
  readonly messageId: string
  /** Links the message to its challenge: 20 bytes in base64. */
  readonly xid: string
  readonly merchantId: string
  /** Time of the purchase, epoch milliseconds; the message stores seconds. */
  readonly at: number
  /** Minor units. */
  readonly amount: number
  readonly currency: Currency
}

/** Payer authentication request. */
export interface PaReq extends Purchase {
  readonly merchantName: string
  /** ISO 3166-1 numeric, three digits. */
  readonly merchantCountry: string
  readonly merchantUrl: string
  readonly description: string
  /** A reference to the card for the issuer; never the number itself. */
  readonly accountId: string
  /** YYMM. */
  readonly expiry: string
}

/** Payer authentication response. */
export interface PaRes extends Purchase {
  readonly panLastFour: string
  readonly status: 'Y' | 'A' | 'N' | 'U'
  /** Two digits. Like the CAVV, empty unless the status is Y or A. */
  readonly eci: string
  readonly cavv: string
}

type Shape = readonly (string | readonly [element: string, children: Shape])[]
type Values = Readonly<Record<string, string>>

/** The text of an element; empty if it is absent. */
const textOf = (values: Values, element: string): string => values[element] ?? ''

// prettier-ignore
const PAREQ: Shape = [
  'version',
  ['Merchant', ['acqBIN', 'merID', 'name', 'country', 'url']],
  ['Purchase', ['xid', 'date', 'amount', 'purchAmount', 'currency', 'exponent', 'desc']],
  ['CH',       ['acctID', 'expiry']],
]

// prettier-ignore
const PARES: Shape = [
  'version',
  ['Merchant', ['acqBIN', 'merID']],
  ['Purchase', ['xid', 'date', 'purchAmount', 'currency', 'exponent']],
  'pan',
  ['TX',       ['time', 'status', 'cavv', 'eci', 'cavvAlgorithm']],
]

/** The version element of every message. */
export const MESSAGE_VERSION = '1.0.2'
const ACQUIRER_BIN = '400000'
const HIDDEN_PAN_DIGITS = '000000000000'

const XML_OPENING = '<?xml version="1.0" encoding="UTF-8"?><ThreeDSecure>'
const PAREQ_ENVELOPE = new RegExp(
  `^${escapeRegExp(XML_OPENING)}<Message id="([\\w-]{1,64})"><PAReq>(.*)</PAReq></Message></ThreeDSecure>$`,
  's',
)
const PARES_ENVELOPE = new RegExp(
  `^${escapeRegExp(XML_OPENING)}<Message id="([\\w-]{1,64})"><PARes id="\\1">(.*)</PARes>` +
    '<Signature><SignatureValue>([A-Za-z0-9+/=]{44})</SignatureValue></Signature>' +
    '</Message></ThreeDSecure>$',
  's',
)

/** The `paReq` of a response. */
export function buildPaReq(request: PaReq): string {
  const body = writeElements(PAREQ, {
    ...purchaseValues(request),
    name: request.merchantName,
    country: request.merchantCountry,
    url: request.merchantUrl,
    amount: formatMinor(request.amount, request.currency),
    desc: request.description,
    acctID: request.accountId,
    expiry: request.expiry,
  })
  return pack(
    `${XML_OPENING}<Message id="${request.messageId}"><PAReq>${body}</PAReq></Message></ThreeDSecure>`,
  )
}

/**
 * Parses a `PaReq`; undefined if it was not created by this service. It is not signed, so trust
 * only the ids in it.
 */
export function parsePaReq(text: string): PaReq | undefined {
  const match = PAREQ_ENVELOPE.exec(unpack(text) ?? '')
  const values = readElements(PAREQ, match?.[2] ?? '')
  const purchase = values && readPurchase(match?.[1] ?? '', values)
  if (!purchase) return undefined
  return {
    ...purchase,
    merchantName: textOf(values, 'name'),
    merchantCountry: textOf(values, 'country'),
    merchantUrl: textOf(values, 'url'),
    description: textOf(values, 'desc'),
    accountId: textOf(values, 'acctID'),
    expiry: textOf(values, 'expiry'),
  }
}

/** The `PaRes` that the issuer's page posts, signed with `key`. */
export function buildPaRes(response: PaRes, key: string | Uint8Array): string {
  const { messageId, status, cavv, eci, panLastFour } = response
  const values = purchaseValues(response)
  const body = writeElements(PARES, {
    ...values,
    pan: HIDDEN_PAN_DIGITS + panLastFour,
    time: textOf(values, 'date'),
    status,
    cavv,
    eci,
    cavvAlgorithm: '2',
  })
  const signature = signatureOf(messageId, body, key).toString('base64')
  return pack(
    `${XML_OPENING}<Message id="${messageId}"><PARes id="${messageId}">${body}</PARes>` +
      `<Signature><SignatureValue>${signature}</SignatureValue></Signature></Message></ThreeDSecure>`,
  )
}

/** Parses a `PaRes`; undefined if it is invalid or forged. */
export function parsePaRes(text: string, key: string | Uint8Array): PaRes | undefined {
  const [, messageId = '', body = '', signature = ''] =
    PARES_ENVELOPE.exec(unpack(text) ?? '') ?? []
  const given = Buffer.from(signature, 'base64')
  const expected = signatureOf(messageId, body, key)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
  const values = readElements(PARES, body)
  const purchase = values && readPurchase(messageId, values)
  const status = values?.['status']
  if (!purchase || !isStatus(status)) return undefined
  return {
    ...purchase,
    panLastFour: textOf(values, 'pan').slice(-4),
    status,
    eci: textOf(values, 'eci'),
    cavv: textOf(values, 'cavv'),
  }
}

/** The challenge that a PaRes names, valid or not. Use it only to find the project. */
export const challengeNamedByPaRes = (text: string): string | undefined =>
  PARES_ENVELOPE.exec(unpack(text) ?? '')?.[1]

const isStatus = (status: string | undefined): status is PaRes['status'] =>
  status === 'Y' || status === 'A' || status === 'N' || status === 'U'

function signatureOf(messageId: string, body: string, key: string | Uint8Array): Buffer {
  return createHmac('sha256', key).update(`PARes;${messageId};${body}`).digest()
}

function purchaseValues(purchase: Purchase): Values {
  return {
    version: MESSAGE_VERSION,
    acqBIN: ACQUIRER_BIN,
    merID: purchase.merchantId,
    xid: purchase.xid,
    date: writeTime(purchase.at),
    purchAmount: String(purchase.amount),
    currency: purchase.currency.numeric,
    exponent: String(purchase.currency.exponent),
  }
}

function readPurchase(messageId: string, values: Values): Purchase | undefined {
  const at = readTime(textOf(values, 'date'))
  const amount = Number(values['purchAmount'])
  const currency = currencyByNumeric(textOf(values, 'currency'))
  const { xid, merID: merchantId } = values
  if (at === undefined || currency === undefined || !Number.isSafeInteger(amount)) return undefined
  if (xid === undefined || merchantId === undefined || values['version'] !== MESSAGE_VERSION)
    return undefined
  return { messageId, xid, merchantId, at, amount, currency }
}

// `YYYYMMDD hh:mm:ss` in UTC.
function writeTime(at: number): string {
  return new Date(at).toISOString().slice(0, 19).replaceAll('-', '').replace('T', ' ')
}

function readTime(text: string): number | undefined {
  const [day, time] = [text.slice(0, 8), text.slice(9)]
  const at = Date.parse(`${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}T${time}Z`)
  return Number.isNaN(at) || writeTime(at) !== text ? undefined : at
}

function writeElements(shape: Shape, values: Values): string {
  return shape
    .map((part) => {
      const [element, content] =
        typeof part === 'string'
          ? [part, escapeText(textOf(values, part))]
          : [part[0], writeElements(part[1], values)]
      return `<${element}>${content}</${element}>`
    })
    .join('')
}

/** The values of `body` if it has exactly the elements of `shape`, in order. */
function readElements(shape: Shape, body: string): Values | undefined {
  const values: Record<string, string> = {}
  const rest = readShape(shape, body, values)
  return rest === '' ? values : undefined
}

/**
 * Parses the elements of `shape` from the start of `text`. Returns the rest; undefined if an
 * element is missing.
 */
function readShape(shape: Shape, text: string, values: Record<string, string>): string | undefined {
  let rest: string | undefined = text
  for (const part of shape) {
    const element = typeof part === 'string' ? part : part[0]
    rest = after(rest, `<${element}>`)
    if (rest === undefined) return undefined
    if (typeof part === 'string') {
      const end = rest.indexOf('<')
      const value = end < 0 ? undefined : unescapeText(rest.slice(0, end))
      if (value === undefined) return undefined
      values[part] = value
      rest = rest.slice(end)
    } else {
      rest = readShape(part[1], rest, values)
    }
    rest = after(rest, `</${element}>`)
  }
  return rest
}

const after = (text: string | undefined, start: string): string | undefined =>
  text?.startsWith(start) ? text.slice(start.length) : undefined

const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' } as const
const CHARACTERS: ReadonlyMap<string, string> = new Map(
  Object.entries(ENTITIES).map(([character, entity]) => [entity, character]),
)

// XML 1.0 cannot represent most control characters and lone surrogates, so they become spaces.
const UNWRITABLE_PATTERN = /[\p{Cc}\ufffe\uffff]/gu

function escapeText(text: string): string {
  return text
    .toWellFormed()
    .replace(UNWRITABLE_PATTERN, ' ')
    .replace(/[&<>"']/g, (character) => ENTITIES[character as keyof typeof ENTITIES])
}

function unescapeText(text: string): string | undefined {
  const plain = text.replace(/&\w+;/g, (entity) => CHARACTERS.get(entity) ?? entity)
  return escapeText(plain) === text ? plain : undefined
}

function escapeRegExp(text: string): string {
  return text.replace(/[?.]/g, '\\$&')
}

const LONGEST_PACKED = 16_384
const LONGEST_UNPACKED = 32_768

function pack(xml: string): string {
  return deflateSync(Buffer.from(xml)).toString('base64')
}

/** Reverses `pack`, with a size limit. Forms that were not escaped have turned `+` into a space. */
function unpack(text: string): string | undefined {
  if (text.length > LONGEST_PACKED) return undefined
  const base64 = text.replaceAll(/[\r\n]/g, '').replaceAll(' ', '+')
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return undefined
  try {
    const bytes = inflateSync(Buffer.from(base64, 'base64'), { maxOutputLength: LONGEST_UNPACKED })
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
