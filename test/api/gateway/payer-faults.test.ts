// Faults of the calls that a payer's browser makes: to the issuer's page and back.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { projectCall } from '../../kit/control.ts'
import { encoded, FORM_TYPE, type Merchant, newMerchant, onGateway } from '../../kit/merchant.ts'
import { TEST_CARDS } from '../../kit/test-cards.ts'
import { answerChallenge } from '../reference/gateway-examples.ts'

onGateway('A payer’s browser under a fault', (at) => {
  /** An order at the issuer, in a project with the fault. */
  async function challengedUnder(fault: object) {
    const merchant = await newMerchant(at.sandbox)
    const orderId = await merchant.register()
    await merchant.pay(orderId, { $PAN: TEST_CARDS.challengeV1 })
    const paRes = await answerChallenge(at.sandbox, merchant.project, orderId)
    const control = projectCall(at.sandbox, merchant.project.secrets.interfaceB.apiKey)
    const set = await control('PUT', '/control/v1/faults', { seed: 1, faults: [fault] })
    assert.equal(set.status, 200, set.text)
    const finish = () =>
      fetch(`${at.sandbox.url}/payment/rest/finish3ds.do?lang=en`, {
        ...{ method: 'POST', redirect: 'manual', headers: FORM_TYPE },
        body: encoded({ MD: orderId, PaRes: paRes }),
      })
    const redirect = (path = '/payment/acsRedirect.do') =>
      fetch(`${at.sandbox.url}${path}?orderId=${orderId}`, { redirect: 'manual' })
    return { merchant, orderId, finish, redirect, control }
  }
  const statusOf = async (merchant: Merchant, orderId: string) =>
    (await merchant.status(orderId))['orderStatus']
  const isReset = (error: Error): boolean =>
    (error.cause as { code?: string } | undefined)?.code === 'ECONNRESET'

  for (const status of [500, 503])
    test(`the return from the issuer fails with ${status}, and works afterwards`, async () => {
      const fault = { kind: 'error', operation: 'finish3ds', status, times: 1 }
      const { merchant, orderId, finish } = await challengedUnder(fault)
      const failed = await finish()
      assert.equal(failed.status, status)
      assert.equal(failed.headers.get('sandcard-fault'), 'error')
      assert.match(await failed.text(), /"errorCode":7/)
      assert.equal(await statusOf(merchant, orderId), 5)
      assert.equal((await finish()).status, 303)
      assert.equal(await statusOf(merchant, orderId), 2)
    })

  test('the connection is reset before or after the payment', async () => {
    for (const [kind, orderStatus] of [
      ['reset-before-commit', 5],
      ['reset-after-commit', 2],
    ] as const) {
      const fault = { kind, operation: 'finish3ds', times: 1 }
      const { merchant, orderId, finish } = await challengedUnder(fault)
      await assert.rejects(finish(), isReset)
      assert.equal(await statusOf(merchant, orderId), orderStatus, kind)
    }
  })

  test('both paths to the issuer’s page are operations of their own', async () => {
    for (const [operation, path, other] of [
      ['acsRedirect', '/payment/acsRedirect.do', '/payment/rest/acsRedirect.do'],
      ['acsRedirectRest', '/payment/rest/acsRedirect.do', '/payment/acsRedirect.do'],
    ] as const) {
      const fault = { kind: 'error', api: 'C', operation, status: 502, times: 1 }
      const { redirect } = await challengedUnder(fault)
      assert.equal((await redirect(other)).status, 200)
      const failed = await redirect(path)
      assert.equal(failed.status, 502)
      assert.match(await failed.text(), /<h1>502 Bad Gateway<\/h1>/)
      assert.match(await (await redirect(path)).text(), /name="PaReq"/)
    }
  })

  test('a slow page arrives in full, and late', async () => {
    const faults = { kind: 'latency', operation: 'acsRedirect', ms: 1, times: 1 }
    const { redirect, control } = await challengedUnder(faults)
    const late = await redirect()
    assert.equal(late.headers.get('sandcard-fault'), 'latency')
    assert.match(await late.text(), /name="PaReq"/)
    await control('POST', '/control/v1/faults', { kind: 'slow-body', ms: 9, times: 1 })
    const slow = await redirect()
    assert.equal(slow.headers.get('sandcard-fault'), 'slow-body')
    assert.match(await slow.text(), /<\/html>\s*$/)
  })
})
