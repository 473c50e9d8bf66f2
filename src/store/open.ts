// Opens the store of a database URL, and the connection that reads alongside its writer.

import { type DatabaseUrl, MEMORY_PATH } from './database-url.ts'
import { openSqlite, openSqliteReader } from './sqlite.ts'
import { hasRoomBeside } from './sqlite-file.ts'
import { type Queryable, SchemaMismatch, type Store, StoreUnavailable } from './store.ts'

export interface OpenStore {
  readonly store: Store
  readonly reads: Queryable
  /** Closes the reading connection, if it is separate. */
  readonly closeReads: () => Promise<void>
  /** Whether the disk has space for a batch of any size; absent if unknown. */
  readonly hasRoom?: () => boolean
}

/**
 * Throws `SchemaMismatch` for a database of a newer version, and `StoreUnavailable` if the
 * database cannot be reached, read or written.
 */
export async function openStore(database: DatabaseUrl): Promise<OpenStore> {
  try {
    return await open(database)
  } catch (error) {
    if (error instanceof SchemaMismatch || error instanceof StoreUnavailable) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new StoreUnavailable(`the database cannot be used: ${reason}`, { cause: error })
  }
}

/** A connection that reads alongside another thread's writer. */
export async function openReads(
  database: DatabaseUrl,
): Promise<Pick<OpenStore, 'reads'> & { isShared: boolean; close: () => Promise<void> }> {
  if (database.kind === 'postgres') {
    const { openPostgres } = await import('./postgres.ts')
    const store = await openPostgres(database.url)
    return { reads: store, isShared: true, close: () => store.close() }
  }
  const reads = openSqliteReader(database.path)
  return { reads, isShared: false, close: () => reads.close() }
}

async function open(database: DatabaseUrl): Promise<OpenStore> {
  if (database.kind === 'postgres') {
    // Loaded on demand, because the PostgreSQL driver costs time and memory that SQLite does not
    // need.
    const { openPostgres } = await import('./postgres.ts')
    const store = await openPostgres(database.url)
    return { store, reads: store, closeReads: () => Promise.resolve() }
  }
  const store = await openSqlite(database.path)
  if (database.path === MEMORY_PATH)
    return { store, reads: store, closeReads: () => Promise.resolve() }
  try {
    const reads = openSqliteReader(database.path)
    const hasRoom = (): boolean => hasRoomBeside(database.path)
    return { store, reads, closeReads: () => reads.close(), hasRoom }
  } catch (error) {
    await store.close()
    throw error
  }
}
