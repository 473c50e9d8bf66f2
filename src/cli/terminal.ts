// The output of a command: aligned text in colours on a terminal, plain text elsewhere.

import { styleText } from 'node:util'

type Colour = 'bold' | 'dim' | 'green' | 'red' | 'yellow' | 'cyan'

/** Colours only on a terminal, and never with NO_COLOR: `styleText` reads both. */
export const coloured = (colour: Colour, text: string): string =>
  styleText(colour, text, { stream: process.stdout })

/** Names and values in two columns. */
export function fields(rows: readonly (readonly [name: string, value: string])[]): string {
  const width = Math.max(...rows.map(([name]) => name.length))
  return rows
    .map(([name, value]) => `${coloured('dim', name.padEnd(width))}  ${printable(value)}`)
    .join('\n')
}

const GAP = '  '

/** Columns with a heading, or a sentence if there are no rows. */
export function table(
  heading: readonly string[],
  rows: readonly (readonly string[])[],
  empty: string,
): string {
  if (rows.length === 0) return empty
  const cells = rows.map((row) => row.map(printable))
  const widths = heading.map((title, column) =>
    Math.max(title.length, ...cells.map((row) => row[column]?.length ?? 0)),
  )
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join(GAP)
      .trimEnd()
  return [coloured('dim', line(heading)), ...cells.map(line)].join('\n')
}

/** Text of a project must not control the terminal. */
export const printable = (text: string): string => text.replaceAll(/\p{Cc}/gu, '·')

const BAR_WIDTH = 30

/** A progress bar on the last line of a terminal; nothing elsewhere. */
export class Progress {
  readonly #label: string
  readonly #isShown: boolean

  constructor(label: string, isShown = process.stderr.isTTY) {
    this.#label = label
    this.#isShown = isShown
  }

  /** Draws the share that is done, from 0 to 1, or an amount whose total is unknown. */
  show(share: number | undefined, amount: string): void {
    if (!this.#isShown) return
    const filled = Math.round(Math.min(1, share ?? 0) * BAR_WIDTH)
    const bar = share === undefined ? '' : `[${'='.repeat(filled).padEnd(BAR_WIDTH)}] `
    process.stderr.write(`\r\x1b[2K${this.#label} ${bar}${amount}`)
  }

  end(): void {
    if (this.#isShown) process.stderr.write('\r\x1b[2K')
  }
}
