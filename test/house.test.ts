// The import and purity rules refuse what they should refuse, and no text contains a path of one
// machine.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, posix, relative, sep } from 'node:path'
import { before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { cruise, type ICruiseResult } from 'dependency-cruiser'
import imports from '../.dependency-cruiser.js'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Imports that are refused, each by the rule with this name. */
// prettier-ignore
const REFUSED_IMPORTS: readonly (readonly [from: string, to: string, rule: string])[] = [
  ['src/issuing/a.ts',               'node:fs',                       'issuing'],
  ['src/issuing/b.ts',               'src/store/target.ts',           'issuing'],
  ['src/issuing/c.ts',               'src/payments/target.ts',        'issuing'],
  ['src/ledger/a.ts',                'src/time.ts',                   'ledger'],
  ['src/callbacks/a.ts',             'src/payments/target.ts',        'callbacks'],
  ['src/kernel/a.ts',                'src/ledger/target.ts',          'kernel'],
  ['src/payments/orders/a.ts',       'src/registry/target.ts',        'payments'],
  ['src/registry/a.ts',              'src/engine/target.ts',          'registry'],
  ['src/engine/a.ts',                'pino',                          'engine'],
  ['src/engine/b.ts',                'src/api/control/target.ts',     'engine'],
  ['src/engine/c.ts',                'src/store/sqlite.ts',           'one-database'],
  ['src/engine/d.ts',                'pg',                            'database-drivers'],
  ['src/worker.ts',                  'node:sqlite',                   'database-drivers'],
  ['src/store/a.ts',                 'src/server.ts',                 'store'],
  ['src/store/reads/a.ts',           'src/engine/target.ts',          'store'],
  ['src/delivery/a.ts',              'src/service.ts',                'delivery'],
  ['src/users/a.ts',                 'src/web/html/target.ts',        'users'],
  ['src/metrics.ts',                 'fastify',                       'web-framework'],
  ['src/api/control/a.ts',           'src/api/issuing-v2/target.ts',  'apis-apart'],
  ['src/api/endpoint/a.ts',          'src/api/control/target.ts',     'apis-apart'],
  ['src/api/control/b.ts',           'src/pages/acs/target.ts',       'apis-below-assembly'],
  ['src/api/control/c.ts',           'src/start.ts',                  'apis-below-assembly'],
  ['src/pages/acs/a.ts',             'src/pages/portal/target.ts',    'pages-apart'],
  ['src/pages/acs/b.ts',             'src/api/control/target.ts',     'pages-without-apis'],
  ['src/pages/portal/orders/a.ts',   'src/start.ts',                  'pages-below-assembly'],
  ['src/pages/portal/shell/a.ts',    'src/store/target.ts',           'portal-through-operations'],
  ['src/web/http/a.ts',              'src/pages/acs/target.ts',       'web-below-pages'],
  ['src/service.ts',                 'src/web/http/target.ts',        'files-below-pages'],
  ['src/metrics-of.ts',              'src/assembly/target.ts',        'files-below-pages'],
  ['src/client/a.ts',                'src/engine/target.ts',          'client'],
  ['src/web/html/circle.ts',         'src/web/http/circle.ts',        'no-circular'],
]
/** Imports that no rule refuses. */
// prettier-ignore
const PERMITTED_IMPORTS: readonly (readonly [from: string, to: string])[] = [
  ['src/issuing/good.ts',            'node:crypto'],
  ['src/issuing/good-too.ts',        'src/ledger/target.ts'],
  ['src/engine/good.ts',             'src/registry/target.ts'],
  ['src/store/good.ts',              'node:sqlite'],
  ['src/api/control/good.ts',        'src/api/endpoint/target.ts'],
  ['src/pages/portal/good.ts',       'src/api/control/target.ts'],
  ['src/web/http/good.ts',           'src/service.ts'],
]

test('An upward import is refused by exactly one rule, and other imports by none', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sandcard-imports-'))
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const rows = [...REFUSED_IMPORTS, ...PERMITTED_IMPORTS]
  for (const [, to] of rows) if (to.startsWith('src/')) write(to, 'export const target = 1\n')
  for (const [from, to] of rows) {
    const path = posix.relative(posix.dirname(from), to)
    const specifier = !to.startsWith('src/') ? to : path.startsWith('.') ? path : `./${path}`
    write(from, `import type {} from '${specifier}'\nexport const target = 1\n`)
  }
  write('src/web/http/circle.ts', "export * from '../html/circle.ts'\n")
  cpSync(join(root, 'package.json'), join(folder, 'package.json'))
  const { options, ...ruleSet } = imports
  const { output } = await cruise(['src'], {
    ...options,
    baseDir: folder,
    validate: true,
    ruleSet,
  })
  const found = (output as ICruiseResult).summary.violations.map(({ from, rule }) => [
    from,
    rule.name,
  ])
  for (const [from, to, rule] of REFUSED_IMPORTS)
    assert.ok(
      found.some(([path, name]) => path === from && name === rule),
      `${from} may import ${to}`,
    )
  for (const [from] of PERMITTED_IMPORTS)
    assert.deepEqual(
      found.filter(([path]) => path === from),
      [],
    )
})

