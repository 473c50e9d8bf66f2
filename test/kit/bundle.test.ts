import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { dealt } from './bundle.ts'

describe('Test files that share a process', () => {
  const rows: readonly (readonly [files: string, hands: number, dealt: readonly string[]])[] = [
    ['abcdefg', 3, ['adg', 'be', 'cf']],
    ['ab', 3, ['a', 'b']],
    ['abc', 1, ['abc']],
    ['', 2, []],
    // A capital letter costs as much as three others.
    ['abcDef', 2, ['De', 'abcf']],
    ['AbCd', 2, ['Ab', 'Cd']],
  ]
  for (const [files, hands, expected] of rows)
    test(`${files.length} files are split over ${hands} processes with equal load`, () => {
      const cost = (file: string) => (file === file.toUpperCase() ? 3 : 1)
      const shares = dealt([...files], hands, cost).map((share) => share.join(''))
      assert.deepEqual(shares, expected)
    })
})
