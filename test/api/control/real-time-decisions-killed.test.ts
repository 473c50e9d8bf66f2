// A process is killed while a server decides on a payment; the next process settles it.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { hang, Receiver } from '../../kit/callback-receiver.ts'
import { type OpenDatabase, onEveryDatabase } from '../../kit/databases.ts'
import { ENDPOINT, type RealTime } from '../../kit/paying-card.ts'
import { SandcardProcess } from '../../kit/process.ts'

onEveryDatabase('A real-time decision whose process is killed', (database) => {
  let opened: OpenDatabase
  before(async () => (opened = await database.open()))
  after(() => opened.drop())

  test('is settled with the fallback after the next start', async () => {
    const server = await Receiver.open()
    server.usual = hang
    const settings = {
      DATABASE_URL: opened.url,
      SANDCARD_SECRET: 'a secret that only the tests use',
    }
    const first = new SandcardProcess(settings)
    const headers = { 'x-api-key': 'demo-api-key', 'content-type': 'application/json' }
    const send = async (url: string, method: string, path: string, body?: unknown) => {
      const options = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }
      return (await fetch(url + path, options)).json() as Promise<Record<string, unknown>>
    }
    const url = await first.ready()
    const cardholder = { firstName: 'Ann', lastName: 'Doe', phoneNumber: '+35700000001' }
    const issued = await send(url, 'POST', '/control/v1/cards', {
      cardholder,
      initialBalance: 5_000,
    })
    assert.ok('id' in issued, JSON.stringify(issued))
    const cardId = String(issued['id'])
    await send(url, 'PUT', ENDPOINT, { url: server.url(), timeoutMs: 1000, onTimeout: 'approve' })
    const payment = { cardId, amount: 2_000, currency: 'EUR' }
    const merchant = { userName: 'demo-api', password: 'demo-password' }
    const { number, expiryDate, cvc } = await send(url, 'GET', `/v2/cards/${cardId}`)
    const form = { ...merchant, amount: '1000', currency: '978', pan: number, expiry: expiryDate }
    const pay = (operation: string, sent: Record<string, unknown>) =>
      postForm(`${url}/payment/rest/${operation}.do`, sent)
    const named = { cvc, cardholderName: 'ANN DOE', orderNumber: 'killed' }
    const lost = [
      assert.rejects(send(url, 'POST', '/control/v1/simulations/authorisations', payment)),
      assert.rejects(pay('motoPayment', { ...form, ...named })),
    ]
    await server.until(2)
    await first.stop('SIGKILL')
    await Promise.all(lost)
    const second = new SandcardProcess(settings)
    const again = await second.ready()
    try {
      for (;;) {
        const { items } = (await send(again, 'GET', '/control/v1/real-time-decisions')) as {
          items: RealTime[]
        }
        if (items.some(({ state }) => state === 'pending')) continue
        assert.deepEqual(
          items.map(({ state, decidedBy }) => [state, decidedBy]),
          [
            ['approved', 'timeout'],
            ['approved', 'timeout'],
          ],
        )
        break
      }
      const path = '/control/v1/requests?api=due-work'
      const { items: entries } = (await send(again, 'GET', path)) as {
        items: { changes: { kind: string; fields: { name: string; after: unknown }[] }[] }[]
      }
      const decided = entries.flatMap(({ changes }) =>
        changes.filter(({ kind }) => kind === 'realTimeDecision'),
      )
      for (const { fields } of decided)
        assert.equal(fields.find(({ name }) => name === 'decidedBy')?.after, 'timeout')
      assert.equal(decided.length, 2)
      // The order is paid once, and its number cannot be paid again.
      const status = await postForm(`${again}/payment/rest/getOrderStatusExtended.do`, {
        ...merchant,
        orderNumber: 'killed',
      })
      assert.deepEqual([status['orderStatus'], status['actionCode']], [2, 0])
      const { account } = (await send(again, 'GET', `/v2/cards/${cardId}`)) as {
        account?: { balance: number }
      }
      assert.equal(account?.balance, 2_000)
    } finally {
      await second.stop('SIGTERM')
      await server.close()
    }
  })
})

async function postForm(url: string, form: Readonly<Record<string, unknown>>) {
  const pairs = Object.entries(form).map(([name, value]) => [name, String(value)] as const)
  const body = new URLSearchParams(Object.fromEntries(pairs))
  return (await fetch(url, { method: 'POST', body })).json() as Promise<Record<string, unknown>>
}
