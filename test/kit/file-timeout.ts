// Preloaded into every test process: ends a test file that runs too long, and prints what keeps it
// open. Node's own timeout is per test and does not see a server or timer that was not closed.

import { fuzzRuns } from './fuzz-runs.ts'

const fileTimeoutMs = Number(process.env['SANDCARD_TEST_FILE_TIMEOUT_MS'] ?? fuzzRuns(2_700_000))

// The runner itself, in which it is also preloaded, has no such limit.
if (process.env['NODE_TEST_CONTEXT'] !== undefined) setTimeout(endFile, fileTimeoutMs).unref()

function endFile(): void {
  const open = process.getActiveResourcesInfo().join(', ')
  process.stderr.write(`This file is still open after ${fileTimeoutMs} ms, held by: ${open}\n`)
  process.exit(1)
}
