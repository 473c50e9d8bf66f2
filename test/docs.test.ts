// The examples in README.md and docs/. Every
// ```ts block is a complete file that compiles and runs. Every ```sh block runs against a fresh
// service; `# prints: X` is the output of the command above it. Examples of a test framework
// compile and run in `npm run pack-check`, which installs it; the Testcontainers example starts a
// process here instead of a container.

import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { PROBLEMS as CONTROL_PROBLEMS } from '../src/api/control/problems.ts'
import { PROBLEMS as B_PROBLEMS } from '../src/api/issuing-v2/problems.ts'
import {
  DECLINE_CODES,
  DECLINES,
  DECLINES_OF_SIMULATIONS,
  statusMessageOf,
} from '../src/ledger/decline.ts'
import { actionCode } from '../src/payments/authorisation/action-code.ts'
import { runBash } from './kit/bash.ts'
import { oneDatabase, onEveryDatabase } from './kit/databases.ts'
import { type ExampleResult, RESULT_MARK } from './kit/run-examples.ts'
import { type Sandbox, startSandbox } from './kit/sandbox.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const DEFAULT_URL = 'http://127.0.0.1:8583'
const NODE_TEST = "from 'node:test'"
const RUN_EXAMPLES = fileURLToPath(new URL('kit/run-examples.ts', import.meta.url))
const FRAMEWORK_PATTERN = /from '(?:vitest|@jest|@playwright)/

interface Example {
  readonly page: string
  readonly name: string
  readonly code: string
}

const pages = readdirSync(`${root}docs`)
  .filter((file) => file.endsWith('.md'))
  .map((file) => `docs/${file}`)
const blocksOf = (page: string, language: string): string[] => {
  const blocks = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms')
  return [...readFileSync(root + page, 'utf8').matchAll(blocks)].map(([, code = '']) => code)
}
const examples = ['README.md', ...pages].flatMap((page) =>
  blocksOf(page, 'ts').map((code, index): Example => {
    const stem = page.replace(/^docs\/|\.md$/g, '').toLowerCase()
    return { page, name: `${stem}-${index + 1}.ts`, code }
  }),
)
const runnable = examples.filter(({ code }) => !FRAMEWORK_PATTERN.test(code))

/** The settings of a user's project for each kind of module resolution. */
const RESOLUTIONS = {
  nodenext: { module: 'nodenext' },
  bundler: { module: 'esnext', moduleResolution: 'bundler' },
}

test('The examples in TypeScript compile under strict with nodenext and bundler', (context) => {
  assert.ok(runnable.length > 5)
  const folder = mkdtempSync(join(tmpdir(), 'sandcard-docs-'))
  context.after(() => rmSync(folder, { recursive: true }))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  for (const [name, resolution] of Object.entries(RESOLUTIONS)) {
    const compilerOptions = {
      ...resolution,
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      target: 'es2024',
      types: ['node'],
      allowImportingTsExtensions: true,
      paths: {
        sandcard: [join(root, 'src/index.ts')],
        'sandcard/*': [join(root, 'src/*.ts')],
        testcontainers: [join(root, 'test/kit/testcontainers.ts')],
      },
    }
    const write = (file: string, text: string) => writeFileSync(join(folder, name, file), text)
    mkdirSync(join(folder, name))
    write('package.json', '{ "type": "module" }')
    write('tsconfig.json', JSON.stringify({ compilerOptions, include: ['*.ts'] }))
    for (const example of runnable) write(example.name, example.code)
    // This mistake must be detected, otherwise nothing was compiled.
    write('wrong.ts', "import { startSandcard } from 'sandcard'\nstartSandcard({ port: '8583' })")
  }
  // The compiler of `npm run check`, because TypeScript's own takes fifteen times as long.
  const { stdout } = spawnSync(
    process.execPath,
    [
      join(root, 'node_modules/oxlint/bin/oxlint'),
      '--type-aware',
      '--type-check',
      '--allow=all',
      '--format=json',
      ...Object.keys(RESOLUTIONS),
    ],
    { cwd: folder, encoding: 'utf8' },
  )
  const { diagnostics } = JSON.parse(stdout) as {
    readonly diagnostics: readonly { filename: string; code: string; message: string }[]
  }
  const found = diagnostics.map(({ filename, code, message }) => `${filename}: ${code} ${message}`)
  const wrong = found.filter((line) => /^\w+\/wrong\.ts: typescript\(TS2322\)/.test(line))
  assert.equal(wrong.length, Object.keys(RESOLUTIONS).length, found.join('\n'))
  assert.deepEqual(
    found.filter((line) => !wrong.includes(line)),
    [],
  )
})

describe('The recipes for containers', () => {
  const port = /^EXPOSE (\d+)$/m.exec(readFileSync(`${root}Dockerfile`, 'utf8'))?.[1] ?? ''
  const recipes = ['ts', 'python', 'java', 'go', 'csharp'].map((language) => ({
    language,
    code: blocksOf('docs/ci.md', language).filter((code) => /container/i.test(code)),
  }))
  for (const { language, code } of recipes)
    test(`name the port, setting and path of the image in ${language}`, () => {
      assert.equal(code.length, 1)
      const [recipe = ''] = code
      assert.deepEqual([...new Set(recipe.match(/\b8\d{3}\b/g))], [port])
      assert.match(recipe, /"sandcard"|'sandcard'/)
      assert.match(recipe, /\bDATABASE_URL\b.*sqlite::memory:/)
      assert.match(recipe, /\/readyz/)
    })
})

