// The catalogue of a database, read in the same format on both engines: the text of the committed
// dump, columns, keys and query plans.

import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { parseDatabaseUrl } from '../../src/config.ts'
import { openStore } from '../../src/store/open.ts'
import type { Statement } from '../../src/store/store.ts'
import { TABLES } from '../../src/store/tables.ts'

interface Key {
  readonly table: string
  readonly kind: 'primary' | 'unique' | 'foreign'
  readonly columns: readonly string[]
}

export interface Catalogue {
  /** The schema as text, the same for the same migrations. */
  dump(): Promise<string>
  /** Column names of every table, in order. */
  columns(): Promise<ReadonlyMap<string, readonly string[]>>
  keys(): Promise<readonly Key[]>
  /** The full scans in a statement's plan: of a table, or of a project although a key is given. */
  scans(statement: Statement): Promise<readonly string[]>
  close(): Promise<void>
}

/** Creates the schema in an empty database and opens its catalogue. */
export async function openCatalogue(url: string): Promise<Catalogue> {
  const database = parseDatabaseUrl(url)
  const { store, closeReads } = await openStore(database)
  await closeReads()
  await store.close()
  return database.kind === 'sqlite' ? sqliteCatalogue(database.path) : postgresCatalogue(url)
}

/** The file that a dump is committed in. */
export const dumpFile = (name: 'sqlite' | 'postgres'): URL =>
  new URL(`../../src/store/schema.${name}.sql`, import.meta.url)

const heading = (engine: string): string =>
  `-- The schema as ${engine} holds it once every migration has run. Written by \`npm run schema\`; a test fails when it is stale.\n\n`

const grouped = (rows: readonly { table: string; column: string }[]): Map<string, string[]> => {
  const columns = new Map<string, string[]>()
  for (const { table, column } of rows) columns.set(table, [...(columns.get(table) ?? []), column])
  return columns
}

function sqliteCatalogue(path: string): Catalogue {
  const database = new DatabaseSync(path)
  const all = <Row>(text: string): Row[] => database.prepare(text).all() as Row[]
  return {
    async dump() {
      const rows = all<{ sql: string }>(
        `select sql from sqlite_master where sql is not null and name not like 'sqlite_%' order by tbl_name, type desc, name`,
      )
      return heading('SQLite') + rows.map(({ sql }) => `${unquoted(dedent(sql))};\n`).join('\n')
    },
    async columns() {
      return grouped(
        all(`select m.name as "table", c.name as "column" from sqlite_master m, pragma_table_info(m.name) c
          where m.type = 'table' and m.name not like 'sqlite_%' order by m.name, c.cid`),
      )
    },
    async keys() {
      const rows = all<{ table: string; kind: Key['kind']; columns: string }>(
        `select "table", kind, json_group_array("column") as columns from (
          select m.name as "table", 'primary' as kind, 0 as id, c.name as "column" from sqlite_master m, pragma_table_info(m.name) c
            where m.type = 'table' and c.pk > 0 and m.name not like 'sqlite_%' order by m.name, c.pk
        ) group by "table"
        union all
        select "table", kind, json_group_array("column") from (
          select m.name as "table", 'unique' as kind, i.seq as id, c.name as "column"
            from sqlite_master m, pragma_index_list(m.name) i, pragma_index_info(i.name) c
            where m.type = 'table' and i."unique" = 1 order by m.name, i.seq, c.seqno
        ) group by "table", id
        union all
        select "table", kind, json_group_array("column") from (
          select m.name as "table", 'foreign' as kind, f.id as id, f."from" as "column"
            from sqlite_master m, pragma_foreign_key_list(m.name) f where m.type = 'table' order by m.name, f.id, f.seq
        ) group by "table", id`,
      )
      return rows.map((row) => ({ ...row, columns: JSON.parse(row.columns) as string[] }))
    },
    async scans({ text }) {
      // A derived table (`(...) name`) is always read in full; a stored table must not be.
      const derived = new Set([...text.matchAll(/\)\s+(\w+)/g)].map(([, name]) => name))
      // For an insert SQLite also lists the search for children of the new row. It runs only while
      // a foreign key is violated, which the order of saving excludes.
      const isInsert = text.startsWith('insert into')
      return all<{ detail: string }>(
        `explain query plan ${text.replaceAll(/\$(\d+)/g, '?$1')}`,
      ).flatMap(({ detail }) => {
        // A list of values is not a table: `SCAN 32-ROW VALUES CLAUSE`.
        const scanned = /^SCAN ([a-zA-Z]\w*)/.exec(detail)?.[1]
        const table = scanned !== undefined && scanned !== 'CONSTANT' && !derived.has(scanned)
        return table || (isWholeProject(detail) && !isInsert) ? [detail] : []
      })
    },
    async close() {
      database.close()
    },
  }
}

/** An index searched by project only reads the whole project, except for the dataset's own row. */
const isWholeProject = (detail: string): boolean =>
  detail.endsWith('(project_id=?)') && !detail.startsWith('SEARCH dataset ')

/** SQLite quotes the name of a table that was renamed. */
const unquoted = (sql: string): string => sql.replace(/^CREATE TABLE "(\w+)"/, 'CREATE TABLE $1')

/** The text of a migration without its indentation. */
const dedent = (sql: string): string => sql.replaceAll(/\n {4}/g, '\n')

