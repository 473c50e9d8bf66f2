// `npm run seed` fills a project through the control API, and reports wrong input in one line.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { oneDatabase } from '../kit/databases.ts'
import { type Sandbox, startSandbox } from '../kit/sandbox.ts'

const script = fileURLToPath(new URL('../../scripts/seed.mjs', import.meta.url))

async function run(...args: string[]) {
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { status: await ended, stdout, stderr }
}

describe('npm run seed', () => {
  let sandbox: Sandbox
  before(async () => {
    sandbox = await startSandbox(oneDatabase)
  })
  after(() => sandbox.close())

  test('--help prints the usage with every option and examples', async () => {
    const { status, stdout, stderr } = await run('--help')
    assert.deepEqual([status, stderr], [0, ''])
    for (const name of ['--url', '--key', '--seed', 'SANDCARD_ADMIN_TOKEN', 'Examples:'])
      assert.ok(stdout.includes(name), name)
  })

  test('fills a new project, or an existing one with another set', async () => {
    const { status, stdout, stderr } = await run('--url', sandbox.url, '--seed', '7')
    assert.deepEqual([status, stderr], [0, ''])
    assert.match(
      stdout,
      /added +8 cardholders, 8 cards, 10 transfers, \d+ orders \(S1-\.\.\.\), seed 7/,
    )
    const key = /API key +(\S+)/.exec(stdout)?.[1] ?? ''
    const again = await run('--url', sandbox.url, '--key', key)
    assert.deepEqual([again.status, again.stderr], [0, ''])
    assert.match(again.stdout, /orders \(S2-\.\.\.\), seed 2/)
  })

  for (const { what, args, says, code } of [
    {
      what: 'no service at the URL',
      args: ['--url', 'http://127.0.0.1:2'],
      says: /^sandcard: No service responds at .*\. Start one with "sandcard", or set its URL /,
      code: 5,
    },
    { what: 'no number', args: ['--seed', '-x'], says: /^sandcard: .*--seed/, code: 2 },
    { what: 'an unknown option', args: ['--sede', '2'], says: /^sandcard: .*'--sede'/, code: 2 },
  ])
    test(`reports in one line: ${what}`, async () => {
      const { status, stdout, stderr } = await run(...args)
      assert.deepEqual([status, stdout], [code, ''])
      assert.match(stderr, says)
      assert.equal(stderr.trimEnd().split('\n').length, 1)
    })
})
