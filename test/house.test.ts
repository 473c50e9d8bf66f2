// The rules of the house, each held to what it refuses and what it permits; and those that lint cannot see.

import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join, posix, relative, sep } from 'node:path'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { ESLint } from 'eslint'
import tseslint from 'typescript-eslint'
import { houseRules } from '../eslint.house.js'

const root = fileURLToPath(new URL('..', import.meta.url))

// The house's rules alone: they need no types, so a text that is no file can be judged.
const lint = new ESLint({
  cwd: root,
  overrideConfigFile: true,
  overrideConfig: [
    {
      files: ['**/*.ts'],
      languageOptions: { parser: tseslint.parser },
      plugins: { '@typescript-eslint': tseslint.plugin },
    },
    ...houseRules,
  ],
})

async function findings(path: string, text: string): Promise<string[]> {
  const results = await lint.lintText(text, { filePath: join(root, path) })
  return results.flatMap(({ messages }) =>
    messages.map(({ line, message }) => `${path}:${line}: ${message}`),
  )
}

const OPENING = '// What this file is for.\n'

// prettier-ignore
const REFUSED: readonly (readonly [path: string, line: string, says: RegExp])[] = [
  ['src/issuing/card.ts', "import fs from 'node:fs'", /subject is pure/],
  ['src/issuing/card.ts', "import { a } from '../store/a.ts'", /subject is pure/],
  ['src/issuing/card.ts', "import { a } from '../payments/a.ts'", /subject is pure/],
  ['src/issuing/card.ts', "export { a } from '../engine/a.ts'", /subject is pure/],
  ['src/issuing/card.ts', "import type { A } from '../callbacks/a.ts'", /subject is pure/],
  ['src/issuing/card.ts', "type A = import('../store/a.ts').A", /Import at the top/],
  ['src/ledger/account.ts', "import { a } from '../issuing/a.ts'", /subject is pure/],
  ['src/ledger/account.ts', "import { a } from '../time.ts'", /subject is pure/],
  ['src/callbacks/callback.ts', "import { a } from '../payments/a.ts'", /subject is pure/],
  ['src/kernel/rows.ts', "import { a } from '../ledger/a.ts'", /subject is pure/],
  ['src/payments/authorisation/pay.ts', "import { a } from '../../registry/a.ts'", /subject is pure/],
  ['src/registry/rows.ts', "import { a } from '../engine/a.ts'", /registry puts together/],
  ['src/engine/batch.ts', "import { pino } from 'pino'", /engine knows/],
  ['src/engine/batch.ts', "import { a } from '../api/a.ts'", /engine knows/],
  ['src/engine/batch.ts', "import { openSqlite } from '../store/sqlite.ts'", /which database/],
  ['src/engine/queue.ts', "import pg from 'pg'", /database driver/],
  ['src/store/load.ts', "import { a } from '../server.ts'", /store lies under/],
  ['src/store/reads/cards.ts', "import { a } from '../../engine/a.ts'", /store lies under/],
  ['src/store/load.ts', "import form from '@fastify/formbody'", /store lies under/],
  ['src/delivery/sender.ts', "import { a } from '../service.ts'", /Delivery lies under/],
  ['src/users/role.ts', "import { a } from '../web/html/html.ts'", /Users lie under/],
  ['src/worker.ts', "import { DatabaseSync } from 'node:sqlite'", /driver/],
  ['src/worker.ts', "const sql = await import('postgres')", /Import at the top/],
  ['src/worker.ts', "import fastify from 'fastify'", /web framework/],
  ['src/api/issuing-v1/views.ts', "import { a } from '../issuing-v2/views.ts'", /imports no other/],
  ['src/api/issuing-v1/views.ts', "import { a } from '../../pages/acs/a.ts'", /do not know each other/],
  ['src/pages/acs/page.ts', "import { a } from '../portal/views.ts'", /imports no other/],
  ['src/api/control/list/view.ts', "import { a } from '../../issuing-v1/views.ts'", /imports no other/],
  ['src/api/endpoint/serve.ts', "import { a } from '../control/list.ts'", /imports no other/],
  ['src/api/control/list.ts', "import { a } from '../../start.ts'", /do not know each other/],
  ['src/pages/portal/orders/page.ts', "import { a } from '../../acs/page.ts'", /imports no other/],
  ['src/pages/acs/page.ts', "import { a } from '../../api/control/a.ts'", /do not know each other/],
  ['src/web/http/form.ts', "import { a } from '../../pages/acs/a.ts'", /lies under/],
  ['src/web/form.ts', "import { a } from '../api/control/a.ts'", /lies under/],
  ['src/web/http/form.ts', "import { a } from '../../server.ts'", /lies under/],
  ['src/service.ts', "import { a } from './web/http/a.ts'", /lies under/],
  ['src/worker.ts', "import { a } from './pages/acs/a.ts'", /lies under/],
  ['src/client/route.ts', "import { a } from '../engine/a.ts'", /interfaces alone/],
  ['src/issuing/card.ts', 'export async function issue() { return 1 }', /synchronous/],
  ['src/issuing/card.ts', 'const card = await load()', /synchronous/],
  ['src/payments/authorisation/pay.ts', "fetch('https://shop.example')", /pure/],
  ['src/payments/authorisation/pay.ts', 'setTimeout(() => 1, 5)', /pure/],
  ['src/payments/authorisation/pay.ts', 'const at = performance.now()', /time comes in/],
  ['src/payments/authorisation/pay.ts', "import { randomBytes } from 'node:crypto'", /Random bytes/],
  ['src/payments/authorisation/pay.ts', 'const id = crypto.randomUUID()', /Random bytes/],
  ['src/worker.ts', 'const share = Math.random()', /random bytes/],
  ['src/worker.ts', "const port = process.env['PORT']", /environment/],
  ['src/worker.ts', 'const port = globalThis.process.env', /environment/],
  ['src/worker.ts', 'const { now } = Date', /reads the clock/],
  ['src/worker.ts', 'const now = Temporal.Now.instant()', /reads the clock/],
  ['src/worker.ts', "const port = process['env']", /environment/],
  ['src/worker.ts', 'const { env } = process', /environment/],
  ['src/worker.ts', "import { env } from 'node:process'", /environment/],
  ['src/worker.ts', 'const now = Date.now()', /reads the clock/],
  ['src/worker.ts', 'const now = new Date()', /reads the clock/],
  ['src/worker.ts', 'const now = Date.now', /reads the clock/],
  ['src/worker.ts', 'const card = text as unknown as Card', /double assertion/],
  ['src/worker.ts', 'interface Delivering { readonly at: number }', /named by what it is/],
  ['test/worker.test.ts', 'type Kept = string', /named by what it is/],
  ['src/worker.ts', 'const LIMIT = 20', /subject and unit/],
  ['src/time.ts', 'export const PATTERN = /^a/', /subject and unit/],
  ['bench/load.ts', 'const NAME = `a`', /subject and unit/],
  ['src/ledger/utils.ts', 'export {}', /A name says/],
  ['src/issuing/card-manager.ts', 'export {}', /A name says/],
  ['src/common/card.ts', 'export {}', /A name says/],
]

