// The database fails while the service runs: every interface responds with 503 in its format, the
// log has the reason once, and the service recovers automatically.

import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import {
  closeSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Writable } from 'node:stream'
import { test } from 'node:test'
import { demoSecrets, PROJECT_ENTROPY_BYTES } from '../src/projects/project.ts'
import { type CuttingProxy, openCuttingProxy } from './kit/faulty-proxy.ts'
import { databases, sqlite, type TestDatabase } from './kit/databases.ts'
import { registration } from './kit/issuer-v1.ts'
import { SandcardProcess } from './kit/process.ts'
import { startSandbox } from './kit/sandbox.ts'
import { TransferLoad } from './kit/transfer-load.ts'

const JSON_BODY = { 'content-type': 'application/json' }
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const BASIC = {
  authorization: `Basic ${Buffer.from('demo:demo-password').toString('base64')}`,
  ...JSON_BODY,
}
const KEY = { 'x-api-key': 'demo-api-key', ...JSON_BODY }
const MERCHANT = 'userName=demo-api&password=demo-password'
const CUSTOMER = registration(
  { secrets: demoSecrets(Buffer.alloc(PROJECT_ENTROPY_BYTES)) },
  'outage',
)
const CARD = { cardIdentification: { cardId: '1', expDate: '203012' } }
const UNKNOWN_ORDER = '01900000-0000-7000-8000-000000000001'

interface Request {
  readonly what: string
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** The error format of its interface. */
  readonly form: RegExp
}

const FORM_OF_A = /^\{"errorCode":"1000","errorDesc":"The database is not available[^"]*"\}$/
const PROBLEM = /"status":503.*"code":"unavailable"/
const FORM_OF_C = /^\{"errorCode":"?7"?,"errorMessage":"[^"]+"/
const PAGE = /^<!doctype html>/i

// prettier-ignore
const WRITES: readonly Request[] = [
  { what: 'a write of A', method: 'POST', path: '/v1/apigate/ws/rest/registerCustomer', headers: BASIC, form: FORM_OF_A,
    body: JSON.stringify(CUSTOMER) },
  { what: 'a write of B', method: 'POST', path: '/v2/cardholders', headers: KEY, form: PROBLEM,
    body: JSON.stringify({ firstName: 'Ann', lastName: 'Doe', phoneNumber: '+35700000002', billingAddress: { country: 'CY', postalCode: '3000' } }) },
  { what: 'a write of C', method: 'POST', path: '/payment/rest/register.do', headers: FORM, form: FORM_OF_C,
    body: `${MERCHANT}&amount=100&returnUrl=${encodeURIComponent('https://shop.example/')}` },
  { what: 'a new project', method: 'POST', path: '/control/v1/projects', headers: JSON_BODY, body: '{}', form: PROBLEM },
  { what: 'a payment page', method: 'GET', path: `/payment/merchants/demo-api/payment_en.html?mdOrder=${UNKNOWN_ORDER}`, form: PAGE },
  { what: 'the readiness check', method: 'GET', path: '/readyz', form: PROBLEM },
]

// prettier-ignore
const READS: readonly Request[] = [
  { what: 'a read of A', method: 'POST', path: '/v1/apigate/ws/rest/getCardData', headers: BASIC, form: FORM_OF_A,
    body: JSON.stringify(CARD) },
  { what: 'a read of B', method: 'GET', path: '/v2/cardholders/1', headers: KEY, form: PROBLEM },
  { what: 'a login to A', method: 'POST', path: '/v1/apigate/ws/rest/getCardData', form: FORM_OF_A, body: JSON.stringify(CARD),
    headers: { ...JSON_BODY, authorization: `Basic ${Buffer.from('nobody:yet').toString('base64')}` } },
  { what: 'a login to B', method: 'GET', path: '/v2/cardholders/1', headers: { 'x-api-key': 'nobody-yet' }, form: PROBLEM },
  { what: 'a read of C', method: 'POST', path: '/payment/rest/getOrderStatusExtended.do', headers: FORM, form: FORM_OF_C,
    body: `${MERCHANT}&orderId=${UNKNOWN_ORDER}` },
  { what: 'a login to C', method: 'POST', path: '/payment/rest/getOrderStatusExtended.do', headers: FORM, form: FORM_OF_C,
    body: `userName=nobody&password=yet&orderId=${UNKNOWN_ORDER}` },
  { what: 'a read of the control API', method: 'GET', path: '/control/v1/ledger', headers: KEY, form: PROBLEM },
]

