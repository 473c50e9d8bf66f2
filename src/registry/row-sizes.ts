// The size of rows in the database. A row has a fixed part, which includes its share of the
// indexes, and texts of any length. Only texts that a caller can make long are measured, so that a
// transfer costs one addition.

import type { Rows, TableName } from '../kernel/rows.ts'

interface RowSize<Row> {
  /** Measured with SQLite, rounded up. */
  readonly fixed: number
  readonly texts: readonly (keyof Row & string)[]
}

// prettier-ignore
export const ROW_SIZES: { readonly [T in TableName]: RowSize<Rows[T]> } = {
  cardholder:       { fixed: 300, texts: ['profile'] },
  account:          { fixed: 100, texts: [] },
  card:             { fixed: 300, texts: [] },
  cardNumber:       { fixed: 500, texts: [] },
  cardUsage:        { fixed: 200, texts: [] },
  journalEntry:     { fixed: 200, texts: [] },
  order:            { fixed: 600, texts: ['request', 'progress', 'labels'] },
  binding:          { fixed: 500, texts: [] },
  authorisation:    { fixed: 300, texts: ['details', 'legs'] },
  callback:         { fixed: 300, texts: ['message', 'attempts'] },
  realTimeDecision: { fixed: 200, texts: ['subject', 'question', 'exchange', 'late'] },
  webhook:          { fixed: 500, texts: [] },
  webhookEvent:     { fixed: 300, texts: ['body', 'attempts'] },
  // They expire, so they do not count.
  decision:         { fixed: 0,   texts: [] },
  idempotency:      { fixed: 0,   texts: [] },
  pinNonce:         { fixed: 100, texts: [] },
  externalId:       { fixed: 100, texts: [] },
  receiver:         { fixed: 200, texts: ['answers'] },
  receivedRequest:  { fixed: 100, texts: ['request'] },
  faultPlan:        { fixed: 100, texts: ['faults'] },
}

/** The bytes that a write adds: the size of a new row, or the growth of a changed one. */
export function addedBytes<T extends TableName>(
  table: T,
  row: Rows[T],
  before: Rows[T] | null | undefined,
): number {
  const { fixed, texts } = ROW_SIZES[table]
  let bytes = before ? 0 : fixed
  for (const member of texts) {
    const value: unknown = row[member]
    const earlier: unknown = before?.[member]
    if (value !== earlier) bytes += storedLength(value) - storedLength(earlier)
  }
  return bytes
}

/** The length of a field as it is stored: strings unchanged, everything else as JSON. */
function storedLength(value: unknown): number {
  if (value === undefined) return 0
  // Null is also stored as JSON, but these fields are never null.
  return Buffer.byteLength(typeof value === 'string' ? value : JSON.stringify(value))
}
