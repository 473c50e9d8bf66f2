// Rows of a file with values between commas.

/** A row with its line end. */
export const csvRow = (cells: readonly string[]): string => `${cells.map(cell).join(',')}\r\n`

/** RFC 4180. A spreadsheet would run a text that begins like a formula: an apostrophe makes it the text that it is. */
function cell(text: string): string {
  const inert = /^[=+\-@\t\r]/.test(text) && !/^-?\d+$/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert
}
