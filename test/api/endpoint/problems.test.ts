// The detail of a refused request names each invalid field once, with its first reason.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sentenceOf } from '../../../src/api/endpoint/problems.ts'

const issue = (pointer: string, detail: string) => ({ pointer, detail })
const many = Array.from({ length: 11 }, (_, index) => issue(`/${index}`, 'is required'))

// prettier-ignore
const ROWS = [
  { issues: [issue('', 'must be an object')],                                                says: 'The body must be an object.' },
  { issues: [issue('/a', 'is required'), issue('/b', 'must be 1')],                          says: '/a is required; /b must be 1.' },
  { issues: [issue('/a', 'must not be empty'), issue('/a', 'must not be blank')],            says: '/a must not be empty.' },
  { issues: many, says: `${many.slice(0, 10).map(({ pointer }) => `${pointer} is required`).join('; ')}; and more.` },
]

for (const { issues, says } of ROWS)
  test(`Invalid fields are named: ${says.slice(0, 40)}`, () => {
    assert.equal(sentenceOf(issues), says)
  })
