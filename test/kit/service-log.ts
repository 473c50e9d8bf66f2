// Collects the errors that the services of a test file log, and prints them with the test that was
// running, so that an unexpected 500 explains itself: the stack and the id of the request.

import { after, afterEach } from 'node:test'
import { readableLine } from '../../src/log-line.ts'

let records: string[] = []

/** Receives the log of every service in a test file that has no log of its own. */
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

// Output before the first test of a suite fails, or while the last one closes, belongs to no test.
after(() => {
  for (const line of takeLines()) process.stderr.write(`${line}\n`)
})
