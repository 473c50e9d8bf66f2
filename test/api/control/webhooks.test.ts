// Webhooks through the control API, with a real receiver that verifies them with the public library
// of Standard Webhooks.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import {
  bodyOf,
  issueCard,
  type ProblemShape,
  projectCall,
  topUp,
  transfer,
} from '../../kit/control.ts'
import { answer, hang, type ReceivedRequest, Receiver } from '../../kit/callback-receiver.ts'
import { onEveryDatabase } from '../../kit/databases.ts'
import { cardForm, type Merchant, newMerchant, onGateway } from '../../kit/merchant.ts'
import { type Sandbox, startSandbox } from '../../kit/sandbox.ts'
import { TEST_CARDS } from '../../kit/test-cards.ts'

interface WebhookShape {
  id: string
  url: string
  events: string[]
  state: string
  secret: string
  oldSecretEndsAt: string | null
}

interface DeliveryShape {
  id: string
  messageId: string
  type: string
  state: string
  payload: string
  failures: number
  nextAttemptAt: string | null
  attempts: { httpStatus: number | null; error: string | null; signature: string }[]
}

interface Event {
  type: string
  timestamp: string
  data: Record<string, unknown>
}

/** A project with a receiver for its events. */
async function subscriber(sandbox: Sandbox, merchant?: Merchant) {
  const { project } = merchant ?? (await newMerchant(sandbox))
  const call = projectCall(sandbox, project.secrets.interfaceB.apiKey)
  const receiver = await Receiver.open()
  const at = (path: string) => `/control/v1/webhooks${path}`
  return {
    call,
    receiver,
    project,
    subscribe: async (events?: readonly string[], url = receiver.url('/events')) =>
      bodyOf<WebhookShape>(await call('POST', at(''), { url, events }), 201),
    deliveries: async ({ id }: { id: string }, query = '') =>
      bodyOf<{ items: DeliveryShape[]; nextCursor: string | null }>(
        await call('GET', `${at(`/${id}/deliveries`)}${query}`),
        200,
      ),
    test: async ({ id }: { id: string }) =>
      bodyOf<DeliveryShape>(await call('POST', at(`/${id}/test`)), 202),
    found: async ({ id }: { id: string }) => {
      const { items } = bodyOf<{ items: WebhookShape[] }>(await call('GET', at('')), 200)
      return items.find((each) => each.id === id)
    },
  }
}

const verified = (secret: string, { body, headers }: ReceivedRequest): Event =>
  new Webhook(secret).verify(body, headers as Record<string, string>) as Event

