// Ids of orders, bindings and challenges. These UUIDs contain their time and project, so that a
// page without credentials can find both.

const GATEWAY_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** True for a valid id of an order, a binding or a challenge. */
export const isGatewayId = (text: string): boolean => GATEWAY_ID.test(text)

/** The project's number in an id; undefined if the id is invalid. */
export const projectNumberOf = (id: string): number | undefined =>
  isGatewayId(id) ? parseInt(id.slice(-8), 16) : undefined

/**
 * Creates an id from the time and eight random bytes: 48 bits of time, version 7, 42 random bits,
 * and the project's number (RFC 9562).
 */
export function gatewayId(projectNumber: number, at: number, random: Uint8Array): string {
  const time = at.toString(16).padStart(12, '0').slice(-12)
  const hex = Buffer.from(random.buffer, random.byteOffset, 8).toString('hex')
  const variant = '89ab'[parseInt(hex[3] ?? '0', 16) & 3] ?? '8'
  const number = projectNumber.toString(16).padStart(8, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex.slice(0, 3)}-${variant}${hex.slice(4, 7)}-${hex.slice(8, 12)}${number}`
}

/**
 * `threeDSServerTransID`: the order id as version 8, so that no other index is needed to find it.
 */
export const serverTransIdOf = (orderId: string): string =>
  `${orderId.slice(0, 14)}8${orderId.slice(15)}`

/** The order id in a `threeDSServerTransID`. */
export const orderIdOfServerTrans = (transId: string): string =>
  `${transId.slice(0, 14)}7${transId.slice(15)}`
