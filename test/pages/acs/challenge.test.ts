// The access control server over HTTP: both versions, every response, and every error.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  buildMethodData,
  parseChallengeResponse,
} from '../../../src/three-d-secure/challenge-v2.ts'
import { parsePaRes } from '../../../src/three-d-secure/challenge-v1.ts'
import { serverTransIdOf } from '../../../src/payments/orders/gateway-id.ts'
import { ORDER_STATUS } from '../../../src/payments/orders/order-status.ts'
import { onEveryDatabase } from '../../kit/databases.ts'
import {
  FAIL_URL,
  formOf,
  openCheckout,
  pathOf,
  RETURN_URL,
  type Checkout,
} from '../../kit/checkout.ts'
import { challengesOf, MD, TERM_URL } from '../../kit/challenge.ts'
import { TEST_CARDS } from '../../kit/test-cards.ts'

onEveryDatabase('The access control server', (database) => {
  let checkout: Checkout
  before(async () => {
    checkout = await openCheckout(database)
  })
  after(() => checkout.close())

  const { challenged, enter, answer } = challengesOf(() => checkout)
  const paResOf = (page: string) => {
    const { action, fields } = formOf(page)
    assert.equal(action, TERM_URL)
    assert.equal(fields['MD'], MD)
    const paRes = parsePaRes(fields['PaRes'] ?? '', checkout.project.vault.messageKey())
    assert.ok(paRes, 'the PaRes is not signed by the project')
    return paRes
  }

  test('version 1 asks for the code and shows the payee, the amount and the card', async () => {
    const { order, fields } = await challenged(TEST_CARDS.challengeV1)
    const page = await enter(order, fields)
    assert.equal(page.status, 200)
    for (const text of ['Sandcard shop', '20.00', '5000\u00A000••', '<code>123456</code>'])
      assert.ok(page.text.includes(text), text)
    assert.doesNotMatch(page.text, /name="outcome" value="R"/)
    assert.doesNotMatch(page.text, /5000001111111115/)
    assert.equal((await checkout.storedOrder(order)).status, ORDER_STATUS.authenticating)
  })

  test("the correct code posts a signed PaRes to the merchant's TermUrl", async () => {
    const { order, fields } = await challenged(TEST_CARDS.challengeV1)
    const page = await answer(order, fields, { code: ' 123 456 ', action: 'confirm' })
    const paRes = paResOf(page.text)
    assert.equal(paRes.status, 'Y')
    assert.equal(paRes.panLastFour, '1115')
    assert.equal(paRes.eci, '02')
    assert.equal(paRes.messageId, order.progress.challenge?.id)
    assert.match(String(page.headers['content-security-policy']), /form-action [^;]*https:/)
  })

  test('a wrong code may be retried; the third one fails the authentication', async () => {
    const { order, fields } = await challenged(TEST_CARDS.challengeV1)
    for (const left of ['2 tries left', '1 try left']) {
      const page = await answer(order, fields, { code: '000000' })
      assert.ok(page.text.includes('The code is incorrect.') && page.text.includes(left), page.text)
    }
    assert.equal(paResOf((await answer(order, fields, { code: '000000' })).text).status, 'N')
  })

  test('an empty code does not count as an attempt, and another code can be sent', async () => {
    const { order, fields } = await challenged(TEST_CARDS.challengeV1)
    const empty = await answer(order, fields, { code: ' ', action: 'confirm' })
    assert.ok(empty.text.includes('Enter the code') && empty.text.includes('3 tries left'))
    const resent = await answer(order, fields, { code: '', action: 'resend' })
    assert.ok(resent.text.includes('A new code has been sent'))
    assert.equal(paResOf((await answer(order, fields, { code: '123456' })).text).status, 'Y')
  })

  for (const { given, version, status, eci } of [
    { given: { action: 'cancel', code: '123456' }, version: 1, status: 'N', eci: '' },
    { given: { outcome: 'Y' }, version: 1, status: 'Y', eci: '02' },
    { given: { outcome: 'A' }, version: 1, status: 'A', eci: '01' },
    { given: { outcome: 'N' }, version: 1, status: 'N', eci: '' },
    { given: { outcome: 'U' }, version: 1, status: 'U', eci: '' },
    { given: { action: 'cancel' }, version: 2, status: 'N', eci: '' },
    { given: { outcome: 'Y' }, version: 2, status: 'Y', eci: '' },
    { given: { outcome: 'A' }, version: 2, status: 'A', eci: '' },
    { given: { outcome: 'N' }, version: 2, status: 'N', eci: '' },
    { given: { outcome: 'U' }, version: 2, status: 'U', eci: '' },
    { given: { outcome: 'R' }, version: 2, status: 'R', eci: '' },
  ] as const)
    test(`a challenge of version ${version} ends with ${status} after ${JSON.stringify(given)}`, async () => {
      const version2 = version === 2
      const pan = version2 ? TEST_CARDS.challengeV2 : TEST_CARDS.challengeV1
      const finishUrl = 'https://shop.example/finish'
      const { order, fields } = await challenged(pan, { version2, finishUrl })
      const page = await answer(order, fields, { ...given })
      if (!version2) {
        const paRes = paResOf(page.text)
        assert.deepEqual([paRes.status, paRes.eci], [status, eci])
        assert.equal(paRes.cavv === '', eci === '')
        return
      }
      const form = formOf(page.text)
      assert.equal(form.action, finishUrl)
      assert.deepEqual(
        parseChallengeResponse(form.fields['cres'] ?? '', checkout.project.vault.messageKey()),
        {
          threeDSServerTransID: serverTransIdOf(order.id),
          acsTransID: order.progress.challenge?.id,
          transStatus: status,
        },
      )
    })

  test('version 1 returns a card without a challenge immediately', async () => {
    const { order, fields } = await challenged(TEST_CARDS.unavailable)
    assert.equal(paResOf((await enter(order, fields)).text).status, 'U')
    assert.equal((await checkout.storedOrder(order)).progress.challenge?.answer, 'U')
  })

  test("version 2 returns the merchant's session data unchanged and offers a rejection", async () => {
    const { order, fields } = await challenged(TEST_CARDS.challengeV2, { version2: true })
    const page = await enter(order, { ...fields, threeDSSessionData: 'abc' })
    assert.equal(page.status, 200)
    assert.match(page.text, /name="outcome" value="R"/)
    const carried = formOf(page.text.slice(page.text.indexOf('class="tester"'))).fields
    const back = formOf((await answer(order, carried, { outcome: 'Y' })).text)
    assert.equal(back.fields['threeDSSessionData'], 'abc')
  })

  test('version 2 without a TermUrl finishes here and redirects to the merchant', async () => {
    for (const [outcome, target] of [
      ['Y', `${RETURN_URL}&`],
      ['N', `${FAIL_URL}?`],
    ] as const) {
      const { order, fields } = await challenged(TEST_CARDS.challengeV2, { version2: true })
      const back = formOf((await answer(order, fields, { outcome })).text)
      assert.equal(pathOf(back.action), `/payment/acs/${order.id}/finish?language=en`)
      const done = await checkout.post(pathOf(back.action), back.fields)
      assert.equal(done.status, 303)
      assert.equal(done.headers['location'], `${target}orderId=${order.id}&lang=en`)
      const again = await checkout.post(pathOf(back.action), back.fields)
      assert.equal(again.status, 410)
    }
  })

  test('a response counts once: a replay changes nothing', async () => {
    const { order, fields } = await challenged(TEST_CARDS.challengeV1)
    await answer(order, fields, { outcome: 'N' })
    for (const given of [{ outcome: 'Y' }, { code: '123456' }, { action: 'resend' }]) {
      const replay = await answer(order, fields, given)
      assert.equal(replay.status, 410)
      assert.ok(replay.text.includes('Nothing to confirm'))
    }
    assert.equal((await checkout.storedOrder(order)).progress.challenge?.answer, 'N')
  })

  test('a payer whose browser lost the response gets the same one again, until it has been delivered', async () => {
    for (const [pan, version2] of [
      [TEST_CARDS.challengeV1, false],
      [TEST_CARDS.challengeV2, true],
    ] as const) {
      const { order, fields } = await challenged(pan, { version2 })
      const first = formOf((await answer(order, fields, { outcome: 'A' })).text)
      const again = await enter(order, fields)
      assert.equal(again.status, 200)
      assert.deepEqual(formOf(again.text), first)
      if (!version2) continue
      assert.equal((await checkout.post(pathOf(first.action), first.fields)).status, 303)
      assert.equal((await enter(order, fields)).status, 410)
    }
  })

  test('version 1 accepts field names of the protocol and of the specification', async () => {
    for (const [paReq, termUrl] of [
      ['paReq', 'termUrl'],
      ['PaReq', 'termUrl'],
      ['paReq', 'TermUrl'],
    ] as const) {
      const { order, fields } = await challenged(TEST_CARDS.challengeV1)
      const { PaReq = '' } = fields
      const named = { [paReq]: PaReq, MD, [termUrl]: TERM_URL }
      assert.equal((await enter(order, named)).status, 200, `${paReq}, ${termUrl}`)
      assert.equal(paResOf((await answer(order, named, { code: '123456' })).text).status, 'Y')
    }
  })

  test('of two concurrent responses, one succeeds', async () => {
    const { order, fields } = await challenged(TEST_CARDS.challengeV1)
    const outcomes = ['Y', 'N', 'A', 'U'].map((outcome) => answer(order, fields, { outcome }))
    const statuses = (await Promise.all(outcomes)).map(({ status }) => status).toSorted()
    assert.deepEqual(statuses, [200, 410, 410, 410])
  })

  test('nothing is accepted after the order has expired', async () => {
    const { order, fields } = await challenged(TEST_CARDS.challengeV1)
    await checkout.control('POST', '/clock', { advance: 'PT20M' })
    for (const page of [await enter(order, fields), await answer(order, fields, { outcome: 'Y' })])
      assert.equal(page.status, 410)
    assert.equal((await checkout.storedOrder(order)).actionCode, -2009)
  })

  test('a challenge of another order, version or project is refused', async () => {
    const one = await challenged(TEST_CARDS.challengeV1)
    const two = await challenged(TEST_CARDS.challengeV2, { version2: true })
    const three = await challenged(TEST_CARDS.challengeV2, { version2: true })
    for (const [order, fields] of [
      [two.order, one.fields],
      [one.order, two.fields],
      [two.order, three.fields],
    ] as const) {
      assert.equal((await enter(order, fields)).status, 410)
      assert.equal((await answer(order, fields, { outcome: 'Y' })).status, 410)
    }
    const unknown = one.order.id.slice(0, -8) + 'ffffffff'
    assert.equal((await checkout.post(`/payment/acs/${unknown}`, one.fields)).status, 404)
  })

  test('shows the version of 3-D Secure, and whether the card had a challenge', async () => {
    for (const [pan, version2, said] of [
      [TEST_CARDS.challengeV1, false, '3-D Secure 1.0.2: challenge, the issuer asks for a code'],
      [TEST_CARDS.challengeV2, true, '3-D Secure 2.2.0: challenge, the issuer asks for a code'],
      [TEST_CARDS.unavailable, false, '3-D Secure 1.0.2: frictionless, without a code'],
    ] as const) {
      const { order, fields } = await challenged(pan, { version2 })
      assert.ok((await enter(order, fields)).text.includes(said), said)
    }
  })

  test('missing, too long and invalid fields and URLs are refused', async () => {
    const { order, fields } = await challenged(TEST_CARDS.challengeV1)
    for (const wrong of [
      { PaReq: '' },
      { PaReq: 'eJx' },
      { TermUrl: '' },
      { TermUrl: 'javascript:alert(1)' },
      { TermUrl: '//evil.example' },
      { TermUrl: `https://shop.example/${'x'.repeat(3000)}` },
      { MD: 'x'.repeat(1025) },
    ]) {
      const page = await enter(order, { ...fields, ...wrong })
      assert.equal(page.status, 400, JSON.stringify(wrong))
    }
    assert.equal((await checkout.storedOrder(order)).progress.challenge?.answer, null)
  })

  test('fields of the maximum length are accepted, and one character more is refused', async () => {
    const address = (length: number) => 'https://shop.example/'.padEnd(length, 'x')
    const version1 = await challenged(TEST_CARDS.challengeV1)
    const version2 = await challenged(TEST_CARDS.challengeV2, { version2: true })
    for (const [{ order, fields }, name, valueOf, longest] of [
      [version1, 'MD', (length: number) => 'x'.repeat(length), 1024],
      [version1, 'TermUrl', address, 2048],
      [version2, 'threeDSSessionData', (length: number) => 'x'.repeat(length), 1024],
    ] as const)
      for (const [length, status] of [
        [longest, 200],
        [longest + 1, 400],
      ] as const) {
        const page = await enter(order, { ...fields, [name]: valueOf(length) })
        assert.equal(page.status, status, `${name} of ${length} characters`)
      }
  })

  test('a form of 64 KiB is accepted, and a longer one gets a page with 413', async () => {
    const { order, fields } = await challenged(TEST_CARDS.challengeV1)
    const form = `${new URLSearchParams(fields).toString()}&more=`
    for (const [length, status] of [
      [65_536, 200],
      [65_537, 413],
    ] as const) {
      const page = await checkout.sandbox.call('POST', `/payment/acs/${order.id}`, {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: form.padEnd(length, 'x'),
      })
      assert.equal(page.status, status)
    }
  })

  test('a forged CRes does not finish a payment', async () => {
    const { order, fields } = await challenged(TEST_CARDS.challengeV2, { version2: true })
    await answer(order, fields, { outcome: 'N' })
    for (const cres of ['', 'e30', fields['creq'] ?? ''])
      assert.equal((await checkout.post(`/payment/acs/${order.id}/finish`, { cres })).status, 400)
    assert.equal((await checkout.storedOrder(order)).status, ORDER_STATUS.authenticating)
  })

  test("the page is in the order's language", async () => {
    const { order, fields } = await challenged(TEST_CARDS.challengeV1, { language: 'ru' })
    assert.ok((await enter(order, fields)).text.includes('Подтвердите платёж'))
  })

  test('the method page posts the data to the merchant, and only to an http(s) URL', async () => {
    const { order } = await challenged(TEST_CARDS.challengeV2, { version2: true })
    const data = (url: string, orderId = order.id) =>
      buildMethodData({
        threeDSServerTransID: serverTransIdOf(orderId),
        threeDSMethodNotificationURL: url,
      })
    const good = data('https://shop.example/method')
    const posted = await checkout.post('/payment/acs/method', { threeDSMethodData: good })
    assert.equal(formOf(posted.text).action, 'https://shop.example/method')
    assert.equal(formOf(posted.text).fields['threeDSMethodData'], good)
    assert.doesNotMatch(String(posted.headers['content-security-policy']), /frame-ancestors/)
    // Redirects only go to the URLs of an order.
    const ofUnknownOrder = data(
      'https://shop.example/method',
      order.id.replace(/^.{8}/, '00000000'),
    )
    for (const bad of [data(''), data('javascript:alert(1)'), ofUnknownOrder, '', 'e30']) {
      const path = `/payment/acs/method?threeDSMethodData=${encodeURIComponent(bad)}`
      const page = await checkout.sandbox.call('GET', path)
      assert.equal(page.status, 200)
      assert.doesNotMatch(page.text, /<form/)
    }
  })

  for (const { method, path, type, status } of [
    { method: 'GET', path: 'ORDER', status: 405 },
    { method: 'GET', path: 'ORDER/creq', status: 405 },
    { method: 'GET', path: 'ORDER/answer', status: 405 },
    { method: 'PUT', path: 'ORDER/finish', status: 405 },
    { method: 'GET', path: 'a/b/c', status: 404 },
    { method: 'POST', path: 'nonsense', status: 404 },
    { method: 'POST', path: 'ORDER', type: 'application/json', status: 415 },
  ])
    test(`${method} ${path} is a page with status ${status}`, async () => {
      const { order } = await challenged(TEST_CARDS.challengeV1)
      const url = `/payment/acs/${path.replace('ORDER', order.id)}`
      const page = await checkout.sandbox.call(method, url, {
        ...(type !== undefined && { headers: { 'content-type': type }, body: '{}' }),
      })
      assert.equal(page.status, status)
      assert.match(String(page.headers['content-type']), /^text\/html/)
      if (status === 405) assert.equal(page.headers['allow'], 'POST')
    })
})
