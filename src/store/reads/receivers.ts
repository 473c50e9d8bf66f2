// Reads receivers and the requests that they received.

import {
  RECEIVED_MAX,
  type ReceivedRequest,
  type Receiver,
  receiverPlace,
} from '../../receivers/receiver.ts'
import type { Queryable, SqlRecord, Statement } from '../store.ts'
import { decode } from '../table.ts'
import { TABLES } from '../tables.ts'

const receiverColumns = TABLES.receiver.columns.join(', ')

const receiversStatement: Statement = {
  name: 'read_receivers',
  text: `select ${receiverColumns} from receiver
    where project_id = $1 and place >= 0 and id is not null order by created_at desc, place desc`,
}

const receiverStatement: Statement = {
  name: 'read_receiver',
  text: `select ${receiverColumns} from receiver where project_id = $1 and place = $2 and id = $3`,
}

const receivedStatement: Statement = {
  name: 'read_received_requests',
  text: `select ${TABLES.receivedRequest.columns.join(', ')} from received_request
    where project_id = $1 and slot >= $2 and slot < $2 + ${RECEIVED_MAX} and receiver_id = $3
    order by number desc`,
}

const decoded = (record: SqlRecord): Receiver => decode(TABLES.receiver, record) as Receiver

/** A receiver that was not deleted. */
export type StoredReceiver = Receiver & { readonly id: string }

const isStored = (receiver: Receiver): receiver is StoredReceiver => receiver.id !== null

/** The receivers of a project, newest first. */
export async function receiversOf(
  reads: Queryable,
  datasetId: number,
): Promise<readonly StoredReceiver[]> {
  return (await reads.query(receiversStatement, [datasetId])).map(decoded).filter(isStored)
}

export async function receiverById(
  reads: Queryable,
  datasetId: number,
  id: string,
): Promise<StoredReceiver | undefined> {
  const found = receiverPlace(id)
  if (found === undefined) return undefined
  const [record] = await reads.query(receiverStatement, [datasetId, found.place, id])
  const receiver = record && decoded(record)
  return receiver !== undefined && isStored(receiver) ? receiver : undefined
}

/** The stored requests of a receiver, newest first. */
export async function receivedBy(
  reads: Queryable,
  datasetId: number,
  { place, id }: Pick<StoredReceiver, 'place' | 'id'>,
): Promise<readonly ReceivedRequest[]> {
  const parameters = [datasetId, place * RECEIVED_MAX, id]
  const records = await reads.query(receivedStatement, parameters)
  return records.map((record) => decode(TABLES.receivedRequest, record) as ReceivedRequest)
}
