// What SQLite's errors mean: a row that it refuses, a database that does not serve, or a bug.

import { StoreUnavailable } from './store.ts'

/** SQLITE_TOOBIG, SQLITE_CONSTRAINT, SQLITE_MISMATCH; the lowest byte of an error code says which of them it is. */
const ROW_REFUSAL_CODES = new Set([18, 19, 20])
const PRIMARY_CODE = 0xff
/** SQLITE_BUSY. */
const BUSY = 5

/**
 * SQLITE_PERM, BUSY, NOMEM, READONLY, IOERR, CORRUPT, FULL, CANTOPEN, PROTOCOL, AUTH and NOTADB: the database does not serve, whatever is
 * asked of it.
 */
const UNAVAILABLE_CODES = new Set([3, 5, 7, 8, 10, 11, 13, 14, 15, 23, 26])

/** True where the database refused a row, and serves. */
export const isRowRefusal = (error: unknown): boolean => ROW_REFUSAL_CODES.has(primaryCode(error))

/** True where somebody else has the lock. */
export const isBusy = (error: unknown): boolean => primaryCode(error) === BUSY

/** Does some work with the database; where it is the database that fails, whatever was asked of it, it says so. */
export function serving<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw unavailableOr(error)
  }
}

/** The error as the rest of the service knows it. */
export const unavailableOr = (error: unknown): unknown =>
  UNAVAILABLE_CODES.has(primaryCode(error))
    ? new StoreUnavailable(`the SQLite database cannot be used: ${messageOf(error)}`, {
        cause: error,
      })
    : error

/** The lowest byte of SQLite's error code; 0 for any other error. */
const primaryCode = (error: unknown): number =>
  error instanceof Error && 'errcode' in error ? Number(error.errcode) & PRIMARY_CODE : 0

export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)
