// The headers of Standard Webhooks 1.0 (standardwebhooks.com): the id of the message, the time of
// the attempt, and a signature for each secret.

import { createHmac, randomBytes } from 'node:crypto'

/** Length of a secret in bytes; the standard permits 24 to 64. */
const SECRET_BYTES = 32
const SECRET_PREFIX = 'whsec_'

export const newSecret = (): string => SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64')

/** The message to sign; `at` is real time, because receivers compare it with their clocks. */
interface SignedMessage {
  readonly id: string
  readonly at: number
  readonly body: string
}

export interface StandardSignature {
  /** Epoch seconds. */
  readonly timestamp: string
  /** One signature per secret, so that receivers can rotate their secret. */
  readonly signature: string
}

export function standardSignature(
  { id, at, body }: SignedMessage,
  secrets: readonly string[],
): StandardSignature {
  const timestamp = String(Math.floor(at / 1000))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return { timestamp, signature: signatures.join(' ') }
}

export const standardHeaders = (
  id: string,
  { timestamp, signature }: StandardSignature,
): Readonly<Record<string, string>> => ({
  'content-type': 'application/json',
  'webhook-id': id,
  'webhook-timestamp': timestamp,
  'webhook-signature': signature,
})
