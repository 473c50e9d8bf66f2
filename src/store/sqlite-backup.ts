// Copies an SQLite database while a service uses it.

import { closeSync, fsyncSync, linkSync, openSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { connectReadOnly, serving } from './sqlite-file.ts'
import { StoreUnavailable } from './store.ts'

const OWNER_ONLY = 0o600

/** The file already exists. A backup never overwrites a file. */
export class BackupExists extends Error {
  override readonly name = 'BackupExists'
}

/**
 * Writes the currently committed data to `file`, and returns its size in bytes. `check` reads the
 * complete copy before it gets its name. The service continues to write in the meantime, because
 * the copy is one read transaction, which its write-ahead log does not block.
 */
export async function backUpSqlite(
  path: string,
  file: string,
  check: (draft: string) => Promise<void>,
): Promise<number> {
  const draft = `${file}.partial`
  createForOwner(draft)
  try {
    const source = connectReadOnly(path)
    try {
      // Not the backup API, because it starts over after every commit of another process.
      serving(() => source.prepare('vacuum into ?').run(draft))
    } finally {
      source.close()
    }
    await check(draft)
    synchronise(draft)
    nameWithoutOverwriting(draft, file)
    synchronise(dirname(file))
    return statSync(file).size
  } finally {
    rmSync(draft, { force: true })
  }
}

/** SQLite fills an empty file, so the copy keeps the empty file's mode. */
function createForOwner(path: string): void {
  try {
    closeSync(openSync(path, 'wx', OWNER_ONLY))
  } catch (error) {
    throw failureOf(path, error)
  }
}

/** A link fails if the name exists; a rename would replace the file. */
function nameWithoutOverwriting(draft: string, file: string): void {
  try {
    linkSync(draft, file)
  } catch (error) {
    throw failureOf(file, error)
  }
}

/** Waits until a file or the names in a folder are on disk. */
function synchronise(path: string): void {
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

function failureOf(path: string, error: unknown): Error {
  if (error instanceof Error && 'code' in error && error.code === 'EEXIST')
    return new BackupExists(path)
  const reason = error instanceof Error ? error.message : String(error)
  return new StoreUnavailable(`cannot write the backup ${path}: ${reason}`, { cause: error })
}