async function postgresCatalogue(url: string): Promise<Catalogue> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  let filled: Promise<void> | undefined
  const all = async <Row extends object>(text: string): Promise<Row[]> =>
    (await client.query<Row>(text)).rows
  return {
    async dump() {
      const rows = await all<{ line: string }>(POSTGRES_DUMP)
      return heading('PostgreSQL') + rows.map(({ line }) => `${line}\n`).join('')
    },
    async columns() {
      return grouped(
        await all(`select table_name as "table", column_name as "column" from information_schema.columns
          where table_schema = 'public' order by table_name, ordinal_position`),
      )
    },
    keys: () =>
      all<Key>(`select c.conrelid::regclass::text as "table",
        case c.contype when 'p' then 'primary' when 'u' then 'unique' else 'foreign' end as kind,
        (select json_agg(a.attname order by k.place) from unnest(c.conkey) with ordinality k (number, place)
          join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.number) as columns
        from pg_constraint c where c.contype in ('p', 'u', 'f') and c.connamespace = 'public'::regnamespace
        union all
        select i.indrelid::regclass::text, 'unique',
        (select json_agg(a.attname order by k.place) from unnest(i.indkey::int2[]) with ordinality k (number, place)
          join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number)
        from pg_index i join pg_class t on t.oid = i.indrelid where i.indisunique and t.relnamespace = 'public'::regnamespace`),
    async scans({ text }) {
      await (filled ??= fill(client))
      const [row] = await all<{ 'QUERY PLAN': readonly { Plan: PlanNode }[] }>(
        `explain (format json, generic_plan) ${text}`,
      )
      return row === undefined ? ['no plan'] : row['QUERY PLAN'].flatMap(({ Plan }) => flaws(Plan))
    },
    close: () => client.end(),
  }
}

/** Values of columns for which the rule by type produces an invalid one. */
const FILLED: Readonly<Record<string, string>> = {
  status: "'active'",
  pool_cards: '1',
  credit_account_id: 'n + 1',
  deposited_amount: '0',
  refunded_amount: '0',
  state: "'waiting'",
  mask: "'400000******' || lpad(n::text, 4, '0')",
  'card_number.replaced': 'null',
  'gateway_order.status': '1',
  'callback.status': '1',
  'webhook.state': "'active'",
  'real_time_decision.state': "'approved'",
}
const FILLED_TYPE = { integer: 'n', text: "'t' || n", boolean: '1', json: "'{}'" } as const

/** The same number of projects, each with its own owner. */
const ABOVE_PROJECTS_ROWS = [
  `insert into project (number, id, name, dataset_id, generation, sealed, created_at)
    select n, 'p' || n, 'p', n, 1, '', n from generate_series(1, 2000) n`,
  `insert into user_account (id, email, created_at) select 'u' || n, 'u' || n, n from generate_series(1, 2000) n`,
  `insert into project_member (project_number, user_id, role, joined_at)
    select n, 'u' || n, 'owner', n from generate_series(1, 2000) n`,
]

/** Rows and statistics: without rows every plan costs the same and PostgreSQL chooses any. */
async function fill(client: pg.Client): Promise<void> {
  await client.query('set enable_seqscan = off')
  await client.query('set session_replication_role = replica')
  for (const { name, columns, types } of Object.values(TABLES)) {
    const values = columns.map(
      (column, index) =>
        FILLED[`${name}.${column}`] ?? FILLED[column] ?? FILLED_TYPE[types[index] ?? 'text'],
    )
    await client.query(
      `insert into ${name} (project_id, ${columns.join(', ')}) select 1, ${values.join(', ')} from generate_series(1, 2000) n`,
    )
  }
  for (const statement of ABOVE_PROJECTS_ROWS) await client.query(statement)
  await client.query('analyze')
}

interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Index Cond'?: string
  readonly Plans?: readonly PlanNode[]
}

function flaws(node: PlanNode): string[] {
  const relation = node['Relation Name'] ?? node['Index Name'] ?? ''
  const condition = node['Index Cond'] ?? ''
  const columns = [...condition.matchAll(/ROW\((\w+)|(\w+)\)? (?:=|>=?|<)/g)].map(
    ([, ofRow, alone]) => ofRow ?? alone,
  )
  const isIndexed = node['Node Type'].includes('Index')
  const whole = isIndexed && columns.every((name) => name === 'project_id')
  const ownRow = relation === 'dataset' || relation.startsWith('dataset_')
  const bad = node['Node Type'] === 'Seq Scan' || (whole && !ownRow)
  const here = bad ? [`${node['Node Type']} ${relation} ${condition}`] : []
  return [...here, ...(node.Plans ?? []).flatMap(flaws)]
}

const POSTGRES_DUMP = `
  with tables as (
    select oid, relname as name, reloptions from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
  ), lines as (
    select t.name, 0 as part, 0 as place, '' as sort, 'create table ' || t.name || ' (' as line from tables t
    union all
    select t.name, 1, a.attnum, '', '  ' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
      || case when a.attnotnull then ' not null' else '' end
      || case a.attidentity when 'd' then ' generated by default as identity' when 'a' then ' generated always as identity' else '' end
      || coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '') || ','
    from tables t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    union all
    select t.name, 2, 0, c.contype::text || pg_get_constraintdef(c.oid), '  constraint ' || c.conname || ' ' || pg_get_constraintdef(c.oid) || ','
    from tables t join pg_constraint c on c.conrelid = t.oid and c.contype <> 'n'
    union all
    select t.name, 3, 0, '', ')' || coalesce(' with (' || array_to_string(t.reloptions, ', ') || ')', '') || ';' from tables t
    union all
    select t.name, 4, 0, pg_get_indexdef(i.indexrelid), pg_get_indexdef(i.indexrelid) || ';'
    from tables t join pg_index i on i.indrelid = t.oid
    where not exists (select 1 from pg_constraint c where c.conindid = i.indexrelid and c.contype in ('p', 'u'))
    union all
    select t.name, 5, 0, '', '' from tables t
  )
  select line from lines order by name collate "C", part, place, sort collate "C"`
