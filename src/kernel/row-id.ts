// Ids of cards, cardholders, journal entries and callbacks as texts of paths, bodies and settings: decimal digits without leading zeros.

/** As JSON Schema and the reference say it; fifteen digits are exact in a number. */
export const ROW_ID_PATTERN = '^[1-9][0-9]{0,14}$'

const ROW_ID = new RegExp(ROW_ID_PATTERN)

/** The id that a text names; any other text names nothing. */
export const rowIdOf = (text: string): number | undefined =>
  ROW_ID.test(text) ? Number(text) : undefined