const send = async (url: string, { method, path, headers = {}, body }: Request) => {
  const response = await fetch(url + path, { method, headers, ...(body !== undefined && { body }) })
  return { response, text: await response.text() }
}

async function assertUnavailable(url: string, requests: readonly Request[]): Promise<void> {
  for (const request of requests) {
    const { response, text } = await send(url, request)
    assert.equal(response.status, 503, `${request.what}: ${response.status} ${text}`)
    assert.match(text, request.form, request.what)
    assert.match(response.headers.get('retry-after') ?? '', /^\d+$/, request.what)
  }
}

async function assertServed(url: string, requests: readonly Request[]): Promise<void> {
  for (const request of requests) {
    const { response, text } = await send(url, request)
    assert.ok(response.status < 500, `${request.what}: ${response.status} ${text}`)
  }
}

/** The messages of a log of JSON lines. */
const messagesOf = (log: string): string[] =>
  log
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => (JSON.parse(line) as { msg: string }).msg)

const canRun = (command: string, ...args: string[]): boolean =>
  spawnSync(command, args).status === 0

/** Starts a process with a small disk mounted on a folder; only the process sees it. */
const OWN_DISK = ['unshare', '-rm', 'sh', '-c', 'mount -t tmpfs -o size=8m tmpfs "$0" && exec "$@"']
const hasOwnDisk = canRun('unshare', '-rm', 'mount', '-t', 'tmpfs', 'tmpfs', tmpdir())

/** Like `OWN_DISK`, with a file system in an unlinked file, which can be made to fail. */
const FILE_SYSTEM =
  'truncate -s 16M "$0.img" && mkfs.ext4 -q -F "$0.img" && mount -o loop "$0.img" "$0" && rm "$0.img"'
const OWN_FILE_SYSTEM = ['unshare', '-m', 'sh', '-c', `${FILE_SYSTEM} && exec "$@"`]
const hasOwnFileSystem = canRun(
  'unshare',
  '-m',
  'sh',
  '-c',
  `set -- "$(mktemp -d)" && exec sh -c '${FILE_SYSTEM} && umount "$0" && rmdir "$0"' "$1"`,
)

interface DiskFailure {
  readonly reason: string
  readonly skip: boolean
  readonly begin: (pid: number, folder: string) => void
  readonly end: (pid: number, folder: string) => void
}

const limitFiles = (pid: number, bytes: string): unknown =>
  execFileSync('prlimit', [`--pid=${pid}`, `--fsize=${bytes}:`])
const fillerOf = (pid: number, folder: string): string => `/proc/${pid}/root${folder}/filler`

const DISK_FAILURES: readonly DiskFailure[] = [
  {
    // Writes above the current size of the files fail, so the write-ahead log cannot grow.
    reason: 'disk I/O error',
    skip: !canRun('prlimit', '--version'),
    begin: (pid) => limitFiles(pid, '1024'),
    end: (pid) => limitFiles(pid, 'unlimited'),
  },
  {
    reason: 'database or disk is full',
    skip: !hasOwnDisk,
    begin: (pid, folder) => {
      fill(fillerOf(pid, folder))
    },
    end: (pid, folder) => {
      rmSync(fillerOf(pid, folder))
    },
  },
]

