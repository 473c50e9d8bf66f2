// The schemas of a snapshot and of its name.

import { type Static, Type } from '../../../web/http/schemas/type.ts'
import {
  SNAPSHOT_NAME_LENGTH,
  SNAPSHOT_NAME_PATTERN,
  type Snapshot,
} from '../../../projects/snapshot.ts'
import { iso, Moment } from '../schemas.ts'

export const SnapshotName = Type.String({
  minLength: 1,
  maxLength: SNAPSHOT_NAME_LENGTH,
  pattern: SNAPSHOT_NAME_PATTERN,
  description:
    'Letters, digits, spaces, dots, hyphens and underscores; starts with a letter or digit',
  examples: ['before-refunds'],
})

/** Names in paths are not validated, because no snapshot has an invalid name. */
export const snapshotParameter = Type.Object({
  name: Type.String({
    pattern: '^[^\\u0000-\\u001F\\u007F]*$',
    description: 'Name or id of the snapshot',
    examples: ['before-refunds'],
  }),
})

/** The kinds of rows that a snapshot counts for display. */
const COUNTED = ['cardholder', 'card', 'order', 'binding', 'journalEntry', 'callback'] as const

export const SnapshotAnswer = Type.Object(
  {
    id: Type.String({ description: 'Id of the snapshot, unique across all projects' }),
    name: Type.String({ description: 'Name of the snapshot' }),
    createdAt: Type.Unsafe<string>({ ...Moment, description: 'Time of creation, real time' }),
    clock: Type.Object({
      now: Type.Unsafe<string>({ ...Moment, description: "The project's time in the snapshot" }),
      frozen: Type.Boolean(),
    }),
    rows: Type.Integer({ description: 'Stored rows of all kinds' }),
    cardholders: Type.Integer(),
    cards: Type.Integer(),
    orders: Type.Integer(),
    bindings: Type.Integer(),
    entries: Type.Integer(),
    callbacks: Type.Integer(),
  },
  {
    examples: [
      {
        id: 'snp_aaaaaaaaaaaaaaaa',
        name: 'before-refunds',
        createdAt: '2026-11-23T10:00:00.000Z',
        clock: { now: '2026-11-30T10:00:00.000Z', frozen: false },
        rows: 42,
        cardholders: 2,
        cards: 2,
        orders: 3,
        bindings: 1,
        entries: 8,
        callbacks: 4,
      },
    ],
  },
)

export function snapshotView(snapshot: Snapshot): Static<typeof SnapshotAnswer> {
  const { id, name, takenAt, clockAt, isFrozen, rows, counts } = snapshot
  const [cardholders, cards, orders, bindings, entries, callbacks] = COUNTED.map(
    (kind) => counts[kind] ?? 0,
  ) as [number, number, number, number, number, number]
  return {
    id,
    name,
    createdAt: iso(takenAt),
    clock: { now: iso(clockAt), frozen: isFrozen },
    rows,
    cardholders,
    cards,
    orders,
    bindings,
    entries,
    callbacks,
  }
}
