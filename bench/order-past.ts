// Writes past orders and cards into a database that no service has open. They are copies of
// existing orders with their entries and callbacks, under new ids and at earlier times, and of
// existing cards. Balances stay unchanged, because pages show stored rows and do not audit them.

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
/** Number of ids reserved for the entries and callbacks of one copy. */
const IDS_EACH = 20
/** One of this many copies has failed callbacks; the others have the original's state. */
const PER_FAILED_CALLBACK = 10

/** Offsets that keep the ids of entries and callbacks of one copy distinct. */
const columnsOf = {
  // prose-ignore: SQL
  order: `number, status, two_stage, amount, currency, approved_amount, deposited_amount, refunded_amount, action_code, client_id,
    due_at, request, progress, failed_attempts, search, search_trigrams, labels`,
  entry: `kind, stan, amount, currency, debit_account_id, credit_account_id, source_number_id, source_card_id, destination_number_id,
    destination_card_id, approved, details`,
  callback: `binding_id, operation, status, url, origin, message, previous_id, attempt, failures, first_at, due_at, lease_until,
    attempts`,
  card: `cardholder_id, account_id, status, number_id, product_type, plastic_number, embossed_name, limits, pin_denials, created_at`,
}

/** The existing orders are copied in turn. */
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
  const number = `'past-' || copy.n${text}`
  const changed: Readonly<Record<string, string>> = {
    number,
    // The trigrams stay those of the original number, because SQL cannot compute them. A search for
    // the copy's own number would not find it.
    search: `replace(copy.search, copy.number, ${number})`,
  }
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
    `insert into callback (project_id, id, order_id, order_number, created_at, state, ${columnsOf.callback})
      with recursive ${copies}
      select copy.project_id, dataset.next_id + copy.n * ${IDS_EACH} + ${IDS_EACH / 2} + c.place, copy.new_id,
        ${number}, copy.new_at,
        case when copy.n % ${PER_FAILED_CALLBACK} = 0 then 'failed' else c.state end, ${listed('c', columnsOf.callback)}
      from copy join dataset on dataset.project_id = copy.project_id
      join ${numbered('callback')} c on c.project_id = copy.project_id and c.order_id = copy.id`,
    `insert into gateway_order (project_id, id, created_at, ${columnsOf.order})
      with recursive ${copies}
      select copy.project_id, copy.new_id, copy.new_at, ${columnsOf.order
        .split(',')
        .map((column) => changed[column.trim()] ?? `copy.${column.trim()}`)
        .join(', ')} from copy`,
    `update dataset set next_id = next_id + ${(count + 1) * IDS_EACH},
      stored_rows = (select count(*) from gateway_order) + (select count(*) from journal_entry)
        + (select count(*) from callback),
      next_utrnno = next_utrnno + ${(count + 1) * IDS_EACH * 3}
      where project_id in (select project_id from gateway_order)`,
  ]
}

/**
 * The existing cards are copied in turn. Copies are older, so that the newest card in a list is a
 * complete one.
 */
const cardStatement = (count: number): string =>
  `insert into card (project_id, id, ${columnsOf.card})
    with recursive step (n) as (select cast(1 as bigint) union all select n + 1 from step where n < ${count}),
    original as (select c.*, row_number() over (order by c.id) - 1 as position, count(*) over () as of_all,
      min(c.id) over () as oldest from card c)
    select project_id, oldest - n, ${columnsOf.card} from step join original on position = n % of_all`

interface Past {
  readonly orders: number
  readonly cards: number
}

export async function writePast(url: string, { orders, cards }: Past): Promise<void> {
  if (url.startsWith('sqlite:')) {
    const database = new DatabaseSync(url.slice('sqlite:'.length))
    // An interrupted run discards the file, so there is no need to wait for the disk.
    database.exec('pragma synchronous = off; pragma cache_size = -262144; begin')
    for (const statement of statements('sqlite', orders)) database.exec(statement)
    database.exec(cardStatement(cards))
    database.exec('commit; pragma wal_checkpoint(truncate); analyze')
    database.close()
    return
  }
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const statement of statements('postgres', orders)) await client.query(statement)
    await client.query(cardStatement(cards))
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}
