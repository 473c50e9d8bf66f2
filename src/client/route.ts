// How an operation is called.

/** The route of an operation. Fields of a request go into the path, the query or the body. */
export interface Route {
  readonly method: string
  /** With `{name}` for request fields. */
  readonly path: string
  /** `file`: the field `file` is the body. */
  readonly body: 'none' | 'json' | 'form' | 'file'
  readonly query?: readonly string[]
}

/** Options of a call. */
export interface CallOptions {
  /**
   * Interface B and the control API: a POST with the same key is executed once (header
   * `Idempotency-Key`). Interfaces A and C ignore it.
   */
  readonly idempotencyKey?: string | undefined
  /**
   * For snapshots: encrypts the keys in an exported file, and decrypts the keys of an imported
   * file.
   */
  readonly snapshotPassphrase?: string | undefined
  /** Stops waiting for the response. An accepted request is still completed. */
  readonly signal?: AbortSignal | undefined
}
