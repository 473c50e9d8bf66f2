// The meaning of an error from PostgreSQL or its driver: a retry may help, the rows are rejected,
// or the database cannot be used.

import pg from 'pg'
import { StoreUnavailable } from './store.ts'

/**
 * Serialization failure, deadlock, lock timeout: nothing was committed, and a retry may succeed.
 */
export const TRANSIENT_STATES = new Set(['40001', '40P01', '55P03'])

/** Invalid data, a violated constraint, or a row that is too large. */
export const ROW_REFUSAL_CLASSES = /^(22|23|54)/

/**
 * The server responds but cannot serve: insufficient resources (a full disk), system errors,
 * damaged data, a read-only database, missing rights.
 */
const UNAVAILABLE_CLASSES = /^(53|58|XX00[12]|25006|42501)/

/** Rethrows an error, as `StoreUnavailable` if the database failed, regardless of the statement. */
export function throwUnavailable(error: unknown): never {
  if (!isConnectionError(error) && !UNAVAILABLE_CLASSES.test(sqlState(error) ?? '')) throw error
  throw new StoreUnavailable(`PostgreSQL cannot be used: ${messageOf(error)}`, { cause: error })
}

/** SQLSTATE of the server's response; absent if it did not respond. */
export function sqlState(error: unknown): string | undefined {
  const code = error instanceof pg.DatabaseError ? error.code : undefined
  // Class 57P: the server is shutting down, and the connection is gone.
  return code?.startsWith('57P') === true ? undefined : code
}

/** Messages of `pg` and of the socket when the server is gone. */
const CONNECTION_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND'])
const CONNECTION_MESSAGE =
  /connection (terminated|ended|error)|not queryable|timeout exceeded|read timeout/i

export function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof pg.DatabaseError) return /^(57P|08)/.test(error.code ?? '')
  const code = 'code' in error ? String(error.code) : ''
  return CONNECTION_CODES.has(code) || CONNECTION_MESSAGE.test(error.message)
}

/**
 * A host name with several addresses fails with one error each, wrapped in one with an empty
 * message.
 */
export function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return messageOf(error.errors[0])
  return error instanceof Error && error.message !== '' ? error.message : String(error)
}
