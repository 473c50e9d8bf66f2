// Opens the store that a database URL names, and the connection that reads beside its writer.

import { type DatabaseUrl, MEMORY_PATH } from './database-url.ts'
import { openSqlite, openSqliteReader } from './sqlite.ts'
import { hasRoomBeside } from './sqlite-file.ts'
import { type Queryable, SchemaMismatch, type Store, StoreUnavailable } from './store.ts'

export interface OpenStore {
  readonly store: Store
  readonly reads: Queryable
  /** Closes what reads, where that is a connection of its own. */
  readonly closeReads: () => Promise<void>
  /** Whether the disk has room for a batch of any size; absent where this process cannot tell. */
  readonly hasRoom?: () => boolean
}

/**
 * Throws `SchemaMismatch` for a database of a newer version, and `StoreUnavailable` for one that cannot be reached, read or written: before
 * anything was served, whatever the database refuses is a reason not to start.
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

async function open(database: DatabaseUrl): Promise<OpenStore> {
  if (database.kind === 'postgres') {
    // Its driver takes a part of every start and memory for good, which a service on SQLite has no use for.
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
