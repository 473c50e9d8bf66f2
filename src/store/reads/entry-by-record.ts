// Finds the journal entry of a record number.

import { type JournalEntry, recordCount } from '../../ledger/journal-entry.ts'
import type { Queryable, Statement } from '../store.ts'
import { decode, prefixedColumns } from '../table.ts'
import { TABLES } from '../tables.ts'

const entryFromStatement: Statement = {
  name: 'read_entry_from',
  text: `select ${prefixedColumns(TABLES.journalEntry, 'e', 'e_')} from journal_entry e
    where e.project_id = $1 and e.id >= $2 order by e.id limit 1`,
}
/** Bounded by the key, so that the index is read from its end. */
const lastEntryStatement: Statement = {
  name: 'read_last_entry_id',
  text: `select id from journal_entry where project_id = $1 and id < $2
    order by id desc limit 1`,
}
/**
 * The entry that contains a record number. Ids and record numbers increase together, so a binary
 * search finds it.
 */
export async function entryByRecordNumber(
  reads: Queryable,
  datasetId: number,
  utrnno: number,
): Promise<JournalEntry | undefined> {
  const [last] = await reads.query(lastEntryStatement, [datasetId, Number.MAX_SAFE_INTEGER])
  let low = 0
  let high = Number(last?.['id'] ?? -1)
  while (low <= high) {
    const middle = Math.floor((low + high) / 2)
    const [record] = await reads.query(entryFromStatement, [datasetId, middle])
    if (record === undefined) return undefined
    const entry = decode(TABLES.journalEntry, record, 'e_') as JournalEntry
    if (utrnno < entry.utrnno) high = middle - 1
    else if (utrnno < entry.utrnno + recordCount(entry.kind, entry.approved)) return entry
    else low = entry.id + 1
  }
  return undefined
}
