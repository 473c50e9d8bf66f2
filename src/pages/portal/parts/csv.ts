// Rows of a CSV file (RFC 4180).

/** A row with its line ending. */
export const csvRow = (cells: readonly string[]): string => `${cells.map(cell).join(',')}\r\n`

/**
 * The start of a formula in a spreadsheet: one of `= + - @`, including full-width forms, at the
 * start of a cell. Cells also start after a line break, a tab or a semicolon, which separates cells
 * in some countries.
 */
const FORMULA_START = /(?<=^|[;\t\r\n])(?=[\t\r]| ?[=+\-@＝＋－＠])/gu

/** Prefixes formulas with an apostrophe and quotes cells with special characters. */
function cell(text: string): string {
  const inert = /^-?\d+(\.\d+)?$/.test(text) ? text : text.replaceAll(FORMULA_START, "'")
  return /^[\w .:-]*$/.test(inert) ? inert : `"${inert.replaceAll('"', '""')}"`
}
