import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { dealt } from './bundle.ts'

describe('Files that share a process are dealt out', () => {
  const rows: readonly (readonly [files: string, hands: number, dealt: readonly string[]])[] = [
    ['abcdefg', 3, ['adg', 'be', 'cf']],
    ['ab', 3, ['a', 'b']],
    ['abc', 1, ['abc']],
    ['', 2, []],
  ]
  for (const [files, hands, expected] of rows)
    test(`${files.length} among ${hands}, each to one`, () => {
      const shares = dealt([...files], hands).map((share) => share.join(''))
      assert.deepEqual(shares, expected)
    })
})
