// The only file that uses Citus, the PostgreSQL extension that distributes tables over several
// servers. It only uses functions, tables and settings from Citus' documentation.
//
// Project tables are distributed by `project_id`, the id of a dataset. They are co-located, so that
// one server has all rows of a dataset. The catalogue and the accounts stay local tables of the
// coordinator, because they are small and their keys are unique across all projects.

import { LRUCache } from 'lru-cache'
import type { SqlRecord, Statement } from './store.ts'
import type { SqlValue } from './table.ts'

/** Runs a statement on a connection to the coordinator. */
export type RunSql = (
  text: string,
  parameters?: readonly SqlValue[],
) => Promise<readonly SqlRecord[]>

/** The column by which tables are distributed. */
const KEY = 'project_id'
/** The other tables are co-located with this one. */
const FIRST_TABLE = 'dataset'

/** `citus_version()` would fail without the extension. */
const FIND_EXTENSION = "select 1 as present from pg_extension where extname = 'citus'"

/** Project tables, the first one first. */
const FIND_TABLES = `select c.relname::text as name from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attname = '${KEY}' and not a.attisdropped
  where c.relkind in ('r', 'p') and c.relnamespace = current_schema()::regnamespace
  order by c.relname <> '${FIRST_TABLE}', c.relname`

const FIND_DISTRIBUTED = `select c.relname::text as name,
    column_to_column_name(p.logicalrelid, p.partkey)::text as key, p.colocationid as colocation
  from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid
  where p.partmethod = 'h' and c.relnamespace = current_schema()::regnamespace`

/** References between tables of which at least one is in the list of names. */
const FIND_REFERENCES = `select k.conname::text as name, c.relname::text as owner,
    pg_get_constraintdef(k.oid) as definition
  from pg_constraint k join pg_class c on c.oid = k.conrelid
    join pg_class r on r.oid = k.confrelid
  where k.contype = 'f' and c.relnamespace = current_schema()::regnamespace
    and (c.relname = any($1::text[]) or r.relname = any($1::text[]))
  order by c.relname, k.conname`

/** All changes of shards use one connection per server, so that the transaction sees its own. */
const ONE_CONNECTION = "set local citus.multi_shard_modify_mode to 'sequential'"

export const hasCitus = async (run: RunSql): Promise<boolean> =>
  (await run(FIND_EXTENSION)).length > 0

const namesOf = (records: readonly SqlRecord[]): string[] => records.map(({ name }) => String(name))

/** Whether the project tables are distributed. */
export async function isDistributed(run: RunSql): Promise<boolean> {
  if (!(await hasCitus(run))) return false
  return namesOf(await run(FIND_DISTRIBUTED)).includes(FIRST_TABLE)
}

/** Prepares a transaction that changes the schema of a distributed database. */
export async function changeShardsInTurn(run: RunSql): Promise<void> {
  await run(ONE_CONNECTION)
}

/**
 * Distributes the project tables that are not distributed yet, with their rows, and returns their
 * names. The caller commits. References are dropped in the meantime, because both tables must be
 * distributed for a reference to exist.
 */
export async function distributeTables(run: RunSql): Promise<readonly string[]> {
  const done = new Set(namesOf(await run(FIND_DISTRIBUTED)))
  const tables = namesOf(await run(FIND_TABLES)).filter((name) => !done.has(name))
  if (tables.length === 0) return []
  await changeShardsInTurn(run)
  const references = await run(FIND_REFERENCES, [`{${tables.join(',')}}`])
  for (const { name, owner } of references)
    await run(`alter table ${String(owner)} drop constraint ${String(name)}`)
  for (const table of tables) {
    const group = table === FIRST_TABLE ? 'none' : FIRST_TABLE
    await run(`select create_distributed_table('${table}', '${KEY}', colocate_with => '${group}')`)
  }
  for (const table of tables)
    await run(`select truncate_local_data_after_distributing_table('${table}')`)
  for (const { name, owner, definition } of references)
    await run(`alter table ${String(owner)} add constraint ${String(name)} ${String(definition)}`)
  return tables
}

interface Distribution {
  /** One sentence about the location of the tables. */
  readonly summary: string
  readonly problems: readonly string[]
}

