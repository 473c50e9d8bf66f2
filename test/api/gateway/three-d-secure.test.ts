// 3-D Secure for the merchant's server and the payer's browser: the redirect to the issuer's page
// and the three ways back, with responses that are forged, replayed, late or for another order.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inflateSync } from 'node:zlib'
import type { Answer } from '../../kit/http.ts'
import { answerChallenge } from '../reference/gateway-examples.ts'
import {
  encoded,
  type Form,
  FORM_TYPE,
  newMerchant,
  onGateway,
  RETURN_URL,
} from '../../kit/merchant.ts'
import { serverTransIdOf } from '../../../src/payments/orders/gateway-id.ts'
import { TEST_CARDS } from '../../kit/test-cards.ts'

const FAIL_URL = 'https://shop.example/fail'

onGateway('3-D Secure at interface C', (at) => {
  const challenged = async (form: Form = {}): Promise<string> => {
    const orderId = await at.merchant.register({ failUrl: FAIL_URL, ...form })
    await at.merchant.pay(orderId, { $PAN: TEST_CARDS.challengeV1 })
    return orderId
  }
  /** Posted like the payer's browser does, without credentials. */
  const finish = (form: Form, accept = '*/*'): Promise<Answer> =>
    at.sandbox.call('POST', '/payment/rest/finish3ds.do?lang=en', {
      headers: { ...FORM_TYPE, accept },
      body: encoded(form),
    })
  const stateOf = async (orderId: string): Promise<unknown[]> => {
    const { orderStatus, actionCode } = await at.merchant.status(orderId)
    return [orderStatus, actionCode]
  }

  test('the payer returns from the issuer, pays the order, and is redirected to the merchant', async () => {
    const orderId = await challenged()
    const paRes = await answerChallenge(at.sandbox, at.merchant.project, orderId)
    const answer = await finish({ MD: orderId, PaRes: paRes })
    assert.equal(answer.status, 303)
    assert.equal(answer.headers['location'], `${RETURN_URL}?orderId=${orderId}&lang=en`)
    const status = await at.merchant.status(orderId)
    assert.deepEqual([status['orderStatus'], status['actionCode']], [2, 0])
    const { secureAuthInfo } = status['cardAuthInfo'] as {
      secureAuthInfo: {
        eci: number
        threeDsType: string
        threeDSInfo: { cavv: string; xid: string }
      }
    }
    assert.equal(secureAuthInfo.threeDsType, 'THREE_DS1_FULL')
    assert.match(secureAuthInfo.threeDSInfo.cavv, /^[\w+/]{27}=$/)
  })

  test('a repeated response gives a browser a page with a link, and a program an error', async () => {
    const orderId = await challenged()
    const form = {
      MD: orderId,
      PaRes: await answerChallenge(at.sandbox, at.merchant.project, orderId),
    }
    await finish(form)
    const page = await finish(form, 'text/html,application/xhtml+xml,*/*;q=0.8')
    assert.equal(page.status, 200)
    assert.match(String(page.headers['content-type']), /^text\/html/)
    assert.match(String(page.headers['content-security-policy']), /default-src 'none'/)
    assert.match(page.text, /Nothing to confirm/)
    assert.ok(page.text.includes(`href="${RETURN_URL}?orderId=${orderId}&amp;lang=en"`))
    assert.equal((JSON.parse((await finish(form)).text) as { errorCode: number }).errorCode, 7)
    assert.deepEqual(await stateOf(orderId), [2, 0])
  })

  test('a payer who fails at the issuer is redirected to failUrl, and may try again', async () => {
    const orderId = await challenged()
    const paRes = await answerChallenge(at.sandbox, at.merchant.project, orderId, 'N')
    const answer = await finish({ MD: orderId, PaRes: paRes })
    assert.equal(answer.headers['location'], `${FAIL_URL}?orderId=${orderId}&lang=en`)
    assert.deepEqual(await stateOf(orderId), [0, -2006])
    await at.merchant.pay(orderId)
    assert.deepEqual(await stateOf(orderId), [2, 0])
  })

  test('the merchant finishes once through its own termUrl', async () => {
    const orderId = await challenged()
    const paRes = await answerChallenge(at.sandbox, at.merchant.project, orderId)
    const form = { mdOrder: orderId, paRes }
    assert.deepEqual(await at.merchant.callOk('finish3dsPayment', form), {
      redirect: `${RETURN_URL}?orderId=${orderId}&lang=en`,
      info: 'Your order is proceeded, redirecting...',
      errorCode: 0,
    })
    assert.equal((await at.merchant.callOk('finish3dsPayment', form))['errorCode'], 7)
    assert.deepEqual(await stateOf(orderId), [2, 0])
  })

  test('version 2: the merchant finishes after the payer has returned', async () => {
    const orderId = await at.merchant.register()
    const threeDSServerTransId = serverTransIdOf(orderId)
    const form = {
      $PAN: TEST_CARDS.challengeV2,
      threeDSVer2FinishUrl: 'https://shop.example/finish',
    }
    await at.merchant.pay(orderId, form)
    await at.merchant.pay(orderId, { ...form, threeDSServerTransId })
    assert.deepEqual(await stateOf(orderId), [5, -100])
    assert.equal(
      (await at.merchant.callOk('finish3dsVer2Payment', { threeDSServerTransId }))['errorCode'],
      7,
    )
    await answerChallenge(at.sandbox, at.merchant.project, orderId)
    const finish = { threeDSServerTransId, threeDSVer2MdOrder: orderId }
    assert.deepEqual(await at.merchant.callOk('finish3dsVer2Payment', finish), {
      redirect: `${RETURN_URL}?orderId=${orderId}&lang=en`,
      info: 'Your order is proceeded, redirecting...',
      is3DSVer2: true,
      errorCode: 0,
    })
    assert.deepEqual(await stateOf(orderId), [2, 0])
  })

  test('version 2 requires a web URL to finish, because a form cannot be posted to any other', async () => {
    const orderId = await at.merchant.register()
    const form = { $PAN: TEST_CARDS.challengeV2, threeDSVer2FinishUrl: 'shopapp://finish' }
    const answer = await at.merchant.pay(orderId, form)
    assert.match(
      String(answer['errorMessage']),
      /^Invalid \[threeDSVer2FinishUrl\]: an http:\/\/ or https:\/\/ URL/,
    )
    assert.deepEqual(await stateOf(orderId), [0, -100])
  })

  test('forged, replayed, replaced and foreign responses are refused and change nothing', async () => {
    const orderId = await challenged()
    const paRes = await answerChallenge(at.sandbox, at.merchant.project, orderId)
    const other = await challenged()
    const otherMerchant = await newMerchant(at.sandbox)
    const foreignOrder = await otherMerchant.register()
    await otherMerchant.pay(foreignOrder, { $PAN: TEST_CARDS.challengeV1 })
    const bytes = inflateSync(Buffer.from(paRes, 'base64')).toString('utf8')
    assert.match(bytes, /<status>Y<\/status>/)
    const cases: readonly (readonly [title: string, MD: string, PaRes: string])[] = [
      ['another order', other, paRes],
      ['an order of another merchant', foreignOrder, paRes],
      ['an unreadable response', orderId, 'eJw='],
      [
        'a signature of another merchant',
        foreignOrder,
        await answerChallenge(at.sandbox, otherMerchant.project, foreignOrder).then(() => paRes),
      ],
    ]
    for (const [title, MD, PaRes] of cases) {
      const answer = await finish({ MD, PaRes })
      assert.equal(answer.status, 200, title)
      assert.equal((answer.json as { errorCode: number }).errorCode, 7, title)
    }
    // A new attempt replaces the challenge, so its response is no longer valid.
    await at.merchant.pay(orderId, { $PAN: TEST_CARDS.challengeV1 })
    assert.equal(
      ((await finish({ MD: orderId, PaRes: paRes })).json as { errorCode: number }).errorCode,
      7,
    )
    assert.deepEqual(await stateOf(orderId), [5, -100])
    assert.deepEqual(await stateOf(other), [5, -100])
    const fresh = await answerChallenge(at.sandbox, at.merchant.project, orderId)
    assert.equal((await finish({ MD: orderId, PaRes: fresh })).status, 303)
    assert.equal(
      ((await finish({ MD: orderId, PaRes: fresh })).json as { errorCode: number }).errorCode,
      7,
    )
  })

  test('the response must be a POST, and an unknown order is reported as such', async () => {
    const wrong = await at.sandbox.call('GET', '/payment/rest/finish3ds.do?MD=x&PaRes=y')
    assert.deepEqual([wrong.status, wrong.headers['allow']], [405, 'POST'])
    assert.equal(
      ((await finish({ MD: 'x', PaRes: 'y' })).json as { errorCode: number }).errorCode,
      2,
    )
    assert.equal(((await finish({})).json as { errorCode: number }).errorCode, 4)
  })

  test("acsRedirect redirects the payer to the issuer's page, by GET and POST, on both paths", async () => {
    const orderId = await challenged()
    for (const path of ['/payment/acsRedirect.do', '/payment/rest/acsRedirect.do'])
      for (const method of ['GET', 'POST']) {
        const page = await at.sandbox.call(method, `${path}?orderId=${orderId}`)
        assert.equal(page.status, 200)
        assert.ok(
          page.text.includes(`action="${at.sandbox.url}/payment/acs/${orderId}?language=en"`),
        )
        assert.match(page.text, /name="PaReq"/)
        const policy = String(page.headers['content-security-policy'])
        assert.match(policy, /form-action 'self' http:\/\/127\.0\.0\.1:\d+ https:\/\/shop\.example/)
      }
  })

  test('acsRedirect redirects to the merchant if the order is not at the issuer', async () => {
    const orderId = await at.merchant.paidOrder()
    const answer = await at.sandbox.call('GET', `/payment/acsRedirect.do?orderId=${orderId}`)
    assert.equal(answer.headers['location'], `${RETURN_URL}?orderId=${orderId}&lang=en`)
    const unknown = await at.sandbox.call('GET', '/payment/acsRedirect.do?orderId=x')
    assert.deepEqual(unknown.json, { errorCode: 6, errorMessage: 'Order not found' })
  })

  test('acsRedirect without a valid order shows a browser a page, in its language', async () => {
    for (const path of ['/payment/acsRedirect.do', '/payment/rest/acsRedirect.do'])
      for (const [query, title] of [
        ['', 'Order not found'],
        ['?orderId=x', 'Order not found'],
        ['?orderId=x&language=de', 'Bestellung nicht gefunden'],
      ] as const) {
        const headers = { accept: 'text/html,application/xhtml+xml' }
        const page = await at.sandbox.call('GET', path + query, { headers })
        assert.equal(page.status, 404)
        assert.match(String(page.headers['content-type']), /^text\/html/)
        assert.ok(page.text.includes(`<h1>${title}</h1>`), page.text)
      }
  })

  test('of two concurrent payments, and of two concurrent finishes, exactly one succeeds', async () => {
    const orderId = await challenged()
    const paRes = await answerChallenge(at.sandbox, at.merchant.project, orderId)
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () =>
        at.merchant.callOk('finish3dsPayment', { mdOrder: orderId, paRes }),
      ),
    ])
    assert.equal(answers.filter(({ errorCode }) => errorCode === 0).length, 1)
    const once = await at.merchant.register()
    const payments = await Promise.all(Array.from({ length: 4 }, () => at.merchant.pay(once)))
    assert.deepEqual(payments.map(({ errorCode }) => errorCode).sort(), [0, 1, 1, 1])
  })
})
