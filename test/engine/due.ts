// What tests of due work look at and change behind the service's back.

import pino from 'pino'
import type { SqlRecord } from '../../src/store/store.ts'
import type { Sender } from '../../src/worker.ts'
import type { Stand } from './stand.ts'

export const silent = pino({ level: 'silent' })

/** Notes whom it was woken for, and sends nothing. */
export class StillSender implements Sender {
  readonly woken: [spaceId: number, projectNumber: number][] = []

  wake(spaceId: number, projectNumber: number): void {
    this.woken.push([spaceId, projectNumber])
  }

  stop(): Promise<void> {
    return Promise.resolve()
  }
}

/** A table's rows in the space, as they are committed. */
export const rowsOf = (
  { process, project }: Stand,
  table: 'gateway_order' | 'callback',
): Promise<readonly SqlRecord[]> => {
  const text = `select * from ${table} where project_id = $1 order by id`
  return process.reads.query({ name: `test_${table}`, text }, [project.spaceId])
}

/** Changes an order's row as no decision would. */
export async function setOrder(stand: Stand, id: string, change: string): Promise<void> {
  const transaction = await stand.process.store.begin()
  const text = `update gateway_order set ${change} where project_id = $1 and id = $2`
  await transaction.run({ name: `test_${change}`, text }, [stand.project.spaceId, id])
  // Somebody else wrote: what the process remembers of the space holds no more.
  const forget = "update space set recent_batches = '[]' where project_id = $1"
  await transaction.run({ name: 'test_forget', text: forget }, [stand.project.spaceId])
  await transaction.commit()
}
