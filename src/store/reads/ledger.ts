// Reading the books: every account of a space, and the space's own state.

import type { Account } from '../../domain/ledger.ts'
import type { Space } from '../../domain/space.ts'
import { decodeSpace } from '../space-row.ts'
import type { Queryable, Statement } from '../store.ts'
import { decode } from '../table.ts'
import { SPACE_TABLE, TABLES } from '../tables.ts'

const accountsStatement: Statement = {
  name: 'read_accounts',
  text: `select ${TABLES.account.columns.join(', ')} from account where project_id = $1 order by id`,
}

const spaceStatement: Statement = {
  name: 'read_space',
  text: `select ${SPACE_TABLE.columns.join(', ')}, recent_batches from space where project_id = $1`,
}

/** Every account of a space at one instant. */
export async function accountsOf(reads: Queryable, spaceId: number): Promise<readonly Account[]> {
  const records = await reads.query(accountsStatement, [spaceId])
  return records.map((record) => decode(TABLES.account, record) as Account)
}

/** The space's counters, clock and settings. */
export async function spaceById(reads: Queryable, spaceId: number): Promise<Space> {
  const [record] = await reads.query(spaceStatement, [spaceId])
  if (record === undefined) throw new Error('the space of a project is missing')
  return decodeSpace(spaceId, record).space
}
