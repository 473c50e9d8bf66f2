// The bar of work in a known number of steps.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { percentBar } from '../../src/cli/terminal.ts'

test('a bar shows the share of the steps that are done', () => {
  for (const [done, total, expected] of [
    [0, 12, `Checking [${' '.repeat(30)}] 0 %`],
    [5, 12, `Checking [${'='.repeat(13)}${' '.repeat(17)}] 41 %`],
    [12, 12, `Checking [${'='.repeat(30)}] 100 %`],
    [0, 0, `Checking [${'='.repeat(30)}] 100 %`],
  ] as const)
    assert.equal(percentBar('Checking', done, total), expected)
})