/** The findings of the purity rules in each file of `texts`, under paths of the product. */
function purityFindings(texts: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const folder = mkdtempSync(join(tmpdir(), 'sandcard-purity-'))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  cpSync(join(root, 'oxlint.config.ts'), join(folder, 'oxlint.config.ts'))
  cpSync(join(root, 'lint'), join(folder, 'lint'), { recursive: true })
  for (const [path, text] of texts) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), `${text}\n`)
  }
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, 'node_modules/oxlint/bin/oxlint'), '--format=json', 'src'],
    { cwd: folder, encoding: 'utf8' },
  )
  assert.ok(stdout.startsWith('{'), `${stdout}${stderr}`)
  const { diagnostics } = JSON.parse(stdout) as {
    readonly diagnostics: readonly { filename: string; code: string; message: string }[]
  }
  const ours = diagnostics.filter(({ code }) => code === 'eslint-js(no-restricted-syntax)')
  return new Map(
    [...texts.keys()].map((path) => [
      path,
      ours
        .filter(({ filename }) => filename === path)
        .map(({ message }) => message)
        .join('\n'),
    ]),
  )
}

// prettier-ignore
const REFUSED: readonly (readonly [path: string, line: string, message: RegExp])[] = [
  ['src/issuing/card.ts', 'export async function issue() { return 1 }', /synchronous/],
  ['src/issuing/card.ts', 'const card = await load()', /synchronous/],
  ['src/authorisations/clear.ts', 'const card = await load()', /synchronous/],
  ['src/fault-injection/fault-plan.ts', 'const card = await load()', /synchronous/],
  ['src/real-time/settle-decision.ts', 'const card = await load()', /synchronous/],
  ['src/receivers/receiver.ts', 'const card = await load()', /synchronous/],
  ['src/webhooks/write-events.ts', 'const card = await load()', /synchronous/],
  ['src/payments/authorisation/pay.ts', "fetch('https://shop.example')", /pure/],
  ['src/payments/authorisation/pay.ts', 'setTimeout(() => 1, 5)', /pure/],
  ['src/payments/authorisation/pay.ts', 'const at = performance.now()', /reads the clock/],
  ['src/payments/authorisation/pay.ts', 'const { now } = performance', /reads the clock/],
  ['src/payments/authorisation/pay.ts', "import { randomBytes } from 'node:crypto'", /Random bytes/],
  ['src/payments/authorisation/pay.ts', 'const id = crypto.randomUUID()', /Random bytes/],
  ['src/worker.ts', 'const share = Math.random()', /random bytes/],
  ['src/worker.ts', "const port = process.env['PORT']", /environment/],
  ['src/worker.ts', 'const port = globalThis.process.env', /environment/],
  ['src/worker.ts', "const port = process['env']", /environment/],
  ['src/worker.ts', 'const { env } = process', /environment/],
  ['src/worker.ts', "import { env } from 'node:process'", /environment/],
  ['src/worker.ts', 'const { now } = Date', /reads the clock/],
  ['src/worker.ts', 'const now = Temporal.Now.instant()', /reads the clock/],
  ['src/worker.ts', 'const now = Date.now()', /reads the clock/],
  ['src/worker.ts', 'const now = new Date()', /reads the clock/],
  ['src/worker.ts', 'const now = performance.now()', /reads the clock/],
  ['src/worker.ts', "const sql = await import('postgres')", /Import at the top/],
  ['src/worker.ts', 'const card = text as unknown as Card', /asserting twice/],
]

// prettier-ignore
const PERMITTED: readonly (readonly [path: string, line: string])[] = [
  ['src/issuing/card.ts', 'const date = new Date(0)'],
  ['src/issuing/card-number.ts', "const text = 'Date.now() and process.env'"],
  ['src/projects/vault.ts', "import { randomBytes } from 'node:crypto'"],
  ['src/config.ts', "const port = process.env['PORT']"],
  ['src/time.ts', 'export const now = Date.now'],
]

describe('Lint', () => {
  const refused = REFUSED.map(([path, line, message], index) => ({
    path: path.replace('.ts', `-${index}.ts`),
    line,
    message,
  }))
  let found: ReadonlyMap<string, string>
  before(() => {
    found = purityFindings(
      new Map([...refused.map(({ path, line }) => [path, line] as const), ...PERMITTED]),
    )
  })

  for (const { path, line, message } of refused)
    test(`refuses "${line}" in ${path}`, () => assert.match(found.get(path) ?? '', message))

  for (const [path, line] of PERMITTED)
    test(`permits "${line}" in ${path}`, () => assert.equal(found.get(path), ''))
})

const SKIPPED = new Set(['node_modules', 'dist', 'data', 'coverage', '.git'])
const TEXTS = /(\.(ts|js|mjs|css|sql|html|md|json|ya?ml)|\/run|Dockerfile|LICENSE)$/

/** The text files of the repository, except installed and built ones, and the lock file. */
function texts(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : texts(path)
    return TEXTS.test(path) && entry.name !== 'package-lock.json' ? [path] : []
  })
}

test('The lock file has the hash of every package, on every platform', () => {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, { readonly integrity?: string }>>
  }
  const names = Object.keys(lock.packages).filter((name) => name !== '')
  assert.ok(names.length > 100)
  assert.deepEqual(
    names.filter((name) => lock.packages[name]?.integrity === undefined),
    [],
  )
})

test('No text contains a path of one machine', () => {
  // Split, so that this file does not contain the text that it searches for.
  const machine = new RegExp(
    `(?<![\\w.-])/(${['ho' + 'me', 'Us' + 'ers', 'wo' + 'rk'].join('|')})/\\w`,
  )
  const found = texts(root).filter((file) => machine.test(readFileSync(file, 'utf8')))
  assert.deepEqual(
    found.map((file) => relative(root, file).split(sep).join('/')),
    [],
  )
})