const COUNT_SHARDS = `select count(*) as shards from pg_dist_shard
  where logicalrelid = '${FIRST_TABLE}'::regclass`
const COUNT_SERVERS =
  'select count(*) as servers from pg_dist_node where isactive and shouldhaveshards'
const FIND_INACTIVE_SERVERS = `select nodename || ':' || nodeport as name from pg_dist_node
  where not isactive order by 1`
/** An active server may be down, because Citus does not change its state. */
const FIND_UNREACHABLE_SERVERS = `select distinct to_nodename || ':' || to_nodeport as name
  from citus_check_cluster_node_health() where not result order by 1`
const FIND_LOST_SHARDS = `select s.shardid as name from pg_dist_shard s where not exists (
    select 1 from pg_dist_placement p where p.shardid = s.shardid and p.shardstate = 1)
  order by 1 limit 20`
/** A unique key that a single shard cannot enforce. */
const FIND_LOOSE_KEYS = `select x.relname::text as name from pg_index i
    join pg_class x on x.oid = i.indexrelid join pg_class c on c.oid = i.indrelid
  where i.indisunique and c.relnamespace = current_schema()::regnamespace
    and c.relname = any($1::text[]) and not exists (
      select 1 from pg_attribute a
      where a.attrelid = c.oid and a.attname = '${KEY}' and a.attnum = any(i.indkey::int2[]))
  order by 1`
/** References whose tables or keys differ, so that the rows may be on different servers. */
const FIND_LOOSE_REFERENCES = `select k.conname::text as name from pg_constraint k
    join pg_class c on c.oid = k.conrelid join pg_class r on r.oid = k.confrelid
  where k.contype = 'f' and c.relnamespace = current_schema()::regnamespace
    and (c.relname = any($1::text[]) or r.relname = any($1::text[])) and not exists (
      select 1 from unnest(k.conkey, k.confkey) as pair (own, other)
        join pg_attribute a on a.attrelid = k.conrelid and a.attnum = pair.own
        join pg_attribute b on b.attrelid = k.confrelid and b.attnum = pair.other
      where a.attname = '${KEY}' and b.attname = '${KEY}')
  order by 1`

/** The location of the tables, and problems with their distribution. */
export async function distributionOf(run: RunSql): Promise<Distribution> {
  const tables = namesOf(await run(FIND_TABLES))
  const list = `{${tables.join(',')}}`
  const problems = [
    ...namesOf(await run(FIND_LOOSE_KEYS, [list])).map(
      (name) => `the unique index ${name} lacks ${KEY}`,
    ),
    ...namesOf(await run(FIND_LOOSE_REFERENCES, [list])).map(
      (name) => `the reference ${name} does not compare ${KEY}`,
    ),
  ]
  if (!(await hasCitus(run))) return { summary: 'all tables are on one server', problems }
  const distributed = await run(FIND_DISTRIBUTED)
  if (!namesOf(distributed).includes(FIRST_TABLE))
    return {
      summary:
        'all tables are on the coordinator: "sandcard database distribute" distributes those of projects',
      problems,
    }
  const [shards] = await run(COUNT_SHARDS)
  const [servers] = await run(COUNT_SERVERS)
  return {
    summary: `${tables.length} tables by ${KEY}, shards: ${String(shards?.['shards'])}, servers: ${String(servers?.['servers'])}`,
    problems: [
      ...problems,
      ...misplaced(tables, distributed),
      ...namesOf(await run(FIND_INACTIVE_SERVERS)).map(
        (name) => `the server ${name} is not active`,
      ),
      ...namesOf(await run(FIND_UNREACHABLE_SERVERS)).map(
        (name) => `the server ${name} cannot be reached`,
      ),
      ...namesOf(await run(FIND_LOST_SHARDS)).map((name) => `the shard ${name} has no server`),
    ],
  }
}

function misplaced(tables: readonly string[], distributed: readonly SqlRecord[]): string[] {
  const byName = new Map(distributed.map((record) => [String(record['name']), record]))
  const group = byName.get(FIRST_TABLE)?.['colocation']
  return tables.flatMap((table) => {
    const found = byName.get(table)
    if (found === undefined) return [`the table ${table} is not distributed`]
    if (found['key'] !== KEY)
      return [`the table ${table} is distributed by ${String(found['key'])} instead of ${KEY}`]
    return found['colocation'] === group
      ? []
      : [`the table ${table} is not co-located with ${FIRST_TABLE}`]
  })
}