onGateway('Webhooks', (at) => {
  const receivers: Receiver[] = []
  after(() => Promise.all(receivers.map((receiver) => receiver.close())))
  const subscribed = async (events?: readonly string[]) => {
    const merchant = await newMerchant(at.sandbox)
    const parts = await subscriber(at.sandbox, merchant)
    receivers.push(parts.receiver)
    return { ...parts, merchant, webhook: await parts.subscribe(events) }
  }

  test('send order and callback events, signed and in order', async () => {
    const { merchant, receiver, webhook } = await subscribed(['order.*', 'callback.created'])
    const orderId = await merchant.heldOrder({ orderNumber: 'hook-1', clientId: 'c' })
    await merchant.callOk('deposit', { orderId, amount: 1500 })
    await merchant.callOk('refund', { orderId, amount: 500 })
    const events = (await receiver.until(8)).map((each) => verified(webhook.secret, each))
    assert.deepEqual(
      events.map(({ type }) => type),
      [
        'order.registered',
        'order.held',
        'callback.created',
        'callback.created',
        'order.deposited',
        'callback.created',
        'order.refunded',
        'callback.created',
      ],
    )
    const refunded = events.find(({ type }) => type === 'order.refunded')
    assert.deepEqual(refunded?.data, {
      orderId,
      orderNumber: 'hook-1',
      status: 'refunded',
      amount: 2000,
      currency: '978',
      approvedAmount: 2000,
      depositedAmount: 1000,
      refundedAmount: 500,
      actionCode: 0,
      failedAttempts: 0,
      clientId: 'c',
      numberMask: '444455**3333',
      cardId: null,
    })
    assert.equal(refunded?.timestamp, '2031-05-10T10:00:00.000Z')
  })

  test('send card events, but neither numbers nor PINs', async () => {
    const { call, receiver, webhook } = await subscribed()
    const [one, other] = [await issueCard(call), await issueCard(call)]
    await topUp(call, one, 1000)
    await transfer(call, one, other, 400)
    await transfer(call, one, other, 601)
    await call('PATCH', `/v2/cards/${one.id}`, { status: 'blocked' })
    const received = await receiver.until(8)
    const events = received.map((each) => verified(webhook.secret, each))
    assert.deepEqual(events.map(({ type }) => type).toSorted(), [
      'card.created',
      'card.created',
      'card.status_changed',
      'cardholder.created',
      'cardholder.created',
      'topup.approved',
      'transfer.approved',
      'transfer.declined',
    ])
    const declined = events.find(({ type }) => type === 'transfer.declined')
    assert.equal(declined?.data['declineReason'], 'insufficient-funds')
    const blocked = events.find(({ type }) => type === 'card.status_changed')
    assert.deepEqual(
      [blocked?.data['previousStatus'], blocked?.data['status']],
      ['active', 'blocked'],
    )
    for (const { body } of received) {
      assert.ok(!body.includes(one.number) && !body.includes(other.number))
      assert.ok(Buffer.byteLength(body) < 20_000)
    }
  })

  test('send authorisations of issued cards at C, and only the selected types', async () => {
    const { call, merchant, receiver, webhook } = await subscribed(['authorisation.declined'])
    const card = await issueCard(call)
    const orderId = await merchant.register()
    await merchant.pay(orderId, { ...cardForm(orderId, card.number), ...expiryOf(card.expiryDate) })
    const [received] = await receiver.until(1)
    assert.ok(received !== undefined)
    const { type, data } = verified(webhook.secret, received)
    assert.equal(type, 'authorisation.declined')
    assert.deepEqual([data['orderId'], data['cardId']], [orderId, card.id])
    const { items } = bodyOf<{ items: { id: string; orderId: string }[] }>(
      await call('GET', '/control/v1/authorisations'),
      200,
    )
    assert.deepEqual([items[0]?.id, items[0]?.orderId], [data['authorisationId'], orderId])
  })

  test('send the legs of simulated authorisations', async () => {
    const { call, receiver, webhook } = await subscribed([
      'authorisation.*',
      'clearing.*',
      'refund.*',
    ])
    const card = await issueCard(call)
    await topUp(call, card, 5000)
    const simulate = async (path: string, body: object) =>
      bodyOf<{ id: string }>(await call('POST', `/control/v1/simulations${path}`, body), 201)
    const purchase = { cardId: card.id, currency: 'EUR' }
    const { id } = await simulate('/authorisations', { ...purchase, amount: 2000 })
    await simulate(`/authorisations/${id}/increment`, { amount: 500 })
    await simulate(`/authorisations/${id}/clear`, { amount: 1500 })
    await simulate(`/authorisations/${id}/refund`, { amount: 100 })
    await simulate('/authorisations', { ...purchase, amount: 900_000 })
    const events = (await receiver.until(5)).map((each) => verified(webhook.secret, each))
    const types = (authorisationId: unknown) =>
      events.flatMap(({ type, data }) => (data['authorisationId'] === authorisationId ? type : []))
    assert.deepEqual(types(id), [
      'authorisation.approved',
      'authorisation.incremented',
      'clearing.created',
      'refund.created',
    ])
    const declined = events.find(({ type }) => type === 'authorisation.declined')
    assert.equal(declined?.data['declineReason'], 'insufficient-funds')
  })

  test('report failed payment attempts, the last attempt, and an expiry', async () => {
    const { merchant, receiver, webhook } = await subscribed(['order.*'])
    const declined = await merchant.register()
    for (let attempt = 0; attempt < 3; attempt++)
      await merchant.pay(declined, cardForm(declined, TEST_CARDS.noFunds))
    await merchant.register()
    await merchant.advanceClock(3_600_000)
    const events = (await receiver.until(7)).map((each) => verified(webhook.secret, each).type)
    assert.deepEqual(events.toSorted(), [
      'order.attempt_declined',
      'order.attempt_declined',
      'order.attempt_declined',
      'order.declined',
      'order.expired',
      'order.registered',
      'order.registered',
    ])
  })

  test('are retried with the same id, not before the time in Retry-After', async () => {
    const { merchant, receiver, webhook, deliveries } = await subscribed(['order.*'])
    receiver.script.push((response) => response.writeHead(429, { 'retry-after': '600' }).end())
    await merchant.register()
    await receiver.until(1)
    const found = await attempted(deliveries, webhook, 1)
    assert.equal(found.state, 'waiting')
    assert.equal(found.nextAttemptAt, '2031-05-10T10:10:00.000Z')
    await merchant.advanceClock(600_000)
    const [first, second] = await receiver.until(2)
    assert.ok(first !== undefined && second !== undefined)
    assert.equal(first.headers['webhook-id'], second.headers['webhook-id'])
    assert.equal(first.headers['webhook-id'], found.messageId)
    verified(webhook.secret, second)
  })

  test('send the events of an order one after the other, and those of other orders meanwhile', async () => {
    const { merchant, receiver } = await subscribed(['order.registered', 'order.held'])
    receiver.script.push(answer(500))
    const orderId = await merchant.registerPreAuth({ orderNumber: 'waits' })
    await receiver.until(1)
    await merchant.pay(orderId)
    const others = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10']
    for (const orderNumber of others) await merchant.register({ orderNumber })
    const numbers = (received: readonly ReceivedRequest[]) =>
      received.map(({ body }) => (JSON.parse(body) as Event).data['orderNumber'])
    // Sixteen lanes: of ten other orders, at least one has another lane.
    assert.ok(numbers((await receiver.until(3)).slice(1)).every((each) => each !== 'waits'))
  })

  test('stop when the receiver responds with 410', async () => {
    const { merchant, receiver, webhook, ...parts } = await subscribed(['order.*'])
    receiver.script.push(answer(410))
    await merchant.register()
    await receiver.until(1)
    const found = await attempted(parts.deliveries, webhook, 1)
    assert.equal(found.state, 'stopped')
    assert.equal((await parts.found(webhook))?.state, 'gone')
    await merchant.register()
    assert.equal((await parts.deliveries(webhook)).items.length, 1)
    const path = `/control/v1/webhooks/${webhook.id}`
    assert.equal((await parts.call('POST', `${path}/test`)).status, 422)
    const again = await parts.call('POST', `${path}/deliveries/${found.id}/resend`)
    assert.equal(again.status, 422)
    assert.equal((await parts.call('DELETE', path)).status, 200)
    assert.equal(await parts.found(webhook), undefined)
  })

  test('have two signatures while the secret rotates, and one without an overlap', async () => {
    const { receiver, webhook, call, test: sendTest } = await subscribed(['card.*'])
    const rotate = async (overlapSeconds: number) =>
      bodyOf<WebhookShape>(
        await call('POST', `/control/v1/webhooks/${webhook.id}/secret`, { overlapSeconds }),
        201,
      )
    const second = await rotate(3600)
    assert.ok(second.oldSecretEndsAt !== null)
    await sendTest(webhook)
    const [first] = await receiver.until(1)
    assert.ok(first !== undefined)
    assert.equal(String(first.headers['webhook-signature']).split(' ').length, 2)
    assert.equal(verified(webhook.secret, first).type, 'webhook.test')
    verified(second.secret, first)
    const third = await rotate(0)
    await sendTest(webhook)
    const [, next] = await receiver.until(2)
    assert.ok(next !== undefined)
    verified(third.secret, next)
    assert.throws(() => verified(second.secret, next))
  })

  test('can be resent, and are listed in pages', async () => {
    const { merchant, receiver, webhook, call, deliveries } = await subscribed(['order.*'])
    for (const orderNumber of ['a', 'b', 'c']) await merchant.register({ orderNumber })
    await receiver.until(3)
    const { items, nextCursor } = await deliveries(webhook, '?limit=2')
    assert.equal(items.length, 2)
    const rest = await deliveries(webhook, `?limit=2&cursor=${nextCursor ?? ''}`)
    assert.equal(rest.items.length, 1)
    const oldest = rest.items[0]
    const path = `/control/v1/webhooks/${webhook.id}/deliveries/${oldest?.id ?? ''}/resend`
    assert.equal((await call('POST', path)).status, 202)
    const [, , , again] = await receiver.until(4)
    assert.equal(again?.headers['webhook-id'], oldest?.messageId)
  })

  test('send nothing more after they are deleted', async () => {
    const { merchant, receiver, webhook, call } = await subscribed(['order.*'])
    receiver.script.push(hang)
    await call('DELETE', `/control/v1/webhooks/${webhook.id}`)
    await merchant.register()
    const path = `/control/v1/webhooks/${webhook.id}`
    for (const [method, more] of [
      ['DELETE', ''],
      ['POST', '/test'],
      ['POST', '/secret'],
      ['GET', '/deliveries'],
      ['POST', '/deliveries/1/resend'],
    ] as const)
      assert.equal((await call(method, path + more)).status, 404, more)
    assert.equal(receiver.received.length, 0)
  })

  test('do not appear among the callbacks, and end with a reset', async () => {
    const { merchant, receiver, webhook, call } = await subscribed(['order.*'])
    await merchant.register()
    await receiver.until(1)
    const callbacks = bodyOf<{ items: unknown[] }>(await call('GET', '/control/v1/callbacks'), 200)
    assert.deepEqual(callbacks.items, [])
    await call('POST', '/control/v1/reset')
    const { items } = bodyOf<{ items: unknown[] }>(await call('GET', '/control/v1/webhooks'), 200)
    assert.deepEqual(items, [])
    assert.equal((await call('DELETE', `/control/v1/webhooks/${webhook.id}`)).status, 404)
  })

  test('do not reveal their secret in the export', async () => {
    const { webhook, call } = await subscribed(['order.*'])
    const { text } = await call('GET', '/control/v1/export')
    assert.ok(text.includes(webhook.url))
    assert.ok(!text.includes(webhook.secret) && !text.includes('"sealed"'))
  })

  // prettier-ignore
  for (const [title, body, pointer] of [
    ['no URL',                      { events: ['*'] },                                          '/url'],
    ['a relative URL',              { url: '/events' },                                         '/url'],
    ['a URL with a password',       { url: 'http://a:b@shop.example/' },                        '/url'],
    ['an empty list of events',     { url: 'http://shop.example/', events: [] },                '/events'],
    ['an unknown type of event',    { url: 'http://shop.example/', events: ['*', 'card.paid'] }, '/events/1'],
    ['a pattern without a match',   { url: 'http://shop.example/', events: ['cards.*'] },       '/events/0'],
    ['a pattern within a name',     { url: 'http://shop.example/', events: ['card*'] },         '/events/0'],
    ['an unknown field',           { url: 'http://shop.example/', secret: 'x' },               '/secret'],
  ] as const)
    test(`are refused with ${title}`, async () => {
      const { call } = await subscriber(at.sandbox, at.merchant)
      const { errors } = bodyOf<ProblemShape>(await call('POST', '/control/v1/webhooks', body), 422)
      assert.equal(errors?.[0]?.pointer, pointer)
    })

  test('are limited to ten per project', async () => {
    const { call, subscribe } = await subscriber(at.sandbox)
    for (let count = 0; count < 10; count++) await subscribe(['order.*'])
    const body = { url: 'http://shop.example/' }
    const { code } = bodyOf<ProblemShape>(await call('POST', '/control/v1/webhooks', body), 422)
    assert.equal(code, 'parameter-invalid')
  })
})

