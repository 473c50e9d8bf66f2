// The codes in responses, on the reference pages of the operations that return them. They come from
// the same tables as the responses.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { MESSAGES } from '../../../src/api/gateway/errors/messages.ts'
import { SERVICE_FAULTS } from '../../../src/api/issuing-v1/codes.ts'
import { PROBLEMS } from '../../../src/api/issuing-v2/problems.ts'
import { allActionCodes } from '../../../src/payments/authorisation/action-code.ts'
import { DECLINE_CODES, DECLINES, DECLINES_OF_SIMULATIONS } from '../../../src/ledger/decline.ts'
import { oneDatabase } from '../../kit/databases.ts'
import { wordsOf } from '../../kit/portal.ts'
import { type Sandbox, startSandbox } from '../../kit/sandbox.ts'

describe('The codes of the reference', () => {
  let sandbox: Sandbox
  before(async () => {
    sandbox = await startSandbox(oneDatabase)
  })
  after(() => sandbox.close())

  /** The tables of a page: the name of each, and its rows as text. */
  const tablesOf = async (operation: string): Promise<ReadonlyMap<string, readonly string[]>> => {
    const { text } = await sandbox.call('GET', `/docs/${operation}`)
    const section = /<section id="codes">[^]*?<\/section>/.exec(text)?.[0] ?? ''
    const tables = [
      ...section.matchAll(/<summary>\s*Values of <code>(.*?)<\/code>[^]*?<\/details>/g),
    ]
    return new Map(
      tables.map(([table, member = '']) => [
        member,
        [...table.matchAll(/<dt>[^]*?<\/dd>/g)].map(([line]) => wordsOf(line)),
      ]),
    )
  }
  const lineOf = async (operation: string, member: string, code: string): Promise<string> => {
    const lines = (await tablesOf(operation)).get(member)
    assert.ok(lines !== undefined, `${operation} says nothing of ${member}`)
    return lines.find((line) => line.split(' ')[0] === code) ?? ''
  }

  // prettier-ignore
  for (const [operation, ...members] of [
    ['a/p2pTransfer',            'responseCode', 'errorCode'],
    ['a/registerCustomer',       'responseCode', 'errorCode'],
    ['b/createTransfer',         'code'],
    ['control/showOrder',        'code', 'actionCode'],
    ['c/register',               'errorCode'],
    ['c/getOrderStatus',         'ErrorCode'],
    ['c/getOrderStatusExtended', 'errorCode', 'actionCode'],
    ['c/recurrentPayment',       'error.code', 'actionCode'],
    ['operations/getHealth'],
  ] as const)
    test(`of ${operation} are listed for ${members.join(' and ') || 'no field'}`, async () => {
      assert.deepEqual([...(await tablesOf(operation)).keys()], members)
    })

  test('of interface A include every decline, refusal and service fault', async () => {
    for (const code of DECLINE_CODES) {
      if (DECLINES_OF_SIMULATIONS.includes(code)) continue
      const { responseCode, message } = DECLINES[code]
      const line = await lineOf('a/p2pTransfer', 'responseCode', responseCode)
      assert.ok(line.includes(message), line)
    }
    for (const { errorCode } of Object.values(SERVICE_FAULTS))
      assert.notEqual(await lineOf('a/creditCard', 'errorCode', errorCode), '')
    assert.match(await lineOf('a/creditCard', 'errorCode', '1002'), /HTTP 401 Unauthorized/)
    assert.match(await lineOf('a/blockCard', 'responseCode', 'A8'), /Card not found/)
  })

  test("of interface B are the operation's, and those that every operation returns", async () => {
    for (const [operation, code, isThere] of [
      ['b/createTransfer', 'card-unknown', true],
      ['b/createTransfer', 'cardholder-already-has-card', false],
      ['b/createTransfer', 'unauthorized', true],
      ['b/createCard', 'cardholder-already-has-card', true],
      ['b/getPinKey', 'card-unknown', false],
    ] as const) {
      const line = await lineOf(operation, 'code', code)
      const [status, title] = PROBLEMS[code]
      assert.equal(line, isThere ? `${code} HTTP ${status} ${title}` : '', operation)
    }
  })

  test('of interface C include every message by its number', async () => {
    for (const { code, en } of Object.values(MESSAGES)) {
      const line = await lineOf('c/deposit', 'errorCode', String(code))
      assert.ok(line.includes(en.replace('%', 'parameter')), `${code}: ${line}`)
    }
  })

  test('of payments are every action code, with links to its causes', async () => {
    const lines = (await tablesOf('c/getOrderStatusExtended')).get('actionCode') ?? []
    assert.deepEqual(
      lines,
      allActionCodes().map(({ code, texts }) => `${code} ${texts.en}`),
    )
    const { text } = await sandbox.call('GET', '/docs/c/getOrderStatusExtended')
    assert.ok(text.includes('href="/action-codes#code-116"'))
  })
})
