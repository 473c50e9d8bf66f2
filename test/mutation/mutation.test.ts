// The exercise itself: what each kind of change looks like, that a seed draws the same ones again, and that coverage finds the tests.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isRun, paint, partsOf } from './coverage.ts'
import { diffOf, type Kind, mutantsOf, mutated } from './mutants.ts'
import { sample } from './sample.ts'

const changed = (kind: Kind, text: string): string[] =>
  mutantsOf('a.ts', text)
    .filter((mutant) => mutant.kind === kind)
    .map((mutant) => mutated(text, mutant))

// prettier-ignore
const CHANGES: readonly (readonly [kind: Kind, text: string, ...changed: string[]])[] = [
  ['comparison', 'a < b', 'a <= b'],
  ['comparison', 'a >= b', 'a > b'],
  ['comparison', 'a === b', 'a !== b'],
  ['logic',      'a && b', 'a || b'],
  ['arithmetic', 'a - b', 'a + b'],
  ['condition',  '!a', 'a'],
  ['condition',  'if (a) b()', 'if (!(a)) b()'],
  ['condition',  'a ? b : c', '!(a) ? b : c'],
  ['guard',      'if (a) throw b', ';'],
  ['guard',      'for (;;) { if (a) { b(); continue } }', 'for (;;) { ; }'],
  ['guard',      'if (a) b()'],
  ['guard',      'if (a) throw b; else c()'],
  ['call',       'a(b)', ';'],
  ['call',       'await a.b(c)', ';'],
  ['call',       'x = a.trim()', 'x = a'],
  ['call',       'x = a.b()'],
  ['constant',   'x = 7', 'x = 8'],
  ['constant',   'x = true', 'x = false'],
  ['constant',   "x = 'blocked'", "x = 'blockedx'"],
  ['constant',   "x = 'The card is blocked.'"],
  ['constant',   "x = { 'name': y, description: 'z' }"],
  ['constant',   "import a from 'b'"],
  ['constant',   "declare module 'b' {}"],
  ['constant',   "type A = 'b'"],
  ['pattern',    'x = /^a$/', 'x = /a$/', 'x = /^a/'],
  ['pattern',    'x = /a{2,3}/', 'x = /a{2,4}/'],
  ['row',        'x = [a, b]', 'x = [b]', 'x = [a]'],
  ['row',        'const x = { a: 1, b: 2 } as const', 'const x = { b: 2 } as const', 'const x = { a: 1 } as const'],
  ['row',        'x = { a: 1, b: 2 }'],
  ['arguments',  'a(b, c)', 'a(c, b)'],
  ['arguments',  'a(b, b)'],
  ['arguments',  'Math.max(a, b)'],
]

describe('A change', () => {
  for (const [kind, text, ...expected] of CHANGES)
    test(`of kind ${kind} makes of "${text}" ${expected.length === 0 ? 'nothing' : `"${expected.join('" or "')}"`}`, () => {
      assert.deepEqual(changed(kind, text), expected)
    })

  test('is told by its line and by what becomes of it', () => {
    const text = 'const a = 1\nconst b =\n  a < 2\n'
    const mutant = mutantsOf('a.ts', text).find(({ kind }) => kind === 'comparison')
    assert.ok(mutant !== undefined)
    assert.equal(mutant.line, 3)
    assert.deepEqual(diffOf(text, mutant), ['-   a < 2', '+   a <= 2'])
  })
})

describe('A sample', () => {
  const files = new Map([
    ['src/a/one.ts', 'x = [1, 2, 3, 4, 5, 6, 7, 8, 9]'],
    ['src/a/two.ts', 'if (a > 1) throw b'],
    ['src/b/three.ts', 'x = a < 1 && b < 2'],
  ])
  const drawn = (seed: number, count = 6) =>
    sample(files, { seed, count, isWorthTrying: () => true })

  test('is the same for the same seed, and another for another', () => {
    assert.deepEqual(drawn(7), drawn(7))
    assert.notDeepEqual(drawn(7), drawn(8))
  })

  test('takes turns between the folders', () => {
    const folders = drawn(7).map(({ path }) => path.slice(0, 'src/a'.length))
    assert.deepEqual(folders.toSorted(), ['src/a', 'src/a', 'src/a', 'src/b', 'src/b', 'src/b'])
  })

  test('holds nothing twice, nothing that is not worth trying, and no more than there is', () => {
    const all = drawn(7, 1000)
    assert.equal(new Set(all.map((mutant) => JSON.stringify(mutant))).size, all.length)
    const isWorthTrying = ({ kind }: { kind: Kind }) => kind !== 'row'
    const worthy = sample(files, { seed: 7, count: 1000, isWorthTrying })
    assert.equal(worthy.length, all.filter(isWorthTrying).length)
    assert.ok(worthy.every(isWorthTrying))
  })
})

test('Coverage tells which places were run: the innermost range decides', () => {
  const range = (startOffset: number, endOffset: number, count: number) => ({
    startOffset,
    endOffset,
    count,
  })
  const run = paint([[range(0, 20, 1), range(5, 9, 0)], [range(12, 16, 0)]])
  const parts = partsOf(run)
  assert.deepEqual(parts, [
    [0, 5],
    [9, 12],
    [16, 20],
  ])
  assert.deepEqual(
    [4, 5, 8, 9, 12, 19, 20].map((place) => isRun(parts, place)),
    [true, false, false, true, false, true, false],
  )
  assert.equal(isRun(undefined, 0), false)
})
