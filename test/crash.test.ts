// The command is killed under load, stopped under load, started twice and started with invalid
// settings.

import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { test } from 'node:test'
import { configOf } from '../src/config.ts'
import { startService } from '../src/start.ts'
import { SandcardProcess, type ProcessExit, type Environment } from './kit/process.ts'
import { databases, onEveryDatabase } from './kit/databases.ts'
import { startSandbox } from './kit/sandbox.ts'
import { call, TransferLoad, topUpBody } from './kit/transfer-load.ts'

const CARDS = 6

onEveryDatabase('The command', (database) => {
  test('loses no acknowledged transfer when killed under load', async (t) => {
    const opened = await database.open()
    const settings = { DATABASE_URL: opened.url }
    const first = new SandcardProcess(settings)
    const load = await TransferLoad.prepare(await first.ready(), CARDS)
    const customers = load.run(await first.ready(), 12)
    await load.reached(150)
    const killed = await first.stop('SIGKILL')
    assert.equal(killed.signal, 'SIGKILL')
    await customers
    const second = new SandcardProcess(settings)
    const stored = await load.audit(await second.ready())
    t.diagnostic(`${load.acknowledged.length} acknowledged, ${stored} stored`)
    assert.equal((await second.stop('SIGTERM')).code, 0)
    await opened.drop()
  })

  test('completes every accepted request and exits with 0 when stopped under load', async (t) => {
    const opened = await database.open()
    const settings = { DATABASE_URL: opened.url }
    const first = new SandcardProcess(settings)
    const url = await first.ready()
    const load = await TransferLoad.prepare(url, CARDS)
    const customers = load.run(url, 12)
    await load.reached(100)
    const ended = await first.stop('SIGTERM')
    await customers
    assert.deepEqual({ code: ended.code, stderr: ended.stderr }, { code: 0, stderr: '' })
    const second = new SandcardProcess(settings)
    const stored = await load.audit(await second.ready())
    t.diagnostic(`${load.acknowledged.length} acknowledged, ${stored} stored`)
    assert.equal(stored, load.acknowledged.length)
    await second.stop('SIGTERM')
    await opened.drop()
  })

  test('completes a request after the client disconnects', async () => {
    const sandbox = await startSandbox(database)
    const { url } = sandbox
    const load = await TransferLoad.prepare(url, 1)
    const [card] = load.cards
    assert.ok(card !== undefined)
    const balance = async () =>
      (await call<{ account: { balance: number } }>(url, 'GET', `/v2/cards/${card.id}`)).account
        .balance
    const before = await balance()
    await sendAndLeave(url, '/v2/topups', JSON.stringify(topUpBody(card, 5)))
    while ((await balance()) === before) continue
    assert.equal(await balance(), before + 5)
    await sandbox.close()
  })

  test('refuses a database that was created with another secret', async () => {
    const opened = await database.openMigrated()
    const settings = { database: opened.url, port: 0, logLevel: 'error' } as const
    const first = await startService(
      configOf({ ...settings, secret: 'the secret at its creation' }),
    )
    await first.close()
    const SANDCARD_SECRET = 'another secret of enough characters'
    assertRefused(
      await new SandcardProcess({ DATABASE_URL: opened.url, SANDCARD_SECRET }).exited(),
      2,
    )
    await opened.drop()
  })
})

test('The command prints URLs, credentials and finally the ready line, and nothing else', async () => {
  const settings = { DATABASE_URL: 'sqlite::memory:', LOG_LEVEL: 'info' }
  const command = new SandcardProcess(settings)
  const url = await command.ready()
  const { stdout, stderr } = await command.stop('SIGINT')
  assert.match(stderr, /received SIGINT: completing open requests, then stopping/)
  const lines = stdout.trimEnd().split('\n')
  assert.equal(lines.at(-1), `sandcard ready on ${url}`)
  for (const expected of ['main page', 'interface A', 'interface B', 'control'])
    assert.ok(
      lines.some((line) => line.startsWith(expected)),
      expected,
    )
  assert.ok(lines.every((line) => line.includes(url)))
  assert.match(stdout, /demo-api-key/)
  assert.ok(
    lines.some((line) =>
      /^interface C  \S+\/payment\/rest\/  userName=demo-api password=demo-password callback key demo-callback-key$/.test(
        line,
      ),
    ),
    stdout,
  )
})

