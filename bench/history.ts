// A long past, written straight into an SQLite file that no service has open: as many transfers round the ring of cards as asked
// for, with the record and trace numbers they would have taken. Whole rounds leave every balance as it was.

import { DatabaseSync } from 'node:sqlite'

/** The cards in a ring, each with the next one's account, number and id beside its own. */
const MAKE_RING = `create temporary table ring as
  select row_number() over (order by id) - 1 as position, project_id,
    account_id as debit, number_id as source_number, id as source_card,
    coalesce(lead(account_id) over (order by id), first_value(account_id) over (order by id)) as credit,
    coalesce(lead(number_id) over (order by id), first_value(number_id) over (order by id)) as destination_number,
    coalesce(lead(id) over (order by id), first_value(id) over (order by id)) as destination_card
  from card`

/** ?1: how many, ?2: cards in the ring. The past ends where the space's own time stands. */
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
    // The file is worth nothing if this is cut short, so nothing waits for the disk here.
    database.exec('pragma synchronous = off; pragma cache_size = -262144; begin')
    database.exec(MAKE_RING)
    const cards = database.prepare('select count(*) as n from ring').get()?.['n'] as number
    if (cards === 0 || count % cards !== 0)
      throw new Error(`${count} transfers are no whole rounds of ${cards} cards`)
    database.prepare(INSERT_TRANSFERS).run(count, cards)
    database.prepare(MOVE_COUNTERS).run(count)
    database.exec('commit')
    database.exec('pragma wal_checkpoint(truncate)')
  } finally {
    database.close()
  }
}
