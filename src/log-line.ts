// One line of the log for a person at a terminal:
//
//   10:22:33.717 warn  the database does not answer  reqId=c0ffee attempt=2
//
// Where something broke, the stack follows, indented.

import pino from 'pino'

/** Width of the longest common level, so that messages begin in one column. */
const LEVEL_WIDTH = 5
/** From this level on a stack is worth its lines. */
const ERROR_LEVEL = pino.levels.values['error'] ?? 50

/** A line of JSON as the log writes it, in words; what is not such a line stays as it is. */
export function readableLine(json: string): string {
  const line = membersOf(json)
  if (line === undefined) return json
  const { level, time, msg, err, ...rest } = line
  const label = pino.levels.labels[Number(level)] ?? String(level)
  const error = (err ?? {}) as { readonly message?: unknown; readonly stack?: unknown }
  const members = { ...rest, ...(error.message !== undefined && { error: error.message }) }
  const said = Object.entries(members).map(([name, value]) => `${name}=${shown(value)}`)
  const words = [
    String(time).slice(11, 23),
    label.padEnd(LEVEL_WIDTH),
    shownText(msg),
    said.join(' '),
  ]
  const head = `${words.filter((word) => word !== '').join('  ')}\n`
  const hasStack = Number(level) >= ERROR_LEVEL && typeof error.stack === 'string'
  return hasStack ? head + indented(String(error.stack)) : head
}

function membersOf(json: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'object' && value !== null ? { ...value } : undefined
  } catch {
    // Masking a card number may leave something that is no JSON any more; it is shown all the same.
    return undefined
  }
}

const shownText = (value: unknown): string => (typeof value === 'string' ? value : '')

/** A value that holds spaces or structure is quoted as JSON, so that one sees where it ends. */
const shown = (value: unknown): string =>
  typeof value === 'string' && !/[\s"=]/.test(value) ? value : JSON.stringify(value)

const indented = (stack: string): string =>
  stack
    .split('\n')
    .map((line) => `    ${line.trim()}\n`)
    .join('')
