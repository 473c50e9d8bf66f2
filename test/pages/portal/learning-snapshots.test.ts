// The reference, guides, test cards, action codes, the main page and the demo shop match their
// snapshots.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { demoProject } from '../../../src/web/http/demo-project.ts'
import { allActionCodes, payerMessage } from '../../../src/payments/authorisation/action-code.ts'
import { assertSnapshot } from '../../kit/snapshot.ts'
import { testTranscript, type Transcript } from '../../kit/transcript.ts'
import { freezeClock } from '../../kit/clock.ts'
import { oneDatabase } from '../../kit/databases.ts'
import type { Answer } from '../../kit/http.ts'
import { FORM_TYPE, merchantOf, type Merchant, START } from '../../kit/merchant.ts'
import { formIn } from '../../kit/portal.ts'
import { type Sandbox, startSandbox } from '../../kit/sandbox.ts'
import { TEST_CARDS } from '../../kit/test-cards.ts'

/**
 * Operations with JSON and with a form. Other tests compare the page of every operation with its
 * entry.
 */
const OPERATIONS = ['/docs/b/updateCard', '/docs/c/deposit']

/** Requests sent from the reference, with their input. */
// prettier-ignore
const SENT: readonly (readonly [path: string, typed: Readonly<Record<string, string>>])[] = [
  ['/docs/a/getCardData',           {}],
  ['/docs/a/getCardData',           { 'credential.password': 'wrong' }],
  ['/docs/b/createCardholder',      {}],
  ['/docs/b/createCardholder',      { body: '{' }],
  ['/docs/b/createCardholder',      { 'parameter.idempotency-key': 'from-the-page' }],
  ['/docs/b/createCardholder',      { 'parameter.idempotency-key': 'from-the-page' }],
  ['/docs/b/getCard',               { 'parameter.id': '1' }],
  ['/docs/b/listTransfers',         { 'parameter.limit': '1' }],
  ['/docs/b/listTransfers',         { 'credential.apiKey': '' }],
  ['/docs/c/register',              {}],
  ['/docs/c/register',              { 'field.amount': '4200', 'field.description': `it's "quoted" & <b>` }],
  ['/docs/c/register',              { 'credential.password': '', 'field.amount': '' }],
  ['/docs/c/instantPayment',        {}],
  ['/docs/control/listOrders',      { 'parameter.limit': '1' }],
  ['/docs/control/endCallbackKey',  { 'parameter.alias': 'a/b' }],
]

/** The tree of operations is the same on each page; the tests of the reference follow its links. */
const withoutTree = (answer: Answer): Answer => ({
  ...answer,
  text: answer.text.replace(/<nav class="operation-tree"[^]*?<\/nav>/, ''),
})

