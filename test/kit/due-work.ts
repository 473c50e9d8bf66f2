// Reads and changes rows directly, for tests of due work.

import assert from 'node:assert/strict'
import pino from 'pino'
import type { SqlRecord, Store } from '../../src/store/store.ts'
import type { Sender } from '../../src/worker.ts'
import type { EngineSandbox } from './engine-sandbox.ts'

export const silent = pino({ level: 'silent' })

/** Records the projects that it was woken for, and sends nothing. */
export class RecordingSender implements Sender {
  readonly woken: [datasetId: number, projectNumber: number][] = []

  wake(datasetId: number, projectNumber: number): void {
    this.woken.push([datasetId, projectNumber])
  }

  stop(): Promise<void> {
    return Promise.resolve()
  }
}

/** The committed rows of a table in the dataset. */
export const rowsOf = (
  { process, project }: EngineSandbox,
  table: 'gateway_order' | 'callback',
): Promise<readonly SqlRecord[]> => {
  const text = `select * from ${table} where project_id = $1 order by id`
  return process.reads.query({ name: `test_${table}`, text }, [project.datasetId])
}

/** Changes an order's row without a command. */
export async function setOrder(sandbox: EngineSandbox, id: string, change: string): Promise<void> {
  const transaction = await sandbox.process.store.begin()
  const text = `update gateway_order set ${change} where project_id = $1 and id = $2`
  await transaction.run({ name: `test_${change}`, text }, [sandbox.project.datasetId, id])
  // Another writer changed the row, so the cached rows are stale.
  const forget = "update dataset set recent_batches = '[]' where project_id = $1"
  await transaction.run({ name: 'test_forget', text: forget }, [sandbox.project.datasetId])
  await transaction.commit()
}

/** A store that fails after a number of commits, as if its process had died. */
export class FailingStore {
  commitsLeft = Infinity

  readonly wrap = (store: Store): Store => ({
    dialect: store.dialect,
    commitsTogether: store.commitsTogether,
    share: (waiting) => store.share(waiting),
    query: (statement, parameters) => store.query(statement, parameters),
    isTransient: () => false,
    refusesRows: (error) => store.refusesRows(error),
    close: () => store.close(),
    begin: () => {
      if (this.commitsLeft === 0) return Promise.reject(new Error('the process is gone'))
      this.commitsLeft -= 1
      return store.begin()
    },
  })
}

/** Every order has expired and has one callback about it. */
export async function assertExpiredOnce(sandbox: EngineSandbox, count: number): Promise<void> {
  const orders = await rowsOf(sandbox, 'gateway_order')
  assert.equal(orders.filter(({ status }) => status === 6).length, count)
  const told = (await rowsOf(sandbox, 'callback')).map(({ order_id }) => order_id)
  assert.equal(told.length, count)
  assert.equal(new Set(told).size, count)
}
