// Wallet tokens. A real token is encrypted for the merchant and is not decrypted here. A test token
// is JSON in base64 with a card and an amount; the sandbox creates it, or you write it by hand. A
// merchant that decrypts tokens itself sends the decrypted content.

import { isYearMonth } from '../../kernel/calendar.ts'
import { isLuhnValid } from '../../issuing/pan.ts'

/** The wallets, by their names in paths. */
export type Wallet = 'applepay' | 'google' | 'samsung' | 'mir'

/** A card in a wallet, and the amount to pay. */
export interface WalletToken {
  readonly pan: string
  /** YYYYMM. */
  readonly expiry: number
  /** Minor units; some wallets omit it. */
  readonly amount?: number
  /** ISO 4217 numeric code. */
  readonly currency?: string
  /** False for a card that the wallet only stores; its issuer may require 3-D Secure. */
  readonly hasCryptogram: boolean
  /** The merchant's public token, which replaces credentials in a call without any. */
  readonly merchantToken?: string
}

/** Why a token cannot be read: it is a real, encrypted token, or not a token. */
type WalletTokenFault = 'encrypted' | 'malformed'

/** Maximum length of a token in base64. */
export const WALLET_TOKEN_LENGTH = 8192

type Json = Readonly<Record<string, unknown>>

/** Writes a test token. */
export const writeWalletToken = ({ pan, expiry, hasCryptogram, ...rest }: WalletToken): string =>
  Buffer.from(
    JSON.stringify({
      pan,
      expiry: String(expiry),
      ...rest,
      ...(!hasCryptogram && { authMethod: PAN_ONLY }),
    }),
  ).toString('base64')

/** Google's name for a card without a cryptogram. */
const PAN_ONLY = 'PAN_ONLY'

/** Parses a test token; with `direct`, also the decrypted content of a real one. */
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

/** The merchant named in a token, before the token is validated. */
export function merchantTokenOf(text: string): string | undefined {
  const merchantToken = objectOf(text.slice(0, WALLET_TOKEN_LENGTH))?.['merchantToken']
  return typeof merchantToken === 'string' ? merchantToken : undefined
}

/** True for a real token, even if it is otherwise invalid. */
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

/** Fields that wrap the encrypted part: Apple, Google, Samsung. */
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

/** The decrypted content of tokens, as documented by the wallets. */
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

/** Minor units, at most twelve digits, like every amount of the gateway. */
const AMOUNT_PATTERN = /^\d{1,12}$/

/** Undefined if a field is invalid. Wallets write amounts and dates as strings or as numbers. */
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
