// The README's commands run as they stand: every ```sh block, in order, in one bash against a fresh service. A line `# prints: X`
// is what the command before it must print. Blocks that are only shown are marked ```console.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
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

onEveryDatabase('the README', (database) => {
  let sandbox: Sandbox
  before(async () => {
    sandbox = await startSandbox(database)
  })
  after(() => sandbox.close())

  test('its commands run and print what they say', async () => {
    assert.ok(expected.length > 0, 'the README holds no commands to run')
    const curl = spawnSync('curl', ['--version'])
    assert.equal(curl.status, 0, 'the commands of the README need curl: install it')
    const script = blocks.join('').replaceAll(DEFAULT_URL, sandbox.url)
    const PATH = [dirname(process.execPath), process.env['PATH']].join(delimiter)
    // As a service manager or cron starts it: without SHLVL.
    const env = { ...process.env, PATH, SHLVL: undefined }
    const { stdout } = await runBash(script, { cwd: root, env })
    assert.deepEqual(stdout.trimEnd().split('\n'), expected)
  })
})

test("the README's test suite passes", async () => {
  const [, suite = ''] = /^```js\n(.*?)^```$/ms.exec(readme) ?? []
  const folder = mkdtempSync(join(tmpdir(), 'sandcard-readme-'))
  const file = join(folder, 'suite.test.mjs')
  const entry = new URL('../src/index.ts', import.meta.url).href
  writeFileSync(file, suite.replace("'sandcard'", JSON.stringify(entry)))
  // Not as a part of this run: its own report would be mistaken for ours.
  const env = { ...process.env, NODE_TEST_CONTEXT: undefined }
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--test', file], {
    encoding: 'utf8',
    env,
  })
  rmSync(folder, { recursive: true })
  assert.equal(status, 0, stdout + stderr)
  assert.match(stdout, /^ℹ pass 1$|^# pass 1$/m)
})

const documents = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'docs/clients.md',
  'docs/gaps.md',
  'docs/control-api.md',
  'docs/operations.md',
  'docs/performance.md',
  'docs/test-suite.md',
]

for (const document of documents) {
  test(`every link and every file named in ${document} exists`, () => {
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

test('every test that docs/gaps.md names stands under its title in the file that it names', () => {
  const cited = /`(test\/[\w./-]+\.test\.ts)`:((?:[ ,]+\*[^*|]+\*)+)/g
  const titles = [...readFileSync(`${root}docs/gaps.md`, 'utf8').matchAll(cited)].flatMap(
    ([, file = '', list = '']) =>
      [...list.matchAll(/\*([^*]+)\*/g)].map(([, title = '']) => [file, title] as const),
  )
  assert.ok(titles.length > 100, `${titles.length} titles`)
  // A title that a table makes is named up to where the table goes on.
  const gone = titles.filter(
    ([file, title]) => !title.includes('…') && !readFileSync(root + file, 'utf8').includes(title),
  )
  assert.deepEqual(gone, [])
})
