// The README's commands run unchanged, in order, in one bash against a fresh service.
// A line `# prints: X` is the expected output of the command above it.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { onEveryDatabase } from './kit/databases.ts'
import { type Sandbox, startSandbox } from './kit/sandbox.ts'
import { runBash } from './kit/bash.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const readme = readFileSync(`${root}README.md`, 'utf8')
const DEFAULT_URL = 'http://127.0.0.1:8583'

const blocks = [...readme.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = '']) => block)
const expected = [...blocks.join('').matchAll(/^# prints: (.*)$/gm)].map(([, line]) => line)

onEveryDatabase('The README', (database) => {
  let sandbox: Sandbox
  before(async () => {
    sandbox = await startSandbox(database)
  })
  after(() => sandbox.close())

  test('has commands that print the output that it shows', async () => {
    assert.ok(expected.length > 0, 'the README has no commands to run')
    const curl = spawnSync('curl', ['--version'])
    assert.equal(curl.status, 0, 'the commands of the README need curl: install it')
    const script = blocks.join('').replaceAll(DEFAULT_URL, sandbox.url)
    const PATH = [dirname(process.execPath), process.env['PATH']].join(delimiter)
    // Service managers and cron set no SHLVL.
    const env = { ...process.env, PATH, SHLVL: undefined }
    const { stdout } = await runBash(script, { cwd: root, env })
    assert.deepEqual(stdout.trimEnd().split('\n'), expected)
  })
})

test("The README's test suite passes", async () => {
  const [, suite = ''] = /^```ts\n(.*?)^```$/ms.exec(readme) ?? []
  const folder = mkdtempSync(join(tmpdir(), 'sandcard-readme-'))
  const file = join(folder, 'suite.test.ts')
  const entry = new URL('../src/index.ts', import.meta.url).href
  writeFileSync(file, suite.replace("'sandcard'", JSON.stringify(entry)))
  // Without it the suite would report to this test runner.
  const env = { ...process.env, NODE_TEST_CONTEXT: undefined }
  const args = ['--test', '--test-isolation=none', file]
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', env })
  rmSync(folder, { recursive: true })
  assert.equal(status, 0, stdout + stderr)
  assert.match(stdout, /^ℹ pass 1$|^# pass 1$/m)
})

/** A shorter part of a title may be a value of the table. */
const SHORT_PART = 20

const documents = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'SECURITY.md',
  ...readdirSync(`${root}docs`)
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file}`),
]

for (const document of documents) {
  test(`Every link and every file named in ${document} exists`, () => {
    const text = readFileSync(root + document, 'utf8')
    const links = [...text.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(
      ([, link = '']) => `${dirname(document)}/${link}`,
    )
    const named = [...text.matchAll(/`((?:src|test|docs|examples|scripts)\/[\w./-]+)`/g)].map(
      ([, path = '']) => path,
    )
    const missing = [...links, ...named].filter((path) => !existsSync(root + path))
    assert.deepEqual(missing, [])
  })
}

test('Every test that test/gaps.md names is in the file that it names', () => {
  const cited = /`(test\/[\w./-]+\.test\.ts)`:((?:[ ,]+\*[^*|]+\*)+)/g
  const titles = [...readFileSync(`${root}test/gaps.md`, 'utf8').matchAll(cited)].flatMap(
    ([, file = '', list = '']) =>
      [...list.matchAll(/\*([^*]+)\*/g)].map(([, title = '']) => [file, title] as const),
  )
  assert.ok(titles.length > 100, `${titles.length} titles`)
  // A title built from a table is cited with … for its variable parts.
  const gone = titles.filter(([file, title]) => {
    const text = readFileSync(root + file, 'utf8')
    const parts = title.split('…').map((part) => part.trim())
    return !parts.every((part) => part.length < SHORT_PART || text.includes(part))
  })
  assert.deepEqual(gone, [])
})

/** The header of a table, and a value of the table of response codes. */
const NOT_A_TOPIC = /^(?:operation|case|feature|`responseCode`|`[A\d]\w`)$/

test('Every row of docs/gaps.md has its reason, source and tests in test/gaps.md', () => {
  const firstCells = (file: string, row: RegExp) =>
    [...readFileSync(root + file, 'utf8').matchAll(row)].map(([, cell = '']) => cell)
  const topics = firstCells('docs/gaps.md', /^\| ([^|]+) \| [^|]+ \|$/gm)
  const listed = firstCells('test/gaps.md', /^\| ([^|]+) \| .* \|$/gm)
  const known = new Set(listed.flatMap((cell) => cell.split('; ')))
  assert.ok(topics.length > 150, `${topics.length} topics`)
  assert.deepEqual(
    topics.filter((topic) => !known.has(topic) && !NOT_A_TOPIC.test(topic)),
    [],
  )
})
