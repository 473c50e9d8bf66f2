// How an operation is called.

/** Where an operation is and where its request goes: what the path names into the path, `query` into the query, the rest into the body. */
export interface Route {
  readonly method: string
  /** With `{name}` for what the request puts into it. */
  readonly path: string
  readonly body: 'none' | 'json' | 'form'
  readonly query?: readonly string[]
}

/** What a call may have beside its request. */
export interface CallOptions {
  /** Interface B: repeats of a POST with the same key are answered once (header `Idempotency-Key`). */
  readonly idempotencyKey?: string | undefined
  /** Ends the wait for the answer; what the service accepted is done all the same. */
  readonly signal?: AbortSignal | undefined
}
