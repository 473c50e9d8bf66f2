// `sandcard doctor`: one row per problem, with the check that finds it and a fix.

import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { type AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { runCommand } from '../kit/command.ts'
import { onEveryDatabase } from '../kit/databases.ts'
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

onEveryDatabase('the doctor', (database) => {
  let sandbox: Sandbox
  before(async () => {
    sandbox = await startSandbox(database)
  })
  after(() => sandbox.close())

  const settings = (): Record<string, string> => {
    const { database: own } = sandbox.sandcard.service.config
    return {
      DATABASE_URL: own.kind === 'sqlite' ? `sqlite:${own.path}` : own.url,
      SANDCARD_SECRET: SECRET,
      SANDCARD_URL: sandbox.url,
      PORT: '0',
    }
  }
  const examine = async (env: Record<string, string> = {}): Promise<Report> => {
    const { stdout } = await runCommand(['doctor', '--json'], { env: { ...settings(), ...env } })
    return JSON.parse(stdout) as Report
  }
  const failures = ({ checks }: Report): readonly string[] =>
    checks.filter(({ state }) => state === 'failed').map(({ name }) => name)

  test('finds nothing wrong with a running service', async () => {
    const { code, stdout } = await runCommand(['doctor'], { env: settings() })
    assert.equal(code, 0, stdout)
    assert.match(stdout, /^ok +database +schema \d{4}-/m)
    assert.match(stdout, /^ok +master key +it fits the database$/m)
    assert.match(stdout, /^ok +API key +project prj_\S+ \(demo\)$/m)
    assert.match(stdout, /No problems found\.\n$/)
  })

  for (const [problem, env, expected] of [
    ['another master key', { SANDCARD_SECRET: 'not the secret of the database' }, ['master key']],
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
    test(`finds ${problem} and says how to fix it`, async () => {
      const report = await examine(env)
      assert.deepEqual(failures(report), expected)
      assert.equal(report.healthy, false)
      for (const { state, fix } of report.checks)
        if (state === 'failed') assert.match(fix ?? '', /^[A-Z].*\.$/)
    })

  test('finds a port that another program uses', async () => {
    const other = createServer((socket) => socket.end('not http'))
    other.listen(0, '127.0.0.1')
    await once(other, 'listening')
    other.unref()
    const { port } = other.address() as AddressInfo
    assert.deepEqual(failures(await examine({ PORT: String(port) })), ['port'])
  })

  test('recognises its own service at the port', async () => {
    const { checks } = await examine({ PORT: new URL(sandbox.url).port })
    assert.match(checks.find(({ name }) => name === 'port')?.detail ?? '', /^Sandcard runs at/)
  })
})
