// Lookups of one turn of the event loop travel together: they share a connection and a round trip,
// and equal ones are sent once. A connection each would cost the server a wake-up per lookup.

import { timers } from '../time.ts'
import type { SqlRecord, Statement } from './store.ts'
import type { SqlValue } from './table.ts'

/** More than this many wait for each other longer than for another connection. */
const LOOKUPS_PER_CONNECTION = 32

/** The part of a pool of connections that lookups need. */
export interface Connections {
  connect(): Promise<Connection>
}

export interface Connection {
  query(asked: {
    readonly name: string
    readonly text: string
    readonly values: SqlValue[]
  }): Promise<{ readonly rows: readonly SqlRecord[] }>
  on(event: 'error', listener: () => void): unknown
  off(event: 'error', listener: () => void): unknown
  release(isBroken: boolean): void
}

interface Lookup {
  readonly statement: Statement
  readonly parameters: readonly SqlValue[]
  readonly answered: PromiseWithResolvers<readonly SqlRecord[]>
}

export class PostgresLookups {
  readonly #pool: Connections
  #waiting = new Map<string, Lookup>()

  constructor(pool: Connections) {
    this.#pool = pool
  }

  /** Rejects with the error of the connection or of the statement. */
  query(statement: Statement, parameters: readonly SqlValue[]): Promise<readonly SqlRecord[]> {
    const key = [statement.name, ...parameters].join('\0')
    const known = this.#waiting.get(key)
    if (known !== undefined) return known.answered.promise
    const answered = Promise.withResolvers<readonly SqlRecord[]>()
    this.#waiting.set(key, { statement, parameters, answered })
    if (this.#waiting.size === 1) timers.setImmediate(() => this.#ask())
    return answered.promise
  }

  #ask(): void {
    const lookups = [...this.#waiting.values()]
    this.#waiting = new Map()
    for (let first = 0; first < lookups.length; first += LOOKUPS_PER_CONNECTION)
      void this.#askTogether(lookups.slice(first, first + LOOKUPS_PER_CONNECTION))
  }

  async #askTogether(lookups: readonly Lookup[]): Promise<void> {
    let client: Connection
    try {
      client = await this.#pool.connect()
    } catch (error) {
      for (const { answered } of lookups) answered.reject(error)
      return
    }
    client.on('error', reportedByLookup)
    const results = await Promise.allSettled(
      lookups.map(async ({ statement: { name, text }, parameters, answered }) => {
        const asked = client.query({ name, text, values: [...parameters] })
        answered.resolve(asked.then(({ rows }) => rows))
        await asked
      }),
    )
    // The pool replaces the connection; a lookup has no transaction that would have to be ended.
    const isBroken = results.some(({ status }) => status === 'rejected')
    client.release(isBroken)
    if (!isBroken) client.off('error', reportedByLookup)
  }
}

/** A connection that breaks fails its lookups. Without a listener it would end the process. */
const reportedByLookup = (): void => undefined
