// What is kept of a committed answer so that the same request, sent again, is answered again and not done again.

export interface Idempotency {
  /** Keyed hash of method, path and key. */
  readonly scope: string
  /** Keyed hash of the request's body. */
  readonly request: string
  /** The answer, sealed. */
  readonly answer: string
  /** Real time, epoch milliseconds. */
  readonly storedAt: number
}

/** How long an answer is kept, in real time. */
export const IDEMPOTENCY_LIFE_MS = 24 * 60 * 60 * 1000
