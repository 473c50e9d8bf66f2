// What a wallet sends in place of a card. A real one is encrypted for the merchant and is never decrypted here; a test token is made by the
// sandbox or by hand: JSON in base64 that names a card and an amount. A merchant that decrypts by itself sends what its wallet had within.

import { isYearMonth } from '../../kernel/calendar.ts'
import { isLuhnValid } from '../../issuing/pan.ts'

/** The wallets, by their names in the addresses of calls. */
export type Wallet = 'applepay' | 'google' | 'samsung' | 'mir'

/** A card in a wallet, and what it is to pay. */
export interface WalletToken {
  readonly pan: string
  /** YYYYMM. */
  readonly expiry: number
  /** Minor units; some wallets leave it to the call. */
  readonly amount?: number
  /** ISO 4217 numeric code. */
  readonly currency?: string
  /** False for a card that the wallet only remembers: its issuer may want 3-D Secure. */
  readonly hasCryptogram: boolean
  /** The open token of the merchant, which stands for credentials where a call brings none. */
  readonly merchantToken?: string
}

/** Why a token cannot be read: it is a real one, encrypted by its wallet, or none at all. */
export type WalletTokenFault = 'encrypted' | 'malformed'

/** A token is no longer than this in base64. */
export const WALLET_TOKEN_LENGTH = 8192

type Json = Readonly<Record<string, unknown>>

/** The test token as text. */
export const writeWalletToken = ({ pan, expiry, hasCryptogram, ...rest }: WalletToken): string =>
  Buffer.from(
    JSON.stringify({
      pan,
      expiry: String(expiry),
      ...rest,
      ...(!hasCryptogram && { authMethod: PAN_ONLY }),
    }),
  ).toString('base64')

/** Google's word for a card without a cryptogram. */
const PAN_ONLY = 'PAN_ONLY'

/** Reads a test token; with `direct` also what the wallet has within its own. */
export function readWalletToken(
  text: string,
  wallet: Wallet,
  { direct }: { readonly direct: boolean },
): WalletToken | { readonly fault: WalletTokenFault } {
  const json = text.length <= WALLET_TOKEN_LENGTH ? objectOf(text) : undefined
  if (json === undefined) return { fault: 'malformed' }
  if (isEncrypted(json)) return { fault: 'encrypted' }
  const read = 'pan' in json ? ofSandbox(json) : direct ? READ_DECRYPTED[wallet]?.(json) : undefined
  return read ?? { fault: 'malformed' }
}

/** The merchant that a token names, before anything else of it is looked at. */
export function merchantTokenOf(text: string): string | undefined {
  const merchantToken = objectOf(text.slice(0, WALLET_TOKEN_LENGTH))?.['merchantToken']
  return typeof merchantToken === 'string' ? merchantToken : undefined
}

/** True for a real token, whatever else is wrong with it. */
export function isEncryptedToken(text: string): boolean {
  const json = text.length <= WALLET_TOKEN_LENGTH ? objectOf(text) : undefined
  return json !== undefined && isEncrypted(json)
}

function objectOf(text: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64').toString('utf8'))
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Json)
      : undefined
  } catch {
    return undefined
  }
}

/** Members by which wallets wrap what they encrypted: Apple, Google, Samsung. */
const isEncrypted = (json: Json): boolean =>
  ['data', 'signedMessage', 'signature', '3DS'].some((name) => name in json)

const ofSandbox = (json: Json): WalletToken | undefined =>
  tokenOf({
    pan: json['pan'],
    expiry: json['expiry'],
    amount: json['amount'],
    currency: json['currency'],
    hasCryptogram: json['authMethod'] !== PAN_ONLY,
    merchantToken: json['merchantToken'],
  })

/** What wallets have within their tokens, by their own documentation. */
const READ_DECRYPTED: Readonly<Partial<Record<Wallet, (json: Json) => WalletToken | undefined>>> = {
  applepay: (json) =>
    tokenOf({
      pan: json['applicationPrimaryAccountNumber'],
      // YYMMDD
      expiry: `20${String(json['applicationExpirationDate']).slice(0, 4)}`,
      amount: json['transactionAmount'],
      currency: json['currencyCode'],
      hasCryptogram: true,
    }),
  google(json) {
    const details = (json['paymentMethodDetails'] ?? {}) as Json
    const month = String(details['expirationMonth']).padStart(2, '0')
    return tokenOf({
      pan: details['pan'],
      expiry: `${String(details['expirationYear'])}${month}`,
      hasCryptogram: details['authMethod'] === 'CRYPTOGRAM_3DS',
    })
  },
  samsung(json) {
    // MMYY
    const expiry = String(json['tokenPanExpiration'])
    return tokenOf({
      pan: json['tokenPAN'],
      expiry: `20${expiry.slice(2)}${expiry.slice(0, 2)}`,
      amount: json['amount'],
      hasCryptogram: true,
    })
  },
}

interface Members {
  readonly pan: unknown
  readonly expiry: unknown
  readonly amount?: unknown
  readonly currency?: unknown
  readonly hasCryptogram: boolean
  readonly merchantToken?: unknown
}

/** Minor units, of at most twelve digits, as everywhere at the gateway. */
const AMOUNT_PATTERN = /^\d{1,12}$/

/** Undefined where a member is none of its kind; amounts and dates may be texts or numbers, as wallets have them. */
function tokenOf(members: Members): WalletToken | undefined {
  const { hasCryptogram, merchantToken } = members
  const pan = textOf(members.pan)
  const expiry = Number(textOf(members.expiry))
  const amount = members.amount === undefined ? undefined : textOf(members.amount)
  const currency = members.currency === undefined ? undefined : textOf(members.currency)
  const isFit =
    isLuhnValid(pan) &&
    isYearMonth(expiry) &&
    (amount === undefined || AMOUNT_PATTERN.test(amount)) &&
    (currency === undefined || /^\d{1,3}$/.test(currency)) &&
    (merchantToken === undefined || typeof merchantToken === 'string')
  return isFit
    ? {
        pan,
        expiry,
        hasCryptogram,
        ...(amount !== undefined && { amount: Number(amount) }),
        ...(currency !== undefined && { currency }),
        ...(merchantToken !== undefined && { merchantToken }),
      }
    : undefined
}

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''
