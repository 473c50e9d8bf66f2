// The pages to learn from, the main page and the demo shop as they are kept in `kept/`: whole documents with their headers. Where one was changed
// on purpose, `npm run kept` writes them anew.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { demoProject } from '../../../src/web/http/demo-project.ts'
import { AnswersInWords } from '../../kit/answer-in-words.ts'
import { freezeClock } from '../../kit/clock.ts'
import { oneDatabase } from '../../kit/databases.ts'
import type { Answer } from '../../kit/http.ts'
import { FORM_TYPE, merchantOf, type Merchant, START } from '../../kit/merchant.ts'
import { withoutMain } from '../../kit/outline.ts'
import { formIn } from '../../kit/portal.ts'
import { type Sandbox, startSandbox } from '../../kit/sandbox.ts'
import { TEST_CARDS } from '../../kit/test-cards.ts'

/** Operations whose pages show each thing that a page of the reference can show. */
// prettier-ignore
const OPERATIONS = [
  '/docs/a/registerCustomer', '/docs/b/createCard', '/docs/b/updateCard', '/docs/b/listTransfers', '/docs/b/getCard',
  '/docs/c/register', '/docs/c/recurrentPayment', '/docs/c/deposit', '/docs/control/createProject',
  '/docs/control/moveClock', '/docs/control/endCallbackKey', '/docs/control/listOrders', '/docs/control/createWalletToken',
]

/** What is sent from a page, with what is typed. */
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

describe('The pages to learn from', () => {
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

  const get = (path: string): Promise<Answer> =>
    sandbox.call('GET', path, { headers: { accept: 'text/html' } })
  const post = (path: string, fields: Readonly<Record<string, string>> = {}): Promise<Answer> =>
    sandbox.call('POST', path, { headers: FORM_TYPE, body: new URLSearchParams(fields).toString() })

  const kept = (name: string, walk: (answers: AnswersInWords) => Promise<void>): void =>
    void test(`${name} as they are kept`, async () => {
      const answers = new AnswersInWords()
      await walk(answers)
      answers.assertKept(new URL(`kept/${name.replaceAll(' ', '-')}.txt`, import.meta.url))
    })

  kept('lists of the reference', async (answers) => {
    for (const path of [
      '/docs',
      '/docs/a',
      '/docs/b',
      '/docs/c',
      '/docs/control',
      '/docs/operations',
      '/docs/x',
      '/docs/c/x',
    ])
      answers.tell(path, await get(path))
    for (const words of [
      'refund',
      'POST /v2',
      'card-unknown',
      'HOLD back',
      '<b>"x',
      ' ',
      'x '.repeat(51),
      '/payment/rest/deposit.do',
    ])
      answers.tell(`found ${words.slice(0, 20)}`, await get(`/docs?q=${encodeURIComponent(words)}`))
  })

  kept('operations of the reference', async (answers) => {
    for (const path of OPERATIONS) answers.tell(path, await get(path))
    for (const example of ['2', '3', '9', 'x'])
      answers.tell(`example ${example}`, await get(`/docs/b/updateCard?example=${example}`))
  })

  kept('answers shown by the reference', async (answers) => {
    for (const [path, typed] of SENT) {
      const { action, held } = formIn((await get(path)).text, 'send')
      answers.tell(
        `${path} ${JSON.stringify(typed)}`,
        await post(action.replace(/#.*/, ''), { ...held, ...typed }),
      )
    }
  })

  kept('test cards', async (answers) => {
    answers.tell('all', await get('/test-cards'))
    const order = await merchant.register({ orderNumber: 'tried' })
    for (const orderId of [order, 'x'])
      answers.tell(
        `tried ${orderId === 'x' ? 'x' : ''}`,
        await get(`/test-cards?orderId=${orderId}`),
      )
    await merchant.pay(order)
    answers.tell('paid', await get(`/test-cards?orderId=${order}`))
    const declined = await merchant.register()
    await merchant.pay(declined, { $PAN: TEST_CARDS.noFunds })
    answers.tell('declined', await get(`/test-cards?orderId=${declined}`))
    for (const card of [TEST_CARDS.approved, '4000000000000010', ''])
      answers.tell(`pay with ${card}`, await post('/test-cards/pay', { card }))
  })

  kept('action codes', async (answers) => {
    answers.tell('all', await get('/action-codes'))
  })

  kept('guides', async (answers) => {
    answers.tell('all', await get('/guides'))
    for (const path of ['/guides/x', '/guides/README', '/guides/readme/x'])
      answers.tell(path, await get(path))
    const guide = await get('/guides/gaps')
    answers.tell('one of them', { ...guide, text: withoutMain(guide.text) })
  })

  kept('main pages', async (answers) => {
    answers.tell('the main page', await get('/'))
    answers.tell('the projects', await get('/p'))
  })

  kept('ways through the shop', async (answers) => {
    answers.tell('the shop', await get('/shop'))
    const ordered = await post('/shop/order')
    answers.tell('an order', ordered)
    const orderId = /mdOrder=([\da-f-]{36})/.exec(String(ordered.headers['location']))?.[1] ?? ''
    answers.tell('not paid', await get(`/shop/return?orderId=${orderId}`))
    await merchant.pay(orderId, { $PAN: TEST_CARDS.noFunds })
    answers.tell('declined', await get(`/shop/return?orderId=${orderId}`))
    await merchant.pay(orderId)
    answers.tell('paid', await get(`/shop/return?orderId=${orderId}`))
    await merchant.callOk('refund', { orderId, amount: 500 })
    answers.tell('refunded', await get(`/shop/return?orderId=${orderId}`))
    const held = await merchant.heldOrder()
    answers.tell('held', await get(`/shop/return?orderId=${held}`))
    await merchant.callOk('reverse', { orderId: held })
    answers.tell('reversed', await get(`/shop/return?orderId=${held}`))
    const asked = await merchant.register()
    await merchant.pay(asked, { $PAN: TEST_CARDS.challengeV1 })
    answers.tell('asked', await get(`/shop/return?orderId=${asked}`))
    const withdrawn = await merchant.register()
    await merchant.callOk('decline', { orderId: withdrawn })
    answers.tell('withdrawn', await get(`/shop/return?orderId=${withdrawn}`))
    for (const path of [
      '/shop/return',
      '/shop/return?orderId=',
      '/shop/return?orderId=x',
      '/shop/order',
    ])
      answers.tell(path, await get(path))
  })
})
