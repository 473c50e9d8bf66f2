// How an operation is called.

/** The route of an operation. Members of a request go into the path, the query or the body. */
export interface Route {
  readonly method: string
  /** With `{name}` for members of the request. */
  readonly path: string
  /** `file`: the member `file` is the body. */
  readonly body: 'none' | 'json' | 'form' | 'file'
  readonly query?: readonly string[]
}

/** Options of a call. */
export interface CallOptions {
  /** Interface B: a POST with the same key is executed once (header `Idempotency-Key`). */
  readonly idempotencyKey?: string | undefined
  /** Snapshots: encrypts the keys in an exported file, and decrypts those of an imported one. */
  readonly snapshotPassphrase?: string | undefined
  /** Stops waiting for the response. An accepted request is completed all the same. */
  readonly signal?: AbortSignal | undefined
}
