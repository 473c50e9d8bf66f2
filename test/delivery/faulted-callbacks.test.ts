// The faults of callbacks as a receiver and the inbox see them.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { isHmacChecksum } from '../../src/callbacks/checksum.ts'
import { CallbackMerchant } from '../kit/callback-merchant.ts'
import { answer, Receiver, type ReceivedRequest } from '../kit/callback-receiver.ts'
import { bodyOf } from '../kit/control.ts'
import { onEveryDatabase } from '../kit/databases.ts'
import { freezeClock } from '../kit/clock.ts'
import { START } from '../kit/merchant.ts'
import { type Sandbox, startSandbox } from '../kit/sandbox.ts'

onEveryDatabase('A callback under a fault', (database) => {
  let sandbox: Sandbox
  before(async () => {
    sandbox = await startSandbox(database)
  })
  after(() => sandbox.close())

  /** A merchant with a frozen clock, its receiver and the faults of its project. */
  async function open(...faults: readonly object[]) {
    const receiver = await Receiver.open()
    const merchant = await CallbackMerchant.open(sandbox, { callbackUrl: receiver.url() })
    await freezeClock(sandbox.sandcard.service, merchant.project, START)
    const set = async (...next: readonly object[]): Promise<void> => {
      bodyOf(await merchant.call('PUT', '/control/v1/faults', { seed: 1, faults: next }), 200)
    }
    await set(...faults)
    return { receiver, merchant, set }
  }

  const operations = (received: readonly ReceivedRequest[]): string[] =>
    received.map(({ parameters }) => parameters.get('operation') ?? '')

  test('is a failed attempt if it is dropped, and is retried', async () => {
    const { receiver, merchant } = await open({ kind: 'drop', times: 1 })
    await merchant.pay()
    const [dropped] = await merchant.inboxOnce(([first]) => first?.attempts.length === 1)
    assert.equal(dropped?.state, 'waiting')
    assert.equal(dropped.failures, 1)
    assert.deepEqual(
      dropped.attempts.map(({ httpStatus, error, ...attempt }) => [
        httpStatus,
        error,
        (attempt as { fault?: string }).fault,
      ]),
      [[null, 'dropped by a fault', 'drop']],
    )
    assert.equal(receiver.received.length, 0)
    await merchant.advance('PT30S')
    await receiver.until(1)
    await merchant.inboxInStates('delivered')
    await receiver.close()
  })

  test("arrives when the project's clock has reached its time if it is delayed", async () => {
    const { receiver, merchant } = await open({ kind: 'delay', ms: 300_000 })
    await merchant.pay()
    const [delayed] = await merchant.inboxOnce(([first]) => first?.attempts.length === 1)
    assert.equal(delayed?.nextAttemptAt, new Date(START + 300_000).toISOString())
    assert.equal(delayed.failures, 0)
    await merchant.advance('PT4M')
    assert.equal(receiver.received.length, 0)
    await merchant.advance('PT1M')
    await receiver.until(1)
    await merchant.inboxInStates('delivered')
    await receiver.close()
  })

  test('arrives after the next one of its order if it is reordered', async () => {
    const { receiver, merchant } = await open({ kind: 'reorder', operation: 'approved', times: 1 })
    const order = await merchant.pay({ twoStage: true })
    await merchant.inboxOnce(([first]) => first?.attempts.length === 1)
    await merchant.deposit(order)
    assert.deepEqual(operations(await receiver.until(2)), ['deposited', 'approved'])
    const inbox = await merchant.inboxInStates('delivered', 'delivered')
    assert.equal(inbox[0]?.failures, 0)
    await receiver.close()
  })

  test('arrives late if it is reordered and no other callback follows', async () => {
    const { receiver, merchant } = await open({ kind: 'reorder', ms: 20_000 })
    await merchant.pay()
    await merchant.inboxOnce(([first]) => first?.attempts.length === 1)
    await merchant.advance('PT20S')
    await receiver.until(1)
    await merchant.inboxInStates('delivered')
    await receiver.close()
  })

  test('arrives twice if it is duplicated, and one delivery is enough', async () => {
    const { receiver, merchant } = await open({ kind: 'duplicate', times: 1 })
    receiver.script.push(answer(500), answer(200))
    await merchant.pay()
    const [one, other] = await receiver.until(2)
    assert.equal(one?.path, other?.path)
    const [callback] = await merchant.inboxInStates('delivered')
    assert.deepEqual(
      callback?.attempts.map(({ httpStatus }) => httpStatus),
      [500, 200],
    )
    await receiver.close()
  })

  test('is refused by the receiver if its signature is wrong, and its retry is signed correctly', async () => {
    const { receiver, merchant } = await open({ kind: 'wrong-signature', times: 1 })
    const key = merchant.project.secrets.interfaceC.callbackKey
    const isRight = ({ parameters }: ReceivedRequest): boolean =>
      isHmacChecksum(parameters, key, parameters.get('checksum') ?? '')
    receiver.usual = (response, received) => response.writeHead(isRight(received) ? 200 : 403).end()
    await merchant.pay()
    await merchant.inboxOnce(([first]) => first?.failures === 1)
    await merchant.advance('PT30S')
    const received = await receiver.until(2)
    assert.deepEqual(received.map(isRight), [false, true])
    assert.match(received[0]?.parameters.get('checksum') ?? '', /^[0-9A-F]{64}$/)
    await merchant.inboxInStates('delivered')
    await receiver.close()
  })

  test('arrives after the faults have been removed if it was dropped', async () => {
    const { receiver, merchant, set } = await open({ kind: 'drop' }, { kind: 'delay' })
    await merchant.pay()
    await merchant.pay()
    await merchant.inboxOnce((inbox) => inbox.every(({ failures }) => failures === 1))
    await set()
    await merchant.advance('PT30S')
    await receiver.until(2)
    await merchant.inboxInStates('delivered', 'delivered')
    await receiver.close()
  })

  test('is not affected by faults of calls', async () => {
    const { receiver, merchant } = await open({ kind: 'latency', ms: 0 })
    await merchant.pay()
    await receiver.until(1)
    await merchant.inboxInStates('delivered')
    await receiver.close()
  })
})
