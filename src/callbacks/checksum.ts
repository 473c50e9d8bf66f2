// The checksum of a callback, which proves to the merchant that the gateway sent it: parameters are
// sorted by name, joined as `name;value;`, and signed with HMAC-SHA256 or SHA512withRSA. The
// signature is upper-case hex.

import { createHmac, timingSafeEqual, verify } from 'node:crypto'

/** Names and URL-decoded values, such as a `URLSearchParams` or a `Map`. */
export type CallbackParameters = Iterable<readonly [name: string, value: string]>

// They contain the signature, so they are not signed.
const UNSIGNED = new Set(['checksum', 'sign_alias'])

type Parameter = readonly [name: string, value: string]

/** The order in which parameters are signed. Parameters with equal names keep their order. */
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

/** HMAC-SHA256 with the callback key that gateway and merchant share. */
export function hmacChecksum(parameters: CallbackParameters, key: string): string {
  return hmac(parameters, key).toString('hex').toUpperCase()
}

/** True if `checksum` is the HMAC of the parameters; compares in constant time. */
export function isHmacChecksum(
  parameters: CallbackParameters,
  key: string,
  checksum: string,
): boolean {
  const sent = fromHex(checksum)
  const expected = hmac(parameters, key)
  return sent.length === expected.length && timingSafeEqual(sent, expected)
}

/** True if `checksum` is the signature of the parameters; `publicKeyPem` may be a certificate. */
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

// Upper case only, as the gateway sends it. `Buffer.from` would stop at the first character that is
// not a hex digit, and accept a signature followed by other text.
function fromHex(checksum: string): Buffer {
  return /^(?:[0-9A-F]{2})+$/.test(checksum) ? Buffer.from(checksum, 'hex') : Buffer.alloc(0)
}
