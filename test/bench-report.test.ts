// The ratios and verdicts that the benchmarks print.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { median, medianRatio, takeTurns } from '../bench/rounds.ts'
import { Report } from '../bench/report.ts'

test('The benchmarked servers are measured alternately', async () => {
  const order: string[] = []
  const contender = (name: string) => () => Promise.resolve(order.push(name))
  const figures = await takeTurns(2, { a: contender('a'), b: contender('b') })
  assert.deepEqual(order, ['a', 'b', 'a', 'b'])
  assert.deepEqual(figures, { a: [1, 3], b: [2, 4] })
})

test('A ratio is the median of the rounds, so one disturbed round does not count', () => {
  assert.equal(median([3, 1, 2]), 2)
  assert.equal(median([4, 1, 2, 3]), 2.5)
  assert.equal(medianRatio([50, 10, 60], [100, 100, 100]), 0.5)
})

test('A figure at its target is met, and one beyond it is missed', () => {
  const lines: string[] = []
  const report = new Report((line) => lines.push(line))
  report.judged('floor', 0.25, 'of it', { atLeast: 0.25 })
  report.judged('floor', 0.24, 'of it', { atLeast: 0.25 })
  report.judged('ceiling', 1.3, 'times', { atMost: 1.3 })
  report.judged('ceiling', 1.31, 'times', { atMost: 1.3 })
  const verdicts = lines.map((line) => line.split(': ').at(-1))
  assert.deepEqual(verdicts, ['met', 'missed', 'met', 'missed'])
})
