// The output of a command: aligned text in colours on a terminal, plain text elsewhere.

import { styleText } from 'node:util'
import { timers } from '../time.ts'

type Colour = 'bold' | 'dim' | 'green' | 'red' | 'yellow' | 'cyan'

/** Colours only on a terminal, and never with `NO_COLOR`: `styleText` checks both. */
export const coloured = (colour: Colour, text: string): string =>
  styleText(colour, text, { stream: process.stdout })

/** Names and values in two columns. */
export function fields(rows: readonly (readonly [name: string, value: string])[]): string {
  const width = Math.max(...rows.map(([name]) => name.length))
  return rows
    .map(([name, value]) => `${coloured('dim', name.padEnd(width))}  ${printable(value)}`)
    .join('\n')
}

/** A number with its noun. */
export const counted = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}`

const GAP = '  '

/** Columns with headings, or a sentence if there are no rows. */
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

/** Text from a project must not contain terminal control sequences. */
export const printable = (text: string): string => text.replaceAll(/\p{Cc}/gu, '·')

const BAR_WIDTH = 30
const FRAME_MS = 100
const MS_PER_SECOND = 1000

/** A progress bar for a known number of steps: `Checking [======        ] 40%`. */
export function percentBar(label: string, done: number, total: number): string {
  const share = total === 0 ? 1 : Math.min(done / total, 1)
  const bar = '='.repeat(Math.round(share * BAR_WIDTH)).padEnd(BAR_WIDTH)
  return `${label} [${bar}] ${Math.floor(share * 100)}%`
}

const CLEAR_LINE = '\r\x1b[2K'

/** Shows the steps done on the last line of a terminal; prints nothing elsewhere. */
export class StepProgress {
  readonly #label: string
  readonly #total: number
  #done = 0

  constructor(label: string, total: number) {
    this.#label = label
    this.#total = total
    this.#draw()
  }

  /** Advances the bar by one step, after `print` has written its lines above it. */
  step(print: () => void = () => undefined): void {
    this.end()
    print()
    this.#done += 1
    this.#draw()
  }

  end(): void {
    if (process.stderr.isTTY) process.stderr.write(CLEAR_LINE)
  }

  #draw(): void {
    if (process.stderr.isTTY && this.#done < this.#total)
      process.stderr.write(percentBar(this.#label, this.#done, this.#total))
  }
}

/** Reports progress, with the total if known, and a label. */
export type Report = (done: number, total?: number, unit?: (count: number) => string) => void

const kilobytes = (bytes: number): string => `${Math.ceil(bytes / 1000).toLocaleString('en')} kB`

/**
 * Shows progress on the last line of a terminal, or a moving bar and the time if the total is
 * unknown. Elsewhere it reports nothing.
 */
export async function withProgress<T>(
  label: string,
  work: (report?: Report) => Promise<T>,
): Promise<T> {
  if (!process.stderr.isTTY) return work()
  let frame = 0
  let [percent, count, shown] = ['', '', '']
  const draw = (): void => {
    const bar = `${' '.repeat(frame % (BAR_WIDTH - 3))}===`.padEnd(BAR_WIDTH)
    const seconds = Math.floor((frame * FRAME_MS) / MS_PER_SECOND)
    const line = percent === '' ? `${label} [${bar}] ${count}${seconds} s` : percent
    if (line !== shown) process.stderr.write(CLEAR_LINE + line)
    shown = line
  }
  let isOver = false
  const timer = timers.setInterval(() => {
    frame += 1
    draw()
  }, FRAME_MS)
  try {
    draw()
    return await work((done, total, unit = kilobytes) => {
      const isPart = total !== undefined && done < total
      percent = isPart ? `${percentBar(label, done, total)} of ${unit(total)}` : ''
      count = `${unit(done)}, `
      if (!isOver) draw()
    })
  } finally {
    isOver = true
    timers.clearInterval(timer)
    process.stderr.write(CLEAR_LINE)
  }
}
