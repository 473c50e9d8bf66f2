// What the services of a test file log as errors. It is printed with the test during which it was written, so that a 500 that nobody
// expected explains itself: the error with its stack, and the id of the request.

import { after, afterEach } from 'node:test'
import { readableLine } from '../../src/log-line.ts'

let records: string[] = []

/** Where the log of every service of a test file goes that does not keep its own. */
export const serviceLog = {
  write(record: string): void {
    records.push(record)
  },
}

const takeLines = (): string[] => {
  const lines = records.flatMap((record) => readableLine(record).trimEnd().split('\n'))
  records = []
  return lines
}

afterEach((t) => {
  for (const line of takeLines()) t.diagnostic(line)
})

// What is written before the first test of a suite fails, or while the last one closes, has no test to be printed with.
after(() => {
  for (const line of takeLines()) process.stderr.write(`${line}\n`)
})
