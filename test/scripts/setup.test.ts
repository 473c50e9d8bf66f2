// The first start on a fresh machine: the packages that `scripts/setup.mjs` requests from npm. The
// test uses a small lock file and a fake npm that logs its arguments.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'

const scripts = fileURLToPath(new URL('../../scripts/', import.meta.url))
const node = 'node_modules/node'
const tool = 'node_modules/tool'

/** Two production packages, the runtime with a dependency, a tool, and one for another platform. */
const LOCKED = {
  '': { name: 'sandcard' },
  'node_modules/service': { version: '1.0.0' },
  'node_modules/driver': { version: '2.0.0' },
  [node]: { version: '26.10.0', dev: true, dependencies: { 'node-setup': '^1.0.0' } },
  'node_modules/node-setup': { version: '1.1.4', dev: true },
  [tool]: { version: '3.0.0', dev: true },
  'node_modules/elsewhere': { version: '4.0.0', optional: true },
}
type Packages = Record<string, { name?: string; version?: string; dev?: boolean }>

/** A fake npm: appends its arguments to a file and records the packages of `result.json`. */
const NPM = `
const { appendFileSync, mkdirSync, readFileSync, writeFileSync } = require('node:fs')
appendFileSync('asked.txt', process.argv.slice(2).join(' ') + '\\n')
const { code, packages } = JSON.parse(readFileSync('result.json', 'utf8'))
if (code !== 0) process.exit(code)
mkdirSync('node_modules/node/bin', { recursive: true })
writeFileSync('node_modules/node/bin/node', '')
writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages }))
`

const named = (...names: string[]): Packages =>
  Object.fromEntries(
    Object.entries<Packages[string]>(LOCKED).filter(([path]) => names.includes(path)),
  )
const RUNNING = named(
  'node_modules/service',
  'node_modules/driver',
  node,
  'node_modules/node-setup',
)
const EVERYTHING = { ...RUNNING, ...named(tool) }
const ANY = '--no-audit --no-fund --no-progress --loglevel=error'

