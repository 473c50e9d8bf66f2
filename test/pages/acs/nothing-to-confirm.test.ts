// The issuer's page when there is nothing to confirm: it shows the actual reason.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { MESSAGES } from '../../../src/pages/acs/messages.ts'
import type { NothingReason } from '../../../src/pages/acs/model.ts'
import { challengesOf } from '../../kit/challenge.ts'
import { cardForm, type Checkout, formOf, openCheckout, pathOf } from '../../kit/checkout.ts'
import { onEveryDatabase } from '../../kit/databases.ts'
import type { Answer } from '../../kit/http.ts'
import { TEST_CARDS } from '../../kit/test-cards.ts'

onEveryDatabase("The issuer's page without a confirmation", (database) => {
  let checkout: Checkout
  before(async () => {
    checkout = await openCheckout(database)
  })
  after(() => checkout.close())
  const { challenged, enter, answer } = challengesOf(() => checkout)

  const { reasons } = MESSAGES.en.nothing
  const says = (page: Answer, status: number, reason: NothingReason) => {
    assert.equal(page.status, status, page.text)
    const shown = Object.entries(reasons).filter(([, text]) => page.text.includes(text))
    assert.deepEqual(
      shown.map(([each]) => each),
      [reason],
    )
  }

  test('says that the payer has already responded, before and after the response was delivered', async () => {
    const { order, fields } = await challenged(TEST_CARDS.challengeV2, { version2: true })
    const { action, fields: cres } = formOf((await answer(order, fields, { code: '123456' })).text)
    says(await answer(order, fields, { code: '123456' }), 410, 'answered')
    await checkout.post(pathOf(action), cres)
    says(await enter(order, fields), 410, 'answered')
    says(await checkout.post(pathOf(action), cres), 410, 'answered')
  })

  test('says that the order has expired, before and after it was marked expired', async () => {
    await checkout.control('POST', '/clock', { freeze: true })
    const { order, fields } = await challenged(TEST_CARDS.challengeV1)
    await checkout.control('POST', '/clock', { advance: 'PT20M' })
    says(await enter(order, fields), 410, 'expired')
    await checkout.open(order)
    says(await answer(order, fields, { outcome: 'Y' }), 410, 'expired')
    await checkout.control('POST', '/clock', { freeze: false })
  })

  test('says that a newer attempt has replaced this one', async () => {
    const { order, fields } = await challenged(TEST_CARDS.challengeV1)
    await checkout.pay(order, cardForm(TEST_CARDS.challengeV1))
    says(await enter(order, fields), 410, 'replaced')
  })

  test('says that the merchant declined the order', async () => {
    const { order, fields } = await challenged(TEST_CARDS.challengeV1)
    const { userName, password } = checkout.project.secrets.interfaceC
    await checkout.post('/payment/rest/decline.do', { userName, password, orderId: order.id })
    says(await enter(order, fields), 410, 'withdrawn')
  })

  test('says that there is no such payment, or that it has not started', async () => {
    const { order, fields } = await challenged(TEST_CARDS.challengeV1)
    const unknownId = `${order.id.slice(0, -8)}ffffffff`
    says(await checkout.post(`/payment/acs/${unknownId}`, fields), 404, 'unknown')
    says(await enter(await checkout.register(), fields), 410, 'unknown')
  })

  test("says that the shop's request is invalid or belongs to another payment", async () => {
    const one = await challenged(TEST_CARDS.challengeV2, { version2: true })
    const two = await challenged(TEST_CARDS.challengeV2, { version2: true })
    says(await enter(one.order, {}), 400, 'unreadable')
    says(await enter(one.order, two.fields), 410, 'unreadable')
  })

  test('says that it cannot be opened directly', async () => {
    const { order } = await challenged(TEST_CARDS.challengeV1)
    says(await checkout.sandbox.call('GET', `/payment/acs/${order.id}`), 405, 'direct')
  })
})