// prettier-ignore
const PERMITTED: readonly (readonly [path: string, line: string])[] = [
  ['src/issuing/card.ts', "import { createHmac } from 'node:crypto'"],
  ['src/issuing/card.ts', "import { a } from './transfer.ts'"],
  ['src/issuing/card.ts', "import { a } from '../ledger/money.ts'"],
  ['src/issuing/card.ts', 'const date = new Date(0)'],
  ['src/issuing/card.ts', 'interface Binding { readonly id: string }'],
  ['src/issuing/card.ts', 'interface SentCallback { readonly id: string }'],
  ['src/issuing/card.ts', "const text = 'Date.now() and process.env'"],
  ['src/issuing/card.ts', 'const CARD_LIFE_MONTHS = 60'],
  ['src/issuing/card.ts', 'const BRANDS = [4]'],
  ['test/issuing/card.test.ts', 'const EUR = 978'],
  ['src/payments/authorisation/pay.ts', "import { a } from '../../callbacks/callback.ts'"],
  ['src/payments/authorisation/pay.ts', "import { a } from '../orders/order.ts'"],
  ['src/engine/batch.ts', "import type { Store } from '../store/store.ts'"],
  ['src/engine/batch.ts', "import { commands } from '../registry/commands.ts'"],
  ['src/store/sqlite.ts', "import { DatabaseSync } from 'node:sqlite'"],
  ['src/store/reads/cards.ts', "import { TABLES } from '../tables.ts'"],
  ['src/store/reads/cards.ts', "import { a } from '../../ledger/account.ts'"],
  ['src/projects/vault.ts', "import { randomBytes } from 'node:crypto'"],
  ['src/server.ts', "import fastify from 'fastify'"],
  ['src/server.ts', "import { shop } from './pages/shop/plugin.ts'"],
  ['src/start.ts', "import { Worker } from './worker.ts'"],
  ['src/worker.ts', "import { a } from './engine/a.ts'"],
  ['src/web/http/form.ts', "import { a } from '../../service.ts'"],
  ['src/api/control/list.ts', "import { a } from '../endpoint/operation.ts'"],
  ['src/pages/portal/orders/try/page.ts', "import { a } from '../../screen.ts'"],
  ['src/pages/portal/orders/try/page.ts', "import { a } from '../../../../web/html/html.ts'"],
  ['src/client/connect.ts', "import { a } from './client.ts'"],
  ['src/api/control/clock.ts', "import type { FastifyReply } from 'fastify'"],
  ['src/pages/portal/page.ts', "import { html } from '../../web/html/html.ts'"],
  ['src/config.ts', "const port = process.env['PORT']"],
  ['src/time.ts', 'export const now = Date.now'],
]

