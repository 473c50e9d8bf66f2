// The log: JSON lines on standard error, or readable lines in a terminal. It masks card numbers.

import pino, { type DestinationStream, type Logger } from 'pino'
import type { LogLevel } from './config.ts'
import { scrubPans } from './issuing/pan.ts'
import { readableLine } from './log-line.ts'

export function newLogger(level: LogLevel, logs: DestinationStream = standardError()): Logger {
  const options: pino.LoggerOptions = {
    level,
    base: null,
    // Epoch milliseconds have the length of a card number, and one in ten would be masked.
    timestamp: pino.stdTimeFunctions.isoTime,
    hooks: { streamWrite: scrubPans },
    // The raw bytes of an unparsable request could contain card data that masking would not find.
    redact: { paths: ['err.rawPacket'], remove: true },
  }
  return pino(options, logs)
}

/** Standard output only contains the URLs and the ready line. */
function standardError(): DestinationStream {
  if (!process.stderr.isTTY) return pino.destination({ dest: 2, sync: true })
  return { write: (line) => void process.stderr.write(readableLine(line)) }
}
