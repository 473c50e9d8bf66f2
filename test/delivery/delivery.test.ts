// Sending callbacks: requests, signatures, retries and order.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { isHmacChecksum, isRsaChecksum } from '../../src/callbacks/checksum.ts'
import { onEveryDatabase } from '../kit/databases.ts'
import { type Sandbox, startSandbox } from '../kit/sandbox.ts'
import { bodyOf } from '../kit/control.ts'
import { answer, Receiver } from '../kit/callback-receiver.ts'
import { type CallbackShape, CallbackMerchant } from '../kit/callback-merchant.ts'

interface KeysShape {
  items: { alias: string; key: string; current: boolean; createdAt: string | null }[]
  rsa: { publicKey: string }
}

onEveryDatabase('Callbacks', (database) => {
  let sandbox: Sandbox
  before(async () => {
    sandbox = await startSandbox(database)
  })
  after(() => sandbox.close())

  test('are sent by GET with the four parameters and a checksum that the merchant can verify', async () => {
    const receiver = await Receiver.open()
    const merchant = await CallbackMerchant.open(sandbox, { callbackUrl: receiver.url() })
    const order = await merchant.pay()
    const [received] = await receiver.until(1)
    assert.ok(received !== undefined)
    assert.equal(received.method, 'GET')
    assert.match(received.headers['user-agent'] ?? '', /^Sandcard\/\d/)
    const { parameters } = received
    assert.deepEqual(
      [...parameters.keys()],
      ['mdOrder', 'orderNumber', 'operation', 'status', 'checksum'],
    )
    assert.equal(parameters.get('mdOrder'), order.id)
    assert.equal(parameters.get('orderNumber'), order.number)
    assert.equal(parameters.get('operation'), 'deposited')
    assert.equal(parameters.get('status'), '1')
    const { callbackKey } = merchant.project.secrets.interfaceC
    assert.ok(isHmacChecksum(parameters, callbackKey, parameters.get('checksum') ?? ''))
    assert.ok(!isHmacChecksum(parameters, 'another key', parameters.get('checksum') ?? ''))
    const [callback] = await merchant.inboxInStates('delivered')
    const [attempt] = callback?.attempts ?? []
    assert.equal(callback?.nextAttemptAt, null)
    assert.equal(attempt?.httpStatus, 200)
    assert.equal(attempt.error, null)
    assert.equal(attempt.request.url, receiver.url(received.path))
    assert.match(attempt.answer, /^200 OK\n/)
    await receiver.close()
  })

  test('are sent by POST as a form; the query of the URL is kept and also signed', async () => {
    const receiver = await Receiver.open()
    const callbackUrl = receiver.url('/shop?tenant=7&status=9&name=M%C3%BCller%20%26%20Co')
    const merchant = await CallbackMerchant.open(sandbox, {
      callbackUrl,
      callbackMethod: 'POST',
      callbackParameters: [
        'amount',
        'currency',
        'maskedPan',
        'amountFormatted',
        'callbackCreationDate',
      ],
    })
    await merchant.pay()
    const [received] = await receiver.until(1)
    assert.ok(received !== undefined)
    assert.equal(received.method, 'POST')
    assert.equal(received.headers['content-type'], 'application/x-www-form-urlencoded')
    // The callback's parameters take precedence: the URL cannot claim another status.
    assert.equal(received.path, '/shop?tenant=7&name=M%C3%BCller+%26+Co')
    const { parameters } = received
    assert.equal(parameters.get('status'), '1')
    assert.equal(parameters.get('name'), 'Müller & Co')
    assert.equal(parameters.get('amount'), '12345')
    assert.equal(parameters.get('amountFormatted'), '123.45')
    assert.equal(parameters.get('currency'), '978')
    assert.equal(parameters.get('maskedPan'), '424242**4242')
    assert.match(
      parameters.get('callbackCreationDate') ?? '',
      /^[A-Z][a-z]{2} [A-Z][a-z]{2} \d\d \d\d:\d\d:\d\d UTC \d{4}$/,
    )
    const { callbackKey } = merchant.project.secrets.interfaceC
    assert.ok(isHmacChecksum(parameters, callbackKey, parameters.get('checksum') ?? ''))
    await merchant.changeSettings({ callbackMethod: 'GET' })
    await merchant.pay()
    const [, second] = await receiver.until(2)
    assert.equal(second?.method, 'GET')
    assert.ok(
      second.path.startsWith('/shop?tenant=7&name=M%C3%BCller+%26+Co&mdOrder='),
      second.path,
    )
    const { parameters: asked } = second
    assert.ok(isHmacChecksum(asked, callbackKey, asked.get('checksum') ?? ''))
    await receiver.close()
  })

  test('are signed with RSA and can be verified with the displayed public key', async () => {
    const receiver = await Receiver.open()
    const merchant = await CallbackMerchant.open(sandbox, {
      callbackUrl: receiver.url(),
      callbackSignature: 'rsa',
    })
    const { rsa } = bodyOf<KeysShape>(await merchant.call('GET', '/control/v1/callback-keys'), 200)
    await merchant.pay()
    const [received] = await receiver.until(1)
    const checksum = received?.parameters.get('checksum') ?? ''
    assert.equal(checksum.length, 512)
    assert.ok(isRsaChecksum(received?.parameters ?? [], rsa.publicKey, checksum))
    assert.ok(!isRsaChecksum([['status', '0']], rsa.publicKey, checksum))
    await merchant.changeSettings({ callbackSignature: 'none' })
    await merchant.pay()
    const [, unsigned] = await receiver.until(2)
    assert.equal(unsigned?.parameters.has('checksum'), false)
    await receiver.close()
  })

  test('name the signing key after a rotation; those queued before keep their key', async () => {
    const receiver = await Receiver.open()
    const merchant = await CallbackMerchant.open(sandbox, { callbackUrl: receiver.url() })
    const first = merchant.project.secrets.interfaceC.callbackKey
    const check = (index: number, alias: string | undefined, key: string) => {
      const parameters = receiver.received[index]?.parameters ?? new Map<string, string>()
      assert.equal(parameters.get('sign_alias'), alias)
      assert.ok(isHmacChecksum(parameters, key, parameters.get('checksum') ?? ''), `${index}`)
    }
    receiver.script.push(answer(500))
    await merchant.pay()
    await merchant.inboxOnce(([callback]) => callback?.attempts.length === 1)
    check(0, undefined, first)
    const rotated = await merchant.call('POST', '/control/v1/callback-keys', {
      alias: 'autumn',
      key: 'a key for autumn',
    })
    assert.deepEqual(
      bodyOf<KeysShape>(rotated, 201).items.map(({ alias, key, current }) => [alias, key, current]),
      [
        ['callbackKey', first, false],
        ['autumn', 'a key for autumn', true],
      ],
    )
    await merchant.pay()
    await receiver.until(2)
    check(1, 'autumn', 'a key for autumn')
    await merchant.advance('PT30S')
    await receiver.until(3)
    check(2, 'callbackKey', first)
    await merchant.inboxInStates('delivered', 'delivered')
    bodyOf(await merchant.call('DELETE', '/control/v1/callback-keys/autumn'), 422)
    bodyOf(await merchant.call('DELETE', '/control/v1/callback-keys/nobody'), 404)
    bodyOf(await merchant.call('DELETE', '/control/v1/callback-keys/callbackKey'), 200)
    const [oldest] = await merchant.inbox()
    bodyOf(await merchant.call('POST', `/control/v1/callbacks/${oldest?.id ?? ''}/resend`), 202)
    await receiver.until(4)
    check(3, 'autumn', 'a key for autumn')
    await merchant.changeSettings({ callbackKey: 'replaced at once' })
    await merchant.pay()
    await receiver.until(5)
    check(4, 'autumn', 'replaced at once')
    // The name of the key is fixed with the callback, the key behind the name is not.
    receiver.script.push(answer(500))
    await merchant.pay()
    await receiver.until(6)
    check(5, 'autumn', 'replaced at once')
    await merchant.inboxOnce((callbacks) =>
      callbacks.some(({ state, attempts }) => state !== 'delivered' && attempts.length === 1),
    )
    await merchant.changeSettings({ callbackKey: 'replaced again' })
    await merchant.advance('PT30S')
    await receiver.until(7)
    check(6, 'autumn', 'replaced again')
    await receiver.close()
  })

  test("are retried on the project's clock until the receiver returns 200", async () => {
    const receiver = await Receiver.open()
    receiver.script.push(answer(500, 'not now'), answer(302), answer(204))
    const merchant = await CallbackMerchant.open(sandbox, { callbackUrl: receiver.url() })
    await merchant.pay()
    for (const [count, state] of [
      [1, 'waiting'],
      [2, 'waiting'],
      [3, 'waiting'],
      [4, 'delivered'],
    ] as const) {
      const [callback] = await merchant.inboxOnce(
        ([one]) => one?.attempts.length === count && one.state === state,
      )
      const last = callback?.attempts.at(-1)
      if (state === 'waiting') {
        assert.equal(pauseOf(callback), 30_000)
        await merchant.advance('PT31S')
      }
      assert.equal(last?.error, null)
    }
    assert.equal(receiver.received.length, 4)
    await receiver.close()
  })

  test('are retried once after a long clock move, not for every missed retry', async () => {
    const receiver = await Receiver.open()
    receiver.usual = answer(500)
    const merchant = await CallbackMerchant.open(sandbox, { callbackUrl: receiver.url() })
    await merchant.pay()
    await merchant.inboxOnce(([one]) => one?.attempts.length === 1)
    for (const [count, pause] of [
      [2, 30_000],
      [3, 30_000],
      [4, 60_000],
    ] as const) {
      await merchant.advance('PT10H')
      const [callback] = await merchant.inboxOnce(([one]) => one?.attempts.length === count)
      assert.equal(pauseOf(callback), pause)
    }
    await merchant.advance('PT45H')
    const [callback] = await merchant.inboxInStates('failed')
    assert.equal(callback?.attempts.length, 5)
    assert.equal(receiver.received.length, 5)
    await receiver.close()
  })

  test('callbacks of an order wait until the earlier one is delivered or has failed three times', async () => {
    const receiver = await Receiver.open()
    receiver.script.push(answer(500))
    const merchant = await CallbackMerchant.open(sandbox, { callbackUrl: receiver.url() })
    const order = await merchant.pay({ twoStage: true })
    await receiver.until(1)
    await merchant.deposit(order)
    const other = await merchant.pay()
    await merchant.inboxOnce(
      (inbox) => inbox[0]?.attempts.length === 1 && inbox[2]?.state === 'delivered',
    )
    // The capture waits, while the callback of another order is sent.
    const operations = () =>
      receiver.received.map(({ parameters }) => [
        parameters.get('mdOrder'),
        parameters.get('operation'),
      ])
    assert.deepEqual(operations(), [
      [order.id, 'approved'],
      [other.id, 'deposited'],
    ])
    await merchant.advance('PT31S')
    await receiver.until(4)
    assert.deepEqual(operations().slice(2), [
      [order.id, 'approved'],
      [order.id, 'deposited'],
    ])
    receiver.usual = answer(503)
    const second = await merchant.pay({ twoStage: true })
    await merchant.deposit(second)
    await receiver.until(5)
    for (const count of [1, 2]) {
      await merchant.inboxOnce((inbox) => inbox[3]?.attempts.length === count)
      await merchant.advance('PT31S')
    }
    await receiver.until(8)
    assert.deepEqual(operations().slice(4), [
      ...Array.from({ length: 3 }, () => [second.id, 'approved']),
      [second.id, 'deposited'],
    ])
    await receiver.close()
  })

  test('keep the URL, method and parameters of the event when settings change later', async () => {
    const [receiver, later] = await Promise.all([Receiver.open(), Receiver.open()])
    receiver.script.push(answer(500))
    const merchant = await CallbackMerchant.open(sandbox, { callbackUrl: receiver.url('/first') })
    await merchant.pay()
    await merchant.inboxOnce(([one]) => one?.attempts.length === 1)
    await merchant.changeSettings({
      callbackUrl: later.url(),
      callbackMethod: 'POST',
      callbackSignature: 'none',
      callbackParameters: ['amount'],
      callbackOperations: ['refunded'],
    })
    await merchant.advance('PT31S')
    const [first, second] = await receiver.until(2)
    assert.equal(second?.method, 'GET')
    assert.deepEqual([...second.parameters], [...(first?.parameters ?? [])])
    const order = await merchant.pay()
    await merchant.refund(order, 45)
    const [refunded] = await later.until(1)
    assert.equal(refunded?.parameters.get('operation'), 'refunded')
    assert.equal(refunded.method, 'POST')
    assert.equal((await merchant.inbox()).length, 2)
    await Promise.all([receiver.close(), later.close()])
  })

  test("are sent to the order's URL if it has one, except binding callbacks", async () => {
    const [receiver, own] = await Promise.all([Receiver.open(), Receiver.open()])
    const merchant = await CallbackMerchant.open(sandbox, { callbackUrl: receiver.url() })
    await merchant.pay({ clientId: 'anna', dynamicCallbackUrl: own.url('/order') })
    const [paid] = await own.until(1)
    assert.equal(paid?.parameters.get('operation'), 'deposited')
    const [bound] = await receiver.until(1)
    assert.equal(bound?.parameters.get('operation'), 'bindingCreated')
    assert.equal(bound.parameters.get('clientId'), 'anna')
    assert.equal(bound.parameters.get('enabled'), 'true')
    assert.ok(bound.parameters.has('bindingId'))
    await Promise.all([receiver.close(), own.close()])
  })

  test('are sent for declined payments', async () => {
    const receiver = await Receiver.open()
    const merchant = await CallbackMerchant.open(sandbox, {
      callbackUrl: receiver.url(),
      callbackParameters: ['actionCode', 'paymentState', 'declineDate'],
    })
    await merchant.pay({ declined: true })
    const [declined] = await receiver.until(1)
    assert.equal(declined?.parameters.get('operation'), 'deposited')
    assert.equal(declined.parameters.get('status'), '0')
    assert.equal(declined.parameters.get('actionCode'), '116')
    assert.equal(declined.parameters.get('paymentState'), 'payment_declined')
    await receiver.close()
  })
})

/** Milliseconds from the latest attempt to the next one. */
const pauseOf = (callback: CallbackShape | undefined): number =>
  Date.parse(callback?.nextAttemptAt ?? '') - Date.parse(callback?.attempts.at(-1)?.at ?? '')
