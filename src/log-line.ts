// Formats a log line for a terminal:
//
//   10:22:33.717 warn  the database does not respond  reqId=c0ffee attempt=2
//
// The stack of an error follows, indented.

import pino from 'pino'

/** Width of the longest common level, to align messages. */
const LEVEL_WIDTH = 5
/** The lowest level that includes a stack trace. */
const ERROR_LEVEL = pino.levels.values['error'] ?? 50

/** Formats a JSON line of the log; other lines are unchanged. */
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
    // A masked line may not be valid JSON; it is shown unchanged.
    return undefined
  }
}

const shownText = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Values with spaces or structure are quoted as JSON. */
const shown = (value: unknown): string =>
  typeof value === 'string' && !/[\s"=]/.test(value) ? value : JSON.stringify(value)

const indented = (stack: string): string =>
  stack
    .split('\n')
    .map((line) => `    ${line.trim()}\n`)
    .join('')