/**
 * Locks the shard of a dataset on its server until the end of the transaction. A move or split of a
 * shard waits for transactions that have written to it, but not for transactions that have only
 * locked rows. Such a lock would stay on the former server, while the writes go to the new one. No
 * row matches, so nothing is written. Citus locks the shards of a group in the order of their
 * numbers, and `dataset` has the first, so the two never wait for each other.
 */
export const holdShard: Statement = {
  name: 'hold_shard',
  text: `update ${FIRST_TABLE} set retired = 1 where ${KEY} = $1 and retired = 2`,
}

/**
 * The statements that retire a dataset, next to a change of the catalogue that replaces it. Citus
 * commits on a single worker before it commits on the coordinator. A coordinator that stopped in
 * between would leave a project without its data.
 */
const RETIRING = new Set(['save_dataset', 'retire_dataset'])
export const needsTwoPhases = ({ name }: Statement): boolean => RETIRING.has(name)

/**
 * A write that changes no row. Because it addresses several shards, Citus commits in two phases.
 */
export const commitInTwoPhases: Statement = {
  name: 'commit_in_two_phases',
  text: `update ${FIRST_TABLE} set retired = 1 where ${KEY} < $1`,
}
/** Smaller than every id. */
export const BEFORE_ALL = 0

/** A statement that is only possible in one shard addressed datasets in several. */
export const SEVERAL_SHARDS = '0A000'

/**
 * Internal errors and missing tables, where a statement was planned before its shard was moved or
 * split and ran afterwards.
 */
export const MOVED_STATES = new Set(['XX000', '42P01'])

/**
 * "could not commit transaction for shard": the coordinator lost the shard's server during the
 * commit, which may have succeeded.
 */
export const LOST_SERVER = 'XX000'

/** Number of datasets whose shard is cached. */
const REMEMBERED_MAX = 100_000
/**
 * How long a shard is cached, in milliseconds, because isolating a project or splitting a shard
 * changes the shards of datasets.
 */
const REMEMBERED_MS = 60_000
/** Number of shards that one statement looks up. */
const LOOKED_UP_MAX = 1000

/** Groups datasets by their shard, because a transaction in one shard commits on one server. */
export class Shards {
  readonly #run: RunSql
  readonly #shardOf = new LRUCache<number, number>({ max: REMEMBERED_MAX, ttl: REMEMBERED_MS })
  #isAsking = false

  constructor(run: RunSql) {
    this.#run = run
  }

  /**
   * The datasets in the same shard as the first one. A dataset whose shard is unknown is alone; its
   * shard is looked up for the next time.
   */
  ofFirst(datasetIds: readonly number[]): readonly number[] {
    const unknown = datasetIds.filter((id) => !this.#shardOf.has(id))
    if (unknown.length > 0) void this.#lookUp(unknown.slice(0, LOOKED_UP_MAX))
    const [first] = datasetIds
    const shard = first === undefined ? undefined : this.#shardOf.get(first)
    return shard === undefined
      ? datasetIds.slice(0, 1)
      : datasetIds.filter((id) => this.#shardOf.get(id) === shard)
  }

  /**
   * Forgets the cached shards of datasets that turned out to be in several shards, because a shard
   * was split.
   */
  forget(datasetIds: readonly number[]): void {
    for (const id of datasetIds) this.#shardOf.delete(id)
  }

  async #lookUp(datasetIds: readonly number[]): Promise<void> {
    if (this.#isAsking) return
    this.#isAsking = true
    try {
      const records = await this.#run(
        `select id, get_shard_id_for_distribution_column('${FIRST_TABLE}', id) as shard
          from unnest($1::bigint[]) id`,
        [`{${datasetIds.join(',')}}`],
      )
      for (const { id, shard } of records) this.#shardOf.set(Number(id), Number(shard))
    } catch {
      // The datasets stay alone until the next time; their own statements report an outage.
    } finally {
      this.#isAsking = false
    }
  }
}
