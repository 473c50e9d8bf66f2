// Checks whether a number was issued by the project, replaced ones included.

import type { Queryable, Statement } from '../store.ts'

const statement: Statement = {
  name: 'read_is_issued',
  text: 'select 1 as found from card_number where project_id = $1 and hash = $2',
}

/** True for the keyed hash of a number that the project issued. */
export async function isIssued(
  reads: Queryable,
  datasetId: number,
  hash: string,
): Promise<boolean> {
  return (await reads.query(statement, [datasetId, hash])).length > 0
}
