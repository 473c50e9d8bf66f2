// Callbacks to receivers that redirect, switch protocols, hang, refuse connections or never end.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onEveryDatabase } from '../kit/databases.ts'
import { freePort } from '../kit/free-port.ts'
import { type Sandbox, startSandbox } from '../kit/sandbox.ts'
import { hang, Receiver } from '../kit/callback-receiver.ts'
import { CallbackMerchant } from '../kit/callback-merchant.ts'

/** The time limit of exchanges, long enough for other receivers to respond on a busy machine. */
const TIMEOUT_MS = 2000

onEveryDatabase('Callbacks', (database) => {
  let sandbox: Sandbox
  before(async () => {
    sandbox = await startSandbox(database)
  })
  after(() => sandbox.close())

  test('do not follow a redirect', async () => {
    const [receiver, elsewhere] = await Promise.all([Receiver.open(), Receiver.open()])
    receiver.usual = (response) =>
      response.writeHead(302, { location: elsewhere.url('/stolen') }).end()
    const merchant = await CallbackMerchant.open(sandbox, { callbackUrl: receiver.url() })
    await merchant.pay()
    const [callback] = await merchant.inboxOnce(([one]) => one?.attempts.length === 1)
    assert.equal(callback?.attempts[0]?.httpStatus, 302)
    assert.equal(callback.state, 'waiting')
    assert.equal(elsewhere.received.length, 0)
    await Promise.all([receiver.close(), elsewhere.close()])
  })

  test('fail at a receiver that switches protocols, and do not delay others', async () => {
    const receiver = await Receiver.open()
    const merchant = await CallbackMerchant.open(sandbox, { callbackUrl: receiver.url() })
    receiver.script.push((response) =>
      response.socket?.write(
        'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
      ),
    )
    await merchant.pay()
    const [callback] = await merchant.inboxOnce(([one]) => one?.attempts.length === 1)
    assert.equal(callback?.attempts[0]?.error, 'the connection closed before a response')
    assert.equal(callback.state, 'waiting')
    await receiver.close()
  })

  test('fail with a reason while the receiver hangs or refuses connections, and arrive afterwards', async (context) => {
    const impatient = await startSandbox(database, { delivery: { timeoutMs: TIMEOUT_MS } })
    context.after(() => impatient.close())
    const receiver = await Receiver.open(await freePort())
    receiver.script.push(hang, (response) => response.writeHead(200).write('half'))
    const merchant = await CallbackMerchant.open(impatient, { callbackUrl: receiver.url() })
    await merchant.pay()
    const [hung] = await merchant.inboxOnce(([one]) => one?.attempts.length === 1)
    assert.match(hung?.attempts[0]?.error ?? '', /no complete response within 2 s/)
    assert.equal(hung?.attempts[0]?.httpStatus, null)
    await merchant.advance('PT31S')
    const [half] = await merchant.inboxOnce(([one]) => one?.attempts.length === 2)
    assert.equal(half?.attempts[1]?.httpStatus, 200)
    assert.match(half?.attempts[1]?.error ?? '', /no complete response/)
    const { port } = receiver
    await receiver.close()
    await merchant.advance('PT30S')
    const [refused] = await merchant.inboxOnce(([one]) => one?.attempts.length === 3)
    assert.match(refused?.attempts[2]?.error ?? '', /ECONNREFUSED/)
    const again = await Receiver.open(port)
    await merchant.advance('PT30S')
    await again.until(1)
    await merchant.inboxInStates('delivered')
    await again.close()
  })

  test('are delivered by a 200 whose body never ends', async () => {
    const receiver = await Receiver.open()
    const hungUp = Promise.withResolvers<undefined>()
    receiver.script.push((response) => {
      const chunk = 'x'.repeat(1000)
      const tellOn = (): void => {
        while (response.write(chunk));
      }
      response.on('drain', tellOn).on('close', () => hungUp.resolve(undefined))
      response.writeHead(200)
      tellOn()
    })
    const merchant = await CallbackMerchant.open(sandbox, { callbackUrl: receiver.url() })
    await merchant.pay()
    const [callback] = await merchant.inboxInStates('delivered')
    const [attempt] = callback?.attempts ?? []
    assert.deepEqual([attempt?.httpStatus, attempt?.error], [200, null])
    // The first 1,024 bytes of the body are stored.
    assert.match(attempt?.answer ?? '', /^200 OK\n[^]*\n\nx{1024}$/)
    await hungUp.promise
    await receiver.close()
  })
})
