// Makes the PostgreSQL driver as strict as Citus. Each statement is parsed and checked with its
// parameters before it is sent. If Citus would reject it, the server raises an error with the same
// state instead, which also ends the transaction.

import pg from 'pg'
import { type Analysis, analysisOf, NOT_SUPPORTED, parameterOf, verdictOf } from './citus-rules.ts'
import { PLACEMENT } from './routing-exceptions.ts'
import { statementsOf } from './routing.ts'

export interface Sent {
  readonly client: pg.Client
  readonly name: string
  readonly text: string
  readonly values: readonly unknown[]
}

export interface StrictCitus {
  /** The statements since the last call. */
  take(): readonly Sent[]
  /** The rejected statements since the last call, with the reason. */
  takeRefusals(): readonly string[]
  stop(): void
}

interface StrictOptions {
  /** As `get_shard_id_for_distribution_column` of the fake, up to a constant. */
  readonly shardOf: (datasetId: number) => number
  readonly applies: (sent: Sent) => boolean
}

const analyses = new Map<string, readonly Analysis[]>()

function analysesOf(text: string): readonly Analysis[] {
  const known = analyses.get(text)
  if (known !== undefined) return known
  const made = statementsOf(text).map((tree) => analysisOf(tree, PLACEMENT))
  analyses.set(text, made)
  return made
}

/**
 * Statements of tests have no names, or one that says so. The few of the product without a name are
 * known to the proof of routes.
 */
export const isOfProduct = ({ name, text }: Sent): boolean =>
  /^(?!test_)./.test(name) || /^(begin|commit|rollback)$/.test(text)

/** The lock of a migration, which may use what Citus supports for its own statements. */
const MIGRATION_LOCK = 'pg_advisory_xact_lock(8583)'

export function beStrict({ shardOf, applies }: StrictOptions): StrictCitus {
  let sent: Sent[] = []
  let refusals: string[] = []
  const migrating = new WeakSet<pg.Client>()
  /** The shards that the transaction of a connection has written to. */
  const heldBy = new WeakMap<pg.Client, Set<number>>()

  function refusalOf({ client, text, values }: Sent): string | undefined {
    if (/^(begin|commit|rollback)$/.test(text)) {
      heldBy.set(client, new Set())
      return undefined
    }
    const shardsOf = (key: string): number[] =>
      [values[parameterOf(key) - 1]].flat().map((id) => (id === null ? NaN : shardOf(Number(id))))
    for (const analysis of analysesOf(text)) {
      const { refusal, shard } = verdictOf(analysis, shardsOf)
      if (refusal !== undefined) return refusal
      if (shard === undefined) continue
      if (analysis.writes) heldBy.get(client)?.add(shard)
      else if (analysis.locks && heldBy.get(client)?.has(shard) !== true)
        return 'the shard could move to another server, where its rows are not locked'
    }
    return undefined
  }

  const prototype = pg.Client.prototype
  const query = Reflect.get(prototype, 'query') as (...given: unknown[]) => unknown
  function strictQuery(this: pg.Client, ...given: unknown[]): unknown {
    const [asked, values] = given as [string | Sent, unknown]
    const { name = '', text } = typeof asked === 'string' ? { text: asked } : asked
    if (typeof text !== 'string') return query.apply(this, given)
    const parameters = typeof asked === 'string' ? values : asked.values
    const each: Sent = {
      client: this,
      name,
      text,
      values: Array.isArray(parameters) ? parameters : [],
    }
    if (text.includes(MIGRATION_LOCK)) migrating.add(this)
    if (!applies(each) || migrating.has(this)) return query.apply(this, given)
    sent.push(each)
    const refusal = refusalOf(each)
    if (refusal === undefined) return query.apply(this, given)
    refusals.push(`${name}: ${refusal}: ${text}`)
    const callback = given.filter((one) => typeof one === 'function')
    return query.apply(this, [
      `do $do$ begin raise exception '${refusal}' using errcode = '${NOT_SUPPORTED}'; end $do$`,
      ...callback,
    ])
  }
  Reflect.set(prototype, 'query', strictQuery)
  return {
    take() {
      const taken = sent
      sent = []
      return taken
    },
    takeRefusals() {
      const taken = refusals
      refusals = []
      return taken
    },
    stop: () => void Reflect.set(prototype, 'query', query),
  }
}
