// The checksum of a callback notification, by which a merchant knows that the gateway sent it:
// parameters sorted by name, joined as `name;value;`, then HMAC-SHA256 or SHA512withRSA, as
// upper-case hex.

import { createHmac, timingSafeEqual, verify } from 'node:crypto'

/** Names and URL-decoded values; a `URLSearchParams` or a `Map` is one. */
export type CallbackParameters = Iterable<readonly [name: string, value: string]>

// Carriers of the signature, which cannot sign themselves.
const UNSIGNED = new Set(['checksum', 'sign_alias'])

type Parameter = readonly [name: string, value: string]

/** The order in which parameters are signed; those of one name stay as they came. */
export const byName = ([left]: Parameter, [right]: Parameter): number =>
  Number(left > right) - Number(left < right)

/** The text that is signed: `amount;123456;mdOrder;3ff6...;operation;deposited;status;1;`. */
export function checksumText(parameters: CallbackParameters): string {
  return [...parameters]
    .filter(([name]) => !UNSIGNED.has(name))
    .sort(byName)
    .map(([name, value]) => `${name};${value};`)
    .join('')
}

/** Symmetric: HMAC-SHA256 under the callback key that gateway and merchant share. */
export function hmacChecksum(parameters: CallbackParameters, key: string): string {
  return hmac(parameters, key).toString('hex').toUpperCase()
}

/** True when `checksum` is the HMAC of the parameters; takes as long for a near miss as for a far one. */
export function isHmacChecksum(
  parameters: CallbackParameters,
  key: string,
  checksum: string,
): boolean {
  const sent = fromHex(checksum)
  const expected = hmac(parameters, key)
  return sent.length === expected.length && timingSafeEqual(sent, expected)
}

/** True when `checksum` is the signature of the parameters; `publicKeyPem` may be a certificate. */
export function isRsaChecksum(
  parameters: CallbackParameters,
  publicKeyPem: string,
  checksum: string,
): boolean {
  return verify('sha512', Buffer.from(checksumText(parameters)), publicKeyPem, fromHex(checksum))
}

function hmac(parameters: CallbackParameters, key: string): Buffer {
  return createHmac('sha256', key).update(checksumText(parameters), 'utf8').digest()
}

// Upper-case only, as the gateway writes it; Buffer.from would silently stop at the first letter
// that is no hex digit and so accept a signature with a tail.
function fromHex(checksum: string): Buffer {
  return /^(?:[0-9A-F]{2})+$/.test(checksum) ? Buffer.from(checksum, 'hex') : Buffer.alloc(0)
}
