// Runs complete files one after the other in this process, which is a child of the tests, because
// most of the time of a short example is the start of a process. Prints one line of JSON per file.
// The process keeps running if an example left something open.

import { pathToFileURL } from 'node:url'

/** The stack trace of the error that a file threw; null for a file that succeeded. */
export interface ExampleResult {
  readonly path: string
  readonly failure: string | null
}

/** Starts every line, because examples print as well. */
export const RESULT_MARK = '@example '

if (import.meta.main)
  for (const path of process.argv.slice(2)) {
    const failure = await import(pathToFileURL(path).href).then(
      () => null,
      (error: unknown) => (error instanceof Error ? String(error.stack) : String(error)),
    )
    const result: ExampleResult = { path, failure }
    process.stdout.write(`\n${RESULT_MARK}${JSON.stringify(result)}\n`)
  }
