// Ids of cards, cardholders, journal entries and callbacks as text: decimal digits without leading
// zeros.

/** Pattern for JSON Schema and the reference; fifteen digits are exact in a number. */
export const ROW_ID_PATTERN = '^[1-9][0-9]{0,14}$'

const ROW_ID = new RegExp(ROW_ID_PATTERN)

/** Parses an id; undefined for any other text. */
export const rowIdOf = (text: string): number | undefined =>
  ROW_ID.test(text) ? Number(text) : undefined
