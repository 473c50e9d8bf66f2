// Writes past orders into a database that no service has open. They are copies of existing orders
// with their entries and callbacks, under new ids and at earlier times. Balances stay unchanged,
// because pages show stored rows and do not audit them.

import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'

/** The differences between the dialects. */
const DIALECTS = {
  sqlite: { hex: (value: string) => `printf('%08x', ${value})`, text: '' },
  postgres: { hex: (value: string) => `lpad(to_hex(${value}), 8, '0')`, text: '::text' },
} as const
type Dialect = keyof typeof DIALECTS

/** Milliseconds between two past orders. */
const STEP_MS = 60_000
/** Ids reserved for the entries and callbacks of one copy. */
const IDS_EACH = 20

/** Offsets that keep the ids of entries and callbacks of one copy distinct. */
const columnsOf = {
  order: `number, status, two_stage, amount, currency, approved_amount, deposited_amount, refunded_amount, action_code, client_id,
    due_at, request, progress, failed_attempts`,
  entry: `kind, stan, amount, currency, debit_account_id, credit_account_id, source_number_id, source_card_id, destination_number_id,
    destination_card_id, approved, details`,
  callback: `binding_id, operation, status, state, url, origin, message, previous_id, attempt, failures, first_at, due_at, lease_until,
    attempts`,
}

/** The existing orders take turns as the source of a copy. */
function statements(dialect: Dialect, count: number): readonly string[] {
  const { hex, text } = DIALECTS[dialect]
  const id = `${hex('step.n')} || substr(o.id, 9)`
  const copies = `step (n) as (select cast(1 as bigint) union all select n + 1 from step where n < ${count}),
    original as (select o.*, row_number() over (order by o.id) - 1 as position, count(*) over () as of_all from gateway_order o),
    copy as (select o.*, ${id} as new_id, step.n, o.created_at - (${count} - step.n) * ${STEP_MS} - ${STEP_MS} as new_at
      from step join original o on o.position = step.n % o.of_all)`
  const numbered = (table: string) =>
    `(select b.*, row_number() over (partition by b.project_id, b.order_id order by b.id) as place from ${table} b
      where b.order_id is not null)`
  const orderColumns = columnsOf.order.replace('number', `'past-' || copy.n${text}`)
  const listed = (alias: string, columns: string) =>
    columns
      .split(',')
      .map((column) => `${alias}.${column.trim()}`)
      .join(', ')
  return [
    `insert into journal_entry (project_id, id, at, utrnno, order_id, ${columnsOf.entry})
      with recursive ${copies}
      select copy.project_id, dataset.next_id + copy.n * ${IDS_EACH} + e.place, copy.new_at,
        dataset.next_utrnno + (copy.n * ${IDS_EACH} + e.place) * 3, copy.new_id, ${listed('e', columnsOf.entry)}
      from copy join dataset on dataset.project_id = copy.project_id
      join ${numbered('journal_entry')} e on e.project_id = copy.project_id and e.order_id = copy.id`,
    `insert into callback (project_id, id, order_id, order_number, created_at, ${columnsOf.callback})
      with recursive ${copies}
      select copy.project_id, dataset.next_id + copy.n * ${IDS_EACH} + ${IDS_EACH / 2} + c.place, copy.new_id,
        'past-' || copy.n${text}, copy.new_at, ${listed('c', columnsOf.callback)}
      from copy join dataset on dataset.project_id = copy.project_id
      join ${numbered('callback')} c on c.project_id = copy.project_id and c.order_id = copy.id`,
    `insert into gateway_order (project_id, id, created_at, ${columnsOf.order})
      with recursive ${copies}
      select copy.project_id, copy.new_id, copy.new_at, ${orderColumns
        .split(',')
        .map((column) => (column.includes("'") ? column : `copy.${column.trim()}`))
        .join(', ')} from copy`,
    `update dataset set next_id = next_id + ${(count + 1) * IDS_EACH},
      next_utrnno = next_utrnno + ${(count + 1) * IDS_EACH * 3}
      where project_id in (select project_id from gateway_order)`,
  ]
}

export async function writeOrderPast(url: string, count: number): Promise<void> {
  if (url.startsWith('sqlite:')) {
    const database = new DatabaseSync(url.slice('sqlite:'.length))
    // An interrupted run discards the file, so there is no need to wait for the disk.
    database.exec('pragma synchronous = off; pragma cache_size = -262144; begin')
    for (const statement of statements('sqlite', count)) database.exec(statement)
    database.exec('commit; pragma wal_checkpoint(truncate); analyze')
    database.close()
    return
  }
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const statement of statements('postgres', count)) await client.query(statement)
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}