describe('Webhooks in hosted mode', () => {
  onEveryDatabase('A webhook with a private IP address', (database) => {
    let sandbox: Sandbox
    before(async () => {
      sandbox = await startSandbox(database, { config: { mode: 'hosted' } })
    })
    after(() => sandbox.close())

    test('is refused', async () => {
      const project = await sandbox.newProject()
      const call = projectCall(sandbox, project.secrets.interfaceB.apiKey)
      for (const url of ['http://127.0.0.1/', 'http://metadata.internal/', 'http://[::1]/']) {
        const refused = await call('POST', '/control/v1/webhooks', { url })
        assert.equal(bodyOf<ProblemShape>(refused, 422).errors?.[0]?.pointer, '/url')
      }
    })
  })
})

const expiryOf = (expiry: string) => ({ YYYY: expiry.slice(0, 4), MM: expiry.slice(4, 6) })

/** The newest delivery, once its attempts are recorded. */
async function attempted(
  deliveries: (webhook: { id: string }) => Promise<{ items: DeliveryShape[] }>,
  webhook: { id: string },
  attempts: number,
): Promise<DeliveryShape> {
  for (;;) {
    const [newest] = (await deliveries(webhook)).items
    if (newest !== undefined && newest.attempts.length >= attempts) return newest
  }
}
