// `sandcard mcp` with the official client: a story from a new project to a verified callback.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { oneDatabase } from '../kit/databases.ts'
import { inheritedEnvironment } from '../kit/process.ts'
import { type Sandbox, startSandbox } from '../kit/sandbox.ts'

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url))

type Json = Record<string, unknown>

describe('sandcard mcp', () => {
  let sandbox: Sandbox
  let client: Client
  before(async () => {
    sandbox = await startSandbox(oneDatabase)
    client = new Client({ name: 'test', version: '1.0.0' })
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [MAIN, 'mcp'],
        env: { ...inheritedEnvironment(), SANDCARD_URL: sandbox.url },
      }),
    )
  })
  after(async () => {
    await client.close()
    await sandbox.close()
  })

  const call = async (name: string, request: Json = {}): Promise<Json> => {
    const result = await client.callTool({ name, arguments: request })
    assert.notEqual(result.isError, true, JSON.stringify(result.content))
    return (result.structuredContent ?? {}) as Json
  }
  const refusal = async (name: string, request: Json): Promise<{ text: string; problem: Json }> => {
    const result = await client.callTool({ name, arguments: request })
    assert.equal(result.isError, true)
    const [first] = result.content
    const { problem } = (result.structuredContent ?? {}) as { problem?: Json }
    return { text: first?.type === 'text' ? first.text : '', problem: problem ?? {} }
  }

  test('creates a project and a card, pays, simulates, advances the clock and reads a callback', async () => {
    const project = await call('create_project', { name: 'assistant' })
    const key = (project['interfaceB'] as { apiKey: string }).apiKey
    await call('update_settings', { key, callbackSignature: 'hmac' })
    const card = await call('issue_card', {
      key,
      initialBalance: 5000,
      cardholder: { firstName: 'Ann', lastName: 'Doe', phoneNumber: '+35700000001' },
    })
    const cardId = card['id']
    const paid = await call('pay', { key, amount: 2000, cardId })
    assert.deepEqual([paid['status'], paid['actionCode']], ['deposited', 0])
    const declined = await call('pay', { key, amount: 4000, cardId })
    assert.deepEqual([declined['status'], declined['actionCode']], ['registered', 116])
    assert.equal((await call('show_card', { key, id: cardId }))['available'], 3000)

    const hold = await call('simulate_authorisation', { key, cardId, amount: 1000, mcc: '5812' })
    assert.equal(hold['approved'], true)
    await call('clear_authorisation', { key, id: hold['id'], amount: 900 })
    const tooMuch = await call('simulate_authorisation', { key, cardId, amount: 9000 })
    assert.deepEqual([tooMuch['approved'], tooMuch['reason']], [false, 'insufficient-funds'])

    const log = await call('list_requests', { key, api: 'C', outcome: 'declined' })
    const [attempt] = log['items'] as Json[]
    assert.equal(attempt?.['operation'], 'paymentorder')
    const why = await call('explain_decision', { key, requestId: attempt['id'] })
    assert.deepEqual([why['outcome'], why['code']], ['declined', 'insufficient-funds'])
    const same = await call('explain_decision', { key, orderId: declined['orderId'] })
    assert.equal(same['requestId'], attempt['id'])
    const { request } = await call('get_request', { key, id: attempt['id'] })
    assert.match(JSON.stringify(request), /MDORDER=/)

    const { now } = await call('get_clock', { key })
    const moved = await call('move_clock', { key, advance: 'P1D' })
    assert.ok(Date.parse(String(moved['now'])) >= Date.parse(String(now)) + 86_400_000)
    const refunded = await call('refund_order', { key, orderId: paid['orderId'], amount: 500 })
    assert.equal(refunded['refundedAmount'], 500)

    const { items } = await call('list_callbacks', { key, orderId: paid['orderId'] })
    const [refund] = items as Json[]
    assert.equal(refund?.['operation'], 'refunded')
    const received = new URLSearchParams(refund['parameters'] as Record<string, string>)
    const forged = await call('verify_callback', {
      key,
      received: `${received.toString()}&checksum=00`,
    })
    assert.equal(forged['verdict'], 'unexplained')
    const right = await call('verify_callback', {
      key,
      received: `${received.toString()}&checksum=${String(forged['checksum'])}`,
    })
    assert.equal(right['verdict'], 'right')
    assert.equal((await call('get_ledger', { key }))['trialBalance'], 0)
  })

  test('captures a pre-authorisation, runs a scenario, and restores a snapshot', async () => {
    await call('create_snapshot', { name: 'before' })
    const held = await call('pay', { amount: 1500, twoStage: true })
    assert.equal(held['status'], 'held')
    const captured = await call('capture_order', { orderId: held['orderId'], amount: 1000 })
    assert.equal(captured['depositedAmount'], 1000)
    const played = await call('trigger_scenario', { scenario: 'payment.declined' })
    assert.equal(played['actionCode'], 5)
    await call('restore_snapshot', { name: 'before' })
    assert.deepEqual((await call('list_orders'))['items'], [])
  })

  test('accepts numbers and true as filters of lists', async () => {
    const project = await call('create_project', { name: 'filters' })
    const key = (project['interfaceB'] as { apiKey: string }).apiKey
    for (const amount of [1000, 2000, 3000]) await call('pay', { key, amount, twoStage: true })
    const amounts = async (filter: Json) =>
      ((await call('list_orders', { key, ...filter }))['items'] as Json[]).map(
        ({ amount }) => amount,
      )
    assert.deepEqual(await amounts({ limit: 2 }), [3000, 2000])
    assert.deepEqual(await amounts({ amountFrom: 2000, amountUntil: 2000 }), [2000])
    assert.deepEqual(await amounts({ actionCode: 116 }), [])
    assert.deepEqual((await amounts({ expiring: true })).length, 3)
    assert.match(
      (await refusal('list_orders', { key, limit: '2' })).text,
      /limit must be an integer/,
    )
    assert.match((await refusal('list_orders', { key, limit: 201 })).text, /from 1 to 200/)
  })

  test('names allowed values in the schemas, and lists action codes and test cards', async () => {
    const { tools } = await client.listTools()
    for (const [name, values] of [
      ['trigger_scenario', ['card-testing', 'order.refunded']],
      ['simulate_authorisation', ['preauthorisation', 'contactless', 'suspected-fraud, ']],
      ['set_faults', ['reset-after-commit', 'wrong-signature']],
      ['add_outcome_rule', ['enrolment-unknown', 'issued']],
      ['wait_for', ['declinedByTimeout', 'refunded']],
    ] as const) {
      const schema = JSON.stringify(tools.find((tool) => tool.name === name)?.inputSchema)
      for (const value of values) assert.ok(schema.includes(value), `${name}: ${value}`)
    }
    const { items: codes } = await call('list_action_codes', { q: '116' })
    assert.equal((codes as Json[])[0]?.['code'], 116)
    const { items: cards } = await call('list_test_cards')
    assert.ok((cards as Json[]).some(({ number }) => number === '4444555511113333'))
  })

  test('has a title, a description, a schema and a place in docs/mcp.md for every tool', async () => {
    const { tools } = await client.listTools()
    assert.ok(tools.length > 25)
    for (const { name, title, description, inputSchema } of tools) {
      assert.match(name, /^[a-z_]+$/)
      assert.ok((title ?? '').length > 5 && (description ?? '').length > 10, name)
      assert.equal(inputSchema.type, 'object')
      assert.ok('key' in (inputSchema.properties ?? {}), name)
    }
    const guide = readFileSync(new URL('../../docs/mcp.md', import.meta.url), 'utf8')
    const [, table = ''] = guide.split('| task | tools |')
    const listed = [...(table.split('\n\n')[0] ?? '').matchAll(/`(\w+)`/g)].map(([, each]) => each)
    assert.deepEqual(listed.toSorted(), tools.map(({ name }) => name).toSorted())
  })

  for (const [what, tool, request, text] of [
    ['a wrong API key', 'get_clock', { key: 'wrong' }, /\(unauthorized\)$/],
    ['an unknown order', 'refund_order', { orderId: 'none' }, /refund/],
    ['a field of the wrong type', 'move_clock', { advance: 'soon' }, /\/advance/],
    ['a decision that does not exist', 'explain_decision', { requestId: 'none' }, /not-found/],
    ['an order without a decision', 'explain_decision', { orderId: 'none' }, /No recent decision/],
    ['a missing field', 'pay', {}, /amount/],
    ['an unknown field', 'get_clock', { colour: 'red' }, /\/colour is not a known field/],
  ] as const)
    test(`returns an error that says what to correct for ${what}`, async () => {
      assert.match((await refusal(tool, request)).text, text)
    })

  test('returns errors with their problem details', async () => {
    const { problem } = await refusal('move_clock', { set: '2001-01-01T00:00:00Z' })
    assert.deepEqual([problem['code'], problem['status']], ['clock-backwards', 422])
  })
})
