// `sandcard doctor`: one row per problem, with the check that finds it and a fix.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { runCommand } from '../kit/command.ts'
import { oneDatabase, onEveryDatabase } from '../kit/databases.ts'
import { type Sandbox, startSandbox } from '../kit/sandbox.ts'

interface Report {
  readonly healthy: boolean
  readonly checks: readonly {
    readonly name: string
    readonly state: string
    readonly detail: string
    readonly fix?: string
  }[]
}

const SECRET = 'a secret that only the tests use'

const settingsOf = ({ sandcard, url }: Sandbox): Record<string, string> => {
  const { database } = sandcard.service.config
  return {
    DATABASE_URL: database.kind === 'sqlite' ? `sqlite:${database.path}` : database.url,
    SANDCARD_SECRET: SECRET,
    SANDCARD_URL: url,
    PORT: '0',
  }
}

async function examine(sandbox: Sandbox, env: Record<string, string>): Promise<Report> {
  const settings = { ...settingsOf(sandbox), ...env }
  return JSON.parse((await runCommand(['doctor', '--json'], { env: settings })).stdout) as Report
}

const failures = ({ checks }: Report): readonly string[] =>
  checks.filter(({ state }) => state === 'failed').map(({ name }) => name)

onEveryDatabase('The doctor of a running service', (database) => {
  test('finds no problem, and detects another master key', async () => {
    const sandbox = await startSandbox(database)
    const [{ code, stdout }, other] = await Promise.all([
      runCommand(['doctor'], { env: settingsOf(sandbox) }),
      examine(sandbox, { SANDCARD_SECRET: 'not the secret of the database' }),
    ])
    await sandbox.close()
    assert.equal(code, 0, stdout)
    assert.match(stdout, /^ok +database +schema \d{4}-/m)
    assert.match(stdout, /^ok +master key +it matches the database$/m)
    assert.match(stdout, /^ok +API key +project prj_\S+ \(demo\)$/m)
    assert.match(stdout, /No problems found\.\n$/)
    assert.deepEqual(failures(other), ['master key'])
  })
})

describe('The checks of the doctor', { concurrency: 4 }, () => {
  let sandbox: Sandbox
  before(async () => {
    sandbox = await startSandbox(oneDatabase)
  })
  after(() => sandbox.close())

  test('finds the demo project of this machine if the variables are empty', async () => {
    const { stdout, stderr } = await runCommand(['doctor'], {
      env: { ...settingsOf(sandbox), SANDCARD_URL: '', SANDCARD_KEY: '' },
    })
    assert.match(stdout, /^\w+ +service +.*http:\/\/127\.0\.0\.1:8583/m, stderr)
  })

  for (const [problem, env, expected] of [
    ['a wrong API key', { SANDCARD_KEY: 'wrong' }, ['API key']],
    ['an invalid setting', { LOG_LEVEL: 'loud' }, ['settings']],
    ['a PUBLIC_URL without a service', { PUBLIC_URL: 'http://127.0.0.1:2' }, ['PUBLIC_URL']],
    ['a service that is stopped', { SANDCARD_URL: 'http://127.0.0.1:2' }, ['service']],
    [
      'a database that is unreachable',
      { DATABASE_URL: 'postgres://127.0.0.1:2/none' },
      ['database', 'master key'],
    ],
  ] as const)
    test(`finds ${problem} and suggests a fix`, async () => {
      const report = await examine(sandbox, env)
      assert.deepEqual(failures(report), expected)
      assert.equal(report.healthy, false)
      for (const { state, fix } of report.checks)
        if (state === 'failed') assert.match(fix ?? '', /^[A-Z].*\.$/)
    })

  test('finds a port that another program uses, and accepts one that Sandcard uses', async () => {
    const other = createServer((socket) => socket.end('not http'))
    other.listen(0, '127.0.0.1')
    await once(other, 'listening')
    other.unref()
    const { port } = other.address() as AddressInfo
    const [used, own] = await Promise.all([
      examine(sandbox, { PORT: String(port) }),
      examine(sandbox, { PORT: new URL(sandbox.url).port }),
    ])
    assert.deepEqual(failures(used), ['port'])
    assert.match(own.checks.find(({ name }) => name === 'port')?.detail ?? '', /^Sandcard runs at/)
  })
})
