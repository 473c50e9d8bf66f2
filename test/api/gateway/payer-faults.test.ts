// Faults of the calls that a payer's browser makes: to the issuer's page and back.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PAGE_OPERATIONS, type PageOperation } from '../../../src/fault-injection/fault-kinds.ts'
import { serverTransIdOf } from '../../../src/payments/orders/gateway-id.ts'
import {
  buildChallengeResponse,
  buildMethodData,
} from '../../../src/three-d-secure/challenge-v2.ts'
import { projectCall } from '../../kit/control.ts'
import {
  encoded,
  type Form,
  FORM_TYPE,
  type Merchant,
  newMerchant,
  onGateway,
} from '../../kit/merchant.ts'
import { TEST_CARDS } from '../../kit/test-cards.ts'
import { merchantLogin } from '../../../src/web/redirects/merchant.ts'
import { parsePaReq } from '../../../src/three-d-secure/challenge-v1.ts'
import { answerChallenge } from '../reference/gateway-examples.ts'

onGateway("A payer's browser under a fault", (at) => {
  /** An order at the issuer, in a project with the fault. */
  async function challengedUnder(fault: object) {
    const merchant = await newMerchant(at.sandbox)
    const orderId = await merchant.register()
    await merchant.pay(orderId, { $PAN: TEST_CARDS.challengeV1 })
    const paRes = await answerChallenge(at.sandbox, merchant.project, orderId)
    const control = projectCall(at.sandbox, merchant.project.secrets.interfaceB.apiKey)
    const set = await control('PUT', '/control/v1/faults', { seed: 1, faults: [fault] })
    assert.equal(set.status, 200, set.text)
    const finish = (accept = '*/*') =>
      fetch(`${at.sandbox.url}/payment/rest/finish3ds.do?lang=en`, {
        method: 'POST',
        redirect: 'manual',
        headers: { ...FORM_TYPE, accept },
        body: encoded({ MD: orderId, PaRes: paRes }),
      })
    const redirect = (path = '/payment/acsRedirect.do', accept = '*/*') =>
      fetch(`${at.sandbox.url}${path}?orderId=${orderId}`, {
        redirect: 'manual',
        headers: { accept },
      })
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

  test('a fault on the way to the issuer or back shows the browser an error page', async () => {
    const page = /^<!doctype html>.*The service is temporarily unavailable\./is
    for (const [fault, status, retryAfter] of [
      [{ kind: 'error' }, 500, null],
      [{ kind: 'error', status: 503 }, 503, '1'],
      [{ kind: 'rate-limit', retryAfterSeconds: 7 }, 429, '7'],
    ] as const) {
      const { merchant, orderId, finish, redirect, control } = await challengedUnder(fault)
      for (const failed of [await redirect(undefined, 'text/html'), await finish('text/html')]) {
        assert.equal(failed.status, status)
        assert.equal(failed.headers.get('retry-after'), retryAfter)
        assert.match(await failed.text(), page)
      }
      assert.match(await (await finish()).text(), /"errorCode":7/)
      await control('DELETE', '/control/v1/faults')
      assert.equal(await statusOf(merchant, orderId), 5)
    }
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

  test("both paths to the issuer's page are separate operations", async () => {
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

  test('a slow page arrives late but complete', async () => {
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

  interface PageRow {
    readonly needs: 'order' | 'challenge' | 'answer'
    readonly path: (order: PageOrder) => string
    readonly form?: (order: PageOrder) => Form
    /** The status of the call, and of the same call after it took effect. */
    readonly done: number
    readonly again: number
    /** The order's status before and after the call. */
    readonly order: readonly [before: number, after: number]
  }
  interface PageOrder {
    readonly id: string
    readonly login: string
    readonly sent: Form
    readonly paRes: string
    readonly cres: string
  }
  const finishing = { done: 303, order: [5, 2] } as const
  const PAGES: Readonly<Record<PageOperation, PageRow>> = {
    paymentPage: {
      needs: 'order',
      done: 200,
      again: 200,
      order: [0, 0],
      path: ({ id, login }) => `merchants/${login}/payment_en.html?mdOrder=${id}`,
    },
    payFromPage: {
      needs: 'order',
      done: 303,
      again: 200,
      order: [0, 2],
      path: ({ login }) => `merchants/${login}/pay`,
      form: ({ id }) => ({
        mdOrder: id,
        pan: TEST_CARDS.approved,
        expiry: '12/34',
        cvc: '123',
        cardholder: 'ANN DUNE',
      }),
    },
    finishFromPage: {
      needs: 'answer',
      again: 303,
      ...finishing,
      path: ({ id, login }) => `merchants/${login}/finish?mdOrder=${id}`,
      form: ({ paRes }) => ({ PaRes: paRes }),
    },
    openChallenge: {
      needs: 'challenge',
      done: 200,
      again: 200,
      order: [5, 5],
      path: ({ id }) => `acs/${id}`,
      form: ({ sent }) => sent,
    },
    answerChallenge: {
      needs: 'challenge',
      done: 200,
      again: 410,
      order: [5, 5],
      path: ({ id }) => `acs/${id}/answer`,
      form: ({ sent }) => ({ ...sent, outcome: 'Y' }),
    },
    finishChallenge: {
      needs: 'answer',
      again: 410,
      ...finishing,
      path: ({ id }) => `acs/${id}/finish`,
      form: ({ cres }) => ({ cres }),
    },
    threeDSMethod: {
      needs: 'order',
      done: 200,
      again: 200,
      order: [0, 0],
      path: () => 'acs/method',
      form: ({ id }) => ({
        threeDSMethodData: buildMethodData({
          threeDSServerTransID: serverTransIdOf(id),
          threeDSMethodNotificationURL: 'https://shop.example/method',
        }),
      }),
    },
  }

  /** An order before the call of the row. */
  async function prepared(merchant: Merchant, needs: PageRow['needs']): Promise<PageOrder> {
    const { project } = merchant
    const id = await merchant.register()
    const order = { id, login: merchantLogin(project), sent: {}, paRes: '', cres: '' }
    if (needs === 'order') return order
    const { paReq, termUrl } = await merchant.pay(id, { $PAN: TEST_CARDS.challengeV1 })
    const sent = { PaReq: String(paReq), MD: id, TermUrl: String(termUrl) }
    if (needs === 'challenge') return { ...order, sent }
    const paRes = await answerChallenge(at.sandbox, project, id)
    const acsTransID = parsePaReq(sent.PaReq)?.messageId ?? ''
    const cres = buildChallengeResponse(
      { threeDSServerTransID: serverTransIdOf(id), acsTransID, transStatus: 'Y' },
      project.vault.messageKey(),
    )
    return { ...order, sent, paRes, cres }
  }
  const visit = ({ path, form }: PageRow, order: PageOrder) =>
    fetch(`${at.sandbox.url}/payment/${path(order)}`, {
      redirect: 'manual',
      ...(form && { method: 'POST', headers: FORM_TYPE, body: encoded(form(order)) }),
    })

  for (const operation of PAGE_OPERATIONS)
    test(`${operation} can have every fault of a call`, async () => {
      const row = PAGES[operation]
      const merchant = await newMerchant(at.sandbox)
      const control = projectCall(at.sandbox, merchant.project.secrets.interfaceB.apiKey)
      const set = async (fault: object) => {
        const faults = [{ operation, times: 1, ...fault }]
        assert.equal((await control('PUT', '/control/v1/faults', { faults })).status, 200)
      }
      const order = await prepared(merchant, row.needs)
      for (const [fault, status, retryAfter] of [
        [{ kind: 'error' }, 500, null],
        [{ kind: 'error', status: 502 }, 502, null],
        [{ kind: 'error', status: 503 }, 503, '1'],
        [{ kind: 'error', status: 504 }, 504, null],
        [{ kind: 'rate-limit', retryAfterSeconds: 7 }, 429, '7'],
      ] as const) {
        await set(fault)
        const page = await visit(row, order)
        assert.equal(page.status, status)
        assert.equal(page.headers.get('retry-after'), retryAfter)
        assert.equal(page.headers.get('sandcard-faults'), 'active')
        assert.equal(page.headers.get('sandcard-fault'), fault.kind)
        assert.match(page.headers.get('content-type') ?? '', /^text\/html/)
        assert.match(await page.text(), /The service is temporarily unavailable\./)
      }
      await set({ kind: 'reset-before-commit' })
      await assert.rejects(visit(row, order), isReset)
      assert.equal(await statusOf(merchant, order.id), row.order[0])

      await set({ kind: 'latency', ms: 1 })
      const late = await visit(row, order)
      assert.equal(late.status, row.done)
      assert.equal(late.headers.get('sandcard-fault'), 'latency')
      assert.equal(await statusOf(merchant, order.id), row.order[1])

      const lost = await prepared(merchant, row.needs)
      await set({ kind: 'reset-after-commit' })
      await assert.rejects(visit(row, lost), isReset)
      assert.equal(await statusOf(merchant, lost.id), row.order[1])
      assert.equal((await visit(row, lost)).status, row.again)

      if (row.done !== 200) return
      const slow = await prepared(merchant, row.needs)
      await set({ kind: 'slow-body', ms: 9 })
      assert.match(await (await visit(row, slow)).text(), /<\/html>\s*$/)
      const cut = await prepared(merchant, row.needs)
      await set({ kind: 'truncate' })
      await assert.rejects((await visit(row, cut)).text())
    })

  test('a fault of C without an operation applies to pages, but to neither the control API nor the portal', async () => {
    const merchant = await newMerchant(at.sandbox)
    const { id, secrets } = merchant.project
    const control = projectCall(at.sandbox, secrets.interfaceB.apiKey)
    const order = await prepared(merchant, 'order')
    const status = async (fault: object): Promise<number> => {
      await control('PUT', '/control/v1/faults', { faults: [{ kind: 'error', ...fault }] })
      const page = await visit(PAGES.paymentPage, order)
      assert.equal(page.headers.get('sandcard-faults'), 'active')
      return page.status
    }
    assert.equal(await status({}), 500)
    assert.equal(await status({ api: 'C' }), 500)
    assert.equal(await status({ api: 'B' }), 200)
    assert.equal(await status({ operation: 'payFromPage' }), 200)
    await status({})
    assert.equal((await control('GET', '/control/v1/faults')).status, 200)
    assert.equal((await at.sandbox.call('GET', `/p/${id}/faults`)).status, 200)
  })

  test('a page of an unknown order does not use up a fault', async () => {
    const merchant = await newMerchant(at.sandbox)
    const control = projectCall(at.sandbox, merchant.project.secrets.interfaceB.apiKey)
    const faults = [{ kind: 'error', operation: 'paymentPage', times: 1 }]
    await control('PUT', '/control/v1/faults', { faults })
    const order = await prepared(merchant, 'order')
    const unknown = { ...order, id: order.id.replace(/^.{8}/, '00000000') }
    assert.equal((await visit(PAGES.paymentPage, unknown)).status, 404)
    assert.equal((await visit(PAGES.paymentPage, order)).status, 500)
  })
})
