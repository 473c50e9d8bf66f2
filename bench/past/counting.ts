// The CPU time that counting bytes adds to a transfer and to a paid order, measured with the
// engine's function on rows of the database.

import type { Rows, TableName } from '../../src/kernel/rows.ts'
import { addedBytes } from '../../src/registry/row-sizes.ts'
import { rowsOf } from '../../src/store/reads/rows.ts'
import type { Store } from '../../src/store/store.ts'

const REPEATS = 20_000

/** An undefined `before` means a new row, a copy means a row whose texts have changed. */
type Write = readonly [table: TableName, row: object, before: object | undefined]

const firstDataset = {
  name: 'find_first_dataset',
  text: 'select dataset_id from project order by number limit 1',
}

export async function microsecondsOfCounting(
  store: Store,
): Promise<readonly (readonly [what: string, micros: number])[]> {
  const [project] = await store.query(firstDataset, [])
  const datasetId = Number(project?.['dataset_id'])
  const rowOf = async (table: TableName): Promise<object> => {
    const { rows } = await rowsOf(store, datasetId, { table })
    const [row] = rows
    if (row === undefined) throw new Error(`the database has no row of ${table}`)
    return row
  }
  const entry = await rowOf('journalEntry')
  const account = await rowOf('account')
  const usage = await rowOf('cardUsage')
  const order = await rowOf('order')
  const callback = await rowOf('callback')
  const transfer: readonly Write[] = [
    ['journalEntry', entry, undefined],
    ['account', account, { ...account }],
    ['account', account, { ...account }],
    ['cardUsage', usage, { ...usage }],
  ]
  const payment: readonly Write[] = [
    ['order', order, undefined],
    // Its payment changes the stored progress.
    ['order', { ...order, progress: structuredClone(progressOf(order)) }, order],
    ['journalEntry', entry, undefined],
    ['account', account, { ...account }],
    ['callback', callback, undefined],
  ]
  return [
    ['a transfer', timeOf(transfer)],
    ['an order that is registered and paid', timeOf(payment)],
  ]
}

const progressOf = (order: object): unknown => (order as Rows['order']).progress

function timeOf(writes: readonly Write[]): number {
  let bytes = 0
  const run = (): void => {
    for (const [table, row, before] of writes)
      bytes += addedBytes(table, row as Rows[typeof table], before as Rows[typeof table])
  }
  for (let count = 0; count < REPEATS; count++) run()
  const before = process.cpuUsage()
  for (let count = 0; count < REPEATS; count++) run()
  const { user, system } = process.cpuUsage(before)
  if (bytes <= 0) throw new Error('nothing was counted')
  return (user + system) / REPEATS
}