test('The command prints its public URL on a separate line and its local URL on the last one', async () => {
  const settings = { DATABASE_URL: 'sqlite::memory:', PUBLIC_URL: 'https://sandcard.example/' }
  const command = new SandcardProcess({ ...settings, HOST: '127.0.0.1', LOG_LEVEL: 'warn' })
  const url = await command.ready()
  const { stdout, stderr } = await command.stop('SIGTERM')
  assert.equal(stderr, '', 'local mode on the loopback interface has no warning')
  assert.match(url, /^http:\/\/127\.0\.0\.1:\d+$/)
  assert.deepEqual(stdout.trimEnd().split('\n').slice(-2), [
    'public URL   https://sandcard.example',
    `sandcard ready on ${url}`,
  ])
})

const listening: readonly { host: string; warns: boolean }[] = [
  { host: 'localhost', warns: false },
  { host: '0.0.0.0', warns: true },
]
for (const { host, warns } of listening)
  test(`In local mode on HOST ${host} the command ${warns ? 'warns that anyone may use it' : 'has no warning'}`, async () => {
    const settings = { DATABASE_URL: 'sqlite::memory:', HOST: host, LOG_LEVEL: 'warn' }
    const command = new SandcardProcess(settings)
    await command.ready()
    const { stderr } = await command.stop('SIGTERM')
    if (warns)
      assert.match(
        stderr,
        /^\{"level":40,.*local mode has no sign-in: anyone who can reach HOST 0\.0\.0\.0 /,
      )
    else assert.equal(stderr, '')
  })

test(
  'Two processes on one PostgreSQL race over the same cards, and killing one loses nothing',
  { skip: !databases.some(({ name }) => name === 'postgres') },
  async (t) => {
    const opened = await databases.find(({ name }) => name === 'postgres')?.open()
    assert.ok(opened !== undefined)
    const settings = { DATABASE_URL: opened.url }
    // Both start on an empty database: one creates the schema and the demo project.
    const processes = [new SandcardProcess(settings), new SandcardProcess(settings)] as const
    const [one, two] = [await processes[0].ready(), await processes[1].ready()]
    const load = await TransferLoad.prepare(one, CARDS)
    const customers = [load.run(one, 8), load.run(two, 8)]
    await load.reached(200)
    await processes[0].stop('SIGKILL')
    await load.reached(300)
    load.stop()
    await Promise.all(customers)
    const stored = await load.audit(two)
    t.diagnostic(`${load.acknowledged.length} acknowledged, ${stored} stored`)
    assert.equal((await processes[1].stop('SIGTERM')).code, 0)
    await opened.drop()
  },
)

const WRONG: readonly {
  what: string
  settings: Environment
  args?: readonly string[]
  code: number
}[] = [
  { what: 'an invalid port', settings: { PORT: '99999' }, code: 2 },
  { what: 'an invalid database URL', settings: { DATABASE_URL: 'mysql://127.0.0.1/x' }, code: 2 },
  { what: 'an unknown mode', settings: { SANDCARD_MODE: 'cloud' }, code: 2 },
  { what: 'a short secret', settings: { SANDCARD_SECRET: 'short' }, code: 2 },
  { what: 'a short admin token', settings: { SANDCARD_ADMIN_TOKEN: 'fifteen-letters' }, code: 2 },
  {
    what: 'hosted mode without a secret',
    settings: { SANDCARD_MODE: 'hosted', SANDCARD_SECRET: '', PUBLIC_URL: 'https://x.example' },
    code: 2,
  },
  { what: 'hosted mode without a public URL', settings: { SANDCARD_MODE: 'hosted' }, code: 2 },
  { what: 'an unknown flag', settings: {}, args: ['--colour'], code: 2 },
  {
    what: 'an unreachable database',
    settings: { DATABASE_URL: 'postgres://127.0.0.1:1/none' },
    code: 3,
  },
  {
    what: 'an impossible folder',
    settings: { DATABASE_URL: 'sqlite:/dev/null/sandcard.db' },
    code: 3,
  },
]

for (const { what, settings, args, code } of WRONG)
  test(`The command started with ${what} prints one line and exits with ${code}`, async () => {
    const ended = await new SandcardProcess(
      { DATABASE_URL: 'sqlite::memory:', ...settings },
      args,
    ).exited()
    assertRefused(ended, code)
  })

function assertRefused(ended: ProcessExit, code: number): void {
  assert.equal(ended.code, code, ended.stderr)
  assert.match(ended.stderr, /^sandcard: [^\n]+\n$/)
  assert.equal(ended.stdout, '')
}

/** Sends a complete request and closes the connection without waiting for the response. */
function sendAndLeave(url: string, path: string, body: string): Promise<void> {
  const { hostname, port, host } = new URL(url)
  const head = [
    `POST ${path} HTTP/1.1`,
    `Host: ${host}`,
    'X-API-KEY: demo-api-key',
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ]
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => {
      socket.write(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
    })
    socket.on('error', reject)
    socket.on('close', () => resolve())
  })
}
