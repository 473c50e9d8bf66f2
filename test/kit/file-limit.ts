// Preloaded into every test process: ends a file that is still running after its time, and tells what holds it open. Node's own
// limit is per test, and does not see a server or timer that nobody closed.

import { fuzzRuns } from './fuzz-runs.ts'

const fileTimeoutMs = Number(process.env['SANDCARD_TEST_FILE_TIMEOUT_MS'] ?? fuzzRuns(480_000))

// Preloaded into the runner itself too, which has no such limit.
if (process.env['NODE_TEST_CONTEXT'] !== undefined) setTimeout(endFile, fileTimeoutMs).unref()

function endFile(): void {
  const open = process.getActiveResourcesInfo().join(', ')
  process.stderr.write(`This file is still open after ${fileTimeoutMs} ms, held by: ${open}\n`)
  process.exit(1)
}