/** Fills the free space of a disk. */
function fill(path: string): void {
  const isFull = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOSPC'
  const file = openSync(path, 'w')
  const piece = Buffer.alloc(4096)
  try {
    for (;;) writeSync(file, piece)
  } catch (error) {
    if (!isFull(error)) throw error
  } finally {
    closeSync(file)
  }
}

for (const { reason, skip, begin, end } of DISK_FAILURES)
  test(
    `${reason}: writes get 503, reads continue, and writes work again afterwards`,
    { skip },
    async (t) => {
      const opened = await sqlite.open()
      const folder = dirname(opened.url.slice('sqlite:'.length))
      const launcher = hasOwnDisk ? [...OWN_DISK, folder] : []
      const command = new SandcardProcess(
        { DATABASE_URL: opened.url, LOG_LEVEL: 'info' },
        [],
        undefined,
        launcher,
      )
      t.after(() => command.stop('SIGKILL'))
      const url = await command.ready()
      const load = await TransferLoad.prepare(url, 2)
      const [card] = load.cards
      assert.ok(card !== undefined)
      begin(command.pid, folder)
      for (let round = 0; round < 3; round += 1) await assertUnavailable(url, WRITES)
      await assertServed(url, READS)
      end(command.pid, folder)
      await assertServed(url, WRITES)
      const customers = load.run(url, 2)
      await load.reached(10)
      load.stop()
      await customers
      const stored = await load.audit(url)
      assert.equal(stored, load.acknowledged.length)
      const { code, stderr } = await command.stop('SIGTERM')
      assert.equal(code, 0)
      assert.deepEqual(
        messagesOf(stderr).filter((message) => message.startsWith('the database')),
        [`the database cannot be written: ${reason}`, 'the database can be written again'],
      )
      assert.doesNotMatch(stderr, /cannot rollback/)
      await opened.drop()
    },
  )

test(
  'A disk with space for a row but not a batch: the service is not ready until there is space',
  { skip: !hasOwnDisk },
  async (t) => {
    const opened = await sqlite.open()
    const folder = dirname(opened.url.slice('sqlite:'.length))
    const settings = { DATABASE_URL: opened.url, LOG_LEVEL: 'info' }
    const command = new SandcardProcess(settings, [], undefined, [...OWN_DISK, folder])
    t.after(() => command.stop('SIGKILL'))
    const url = await command.ready()
    const filler = fillerOf(command.pid, folder)
    fill(filler)
    await assertUnavailable(url, WRITES)
    // Eight pages; the write of the readiness check fits into one.
    truncateSync(filler, statSync(filler).size - 32 * 1024)
    const readiness = WRITES.filter(({ path }) => path === '/readyz')
    for (let round = 0; round < 3; round += 1) await assertUnavailable(url, readiness)
    rmSync(filler)
    await assertServed(url, WRITES)
    const { code, stderr } = await command.stop('SIGTERM')
    assert.equal(code, 0)
    assert.deepEqual(
      messagesOf(stderr).filter((message) => message.startsWith('the database')),
      [
        'the database cannot be written: database or disk is full',
        'the database can be written again',
      ],
    )
    await opened.drop()
  },
)

test(
  'A read-only file system: writes get 503, reads continue, and the log states the reason once',
  { skip: !hasOwnFileSystem },
  async (t) => {
    const opened = await sqlite.open()
    const path = opened.url.slice('sqlite:'.length)
    const folder = dirname(path)
    const settings = { DATABASE_URL: opened.url }
    const command = new SandcardProcess(settings, [], undefined, [...OWN_FILE_SYSTEM, folder])
    t.after(() => command.stop('SIGKILL'))
    const url = await command.ready()
    await assertServed(url, WRITES)
    const within = ['-t', String(command.pid), '-m']
    execFileSync('nsenter', [...within, 'mount', '-o', 'remount,abort', folder])
    for (let round = 0; round < 3; round += 1) await assertUnavailable(url, WRITES)
    await assertServed(url, READS)
    const { code, stderr } = await command.stop('SIGTERM')
    assert.equal(code, 0)
    assert.equal(messagesOf(stderr).length, 1, stderr)
    assert.match(messagesOf(stderr)[0] ?? '', /^the database cannot be written: EROFS: read-only/)
    await opened.drop()
  },
)

