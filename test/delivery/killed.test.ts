// A process that is killed after a payment is committed and before its callback is sent.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { IN_FLIGHT } from '../../src/delivery/slots.ts'
import { SandcardProcess } from '../kit/process.ts'
import { onEveryDatabase } from '../kit/databases.ts'
import { call } from '../kit/transfer-load.ts'
import { hang, Receiver } from '../kit/callback-receiver.ts'
import { type CallbackShape, payAtDemoProject } from '../kit/callback-merchant.ts'

/** More than a receiver has slots: the rest is committed but not sent. */
const PAYMENTS = 60
const ON_THEIR_WAY = IN_FLIGHT.perOriginFirst

onEveryDatabase('After a process was killed', (database) => {
  test('the next process sends its callbacks', async () => {
    const receiver = await Receiver.open()
    const opened = await database.open()
    const settings = { DATABASE_URL: opened.url }
    const first = new SandcardProcess(settings)
    const url = await first.ready()
    await call(url, 'PATCH', '/control/v1/project', { callbackUrl: receiver.url() })
    receiver.usual = hang
    const paid = await Promise.all(Array.from({ length: PAYMENTS }, () => payAtDemoProject(url)))
    await receiver.until(ON_THEIR_WAY)
    await first.stop('SIGKILL')
    const sent = new Set(receiver.received.map(({ parameters }) => parameters.get('mdOrder')))
    assert.equal(sent.size, ON_THEIR_WAY)
    receiver.usual = (response) => response.writeHead(200).end()
    const second = new SandcardProcess(settings)
    const again = await second.ready()
    const heard = () =>
      Map.groupBy(receiver.received, ({ parameters }) => parameters.get('mdOrder') ?? '')
    while (heard().size < PAYMENTS) await receiver.until(receiver.received.length + 1)
    assert.deepEqual([...heard().keys()].sort(), [...paid].sort())
    // Callbacks that were being sent are sent again when their claims expire, which may have
    // happened.
    const waiting = await call<{ items: CallbackShape[] }>(
      again,
      'GET',
      '/control/v1/callbacks?state=waiting&limit=100',
    )
    const open = new Set(waiting.items.map(({ orderId }) => orderId ?? undefined))
    const ofAll = heard()
    for (const orderId of sent)
      assert.ok(open.has(orderId) || ofAll.get(orderId ?? '')?.length === 2, String(orderId))
    await second.stop('SIGTERM')
    await opened.drop()
    await receiver.close()
  })
})
