// The log: JSON lines on standard error, or lines for people where that is a terminal. Card numbers never pass.

import pino, { type DestinationStream, type Logger } from 'pino'
import type { LogLevel } from './config.ts'
import { scrubPans } from './issuing/pan.ts'
import { readableLine } from './log-line.ts'

export function newLogger(level: LogLevel, logs: DestinationStream = standardError()): Logger {
  const options: pino.LoggerOptions = {
    level,
    base: null,
    // Epoch milliseconds have the length of a card number, and one in ten would be masked as one.
    timestamp: pino.stdTimeFunctions.isoTime,
    hooks: { streamWrite: scrubPans },
    // What arrived and could not be read: card data as a list of bytes, which nothing would recognise and mask.
    redact: { paths: ['err.rawPacket'], remove: true },
  }
  return pino(options, logs)
}

/** Standard output belongs to the addresses and the ready line. */
function standardError(): DestinationStream {
  if (!process.stderr.isTTY) return pino.destination({ dest: 2, sync: true })
  return { write: (line) => void process.stderr.write(readableLine(line)) }
}
