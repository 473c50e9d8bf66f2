// The space's own row between its table and the domain.

import { completeSettings } from '../domain/settings.ts'
import type { Space } from '../domain/space.ts'
import type { LockedSpace, RecentBatches, SqlRecord } from './store.ts'
import { decode, encode, type SqlValue } from './table.ts'
import { SPACE_TABLE } from './tables.ts'

/** Processes that are remembered on a space's row; one that wrote so long ago has no answer pending any more. */
const REMEMBERED = 16

export function decodeSpace(id: number, record: SqlRecord): LockedSpace {
  const space = { id, ...(decode(SPACE_TABLE, record) as Omit<Space, 'id'>) }
  return {
    space: { ...space, settings: completeSettings(space.settings) },
    recentBatches: JSON.parse(record['recent_batches'] as string) as RecentBatches,
  }
}

export const encodeSpace = ({ space, recentBatches }: LockedSpace): SqlValue[] => [
  space.id,
  ...encode(SPACE_TABLE, space),
  JSON.stringify(recentBatches),
]

/** Puts a process's newest batch in front; each process holds one place. */
export const withBatch = (recent: RecentBatches, process: string, batch: string): RecentBatches => [
  [process, batch],
  ...recent.filter(([other]) => other !== process).slice(0, REMEMBERED - 1),
]
