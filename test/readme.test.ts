// The README's commands run as they stand: every ```sh block, in order, in one bash against a fresh service. A line `# prints: X`
// is what the command before it must print. Blocks that are only shown are marked ```console.

import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, dirname } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { onEveryDatabase } from './databases.ts'
import { type FrontDoor, openFrontDoor } from './front-door.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const readme = readFileSync(`${root}README.md`, 'utf8')
const DEFAULT_URL = 'http://127.0.0.1:8583'

const blocks = [...readme.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = '']) => block)
const expected = [...blocks.join('').matchAll(/^# prints: (.*)$/gm)].map(([, line]) => line)

onEveryDatabase('the README', (database) => {
  let door: FrontDoor
  before(async () => {
    door = await openFrontDoor(database)
  })
  after(() => door.close())

  test('its commands run and print what they say', async () => {
    assert.ok(expected.length > 0, 'the README holds no commands to run')
    const curl = spawnSync('curl', ['--version'])
    assert.equal(curl.status, 0, 'the commands of the README need curl: install it')
    const script = `set -euo pipefail\n${blocks.join('')}`.replaceAll(DEFAULT_URL, door.url)
    const path = [dirname(process.execPath), process.env['PATH']].join(delimiter)
    const { stdout } = await promisify(execFile)('bash', ['-c', script], {
      cwd: root,
      env: { ...process.env, PATH: path },
      timeout: 200_000,
    })
    assert.deepEqual(stdout.trimEnd().split('\n'), expected)
  })
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
