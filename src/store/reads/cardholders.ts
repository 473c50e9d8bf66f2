// Reading a cardholder.

import type { Cardholder } from '../../issuing/cardholder.ts'
import type { Queryable, Statement } from '../store.ts'
import { decode } from '../table.ts'
import { TABLES } from '../tables.ts'

const cardholderByIdStatement: Statement = {
  name: 'read_cardholder_by_id',
  text: `select ${TABLES.cardholder.columns.join(', ')} from cardholder where project_id = $1 and id = $2`,
}

export async function cardholderById(
  reads: Queryable,
  datasetId: number,
  id: number,
): Promise<Cardholder | undefined> {
  const [record] = await reads.query(cardholderByIdStatement, [datasetId, id])
  return record === undefined ? undefined : (decode(TABLES.cardholder, record) as Cardholder)
}
