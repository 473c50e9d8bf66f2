// Thousands of cardholders, cards, entries and orders of one project, and a walk through a list.

import assert from 'node:assert/strict'
import type { Key, ListPage } from '../../src/store/keyset.ts'
import { writtenColumns } from '../../src/store/table.ts'
import { TABLES } from '../../src/store/tables.ts'
import { ANY_TRIGRAMS } from '../../src/store/trigrams.ts'
import type { TestDatabase } from '../kit/databases.ts'
import type { ProjectCard } from '../kit/engine-sandbox.ts'
import type { PaymentSandbox } from '../kit/payment-sandbox.ts'

/** Two full windows and a part of a third. */
const ROWS = 2100
/** Some in between, and all at the end of the first two windows. */
const IS_FOUND = '(i % 50 = 0 or i between 80 and 120 or i between 1080 and 1120)'
export const NUMBER = `case when ${IS_FOUND} then '%Needle_' else 'other' end || (100000 + i)`

/** Copies of the first rows of a project. */
export class LongLists {
  readonly #sandbox: PaymentSandbox
  readonly #database: TestDatabase
  #statements = 0

  constructor(sandbox: PaymentSandbox, database: TestDatabase) {
    this.#sandbox = sandbox
    this.#database = database
  }

  /** Runs a statement under a separate name. */
  async run(text: string): Promise<void> {
    const name = `test_lists_${this.#database.name}_${(this.#statements += 1)}`
    const transaction = await this.#sandbox.process.store.begin()
    await transaction.run({ name, text }, [])
    await transaction.commit()
  }

  /** Adds copies of the existing row, except for some columns; `i` counts them. */
  async copy(
    table: keyof typeof TABLES,
    changed: Readonly<Record<string, string>>,
    where: string,
    which = '1 = 1',
  ): Promise<void> {
    const { name } = TABLES[table]
    const columns = writtenColumns(TABLES[table])
    const values = columns.map((column) => changed[column] ?? `each_row.${column}`)
    await this.run(
      `with recursive numbers(i) as (select 1 union all select i + 1 from numbers where i < ${ROWS})
       insert into ${name} (project_id, ${columns.join(', ')})
       select each_row.project_id, ${values.join(', ')} from ${name} each_row cross join numbers
       where each_row.project_id = ${this.#sandbox.project.datasetId} and ${where} and ${which}`,
    )
  }

  /** Adds many rows of each kind, most of them of this card. */
  async fill(payer: ProjectCard): Promise<this> {
    const { datasetId } = this.#sandbox.project
    const first = `each_row.id = ${payer.cardholderId}`
    const name = `case when ${IS_FOUND} then 'Näedle' else 'Other' end`
    const cardholder = { id: '2000000 + i', customer_number: 'null', first_name: name }
    await this.copy('cardholder', cardholder, first)
    await this.copy(
      'card',
      { id: '200000000000 + i', status: `case when ${IS_FOUND} then 'blocked' else 'active' end` },
      `each_row.id = ${payer.id}`,
    )
    const entry = (offset: number) => ({
      id: `2000000 + 10 * i + ${offset}`,
      at: 'each_row.at + i / 3',
      utrnno: `9000000 + 100 * i + ${10 * offset}`,
    })
    await this.copy('journalEntry', entry(0), `kind = 'transfer'`)
    await this.copy(
      'journalEntry',
      entry(1),
      `kind = 'topup' and each_row.destination_card_id = ${payer.id}`,
      IS_FOUND,
    )
    await this.copy(
      'journalEntry',
      entry(2),
      `each_row.order_id = (select id from gateway_order where number = 'first' and project_id = ${datasetId})`,
      IS_FOUND,
    )
    const order = (status: string) => ({
      id: `'needle-' || (100000 + i)`,
      number: NUMBER,
      search: `lower(${NUMBER})`,
      search_trigrams: String(ANY_TRIGRAMS),
      status,
      created_at: `each_row.created_at + i % 700`,
      approved_amount: '3 * i',
      deposited_amount: '2 * i',
      refunded_amount: 'i',
      due_at: `case when i % 2 = 0 then each_row.due_at + i % 500 else null end`,
      amount: 'i % 37',
      currency: 'case when i % 5 = 0 then 840 else 978 end',
      client_id: `case when i % 7 = 0 then 'bob' else null end`,
      failed_attempts: 'case when i % 11 = 0 then 1 else 0 end',
      labels: `case i % 6 when 0 then '["a","b"]' when 3 then '["bb"]' else '[]' end`,
      action_code: `case when i % 3 > 0 then -100 when i % 2 = 0 then -2007 else 4005 end`,
    })
    await this.copy(
      'order',
      { ...order(`case when i % 3 = 0 then 6 else 0 end`), id: `'aaaa-' || (100000 + i)` },
      `each_row.number = 'Waits'`,
    )
    await this.collectStatistics()
    return this
  }

  /** As the product does after it has written a thousand rows of a table. */
  async collectStatistics(): Promise<void> {
    await this.run('analyze')
  }

  /**
   * The statistics that PostgreSQL has if it collected them while the rows were being inserted: its
   * planner expects one row of everything.
   */
  async forgetStatistics(table: keyof typeof TABLES): Promise<void> {
    if (this.#database.name !== 'postgres') return
    const { name } = TABLES[table]
    const indexes = `select indexrelid from pg_index where indrelid = '${name}'::regclass`
    await this.run(`alter table ${name} set (autovacuum_enabled = off)`)
    await this.run(`delete from pg_statistic where starelid = '${name}'::regclass`)
    await this.run(
      `update pg_class set reltuples = 0, relpages = 1
        where oid = '${name}'::regclass or oid in (${indexes})`,
    )
  }
}

/** Every item of a list, read page by page. */
export async function walked<T, K extends Key>(
  limit: number,
  read: (request: { limit: number; after?: K }) => Promise<ListPage<T, K>>,
): Promise<T[]> {
  const items: T[] = []
  let next: K | null | undefined
  for (let page = 0; next !== null; page++) {
    assert.ok(page < 3000, 'the list does not end')
    const found: ListPage<T, K> = await read({
      limit,
      ...(next !== undefined && { after: next }),
    })
    assert.ok(found.items.length <= limit)
    items.push(...found.items)
    next = found.next
  }
  return items
}
