// Lookups of one turn of the event loop are sent together: they share a connection and a round
// trip, and equal ones are sent once. A connection each would cost the server a wake-up per lookup.
// Lookups that differ in one key become one statement with a list of keys.

import { timers } from '../time.ts'
import type { SqlRecord, Statement } from './store.ts'
import type { SqlValue } from './table.ts'

/** With more lookups on a connection, queueing would cost more than opening another connection. */
const LOOKUPS_PER_CONNECTION = 32
const KEYS_PER_STATEMENT = 64

/** The part of a connection pool that lookups need. */
export interface Connections {
  connect(): Promise<Connection>
}

export interface Connection {
  query(asked: {
    readonly name: string
    readonly text: string
    readonly values: (SqlValue | SqlValue[])[]
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
  readonly #joins: boolean
  #waiting = new Map<string, Lookup>()

  /**
   * `joins`: lookups may become one statement with a list. A sharded database would not route it.
   */
  constructor(pool: Connections, joins = true) {
    this.#pool = pool
    this.#joins = joins
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
    const waiting = [...this.#waiting.values()]
    const asked = this.#joins ? joined(waiting) : waiting.map((lookup) => [lookup])
    this.#waiting = new Map()
    for (let first = 0; first < asked.length; first += LOOKUPS_PER_CONNECTION)
      void this.#askTogether(asked.slice(first, first + LOOKUPS_PER_CONNECTION))
  }

  async #askTogether(groups: readonly Lookup[][]): Promise<void> {
    let client: Connection
    try {
      client = await this.#pool.connect()
    } catch (error) {
      for (const { answered } of groups.flat()) answered.reject(error)
      return
    }
    client.on('error', reportedByLookup)
    const results = await Promise.allSettled(groups.map((lookups) => askOne(client, lookups)))
    // The pool replaces the connection; a lookup has no transaction that would have to be ended.
    const isBroken = results.some(({ status }) => status === 'rejected')
    client.release(isBroken)
    if (!isBroken) client.off('error', reportedByLookup)
  }
}

/** The column of a list statement that contains the key of a row. */
const WANTED = 'wanted'

/**
 * A lookup for a list of keys. The list is hidden from the planner, which would otherwise plan
 * short lists every time. The limit makes it look up each key, as it would a single one.
 */
export const listStatement = ({ name, text, keyType = 'text' }: Statement): Statement => {
  const parameter = text.match(/\$\d+/g)?.toSorted().at(-1) ?? ''
  return {
    name: `${name}_of_list`,
    text: `select w.${WANTED}, r.* from unnest((select ${parameter}::${keyType}[])) as w(${WANTED})
      cross join lateral (${text.replaceAll(parameter, `w.${WANTED}`)} limit 1) as r`,
  }
}

const listStatements = new Map<Statement, Statement>()

function listStatementOf(statement: Statement): Statement {
  const known = listStatements.get(statement)
  if (known !== undefined) return known
  const made = listStatement(statement)
  listStatements.set(statement, made)
  return made
}

/** Groups the lookups that one statement can serve. */
function joined(lookups: readonly Lookup[]): Lookup[][] {
  const groups: Lookup[][] = []
  const byPrefix = new Map<string, Lookup[]>()
  for (const lookup of lookups) {
    const { statement, parameters } = lookup
    const prefix = [statement.name, ...parameters.slice(0, -1)].join('\0')
    const group = statement.keyType && byPrefix.get(prefix)
    if (group !== undefined && group.length < KEYS_PER_STATEMENT) {
      group.push(lookup)
      continue
    }
    const first = [lookup]
    groups.push(first)
    if (statement.keyType !== undefined) byPrefix.set(prefix, first)
  }
  return groups
}

/** Sends the statement of a group. */
async function askOne(client: Connection, lookups: readonly Lookup[]): Promise<void> {
  const [first] = lookups
  if (first === undefined) return
  const { statement, parameters, answered } = first
  if (lookups.length > 1) return askForMany(client, listStatementOf(statement), lookups)
  const { name, text } = statement
  const asked = client.query({ name, text, values: [...parameters] })
  answered.resolve(asked.then(({ rows }) => rows))
  await asked
}

async function askForMany(
  client: Connection,
  { name, text }: Statement,
  lookups: readonly Lookup[],
): Promise<void> {
  const keys = lookups.map(({ parameters }) => parameters.at(-1) ?? null)
  const values = [...(lookups[0]?.parameters.slice(0, -1) ?? []), keys]
  try {
    const { rows } = await client.query({ name, text, values })
    const found = new Map(rows.map((row) => [row[WANTED], row]))
    for (const [index, { answered }] of lookups.entries()) {
      const row = found.get(keys[index] ?? null)
      answered.resolve(row === undefined ? [] : [row])
    }
  } catch (error) {
    for (const { answered } of lookups) answered.reject(error)
    throw error
  }
}

/** A connection that breaks fails its lookups. Without a listener, it would end the process. */
const reportedByLookup = (): void => undefined
