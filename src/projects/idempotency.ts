// A stored response: the same request sent again is answered with it, and not executed again.

export interface Idempotency {
  /** Keyed hash of method, path and key. */
  readonly scope: string
  /** Keyed hash of the request's body. */
  readonly request: string
  /** The response, sealed. */
  readonly answer: string
  /** Real time, epoch milliseconds. */
  readonly storedAt: number
}

/** How long a response is stored, in real time. */
export const IDEMPOTENCY_LIFE_MS = 24 * 60 * 60 * 1000
