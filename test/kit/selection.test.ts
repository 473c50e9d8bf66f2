// Which files the arguments of `npm test --` select.

import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, test } from 'node:test'
import { COSTLY } from './costs.ts'
import { ALONE, NOT_FAST, SQLITE_BY_DEFAULT, SWEEPS, selected } from './selection.ts'

const FILES = ['test/ledger/money.test.ts', 'test/ledger/limits.test.ts', 'test/browser.test.ts']
const [MONEY = '', LIMITS = '', BROWSER = ''] = FILES
const SWEEP = 'test/pages/every-page-browser.test.ts'

describe('A test run', () => {
  const rows: readonly (readonly [given: readonly string[], files: readonly string[]])[] = [
    [[], FILES],
    [['money'], [MONEY]],
    [['test/ledger'], [MONEY, LIMITS]],
    [[MONEY], [MONEY]],
    [[`./${MONEY}`], [MONEY]],
    [[resolve(MONEY)], [MONEY]],
    [['test/**/m*.test.ts'], [MONEY]],
    [
      ['money', 'browser'],
      [MONEY, BROWSER],
    ],
    [['nothing of this name'], []],
    [['--fast'], [MONEY, LIMITS]],
    [['--fast', 'money', 'browser'], [MONEY]],
  ]
  for (const [given, files] of rows)
    test(`selects ${files.length} of ${FILES.length} files for the arguments [${given.map((each) => (each === resolve(MONEY) ? 'an absolute path' : each)).join(' ')}]`, () => {
      assert.deepEqual(selected(FILES, given).files, files)
    })

  test('passes every flag except its own to the test runner', () => {
    const { flags, isFast } = selected(FILES, [
      '--test-only',
      '--fast',
      '--all',
      '--test-name-pattern=a b',
    ])
    assert.deepEqual([flags, isFast], [['--test-only', '--test-name-pattern=a b'], true])
  })

  test('shares a process between all files that need no separate one, if the whole suite runs', () => {
    assert.deepEqual(selected(FILES, []).shared, [MONEY, LIMITS])
    assert.deepEqual(selected(FILES, ['--fast']).shared, [MONEY, LIMITS])
    assert.deepEqual(selected(FILES, ['money']).shared, [])
  })

  test('shares a browser between all browser tests except the long ones, if the whole suite runs', () => {
    const all = [...FILES, SWEEP]
    assert.deepEqual(selected(all, []).browsers, [BROWSER])
    assert.deepEqual(selected(all, ['--fast']).browsers, [])
    assert.deepEqual(selected(all, ['browser']).browsers, [])
    assert.deepEqual(selected(all, ['--all']).longBrowsers, [[SWEEP]])
    assert.deepEqual(selected(all, ['browser']).longBrowsers, [])
  })

  test('has a separate process for each file that sets environment variables of its process', () => {
    const setting = globSync('test/**/*.test.ts').filter((file) =>
      /^process\.env\[[^\]]+\] \??\??=/m.test(readFileSync(file, 'utf8')),
    )
    assert.deepEqual(setting, ['test/engine/cold.test.ts'])
    assert.deepEqual(selected(setting, ['--all']).shared, [])
  })

  test('leaves sweeps out, unless everything or a sweep is requested', () => {
    const all = [...FILES, SWEEP]
    assert.deepEqual(selected(all, []).files, FILES)
    assert.deepEqual(selected(all, ['--fast']).files, [MONEY, LIMITS])
    assert.deepEqual(selected(all, ['--all']).files, all)
    assert.deepEqual(selected(all, ['every-page']).files, [SWEEP])
  })

  test('runs pages on SQLite only, unless everything or a part is requested', () => {
    const page = 'test/pages/portal/cards.test.ts'
    const split = (...given: string[]) => {
      const { files, shared, sharedOnSqlite } = selected([...FILES, page], given)
      return { files, shared, sharedOnSqlite }
    }
    assert.deepEqual(split(), {
      files: [...FILES, page],
      shared: [MONEY, LIMITS],
      sharedOnSqlite: [page],
    })
    assert.deepEqual(split('--all').shared, [MONEY, LIMITS, page])
    // A requested part runs in processes of its own, on both databases.
    assert.deepEqual(split('pages'), { files: [page], shared: [], sharedOnSqlite: [] })
  })

  test('selects all files but the named ones in a fast run, and the named files exist', () => {
    const all = globSync('test/**/*.test.ts')
    for (const pattern of Object.keys({
      ...ALONE,
      ...NOT_FAST,
      ...SQLITE_BY_DEFAULT,
      ...SWEEPS,
    }))
      assert.ok(selected(all, [pattern]).files.length > 0, `${pattern} matches no file`)
    assert.deepEqual(
      COSTLY.filter((file) => !all.includes(file)),
      [],
    )
    const fast = selected(all, ['--fast']).files
    for (const folder of ['api/gateway', 'api/issuing-v1', 'api/issuing-v2', 'engine', 'kernel'])
      assert.ok(
        fast.some((file) => file.startsWith(`test/${folder}/`)),
        folder,
      )
  })
})
