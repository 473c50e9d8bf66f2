// Holds the arrows of the house (see ARCHITECTURE.md) over this repository, and the checker itself over made-up files.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { readRepository, untidy } from './tidy.ts'

test('the repository keeps its arrows', () => {
  const files = readRepository(fileURLToPath(new URL('..', import.meta.url)))
  assert.ok(files.has('test/tidy.test.ts'), 'the repository was not read')
  const found = untidy(files)
  assert.equal(found.length, 0, ['', ...found].join('\n'))
})

const opening = '// What this file is for.\n'
const slash = '/'

const violations: readonly { path: string; line: string; says: RegExp }[] = [
  { path: 'src/domain/card.ts', line: "import fs from 'node:fs'", says: /domain is pure/ },
  { path: 'src/domain/card.ts', line: "import { a } from '../store/a.ts'", says: /domain is pure/ },
  { path: 'src/domain/card.ts', line: "export { a } from '../operations/a.ts'", says: /domain/ },
  {
    path: 'src/domain/card.ts',
    line: "type A = import('../store/a.ts').A",
    says: /domain is pure/,
  },
  { path: 'src/operations/cards.ts', line: "import 'node:crypto'", says: /pure decisions/ },
  {
    path: 'src/operations/cards.ts',
    line: "import type { A } from '../engine/a.ts'",
    says: /pure decisions/,
  },
  { path: 'src/engine/batch.ts', line: "import { pino } from 'pino'", says: /engine imports/ },
  {
    path: 'src/engine/batch.ts',
    line: "import { openSqlite } from '../store/sqlite.ts'",
    says: /engine imports/,
  },
  { path: 'src/store/load.ts', line: "import { a } from '../server.ts'", says: /store lies under/ },
  { path: 'src/worker.ts', line: "import { DatabaseSync } from 'node:sqlite'", says: /driver/ },
  { path: 'src/worker.ts', line: "const sql = await import('postgres')", says: /driver/ },
  { path: 'src/engine/queue.ts', line: "import pg from 'pg'", says: /database driver/ },
  { path: 'src/worker.ts', line: "import fastify from 'fastify'", says: /web framework/ },
  { path: 'src/store/load.ts', line: "import form from '@fastify/formbody'", says: /framework/ },
  {
    path: 'src/interfaces/cards-v1/views.ts',
    line: "import { a } from '../cards-v2/views.ts'",
    says: /no other interface/,
  },
  {
    path: 'src/interfaces/html/page.ts',
    line: "import { a } from '../portal/views.ts'",
    says: /no other interface/,
  },
  { path: 'src/worker.ts', line: "const port = process.env['PORT']", says: /environment/ },
  { path: 'src/worker.ts', line: "const port = process['env']", says: /environment/ },
  { path: 'src/worker.ts', line: 'const { env } = process', says: /environment/ },
  { path: 'src/worker.ts', line: "import { env } from 'node:process'", says: /environment/ },
  { path: 'src/worker.ts', line: 'const now = Date.now()', says: /reads the clock/ },
  { path: 'src/worker.ts', line: 'const now = new Date()', says: /reads the clock/ },
  { path: 'src/worker.ts', line: 'const now = Date.now', says: /reads the clock/ },
  { path: 'src/domain/utils.ts', line: 'export {}', says: /a name says/ },
  { path: 'src/domain/card-manager.ts', line: 'export {}', says: /a name says/ },
  { path: 'src/common/card.ts', line: 'export {}', says: /a name says/ },
  { path: 'docs/start.md', line: `cd ${slash}home${slash}anna`, says: /path of one machine/ },
]

const permitted: readonly { path: string; line: string }[] = [
  { path: 'src/domain/card.ts', line: "import { createHmac } from 'node:crypto'" },
  { path: 'src/domain/card.ts', line: 'const date = new Date(0)' },
  { path: 'src/domain/card.ts', line: "const text = 'Date.now() and process.env'" },
  { path: 'src/operations/cards.ts', line: "import { a } from './transfers.ts'" },
  { path: 'src/engine/batch.ts', line: "import type { Store } from '../store/store.ts'" },
  { path: 'src/store/sqlite.ts', line: "import { DatabaseSync } from 'node:sqlite'" },
  { path: 'src/server.ts', line: "import fastify from 'fastify'" },
  { path: 'src/interfaces/portal/page.ts', line: "import { html } from '../html/html.ts'" },
  { path: 'src/config.ts', line: "const port = process.env['PORT']" },
  { path: 'src/time.ts', line: 'export const now = Date.now' },
]

describe('the checker', () => {
  for (const { path, line, says } of violations) {
    test(`refuses "${line}" in ${path}`, () => {
      const found = untidy(new Map([[path, `${opening}\n${line}\n`]]))
      const wholeFile = says.test('a name says')
      assert.match(found.join('\n'), says)
      assert.ok(found.every((text) => text.startsWith(`${path}:${wholeFile ? 1 : 3}: `)))
    })
  }

  for (const { path, line } of permitted) {
    test(`permits "${line}" in ${path}`, () => {
      assert.deepEqual(untidy(new Map([[path, `${opening}${line}\n`]])), [])
    })
  }

  test('refuses a file of src without an opening comment', () => {
    const files = new Map([
      ['src/main.ts', '#!/usr/bin/env node\nexport {}\n'],
      ['src/index.ts', '#!/usr/bin/env node\n// The command.\nexport {}\n'],
      ['src/store/load.sql', 'select 1'],
      ['bench/main.ts', 'export {}\n'],
    ])
    assert.deepEqual(
      untidy(files).map((line) => line.split(':')[0]),
      ['src/main.ts', 'src/store/load.sql'],
    )
  })

  test('refuses a file of src of more than 400 lines', () => {
    const lines = (count: number) => opening + 'export {}\n'.repeat(count - 1)
    assert.deepEqual(untidy(new Map([['src/main.ts', lines(400)]])), [])
    assert.match(untidy(new Map([['src/main.ts', lines(401)]])).join(), /^src\/main\.ts:401: /)
  })
})
