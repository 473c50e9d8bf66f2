// The file of an SQLite database: made for its owner alone, owned by one process, opened, and what its failures mean.

import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  realpathSync,
  statfsSync,
  statSync,
  utimesSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StoreUnavailable } from './store.ts'

/** The part of an error code that says which kind of failure it is. */
const PRIMARY_CODE = 0xff
/** SQLITE_BUSY. */
const BUSY_CODE = 5
/** SQLITE_IOERR. */
const IO_ERROR_CODE = 10

const OWNER_ONLY = 0o600

/**
 * SQLITE_PERM, BUSY, NOMEM, READONLY, IOERR, CORRUPT, FULL, CANTOPEN, PROTOCOL, AUTH and NOTADB: the database does not serve, whatever is
 * asked of it.
 */
const UNAVAILABLE_CODES = new Set([3, 5, 7, 8, 10, 11, 13, 14, 15, 23, 26])

/**
 * After so many pages, 32 MB, what was committed goes from the log into the file. The ends of the same few trees are written again and again, so
 * the rarer this is the less there is to write: with SQLite's own 1,000 a payment takes a tenth more processor time.
 */
const CHECKPOINT_PAGES = 8000

/** Settings of a connection; `timeout` is how long it waits for another's lock, milliseconds. */
const WORKING_CONNECTION = {
  timeout: 5000,
  pragmas: [
    'pragma journal_mode = wal',
    'pragma synchronous = full',
    'pragma foreign_keys = on',
    'pragma cache_size = -65536',
    `pragma wal_autocheckpoint = ${CHECKPOINT_PAGES}`,
  ].join('; '),
}
const LOCK_CONNECTION = { timeout: 0, pragmas: '' }

/**
 * Makes the file, where it is not there, for its owner alone; SQLite gives the files beside it the rights of the database. One that is there is
 * not touched: closing it would drop the locks that this process has on it (POSIX).
 */
function makeFile(path: string): void {
  if (existsSync(path)) return
  try {
    mkdirSync(dirname(path), { recursive: true })
    closeSync(openSync(path, 'a', OWNER_ONLY))
  } catch (error) {
    throw new StoreUnavailable(`cannot open the SQLite file ${path}: ${messageOf(error)}`, {
      cause: error,
    })
  }
}

/** What a large batch writes into the log beside the file. */
const FREE_BYTES_MIN = 1024 * 1024

/** False where the disk has less room than a large batch takes; a disk that cannot be asked is not full. */
export function hasRoomBeside(path: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(dirname(path))
    return bavail * bsize >= FREE_BYTES_MIN
  } catch {
    return true
  }
}

const cannotWrite = (path: string, cause: unknown): StoreUnavailable =>
  new StoreUnavailable(`cannot write the SQLite file ${path}: ${messageOf(cause)}`, { cause })

/** SQLite itself would only speak of an I/O error. */
function assertWritable(path: string): void {
  try {
    accessSync(path, constants.R_OK | constants.W_OK)
  } catch (error) {
    throw cannotWrite(path, error)
  }
}

/**
 * Every connection of a running service holds a lock on the file itself, whatever name it was opened by, and a database leaves the
 * write-ahead log only where there is no other: so this finds an owner behind another link to the file, or one whose lock file was removed.
 */
function assertUnused(path: string): void {
  const database = connect(path, LOCK_CONNECTION)
  try {
    database.exec('pragma journal_mode = delete')
  } catch (error) {
    if (primaryCode(error) !== BUSY_CODE) throw unavailableOr(error)
    throw inUse(path, error)
  } finally {
    database.close()
  }
}

/** Makes the file where it is not there, and claims it for this process until the returned connection is closed. */
export function ownFile(path: string): DatabaseSync {
  makeFile(path)
  assertWritable(path)
  const ownership = holdLock(realpathSync(path))
  try {
    assertUnused(path)
    return ownership
  } catch (error) {
    ownership.close()
    throw error
  }
}

/**
 * Claims the file for this process by holding a lock on a database beside it. The operating system drops the lock with the
 * process, however that ends, so nothing stale is ever left to clean up.
 */
function holdLock(path: string): DatabaseSync {
  const lockPath = `${path}-lock`
  makeFile(lockPath)
  const lock = connect(lockPath, LOCK_CONNECTION)
  try {
    lock.exec('pragma journal_mode = delete; begin exclusive')
    return lock
  } catch (error) {
    lock.close()
    throw inUse(path, error)
  }
}

const inUse = (path: string, cause: unknown): StoreUnavailable =>
  new StoreUnavailable(`the SQLite file ${path} is in use by another process`, { cause })

export function connect(path: string, { timeout, pragmas } = WORKING_CONNECTION): DatabaseSync {
  try {
    const database = new DatabaseSync(path, { timeout })
    database.exec(pragmas)
    return database
  } catch (error) {
    throw new StoreUnavailable(`cannot open the SQLite file ${path}: ${messageOf(error)}`, {
      cause: error,
    })
  }
}

/** Does some work with the database; where it is the database that fails, whatever was asked of it, it says so. */
export function serving<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw unavailableOr(error)
  }
}

/** The same for work that writes. */
export function writing<T>(database: DatabaseSync, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw unavailableOr(unwritableOr(database, error))
  }
}

export const unavailableOr = (error: unknown): unknown =>
  error instanceof StoreUnavailable || !UNAVAILABLE_CODES.has(primaryCode(error))
    ? error
    : new StoreUnavailable(`the SQLite database cannot be used: ${messageOf(error)}`, {
        cause: error,
      })

/**
 * A file system that has become read-only is an I/O error to SQLite; the operating system knows better, and says so whatever is to be written:
 * here the times of the file, as they are.
 */
function unwritableOr(database: DatabaseSync, error: unknown): unknown {
  const path = primaryCode(error) === IO_ERROR_CODE ? database.location() : null
  if (path === null) return error
  try {
    const { atime, mtime } = statSync(path)
    utimesSync(path, atime, mtime)
    return error
  } catch (reason) {
    return cannotWrite(path, reason)
  }
}

/** The lowest byte of SQLite's error code; 0 for any other error. */
export const primaryCode = (error: unknown): number =>
  error instanceof Error && 'errcode' in error ? Number(error.errcode) & PRIMARY_CODE : 0

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)
