// The file of an SQLite database: creates, locks and opens it, and classifies its errors.

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
import type { DatabaseSync } from 'node:sqlite'
import { StoreUnavailable } from './store.ts'

/**
 * Loaded on first use, because in Node.js 20, which lacks it, an import would fail before the
 * package can report the required version.
 */
const newDatabase = (...args: ConstructorParameters<typeof DatabaseSync>): DatabaseSync =>
  new (process.getBuiltinModule('node:sqlite').DatabaseSync)(...args)

/** The primary part of an error code. */
const PRIMARY_CODE = 0xff
/** SQLITE_BUSY. */
const BUSY_CODE = 5
/** SQLITE_IOERR. */
const IO_ERROR_CODE = 10

const OWNER_ONLY = 0o600

/**
 * SQLITE_PERM, BUSY, NOMEM, READONLY, IOERR, CORRUPT, FULL, CANTOPEN, PROTOCOL, AUTH and NOTADB:
 * the database fails, regardless of the statement.
 */
const UNAVAILABLE_CODES = new Set([3, 5, 7, 8, 10, 11, 13, 14, 15, 23, 26])

/**
 * Pages after which the write-ahead log is copied into the file (32 MB). Transactions write the
 * same few pages again and again, so rare copies write less: with SQLite's default of 1,000, a
 * payment takes 10% more CPU time.
 */
const CHECKPOINT_PAGES = 8000

/** Settings of a connection. `timeout` is how long it waits for a lock, in milliseconds. */
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
 * Creates a missing file with access for its owner only; SQLite gives the accompanying files the
 * same mode. An existing file is not opened, because closing it would release this process's locks
 * (POSIX).
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

/** The size that a large batch adds to the write-ahead log. */
const FREE_BYTES_MIN = 1024 * 1024

/**
 * False if the disk has less space than a large batch needs. A disk that cannot be queried counts
 * as not full.
 */
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

/** SQLite itself would only report an I/O error. */
function assertWritable(path: string): void {
  try {
    accessSync(path, constants.R_OK | constants.W_OK)
  } catch (error) {
    throw cannotWrite(path, error)
  }
}

/**
 * Every connection of a running service locks the file itself, regardless of its name, and only the
 * last connection leaves WAL mode. So this detects an owner that opened the file through another
 * link, or whose lock file was deleted.
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

/**
 * Creates a missing file, and locks it for this process until the returned connection is closed.
 */
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
 * Locks the file through a lock on a separate database next to it. The operating system releases it
 * when the process ends in any way, so no stale lock remains.
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
    const database = newDatabase(path, { timeout })
    database.exec(pragmas)
    return database
  } catch (error) {
    throw new StoreUnavailable(`cannot open the SQLite file ${path}: ${messageOf(error)}`, {
      cause: error,
    })
  }
}

/** Opens an existing file and changes nothing. */
export function connectReadOnly(path: string): DatabaseSync {
  if (!existsSync(path)) throw new StoreUnavailable(`there is no SQLite file ${path}`)
  try {
    return newDatabase(path, { readOnly: true, timeout: WORKING_CONNECTION.timeout })
  } catch (error) {
    throw new StoreUnavailable(`cannot open the SQLite file ${path}: ${messageOf(error)}`, {
      cause: error,
    })
  }
}

/** Why the file or its folder cannot be written; undefined if they can. */
export function reasonNotWritable(path: string): string | undefined {
  try {
    accessSync(path, constants.R_OK | constants.W_OK)
    accessSync(dirname(path), constants.W_OK)
    return undefined
  } catch (error) {
    return messageOf(error)
  }
}

/** Runs work on the database and throws `StoreUnavailable` if the database fails. */
export function serving<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw unavailableOr(error)
  }
}

/** Like `serving`, for work that writes. */
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
 * SQLite reports a file system that became read-only as an I/O error. The operating system reports
 * the reason for any write, such as this one, which sets the file's times to their current values.
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

/** The lowest byte of SQLite's error code; 0 for other errors. */
export const primaryCode = (error: unknown): number =>
  error instanceof Error && 'errcode' in error ? Number(error.errcode) & PRIMARY_CODE : 0

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)