describe('The installation of packages', () => {
  let folder: string

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'sandcard-setup-'))
    cpSync(scripts, join(folder, 'scripts'), { recursive: true })
    writeFileSync(join(folder, 'npm-cli.js'), NPM)
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages: LOCKED }))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  /** Runs the script with a Node.js version and path; npm then records `packages`. */
  function setUp(
    purpose: string,
    packages: Packages,
    { version = '20.1.0', execPath = process.execPath, code = 0 } = {},
  ) {
    writeFileSync(join(folder, 'result.json'), JSON.stringify({ code, packages }))
    rmSync(join(folder, 'asked.txt'), { force: true })
    const pretend = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })
      process.execPath = '${execPath}'`
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [
        '--import',
        `data:text/javascript,${encodeURIComponent(pretend)}`,
        join(folder, 'scripts/setup.mjs'),
        purpose,
      ],
      {
        encoding: 'utf8',
        env: {
          PATH: process.env['PATH'],
          npm_execpath: join(folder, 'npm-cli.js'),
          npm_node_execpath: process.execPath,
        },
      },
    )
    const list = join(folder, 'asked.txt')
    const asked = existsSync(list) ? readFileSync(list, 'utf8').trimEnd().split('\n') : []
    return { status, stdout, stderr, asked }
  }

  const record = (packages: Packages): void => {
    mkdirSync(join(folder, 'node_modules/node/bin'), { recursive: true })
    writeFileSync(join(folder, 'node_modules/node/bin/node'), '')
    writeFileSync(join(folder, 'node_modules/.package-lock.json'), JSON.stringify({ packages }))
  }

  test('installs the packages of the service and the runtime for running, and reports it', () => {
    const { status, stdout, stderr, asked } = setUp('running', RUNNING)
    assert.equal(status, 0, stderr)
    assert.deepEqual(asked, [
      `install --no-save --package-lock --omit=dev --save-prod node@26.10.0 ${ANY}`,
    ])
    assert.match(
      stderr,
      /^sandcard: installing 4 packages for running \(node_modules is missing\) \.\.\.\nsandcard: installed in \d+ s\n$/,
    )
    assert.equal(stdout, '')
    assert.deepEqual(setUp('running', RUNNING).asked, [], 'the second start installs nothing')
  })

  test('installs no runtime for running on a new Node.js', () => {
    const service = named('node_modules/service', 'node_modules/driver')
    const { status, asked } = setUp('running', service, { version: '26.8.0' })
    assert.equal(status, 0)
    assert.deepEqual(asked, [`install --no-save --package-lock --omit=dev ${ANY}`])
  })

  test('keeps the runtime for running on the installed one', () => {
    const execPath = join(realpathSync(folder), node, 'bin/node')
    const { status, asked } = setUp('running', RUNNING, { version: '26.10.0', execPath })
    assert.equal(status, 0)
    assert.match(asked.join(), / node@26\.10\.0 /)
  })

  test('adds the tools to the installed packages for development', () => {
    record(RUNNING)
    appendFileSync(join(folder, 'node_modules/kept'), '')
    const { status, stderr, asked } = setUp('development', EVERYTHING)
    assert.equal(status, 0, stderr)
    assert.deepEqual(asked, [`install --no-save --package-lock --include=dev ${ANY}`])
    assert.match(stderr, /installing 1 packages for development \(node_modules\/tool is missing\)/)
    assert.ok(existsSync(join(folder, 'node_modules/kept')))
  })

  test('keeps installed tools for running', () => {
    record(EVERYTHING)
    assert.deepEqual(setUp('running', EVERYTHING).asked, [])
    record(named('node_modules/service', node, 'node_modules/node-setup', tool))
    const { asked } = setUp('running', EVERYTHING)
    assert.deepEqual(asked, [`install --no-save --package-lock --include=dev ${ANY}`])
  })

  const stale: readonly { what: string; packages: Packages; reason: RegExp }[] = [
    {
      what: 'a package of another version',
      packages: { ...EVERYTHING, [tool]: { version: '2.9.0', dev: true } },
      reason: /node_modules\/tool has another version/,
    },
    {
      what: 'a package that is no longer listed',
      packages: { ...EVERYTHING, 'node_modules/former': { version: '1.0.0' } },
      reason: /node_modules\/former is no longer needed/,
    },
  ]
  for (const { what, packages, reason } of stale)
    test(`reinstalls everything if there is ${what}`, () => {
      record(packages)
      appendFileSync(join(folder, 'node_modules/kept'), '')
      // Also for running: installed tools are kept.
      const { status, stderr, asked } = setUp('running', EVERYTHING)
      assert.equal(status, 0, stderr)
      assert.match(stderr, reason)
      assert.deepEqual(asked, [`install --no-save --package-lock --include=dev ${ANY}`])
      assert.equal(existsSync(join(folder, 'node_modules/kept')), false)
    })

  test('reinstalls everything after an interrupted installation', () => {
    mkdirSync(join(folder, 'node_modules/half'), { recursive: true })
    assert.equal(setUp('running', RUNNING).status, 0)
    assert.equal(existsSync(join(folder, 'node_modules/half')), false)
  })

  test('refuses an installation that differs from the lock file', () => {
    const newer = { ...RUNNING, 'node_modules/driver': { version: '2.0.1' } }
    const { status, stderr } = setUp('running', newer)
    assert.equal(status, 1)
    assert.match(
      stderr,
      /differ from package-lock\.json: node_modules\/driver has another version\.\n$/,
    )
  })

  test('reports that npm failed', () => {
    const { status, stderr } = setUp('running', RUNNING, { code: 7 })
    assert.equal(status, 1)
    assert.match(stderr, /installing the packages failed \(npm ended with 7\)\.\n$/)
  })

  test('refuses a Node.js that is too old', () => {
    const { status, stderr, asked } = setUp('running', RUNNING, { version: '18.20.0' })
    assert.equal(status, 1)
    assert.equal(stderr, 'sandcard: Node.js 20 or newer is needed; this is 18.20.0.\n')
    assert.deepEqual(asked, [])
  })
})