test('A damaged table: requests that read it get 503, and other requests continue', async (t) => {
  const opened = await sqlite.open()
  const path = opened.url.slice('sqlite:'.length)
  const first = new SandcardProcess({ DATABASE_URL: opened.url })
  await first.ready()
  await first.stop('SIGTERM')
  const connection = new DatabaseSync(path)
  const { page } = connection
    .prepare("select rootpage as page from sqlite_master where name = 'cardholder'")
    .get() as { page: number }
  const { page_size: size } = connection.prepare('pragma page_size').get() as { page_size: number }
  connection.close()
  writeFileSync(path, readFileSync(path).fill(0xff, (page - 1) * size, page * size))
  const second = new SandcardProcess({ DATABASE_URL: opened.url })
  t.after(() => second.stop('SIGKILL'))
  const url = await second.ready()
  const readsOfB = READS.filter(({ what }) => what === 'a read of B')
  for (let round = 0; round < 3; round += 1) await assertUnavailable(url, readsOfB)
  const { stderr } = await second.stop('SIGTERM')
  assert.deepEqual(messagesOf(stderr), [
    'the database cannot be read: database disk image is malformed',
  ])
  await opened.drop()
})

const postgres = databases.find(({ name }) => name === 'postgres')

/** The product waits ten seconds for PostgreSQL; on a busy machine a query may take two. */
const SILENCE_MS = 3000

const OUTAGES: readonly (readonly [
  how: string,
  go: (proxy: CuttingProxy) => void,
  query: string,
])[] = [
  [
    'with every connection closed',
    (proxy) => {
      proxy.goAway()
    },
    '',
  ],
  [
    'with every connection open and silent',
    (proxy) => {
      proxy.fallSilent()
    },
    `?query_timeout=${SILENCE_MS}`,
  ],
]

for (const [how, go, query] of OUTAGES)
  test(
    `PostgreSQL unreachable, ${how}: requests get 503, and the service recovers afterwards`,
    { skip: !postgres },
    async (t) => {
      if (postgres === undefined) return
      let proxy: CuttingProxy | undefined
      const throughProxy: TestDatabase = {
        ...postgres,
        async openMigrated() {
          const opened = await postgres.openMigrated()
          proxy = await openCuttingProxy(opened.url)
          return { ...opened, url: proxy.url + query }
        },
      }
      let log = ''
      const logs = new Writable({
        write(chunk: Buffer, _encoding, done) {
          log += chunk.toString()
          done()
        },
      })
      const sandbox = await startSandbox(throughProxy, { config: { logLevel: 'info' }, logs })
      t.after(async () => {
        await sandbox.close()
        await proxy?.close()
      })
      assert.ok(proxy !== undefined)
      for (let round = 1; round <= 2; round += 1) {
        go(proxy)
        // Concurrently: each request waits for the timeout of a silent database.
        await Promise.all(
          [...READS, ...WRITES].map((request) => assertUnavailable(sandbox.url, [request])),
        )
        proxy.comeBack()
        await assertServed(sandbox.url, [...WRITES, ...READS])
        const { response } = await send(sandbox.url, { ...READS[1], path: '/readyz' } as Request)
        assert.equal(response.status, 200)
      }
      const logged = messagesOf(log).filter((message) => message.startsWith('the database'))
      assert.equal(
        logged.filter((message) => message.startsWith('the database cannot be read: ')).length,
        2,
      )
      assert.equal(
        logged.filter((message) => message.startsWith('the database cannot be written: ')).length,
        2,
      )
      assert.equal(logged.filter((message) => message.endsWith('again')).length, 4)
    },
  )