describe('lint of the house', () => {
  for (const [path, line, says] of REFUSED)
    test(`lint refuses "${line}" in ${path}`, async () => {
      assert.match((await findings(path, `${OPENING}\n${line}\n`)).join('\n'), says)
    })

  for (const [path, line] of PERMITTED)
    test(`lint permits "${line}" in ${path}`, async () => {
      assert.deepEqual(await findings(path, `${OPENING}${line}\n`), [])
    })

  test('lint refuses a file of src without an opening comment', async () => {
    const bare = 'export const a = 1\n'
    assert.match((await findings('src/worker.ts', bare)).join(), /begins with a comment/)
    assert.match((await findings('src/worker.ts', `#!/usr/bin/env node\n${bare}`)).join(), /begins/)
    assert.deepEqual(await findings('src/worker.ts', `#!/usr/bin/env node\n// It.\n${bare}`), [])
    assert.deepEqual(await findings('bench/main.ts', bare), [])
  })

  test('lint refuses a file of src of more than 400 lines', async () => {
    const lines = (count: number) => OPENING + 'export {}\n'.repeat(count - 1)
    assert.deepEqual(await findings('src/worker.ts', lines(400)), [])
    assert.match((await findings('src/worker.ts', lines(402))).join(), /too many lines/)
  })
})

const SKIPPED = new Set(['node_modules', 'dist', 'data', 'coverage', '.git'])
const TEXTS = /(\.(ts|js|mjs|css|sql|html|md|json|ya?ml)|\/run|Dockerfile|LICENSE)$/

/** The text files of the repository, but for what is installed or built, and the lock file. */
function texts(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : texts(path)
    return TEXTS.test(path) && entry.name !== 'package-lock.json' ? [path] : []
  })
}

const pathOf = (file: string): string => relative(root, file).split(sep).join('/')

describe('the files of the house', () => {
  test('no text holds a path of one machine', () => {
    // Spelled in pieces, so that this file does not hold what it looks for.
    const machine = new RegExp(
      `(?<![\\w.-])/(${['ho' + 'me', 'Us' + 'ers', 'wo' + 'rk'].join('|')})/\\w`,
    )
    const found = texts(root).filter((file) => machine.test(readFileSync(file, 'utf8')))
    assert.deepEqual(found.map(pathOf), [])
  })

  test('style sheets, scripts and statements of src begin with a comment that says what they are for', () => {
    const opening: Readonly<Record<string, RegExp>> = {
      css: /^\s*\/\*/,
      js: /^\s*(\/\/|\/\*)/,
      sql: /^\s*--/,
    }
    const bare = texts(join(root, 'src')).filter((file) => {
      const first = opening[file.slice(file.lastIndexOf('.') + 1)]
      return first !== undefined && !first.test(readFileSync(file, 'utf8'))
    })
    assert.deepEqual(bare.map(pathOf), [])
  })

  test('no file of src leads back to itself through what it imports', () => {
    const imports = new Map(
      texts(join(root, 'src'))
        .filter((file) => file.endsWith('.ts'))
        .map((file) => [pathOf(file), importsOf(pathOf(file), readFileSync(file, 'utf8'))]),
    )
    assert.ok(imports.size > 200)
    const open = new Set<string>()
    const done = new Set<string>()
    const walk = (path: string, way: readonly string[]): void => {
      assert.ok(!open.has(path), [...way, path].join(' → '))
      if (done.has(path)) return
      open.add(path)
      for (const target of imports.get(path) ?? []) walk(target, [...way, path])
      open.delete(path)
      done.add(path)
    }
    for (const path of imports.keys()) walk(path, [])
  })
})

/** The files of ours that a file imports, types included. */
function importsOf(path: string, text: string): string[] {
  return [...text.matchAll(/^(?:import|export)\b[^'"]*?from '(\.[^']+)'/gm)].map(
    ([, target = '']) => posix.join(posix.dirname(path), target),
  )
}
