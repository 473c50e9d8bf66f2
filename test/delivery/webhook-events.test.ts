// Webhook events under faults, and in snapshots: the same rules apply as to callbacks.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { answer, Receiver, type ReceivedRequest } from '../kit/callback-receiver.ts'
import { bodyOf, projectCall } from '../kit/control.ts'
import { onEveryDatabase } from '../kit/databases.ts'
import { newMerchant } from '../kit/merchant.ts'
import { type Sandbox, startSandbox } from '../kit/sandbox.ts'

const SNAPSHOTS = '/control/v1/snapshots'

interface DeliveryShape {
  id: string
  type: string
  state: string
  failures: number
  nextAttemptAt: string | null
  attempts: { httpStatus: number | null; error: string | null; fault?: string }[]
}

onEveryDatabase('A webhook event', (database) => {
  let sandbox: Sandbox
  before(async () => (sandbox = await startSandbox(database)))
  after(() => sandbox.close())

  /** A project with a frozen clock, a webhook for its orders, and the receiver. */
  async function open(...faults: readonly object[]) {
    const receiver = await Receiver.open()
    const merchant = await newMerchant(sandbox)
    const call = projectCall(sandbox, merchant.project.secrets.interfaceB.apiKey)
    bodyOf(await call('PUT', '/control/v1/faults', { seed: 1, faults }), 200)
    const { id, secret } = bodyOf<{ id: string; secret: string }>(
      await call('POST', '/control/v1/webhooks', { url: receiver.url(), events: ['order.*'] }),
      201,
    )
    const deliveries = async (of = call): Promise<DeliveryShape[]> =>
      bodyOf<{ items: DeliveryShape[] }>(
        await of('GET', `/control/v1/webhooks/${id}/deliveries`),
        200,
      ).items.toReversed()
    /** The deliveries once they are as expected: each attempt is recorded by a commit. */
    const once = async (isExpected: (all: readonly DeliveryShape[]) => boolean) => {
      for (;;) {
        const all = await deliveries()
        if (isExpected(all)) return all
      }
    }
    const advance = async (by: string) =>
      bodyOf(await call('POST', '/control/v1/clock', { advance: by }), 200)
    return { receiver, merchant, call, secret, deliveries, once, advance }
  }

  const typeOf = ({ body }: ReceivedRequest): string => (JSON.parse(body) as { type: string }).type
  const isDelivered = (all: readonly DeliveryShape[]): boolean =>
    all.length > 0 && all.every(({ state }) => state === 'delivered')

  test('is a failed attempt if a fault drops it, and is retried', async () => {
    const { receiver, merchant, once, advance } = await open({ kind: 'drop', times: 1 })
    await merchant.register()
    const [dropped] = await once(([first]) => first?.attempts.length === 1)
    assert.deepEqual([dropped?.state, dropped?.failures], ['waiting', 1])
    assert.deepEqual(
      dropped?.attempts.map(({ httpStatus, error, fault }) => [httpStatus, error, fault]),
      [[null, 'dropped by a fault', 'drop']],
    )
    assert.equal(receiver.received.length, 0)
    await advance('PT30S')
    await receiver.until(1)
    await once(isDelivered)
    await receiver.close()
  })

  test("arrives when the project's clock has reached its time if a fault delays it", async () => {
    const { receiver, merchant, once, advance } = await open({ kind: 'delay', ms: 300_000 })
    await merchant.register()
    await once(([first]) => first?.attempts.length === 1)
    await advance('PT4M')
    assert.equal(receiver.received.length, 0)
    await advance('PT1M')
    await receiver.until(1)
    const [delayed] = await once(isDelivered)
    assert.equal(delayed?.failures, 0)
    await receiver.close()
  })

  test('arrives after the next one of its order if a fault reorders it', async () => {
    const fault = { kind: 'reorder', operation: 'order.registered', times: 1 }
    const { receiver, merchant, once } = await open(fault)
    const order = await merchant.register()
    await once(([first]) => first?.attempts.length === 1)
    await merchant.pay(order)
    assert.deepEqual((await receiver.until(2)).map(typeOf), ['order.deposited', 'order.registered'])
    await once(isDelivered)
    await receiver.close()
  })

  test('arrives twice with the same id if a fault duplicates it, and one delivery is enough', async () => {
    const { receiver, merchant, once } = await open({ kind: 'duplicate', times: 1 })
    receiver.script.push(answer(500), answer(200))
    await merchant.register()
    const [one, other] = await receiver.until(2)
    assert.equal(one?.headers['webhook-id'], other?.headers['webhook-id'])
    const [delivered] = await once(isDelivered)
    assert.deepEqual(
      delivered?.attempts.map(({ httpStatus, fault }) => [httpStatus, fault]),
      [
        [500, 'duplicate'],
        [200, 'duplicate'],
      ],
    )
    await receiver.close()
  })

  test('is refused if a fault changes its signature, and its retry is signed correctly', async () => {
    const { receiver, merchant, secret, once, advance } = await open({
      kind: 'wrong-signature',
      times: 1,
    })
    const isRight = ({ body, headers }: ReceivedRequest): boolean => {
      try {
        new Webhook(secret).verify(body, headers as Record<string, string>)
        return true
      } catch {
        return false
      }
    }
    receiver.usual = (response, received) => response.writeHead(isRight(received) ? 200 : 401).end()
    await merchant.register()
    await once(([first]) => first?.failures === 1)
    await advance('PT30S')
    assert.deepEqual((await receiver.until(2)).map(isRight), [false, true])
    await once(isDelivered)
    await receiver.close()
  })

  test('is not sent again by a restore if it was delivered after the snapshot', async () => {
    const { receiver, merchant, call, once, advance } = await open()
    receiver.script.push(answer(500))
    await merchant.register()
    await once(([first]) => first?.failures === 1)
    bodyOf(await call('POST', SNAPSHOTS, { name: 'waiting' }), 201)
    await advance('PT30S')
    const delivered = await once(isDelivered)
    for (let round = 0; round < 2; round++) {
      bodyOf(await call('POST', `${SNAPSHOTS}/waiting/restore`), 200)
      await advance('PT30S')
      const states = (all: readonly DeliveryShape[]) => all.map(({ state }) => state)
      assert.deepEqual(states(await once(isDelivered)), states(delivered))
      bodyOf(await call('POST', '/control/v1/reset'), 200)
    }
    assert.equal(receiver.received.length, 2)
    await receiver.close()
  })

  test('is sent after a restore if it still waits after the snapshot', async () => {
    const { receiver, merchant, call, once, advance } = await open()
    receiver.script.push(answer(500))
    await merchant.register()
    await once(([first]) => first?.failures === 1)
    bodyOf(await call('POST', SNAPSHOTS, { name: 'waiting' }), 201)
    bodyOf(await call('POST', `${SNAPSHOTS}/waiting/restore`), 200)
    await advance('PT30S')
    await once(isDelivered)
    assert.equal(receiver.received.length, 2)
    await receiver.close()
  })

  test('is recorded once if it is being sent during a restore', async () => {
    const { receiver, merchant, call, once } = await open()
    const ends: (() => void)[] = []
    receiver.usual = (response) => ends.push(() => response.writeHead(200).end())
    await merchant.register()
    await receiver.until(1)
    bodyOf(await call('POST', SNAPSHOTS, { name: 'during' }), 201)
    bodyOf(await call('POST', `${SNAPSHOTS}/during/restore`), 200)
    for (const end of ends) end()
    const [delivered] = await once(isDelivered)
    assert.equal(delivered?.attempts.length, 1)
    assert.equal(receiver.received.length, 1)
    await receiver.close()
  })

  test('is not sent by a copy if it waits in the snapshot', async () => {
    const { receiver, merchant, call, deliveries, once } = await open()
    receiver.script.push(answer(500))
    await merchant.register()
    await once(([first]) => first?.failures === 1)
    bodyOf(await call('POST', SNAPSHOTS, { name: 'template' }), 201)
    const { interfaceB } = bodyOf<{ interfaceB: { apiKey: string } }>(
      await call('POST', `${SNAPSHOTS}/template/fork`),
      201,
    )
    const [copied] = await deliveries(projectCall(sandbox, interfaceB.apiKey))
    assert.deepEqual([copied?.state, copied?.nextAttemptAt], ['stopped', null])
    await receiver.close()
  })
})
