// Card numbers, CVCs, PINs and secrets: the log lines, responses and database bytes of a full run
// are searched for them.

import assert from 'node:assert/strict'
import { constants, createPublicKey, publicEncrypt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { operations as operationsOfA } from '../src/api/issuing-v1/plugin.ts'
import { operations as operationsOfB } from '../src/api/issuing-v2/plugin.ts'
import type { Project } from '../src/engine/directory.ts'
import { onEveryDatabase, type TestDatabase } from './kit/databases.ts'
import { exampleCalls } from './kit/example-calls.ts'
import type { Answer } from './kit/http.ts'
import { type Sandbox, startSandbox } from './kit/sandbox.ts'

/** The longest PIN: a shorter one occurs by chance in times and ids. */
const PIN = '735194068217'

interface RecordedAnswer {
  readonly route: string
  readonly answer: Answer
}

onEveryDatabase('Secrets and card numbers', (database) => {
  const logs: string[] = []
  const answers: RecordedAnswer[] = []
  const numbers = new Set<string>()
  const codes = new Map<string, string>()
  let sandbox: Sandbox
  let project: Project
  let url = ''

  before(async () => {
    const remembering: TestDatabase = {
      ...database,
      async openMigrated() {
        const opened = await database.openMigrated()
        url = opened.url
        return opened
      },
    }
    const stream = { write: (line: string) => void logs.push(line) }
    sandbox = await startSandbox(remembering, { config: { logLevel: 'trace' }, logs: stream })
    project = await sandbox.newProject()
    await story()
  })
  after(() => sandbox.close())

  const send = async (
    route: string,
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Record<string, unknown>> => {
    const answer = await sandbox.call(method, path, { headers, body })
    answers.push({ route, answer })
    return (answer.json ?? {}) as Record<string, unknown>
  }
  const b = (route: string, method: string, path: string, body?: unknown, more = {}) =>
    send(route, method, `/v2${path}`, body, {
      'x-api-key': project.secrets.interfaceB.apiKey,
      ...more,
    })
  const a = (route: string, body: unknown) => {
    const { login, password } = project.secrets.interfaceA
    const authorization = `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`
    return send(route, 'POST', `/v1/apigate/ws/rest/${route}`, body, { authorization })
  }

  async function cardOfB(): Promise<{ id: string; number: string; expiryDate: string }> {
    const cardholder = await b('POST /cardholders', 'POST', '/cardholders', {
      firstName: 'Ann',
      lastName: 'Doe',
      phoneNumber: '+35700000001',
      billingAddress: { country: 'CY', postalCode: '3000' },
    })
    const made = await b('POST /cards', 'POST', '/cards', {
      productName: 'VISA_CLASSIC_VIRTUAL',
      cardholder: cardholder['id'],
    })
    const id = String(made['id'])
    const read = await b('GET /cards/{id}', 'GET', `/cards/${id}`)
    const number = String(read['number'])
    numbers.add(number)
    codes.set(number, String(read['cvc']))
    return { id, number, expiryDate: String(read['expiryDate']) }
  }

  async function story(): Promise<void> {
    const first = await cardOfB()
    const second = await cardOfB()
    const key = { 'idempotency-key': 'security-1' }
    const topup = { amount: 5000, currency: 'EUR', destinationCard: { cardNumber: first.number } }
    await b('POST /topups', 'POST', '/topups', topup, key)
    await b('POST /topups', 'POST', '/topups', topup, key)
    const transfer = {
      amount: 1000,
      currency: 'EUR',
      sourceCard: { cardNumber: first.number, expiryDate: first.expiryDate },
      destinationCard: { cardNumber: second.number },
    }
    await b('POST /transfers', 'POST', '/transfers', transfer)
    await b('POST /transfers', 'POST', '/transfers', { ...transfer, amount: 999_999 })
    await b('GET /transfers', 'GET', `/transfers?cardNumberFltr=${first.number}`)
    // Refused requests that contain a card number.
    await b('refused', 'POST', '/transfers', `{"cardNumber": ${first.number}`, {
      'content-type': 'application/json',
    })
    await b('refused', 'POST', '/transfers', first.number, { 'content-type': 'text/plain' })
    await b('refused', 'POST', '/transfers', { ...transfer, amount: first.number })
    await b(
      'refused',
      'GET',
      `/transfers?cardNumberFltr=${first.number}&statusFltr=${first.number}`,
    )
    await b('refused', 'GET', `/cards/${first.number}`)
    await b('refused', 'PUT', `/${first.number}`)
    await b('refused', 'PATCH', `/cards/${first.id}`, { status: first.number })
    await send('refused', 'GET', `/v2/transfers?cardNumberFltr=${first.number}`)
    const pinKey = await b('GET /keys/pin', 'GET', '/keys/pin')
    await b('PATCH /cards/{id}', 'PATCH', `/cards/${first.id}`, {
      pin: encryptedPin(String(pinKey['pem'])),
    })
    await b('PATCH /cards/{id}', 'PATCH', `/cards/${second.id}`, { reissueCard: 'lost' })
    const reissued = await b('GET /cards/{id}', 'GET', `/cards/${second.id}`)
    numbers.add(String(reissued['number']))
    codes.set(String(reissued['number']), String(reissued['cvc']))
    const inPlace = { '4000000000100026': first.number, '4000000000200024': second.number }
    for (const { method, pattern, path, body } of exampleCalls(operationsOfB, inPlace)) {
      const answer = await b(routeOf(method, pattern), method, path, body)
      if (typeof answer['number'] === 'string') numbers.add(answer['number'])
    }
    await storyOfA(first.number)
  }

  async function storyOfA(other: string): Promise<void> {
    const { product } = project.secrets
    const customer = await a('registerCustomer', {
      productName: product.productName,
      parameters: Object.entries({
        institutionId: product.institutionId,
        agent_number: product.agentNumber,
        customer_number: 'C-1',
        product_id: product.productId,
        start_date: '2026-01-01',
        service_id_acc: product.serviceIdAcc,
        surname: 'Doe',
        firstName: 'Ann',
        mobile_phone: '35700000001',
        country_code: '196',
      }).map(([name, value]) => ({ name, value })),
    })
    const made = await a('createVirtualCard', {
      cardIdentification: {
        cardNumber: 4_000_000_000_100_018,
        phoneNumber: '35700000001',
        customerId: 'C-1',
      },
      virtualCardIdentification: { expDate: 203_101, productType: 1 },
      amount: 700,
      currency: 978,
      accountNumber: customer['accountNumber'],
      deliveryMethod: 'WS',
    })
    const card = made['virtualCardIdentification'] as Record<string, string>
    const number = card['cardNumber'] ?? ''
    numbers.add(number)
    const cardIdentification = { cardId: Number(card['cardId']) }
    const inPlace = {
      '100000000001': card['cardId'] ?? '',
      '4000000000100018': number,
      '4000000000100026': other,
    }
    for (const { name, body } of exampleCalls(operationsOfA, inPlace)) await a(name, body)
    await a(number, { cardIdentification })
    await a('getCardData', { cardIdentification: { cardId: [number] } })
  }

  /** Operations whose responses have a full card number by the specification. */
  const MAY_SHOW_NUMBERS = new Set([
    'GET /cards/{id}',
    'POST /topups',
    'POST /transfers',
    'GET /transfers',
    'createVirtualCard',
    'getCardData',
  ])

  test('are searched in every operation of interfaces A and B', () => {
    const called = new Set(answers.map(({ route }) => route))
    for (const { name } of operationsOfA) assert.ok(called.has(name), name)
    for (const { method, path } of operationsOfB)
      assert.ok(called.has(routeOf(method, path)), `${method} ${path}`)
  })

  test('are searched with the full numbers of issued cards', () => {
    assert.ok(numbers.size >= 4)
    for (const number of numbers) assert.match(number, /^\d{16}$/)
  })

  test('are in no log line', () => {
    const text = logs.join('')
    assert.notEqual(text, '')
    const secrets = [PIN, project.secrets.interfaceB.apiKey, project.secrets.interfaceA.password]
    for (const secret of [...numbers, ...secrets]) assert.ok(!text.includes(secret))
  })

  test('are in responses only where specified: card numbers', () => {
    const shown = answers.filter(({ answer }) => includesAny(answer.text, numbers))
    assert.ok(shown.length > 0)
    for (const { route, answer } of shown)
      assert.ok(MAY_SHOW_NUMBERS.has(route), `${route}: ${answer.text}`)
  })

  test('are in responses only where specified: the CVC when a single card is read', () => {
    const shown = answers.filter(({ answer }) => answer.text.includes('"cvc"'))
    assert.deepEqual([...new Set(shown.map(({ route }) => route))], ['GET /cards/{id}'])
  })

  test('are never in the database in plain text', async () => {
    const bytes = await everythingStored(database.name, url)
    assert.ok(bytes.includes('VISA_CLASSIC') || bytes.includes('Ann'), 'the database was read')
    const { interfaceA, interfaceB, interfaceC } = project.secrets
    const secrets = [PIN, interfaceA.password, interfaceB.apiKey, interfaceC.password]
    for (const secret of [...numbers, ...secrets]) {
      assert.ok(!bytes.includes(secret))
      assert.ok(!bytes.includes(Buffer.from(secret).toString('base64url').slice(0, -2)))
    }
    for (const number of numbers) assert.ok(!bytes.includes(asInteger(number)))
  })
})

/** A path with its parameters in documentation syntax. */
const routeOf = (method: string, path: string): string =>
  `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`

const includesAny = (text: string, needles: Iterable<string>): boolean =>
  [...needles].some((needle) => text.includes(needle))

/** A number as an eight-byte integer of a database. */
function asInteger(number: string): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigInt64BE(BigInt(number))
  return bytes
}

function encryptedPin(pem: string): string {
  const key = {
    key: createPublicKey(pem),
    padding: constants.RSA_PKCS1_OAEP_PADDING,
    oaepHash: 'sha256',
  }
  const block = JSON.stringify({ nonce: 1_234_567_890, pin: PIN })
  return publicEncrypt(key, Buffer.from(block)).toString('base64')
}

/** Every byte of the SQLite files, or every row of every table as text. */
async function everythingStored(kind: string, url: string): Promise<Buffer> {
  if (kind === 'sqlite') {
    const path = url.replace(/^sqlite:/, '')
    return Buffer.concat([path, `${path}-wal`].map((file) => readFileSync(file)))
  }
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const tables = await client.query<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = 'public'`,
    )
    const rows: string[] = []
    for (const { name } of tables.rows) {
      const found = await client.query<{ line: string }>(`select t::text as line from "${name}" t`)
      rows.push(...found.rows.map(({ line }) => line))
    }
    return Buffer.from(rows.join('\n'))
  } finally {
    await client.end()
  }
}
