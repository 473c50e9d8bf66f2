// PostgreSQL keeps the plan of a prepared statement until its tables' statistics change. A plan for
// an almost empty table reads all rows of a project for a few keys, which is slow once there are
// more, and the server collects statistics once a minute. So the first process that writes more
// rows requests a collection.

import type { RunSql } from './citus.ts'

/** Number of rows from which the server makes plans for a large table. */
const ROWS_ENOUGH = 1000

export class TableStatistics {
  readonly #run: RunSql
  /** Rows that this process has written, by table, up to the limit. */
  readonly #written = new Map<string, number>()
  #collected: Promise<unknown> = Promise.resolve()

  constructor(run: RunSql) {
    this.#run = run
  }

  /** Resolves when nothing is being collected. */
  get collected(): Promise<unknown> {
    return this.#collected
  }

  /** Counts rows of a table that were committed. */
  add(table: string, rows: number): void {
    const before = this.#written.get(table) ?? 0
    if (before >= ROWS_ENOUGH) return
    this.#written.set(table, before + rows)
    if (before + rows < ROWS_ENOUGH) return
    // The server collects them later if this fails, so only time is lost.
    this.#collected = this.#collected.then(() => this.#collect(table)).catch(() => undefined)
  }

  async #collect(table: string): Promise<void> {
    const known = await this.#run('select reltuples from pg_class where oid = $1::regclass', [
      table,
    ])
    if (Number(known[0]?.['reltuples']) < ROWS_ENOUGH) await this.#run(`analyze ${table}`)
  }
}