describe('The pages of the reference and the guides', () => {
  let sandbox: Sandbox
  let merchant: Merchant
  before(async () => {
    sandbox = await startSandbox(oneDatabase)
    const demo = await demoProject(sandbox.sandcard.service)
    assert.ok(demo !== undefined)
    await freezeClock(sandbox.sandcard.service, demo, START)
    merchant = merchantOf(sandbox, demo)
  })
  after(() => sandbox.close())

  const get = async (path: string): Promise<Answer> =>
    withoutTree(await sandbox.call('GET', path, { headers: { accept: 'text/html' } }))
  const post = async (path: string, fields: Readonly<Record<string, string>> = {}) => {
    const body = new URLSearchParams(fields).toString()
    return withoutTree(await sandbox.call('POST', path, { headers: FORM_TYPE, body }))
  }

  const snapshot = (name: string, fill: (transcript: Transcript) => Promise<void>): void =>
    testTranscript(import.meta.url, name, fill)

  snapshot('frames-outside-projects', async (transcript) => {
    for (const path of [
      '/',
      '/p',
      '/docs',
      '/docs/c/register',
      '/guides',
      '/guides/gaps',
      '/test-cards',
      '/action-codes',
      '/shop',
      '/nothing',
    ])
      transcript.recordFrame(path, await get(path))
  })

  snapshot('reference-lists', async (transcript) => {
    for (const path of ['/docs', '/docs/a', '/docs/operations', '/docs/x', '/docs/c/x'])
      transcript.record(path, firstRows(await get(path)))
    for (const words of ['refundAmount', '<b>"x', ' ', '/payment/rest/deposit.do'])
      transcript.record(
        `found ${words.slice(0, 20)}`,
        firstRows(await get(`/docs?q=${encodeURIComponent(words)}`)),
      )
  })

  snapshot('reference-operations', async (transcript) => {
    for (const path of OPERATIONS) transcript.record(path, await get(path))
    for (const example of ['2', '3', '9', 'x'])
      transcript.record(`example ${example}`, await get(`/docs/b/updateCard?example=${example}`))
  })

  snapshot('reference-responses', async (transcript) => {
    for (const [path, typed] of SENT) {
      const page = await get(path)
      transcript.assume(path, page)
      const { action, held } = formIn(page.text, 'send')
      transcript.record(
        `${path} ${JSON.stringify(typed)}`,
        await post(action.replace(/#.*/, ''), { ...held, ...typed }),
      )
    }
  })

  snapshot('test-cards', async (transcript) => {
    transcript.record('all', await get('/test-cards'))
    const order = await merchant.register({ orderNumber: 'tried' })
    for (const orderId of [order, 'x'])
      transcript.record(
        `tried ${orderId === 'x' ? 'x' : ''}`,
        await get(`/test-cards?orderId=${orderId}`),
      )
    await merchant.pay(order)
    transcript.record('paid', await get(`/test-cards?orderId=${order}`))
    const declined = await merchant.register()
    await merchant.pay(declined, { $PAN: TEST_CARDS.noFunds })
    transcript.record('declined', await get(`/test-cards?orderId=${declined}`))
    for (const card of [TEST_CARDS.approved, '4000000000000010', ''])
      transcript.record(`pay with ${card}`, await post('/test-cards/pay', { card }))
  })

  snapshot('action-codes', async (transcript) => {
    const page = await get('/action-codes')
    // The rows are alike, and other tests compare each with the code table, which has a separate
    // snapshot.
    const rows = page.text.split(/(?=<tr[^>]*>\s*<th[^>]*>\s*<a[^>]*id="code-)/)
    const [head = '', first = '', ...others] = rows
    const rest = others.at(-1)?.replace(/^[^]*?<\/tr>/, '') ?? ''
    assert.ok(others.length > 50)
    transcript.record('/action-codes', { ...page, text: head + first + rest })
  })

  test('the texts of the action codes have not changed', () => {
    const lines = allActionCodes().map(({ code, texts }) =>
      [code, texts.en, texts.ru, payerMessage(code, 'en'), payerMessage(code, 'ru')].join(' | '),
    )
    const file = new URL('snapshots/action-code-texts.txt', import.meta.url)
    assertSnapshot(file, `${lines.join('\n')}\n`)
  })

  snapshot('guides', async (transcript) => {
    transcript.record('all', await get('/guides'))
    for (const path of ['/guides/x', '/guides/README', '/guides/readme/x'])
      transcript.record(path, await get(path))
  })

  snapshot('main-pages', async (transcript) => {
    transcript.record('the main page', await get('/'))
    transcript.record('the projects', await get('/p'))
  })

  snapshot('shop', async (transcript) => {
    transcript.record('the shop', await get('/shop'))
    const ordered = await post('/shop/order')
    transcript.record('an order', ordered)
    const orderId = /mdOrder=([\da-f-]{36})/.exec(String(ordered.headers['location']))?.[1] ?? ''
    transcript.record('not paid', await get(`/shop/return?orderId=${orderId}`))
    await merchant.pay(orderId, { $PAN: TEST_CARDS.noFunds })
    transcript.record('declined', await get(`/shop/return?orderId=${orderId}`))
    await merchant.pay(orderId)
    transcript.record('paid', await get(`/shop/return?orderId=${orderId}`))
    await merchant.callOk('refund', { orderId, amount: 500 })
    transcript.record('refunded', await get(`/shop/return?orderId=${orderId}`))
    const held = await merchant.heldOrder()
    transcript.record('held', await get(`/shop/return?orderId=${held}`))
    await merchant.callOk('reverse', { orderId: held })
    transcript.record('reversed', await get(`/shop/return?orderId=${held}`))
    const asked = await merchant.register()
    await merchant.pay(asked, { $PAN: TEST_CARDS.challengeV1 })
    transcript.record('asked', await get(`/shop/return?orderId=${asked}`))
    const withdrawn = await merchant.register()
    await merchant.callOk('decline', { orderId: withdrawn })
    transcript.record('withdrawn', await get(`/shop/return?orderId=${withdrawn}`))
    for (const path of [
      '/shop/return',
      '/shop/return?orderId=',
      '/shop/return?orderId=x',
      '/shop/order',
    ])
      transcript.record(path, await get(path))
  })
})

/** The first two rows of each list of operations; a test of the reference reads all of them. */
const firstRows = (answer: Answer): Answer => ({
  ...answer,
  text: answer.text.replaceAll(
    /(<ul class="operations">(?:\s*<li>[^]*?<\/li>){1,2})[^]*?<\/ul>/g,
    '$1</ul>',
  ),
})
