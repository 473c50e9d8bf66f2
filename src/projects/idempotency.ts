// A stored response, which is sent again when the same request is repeated, without executing it
// again.

export interface Idempotency {
  /** Keyed hash of method, path and key. */
  readonly scope: string
  /** Keyed hash of the request's body. */
  readonly request: string
  /** The encrypted response. */
  readonly answer: string
  /** Real time, epoch milliseconds. */
  readonly storedAt: number
}

/** How long a response is stored, in real time. */
export const IDEMPOTENCY_LIFE_MS = 24 * 60 * 60 * 1000
