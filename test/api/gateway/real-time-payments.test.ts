// Payments at interface C on which the project's server decides: every way to pay, every answer and
// failure. `awaited-payments.test.ts` has what happens while the server decides.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { merchantLogin } from '../../../src/web/redirects/merchant.ts'
import { hang } from '../../kit/callback-receiver.ts'
import { bodyOf } from '../../kit/control.ts'
import type { Form, Json } from '../../kit/merchant.ts'
import {
  json,
  openQuestion,
  payerOf,
  PayingCard,
  withDecisionServer,
} from '../../kit/paying-card.ts'
import type { Sandbox } from '../../kit/sandbox.ts'

const APPROVE = { decision: 'approve' }
const FUNDS = 10_000
const CURRENCY = { amount: '2000', currency: '978' }

withDecisionServer('Real-time decisions about payments', (at) => {
  const payer = (endpoint = {}) => payerOf(at, endpoint)

  const PAID = [2, 0, 8_000, 0, 'approved', 'programme']
  const HELD = [1, 0, 10_000, 2_000, 'approved', 'programme']
  const declined = (actionCode: number, decidedBy: string) =>
    [0, actionCode, 10_000, 0, 'declined', decidedBy] as const

  // prettier-ignore
  for (const [title, behave, twoStage, endpoint, expected, error] of [
    ['an approval of a charge', json(APPROVE), false, {}, PAID, null],
    ['an approval of a hold', json(APPROVE), true, {}, HELD, null],
    ['a decline', json({ decision: 'decline' }), false, {}, declined(5, 'programme'), null],
    ['a decline with its reason', json({ decision: 'decline', reason: 'insufficient-funds' }), true, {}, declined(116, 'programme'), null],
    ['status 402', json('', 402), false, {}, declined(5, 'programme'), null],
    ['a partial approval, which is a decline', json({ decision: 'partial', amount: 500 }), false, { onError: 'approve' }, declined(5, 'programme'), 'a payment at interface C cannot be approved in part, so this is a decline'],
    ['status 500', json('', 500), false, {}, declined(907, 'error'), 'the server answered with status 500'],
    ['status 500 if onError approves', json('', 500), false, { onError: 'approve' }, [2, 0, 8_000, 0, 'approved', 'error'], 'the server answered with status 500'],
    ['a body that is not JSON', json('approve'), true, {}, declined(907, 'error'), 'the answer is not a JSON object'],
    ['no answer in time', hang, false, { timeoutMs: 100 }, declined(907, 'timeout'), undefined],
    ['no answer in time if onTimeout approves', hang, true, { timeoutMs: 100, onTimeout: 'approve' }, [1, 0, 10_000, 2_000, 'approved', 'timeout'], undefined],
  ] as const)
    test(`end with action code ${expected[1]} after ${title}`, async () => {
      const card = await PayingCard.open(at.sandbox, FUNDS)
      const secret = await card.asks(at.server, endpoint)
      const asked = at.server.received.length
      at.server.script.push(behave)
      const { orderId, answer } = await card.pay({}, twoStage)
      const { state, decidedBy, exchange, authorisationId, question } = await card.lastDecision()
      assert.deepEqual(
        [...(await card.outcome(orderId)), ...(await card.funds()), state, decidedBy],
        expected,
      )
      assert.equal(exchange?.error, error)
      assert.equal('error' in answer, state === 'declined')
      const received = at.server.received[asked]
      assert.ok(received !== undefined)
      new Webhook(secret).verify(received.body, received.headers as Record<string, string>)
      assert.equal(received.body, question)
      assert.ok(!question.includes(card.at.card.number))
      const [authorisation] = await card.at.list()
      assert.deepEqual([authorisation?.id, authorisation?.orderId], [authorisationId, orderId])
      const isOtherAnswer = decidedBy === 'programme' && typeof error === 'string'
      assert.equal(authorisation?.explanation.includes(error ?? 'none'), isOtherAnswer)
    })

  // prettier-ignore
  for (const [forced, expected] of [
    ['approve',   [2, 0, 'approved', 'programme']],
    ['decline',   [0, 5, 'declined', 'programme']],
    ['timeout',   [0, 907, 'declined', 'timeout']],
    ['slow',      [0, 907, 'declined', 'timeout']],
    ['error',     [0, 907, 'declined', 'error']],
    ['malformed', [0, 907, 'declined', 'error']],
  ] as const)
    test(`can be forced by an order parameter, without a server: ${forced}`, async () => {
      const card = await PayingCard.open(at.sandbox, FUNDS)
      const jsonParams = JSON.stringify({ 'sandcard.realTimeDecision': forced })
      const { orderId } = await card.pay({ jsonParams })
      const { state, decidedBy, late } = await card.lastDecision()
      assert.deepEqual([...(await card.outcome(orderId)), state, decidedBy], expected)
      assert.equal(late !== null, forced === 'slow')
    })

  test('can be requested with a wrong signature', async () => {
    const card = await PayingCard.open(at.sandbox, FUNDS)
    const secret = await card.asks(at.server)
    at.server.script.push((response, { body, headers }) => {
      assert.throws(() => new Webhook(secret).verify(body, headers as Record<string, string>))
      response.writeHead(401).end()
    })
    const jsonParams = JSON.stringify({ 'sandcard.realTimeDecision': 'bad-signature' })
    const { orderId } = await card.pay({ jsonParams })
    assert.deepEqual(await card.outcome(orderId), [0, 907])
    assert.equal((await card.lastDecision()).exchange?.httpStatus, 401)
  })

  test('are requested for every way to pay', async () => {
    const card = await PayingCard.open(at.sandbox, 10 * FUNDS)
    await card.asks(at.server)
    at.server.usual = json(APPROVE)
    const { merchant, form } = card
    const { $PAN: pan, $CVC: cvc } = form
    const oneCard = { pan, cvc, expiry: `${String(form['YYYY'])}${String(form['MM'])}` }
    const named = { ...oneCard, cardholderName: 'ANNA BERG' }
    const clientId = 'ann'
    const ok = async (operation: string, sent: Form): Promise<Json> => {
      const answer = await merchant.callOk(operation, sent)
      assert.ok([0, '0', undefined].includes(answer['errorCode'] as never), JSON.stringify(answer))
      return answer
    }
    const bindingOf = async (): Promise<string> => {
      const { bindings } = (await merchant.callOk('getBindings', { clientId })) as {
        bindings: { bindingId: string }[]
      }
      return bindings[0]?.bindingId ?? ''
    }
    const ways: readonly (readonly [
      way: string,
      entryMode: string,
      pay: () => Promise<unknown>,
    ])[] = [
      ['paymentorder.do', 'ecommerce', () => card.pay({ clientId })],
      [
        'instantPayment.do',
        'ecommerce',
        () => ok('instantPayment', { ...CURRENCY, ...named, returnUrl: 'https://shop.example/' }),
      ],
      ['motoPayment.do', 'moto', () => ok('motoPayment', { ...CURRENCY, ...named })],
      ['verifyCard.do', 'ecommerce', () => ok('verifyCard', { currency: '978', ...named })],
      [
        'paymentOrderBinding.do',
        'ecommerce',
        async () => {
          const mdOrder = await merchant.register({ clientId })
          await ok('paymentOrderBinding', { mdOrder, bindingId: await bindingOf(), cvc })
        },
      ],
      [
        'recurrentPayment.do',
        'recurring',
        async () => {
          await ok('recurrentPayment', { ...CURRENCY, bindingId: await bindingOf() })
        },
      ],
      [
        'the payment page',
        'ecommerce',
        async () => {
          const mdOrder = await merchant.register()
          const expiry = `${String(form['MM'])}/${String(form['YYYY']).slice(2)}`
          const paid = await at.sandbox.call(
            'POST',
            `/payment/merchants/${merchantLogin(card.at.project)}/pay`,
            {
              headers: { 'content-type': 'application/x-www-form-urlencoded' },
              body: new URLSearchParams({
                mdOrder,
                language: 'en',
                pan: String(pan),
                cvc: String(cvc),
                expiry,
                cardholder: 'ANNA BERG',
              }).toString(),
            },
          )
          assert.equal(paid.status, 303, paid.text)
        },
      ],
    ]
    for (const [way, entryMode, pay] of ways) {
      const asked = at.server.received.length
      await pay()
      assert.equal(at.server.received.length, asked + 1, way)
      const { data } = JSON.parse(at.server.received.at(-1)?.body ?? '') as {
        data: { entryMode: string; order: { id: string } | null }
      }
      assert.equal(data.entryMode, entryMode, way)
      assert.deepEqual((await card.lastDecision()).state, 'approved', way)
      assert.ok(data.order !== null)
    }
    at.server.usual = json('', 500)
  })

  // prettier-ignore
  for (const [version, announce] of [
    [1, {}],
    [2, { threeDSMethodNotificationUrl: 'https://shop.example/method' }],
  ] as const)
    test(`are requested once, after 3-D Secure ${version}`, async () => {
      const card = await payer()
      const { merchant } = card
      await merchant.changeSettings({ issuedCardChallenge: 'challenge' })
      const asked = at.server.received.length
      const orderId = await merchant.register()
      const first = await merchant.pay(orderId, { ...card.form, ...announce })
      if (version === 2) await merchant.callOk('3ds/continue', { mdOrder: orderId })
      assert.equal('acsUrl' in first, version === 1, JSON.stringify(first))
      assert.equal(at.server.received.length, asked)
      const { progress } = await card.execute('updateOrder', { order: { id: orderId } })
      const { challenge } = progress
      assert.ok(challenge !== null)
      await card.execute('answerChallenge', {
        orderId,
        challengeId: challenge.id,
        answer: { kind: 'code', code: challenge.code },
      })
      const answerTo = openQuestion(at.server)
      const finish = { orderId, challengeId: challenge.id, status: null }
      const finished = card.execute('finishPayment', finish)
      const answer = await answerTo
      // The payer reloads the page in the meantime.
      await assert.rejects(card.execute('finishPayment', finish), { code: 'challenge-invalid' })
      answer(APPROVE)
      assert.equal((await finished).result, 'approved')
      assert.equal(at.server.received.length, asked + 1)
      assert.deepEqual(await card.outcome(orderId), [2, 0])
    })

  test("are not requested if the card's own rules decline, or for other cards", async () => {
    const card = await payer()
    const asked = at.server.received.length
    const { orderId } = await card.pay({ amount: FUNDS + 1 })
    assert.deepEqual(await card.outcome(orderId), [0, 116])
    await card.merchant.paidOrder()
    assert.equal(at.server.received.length, asked)
    assert.deepEqual(await card.decisions(), [])
  })

  test('allow another attempt after a decline', async () => {
    const card = await payer()
    at.server.script.push(json({ decision: 'decline' }), json(APPROVE))
    const { orderId } = await card.pay()
    await card.merchant.pay(orderId, card.form)
    assert.deepEqual([...(await card.outcome(orderId)), ...(await card.funds())], [2, 0, 8_000, 0])
  })

  // prettier-ignore
  for (const [behave, code, reason, wouldChange] of [
    [json({ decision: 'decline', reason: 'suspected-fraud' }), 'suspected-fraud',
      'Your decision server declined: the issuer suspects fraud.', /Let your decision server approve/],
    [json('', 500), 'issuer-unavailable', 'Your decision server failed or sent an unusable answer, and onError declines.', /onError/],
  ] as const)
    test(`are explained: ${reason}`, async () => {
      const card = await payer()
      at.server.script.push(behave)
      const orderId = await card.merchant.register()
      const paid = await card.merchant.call('paymentorder', { MDORDER: orderId, ...card.form })
      const id = String(paid.headers['request-id'])
      const explained = bodyOf<{
        outcome: string
        code: string
        reason: string
        wouldChange: string
        facts: { realTimeDecision: unknown }
      }>(await card.at.call('GET', `/control/v1/decisions/${id}`), 200)
      assert.deepEqual([explained.outcome, explained.code, explained.reason], ['declined', code, reason])
      assert.match(explained.wouldChange, wouldChange)
      const { id: decisionId, decidedBy } = await card.lastDecision()
      assert.deepEqual(explained.facts.realTimeDecision, { id: decisionId, decidedBy })
    })

  test('are counted in the metrics', async () => {
    const before = await counted(at.sandbox)
    const card = await payer()
    at.server.script.push(json(APPROVE))
    await card.pay()
    assert.deepEqual(
      (await counted(at.sandbox)).map((count, index) => count - (before[index] ?? 0)),
      [1, 1],
    )
  })
})

/** Approvals by servers, and timed answers. */
async function counted(sandbox: Sandbox): Promise<readonly number[]> {
  const { text } = await sandbox.call('GET', '/metrics')
  return [
    /^sandcard_real_time_decisions_total\{outcome="approved",decided_by="programme"\} (\d+)/m,
    /^sandcard_real_time_decision_seconds_count (\d+)/m,
  ].map((line) => Number(line.exec(text)?.[1] ?? 0))
}
