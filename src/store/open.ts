// Opens the store that a database URL names, and the connection that reads beside its writer.

import { type DatabaseUrl, MEMORY } from './database-url.ts'
import { openPostgres } from './postgres.ts'
import { openSqlite, openSqliteReader } from './sqlite.ts'
import type { Queryable, Store } from './store.ts'

export interface OpenStore {
  readonly store: Store
  readonly reads: Queryable
  /** Closes what reads, where that is a connection of its own. */
  readonly closeReads: () => Promise<void>
}

export async function openStore(database: DatabaseUrl): Promise<OpenStore> {
  if (database.kind === 'postgres') {
    const store = await openPostgres(database.url)
    return { store, reads: store, closeReads: () => Promise.resolve() }
  }
  const store = await openSqlite(database.path)
  if (database.path === MEMORY) return { store, reads: store, closeReads: () => Promise.resolve() }
  const reads = openSqliteReader(database.path)
  return { store, reads, closeReads: () => reads.close() }
}
