// Writes past transfers into an SQLite file that no service has open. They go round the ring of
// cards with consecutive record and trace numbers. Full rounds leave every balance unchanged.

import { DatabaseSync } from 'node:sqlite'

/** The cards in a ring, each with the account, number and id of the next one. */
const MAKE_RING = `create temporary table ring as
  select row_number() over (order by id) - 1 as position, project_id,
    account_id as debit, number_id as source_number, id as source_card,
    coalesce(lead(account_id) over (order by id), first_value(account_id) over (order by id)) as credit,
    coalesce(lead(number_id) over (order by id), first_value(number_id) over (order by id)) as destination_number,
    coalesce(lead(id) over (order by id), first_value(id) over (order by id)) as destination_card
  from card`

/** ?1: number of transfers, ?2: cards in the ring. The last one has the project's current time. */
const INSERT_TRANSFERS = `insert into journal_entry (project_id, id, kind, at, utrnno, stan, amount, currency,
    debit_account_id, credit_account_id, source_number_id, source_card_id, destination_number_id,
    destination_card_id, approved, details)
  with recursive step (n) as (select 0 union all select n + 1 from step where n + 1 < ?1)
  select dataset.project_id, next_id + n, 'transfer', last_at - ?1 + n, next_utrnno + 3 * n,
    1 + (next_stan - 1 + n) % 999999, 1, 978, debit, credit, source_number, source_card,
    destination_number, destination_card, 1, '{}'
  from step
  join ring on ring.position = n % ?2
  join dataset on dataset.project_id = ring.project_id`

const MOVE_COUNTERS = `update dataset set next_id = next_id + ?1, next_utrnno = next_utrnno + 3 * ?1,
    next_stan = 1 + (next_stan - 1 + ?1) % 999999
  where project_id in (select project_id from ring)`

/** Stores `count` transfers, a multiple of the cards in the file. */
export function writeHistory(path: string, count: number): void {
  const database = new DatabaseSync(path)
  try {
    // An interrupted run discards the file, so there is no need to wait for the disk.
    database.exec('pragma synchronous = off; pragma cache_size = -262144; begin')
    database.exec(MAKE_RING)
    const cards = database.prepare('select count(*) as n from ring').get()?.['n'] as number
    if (cards === 0 || count % cards !== 0)
      throw new Error(`${count} transfers is not a multiple of ${cards} cards`)
    database.prepare(INSERT_TRANSFERS).run(count, cards)
    database.prepare(MOVE_COUNTERS).run(count)
    database.exec('commit')
    database.exec('pragma wal_checkpoint(truncate)')
  } finally {
    database.close()
  }
}
