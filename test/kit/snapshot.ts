// Expected output that is stored in a file next to its test. `npm run snapshots` regenerates all of
// it.

import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** With the value `write`, snapshots are regenerated instead of compared. Review the diff. */
const MODE = process.env['SANDCARD_TEST_SNAPSHOTS']

/** Texts and what replaces them in all snapshots of one test. */
export type Names = readonly (readonly [from: string | RegExp, to: string])[]

/** Compares a text with the snapshot in a file. */
export function assertSnapshot(file: URL, text: string): void {
  const path = fileURLToPath(file)
  if (MODE === 'write') {
    mkdirSync(fileURLToPath(new URL('.', file)), { recursive: true })
    writeFileSync(path, text)
  }
  const snapshot = readFileSync(path, 'utf8')
  const hint = 'run `npm run snapshots` if the change is intended, and review the diff'
  // assert.equal truncates long texts and may cut off the difference.
  assert.ok(text === snapshot, `${path}: ${hint}\n${firstDifference(text, snapshot)}`)
}

/** The first lines that differ, with three lines of context. */
function firstDifference(text: string, snapshot: string): string {
  const [lines, expected] = [text.split('\n'), snapshot.split('\n')]
  const at = lines.findIndex((line, index) => line !== expected[index])
  const from = at === -1 ? lines.length : at
  const end = from + 6
  return [
    `from line ${from + 1}:`,
    ...lines.slice(Math.max(0, from - 3), from).map((line) => `  ${line}`),
    ...expected.slice(from, end).map((line) => `- ${line}`),
    ...lines.slice(from, end).map((line) => `+ ${line}`),
  ].join('\n')
}