describe('The tables of the guides', () => {
  const rowsBelow = (page: string, heading: string): readonly (readonly string[])[] => {
    const [, section = ''] = readFileSync(root + page, 'utf8').split(`\n## ${heading}\n`)
    const [own = ''] = section.split('\n## ')
    const rows = own.split('\n').filter((line) => line.startsWith('| '))
    return rows.slice(1).map((row) => row.split('|').map((cell) => cell.trim()))
  }

  for (const [heading, problems] of [
    ['Interface B', B_PROBLEMS],
    ['Control API', CONTROL_PROBLEMS],
  ] as const)
    test(`errors.md lists every problem of ${heading} with its status and what to do`, () => {
      const rows = rowsBelow('docs/errors.md', heading)
      const listed = rows.map(([, code = '', status = '']) => [code.replaceAll('`', ''), status])
      const existing = Object.entries(problems).map(([code, [status]]) => [code, String(status)])
      assert.deepEqual(listed.toSorted(), existing.toSorted())
      assert.ok(rows.every(([, , , advice = '']) => advice.length > 5))
    })

  test('declined-payments.md lists action codes that exist', () => {
    const rows = rowsBelow('docs/declined-payments.md', 'Common action codes')
    assert.ok(rows.length > 10)
    for (const [, code = ''] of rows) assert.ok(actionCode(Number(code)), code)
  })

  test('declined-payments.md lists every decline with the codes of A and B and what to do', () => {
    const rows = rowsBelow('docs/declined-payments.md', 'Transfers and top-ups of A and B')
    const codes = DECLINE_CODES.filter((code) => !DECLINES_OF_SIMULATIONS.includes(code))
    const expected = codes.map((code) => {
      const { reason, responseCode, internalResponseCode, remedy } = DECLINES[code]
      const texts = [reason, responseCode, internalResponseCode, statusMessageOf({ code }), remedy]
      return texts.map((text) => String(text).replaceAll('’', "'"))
    })
    assert.deepEqual(
      rows.map((cells) => cells.slice(1, -1)),
      expected,
    )
  })

  test('declined-payments.md lists the action code of every decline of a payment', () => {
    const rows = rowsBelow('docs/declined-payments.md', 'Common action codes')
    const listed = new Set(rows.map(([, code]) => Number(code)))
    const missing = DECLINE_CODES.filter(
      (code) =>
        code !== 'same-card' &&
        !DECLINES_OF_SIMULATIONS.includes(code) &&
        !listed.has(DECLINES[code].actionCode),
    )
    assert.deepEqual(missing, [])
  })
})

onEveryDatabase('The examples of the guides', (database) => {
  let sandbox: Sandbox
  const folder = mkdtempSync(join(tmpdir(), 'sandcard-docs-'))
  before(async () => {
    mkdirSync(join(folder, 'run'))
    sandbox = await startSandbox(database)
  })
  after(async () => {
    await sandbox.close()
    rmSync(folder, { recursive: true })
  })

  // An example that starts its own service does not use this database. The README's example runs in
  // readme.test.ts.
  const here = runnable.filter(
    ({ page, code }) =>
      page !== 'README.md' && (database === oneDatabase || code.includes(DEFAULT_URL)),
  )
  const [tests, programs] = [
    here.filter(({ code }) => code.includes(NODE_TEST)),
    here.filter(({ code }) => !code.includes(NODE_TEST)),
  ]
  const write = ({ name, code }: Example): string => {
    const file = join(folder, name)
    const imported = code
      .replace(/(?<=from )'sandcard(?:\/(\w+))?'/g, (_name, module = 'index') =>
        JSON.stringify(new URL(`../src/${String(module)}.ts`, import.meta.url).href),
      )
      .replace(
        /(?<=from )'testcontainers'/,
        JSON.stringify(new URL('kit/testcontainers.ts', import.meta.url).href),
      )
    writeFileSync(file, imported.replaceAll(DEFAULT_URL, sandbox.url))
    return file
  }
  const run = (args: readonly string[]) =>
    promisify(execFile)(process.execPath, args, {
      cwd: join(folder, 'run'),
      // Without the variable, the example would report to this test runner.
      env: { ...process.env, NODE_TEST_CONTEXT: undefined },
      timeout: 100_000,
    })

  for (const example of tests)
    test(`the example ${example.name} of ${example.page} runs`, async () => {
      await run(['--test', '--test-isolation=none', write(example)])
    })

  test('the other examples run one after the other, and leave nothing open', async () => {
    const files = programs.map(write)
    const { stdout } = await run([RUN_EXAMPLES, ...files])
    const results = stdout.split('\n').filter((line) => line.startsWith(RESULT_MARK))
    assert.deepEqual(
      results.map((line) => JSON.parse(line.slice(RESULT_MARK.length)) as ExampleResult),
      files.map((path): ExampleResult => ({ path, failure: null })),
    )
  })

  for (const page of pages.filter((each) => blocksOf(each, 'sh').length > 0))
    test(`the commands of ${page} print the output that it shows`, async () => {
      const script = blocksOf(page, 'sh').join('').replaceAll(DEFAULT_URL, sandbox.url)
      const expected = [...script.matchAll(/^# prints: (.*)$/gm)].map(([, line]) => line)
      const PATH = [dirname(process.execPath), process.env['PATH']].join(delimiter)
      const { stdout } = await runBash(script, {
        cwd: join(folder, 'run'),
        env: { ...process.env, PATH },
      })
      assert.deepEqual(stdout.trimEnd().split('\n'), expected)
    })
})
