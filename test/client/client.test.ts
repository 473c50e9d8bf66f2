// The clients as a user's test suite uses them: every interface, errors and declines.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import {
  connect,
  ApiError,
  type Sandcard,
  type SandboxProject,
  startSandcard,
} from '../../src/index.ts'
import { TEST_CARDS } from '../kit/test-cards.ts'

const MEMORY = { database: 'sqlite::memory:', port: 0, logLevel: 'silent' } as const
const ADDRESS = { country: 'CY', postalCode: '3000' }
/** A test card that pays without a challenge. */
const CARD = { $PAN: TEST_CARDS.approved, $CVC: '123', YYYY: 2034, MM: 12, TEXT: 'ANN DOE' }

describe('The clients of a project', () => {
  let sandcard: Sandcard
  let project: SandboxProject
  before(async () => {
    sandcard = await startSandcard(MEMORY)
    project = await sandcard.project('clients')
  })
  after(() => sandcard.close())

  const issueCard = async (firstName: string) => {
    const { id: cardholder } = await project.b.createCardholder({
      firstName,
      lastName: 'Doe',
      phoneNumber: '+35700000001',
      billingAddress: ADDRESS,
    })
    const { cardProductName: productName } = project.product
    const { id } = await project.b.createCard({ productName, cardholder })
    return project.b.getCard({ id })
  }

  test('issue cards, move money and return declines at B', async () => {
    const [ann, bob] = [await issueCard('Ann'), await issueCard('Bob')]
    const destinationCard = { cardNumber: ann.number }
    await project.b.createTopup({ amount: 1000, currency: 'EUR', destinationCard })
    const send = (amount: number) =>
      project.b.createTransfer({
        amount,
        currency: 'EUR',
        sourceCard: { cardNumber: ann.number, expiryDate: ann.expiryDate },
        destinationCard: { cardNumber: bob.number },
      })
    assert.equal((await send(400)).status, 'approved')
    assert.equal((await send(601)).status, 'declined')
    assert.equal((await project.b.getCard({ id: bob.id })).account.balance, 400)
    const { transfers } = await project.b.listTransfers({
      cardNumberFltr: bob.number,
      statusFltr: 'approved',
    })
    assert.deepEqual(
      transfers.map(({ amount }: { readonly amount: number }) => amount),
      [400],
    )
    const blocked = await project.b.updateCard({ id: ann.id, status: 'blocked' })
    assert.equal(blocked.status, 'blocked')
  })

  test('replay a request with its idempotency key at B', async () => {
    const { number } = await issueCard('Cid')
    const topup = { amount: 5, currency: 'EUR', destinationCard: { cardNumber: number } } as const
    const first = await project.b.createTopup(topup, { idempotencyKey: 'once' })
    assert.deepEqual(await project.b.createTopup(topup, { idempotencyKey: 'once' }), first)
    await assert.rejects(
      project.b.createTopup({ ...topup, amount: 6 }, { idempotencyKey: 'once' }),
      refusal({ operation: 'createTopup', status: 422 }),
    )
  })

  test('register a customer at A', async () => {
    const { product } = project
    const values = {
      institutionId: product.institutionId,
      agent_number: product.agentNumber,
      customer_number: 'P1',
      product_id: product.productId,
      start_date: '2026-01-01',
      service_id_acc: product.serviceIdAcc,
      surname: 'Doe',
      firstName: 'Ann',
      secondName: 'M',
      email: 'ann@example.com',
      mobile_phone: '35700000001',
      country_code: '196',
      region: 'Limassol',
      city: 'Limassol',
      street: 'Main',
      house: '1',
      apartament: '2',
      postal_code: '3000',
    }
    const parameters = Object.entries(values).map(([name, value]) => ({ name, value }))
    const request = { productName: product.productName, parameters }
    const { accountNumber } = await project.a.registerCustomer(request)
    assert.match(accountNumber, /^\d{20}$/)
    await assert.rejects(
      project.a.getCardData({ cardIdentification: { cardId: 1 } }),
      refusal({ operation: 'getCardData', status: 404, code: 'A8' }),
    )
  })

  test('wait for orders and callbacks, and report the closest record', async () => {
    const { orderId } = await project.c.register({
      amount: 100,
      returnUrl: 'https://shop.example/',
    })
    const paid = project.control.waitForOrder({ orderId, status: 'deposited' })
    const told = project.control.waitForCallback({ orderId, operation: 'deposited' })
    await project.c.paymentorder({ MDORDER: orderId, ...CARD })
    assert.equal((await paid).depositedAmount, 100)
    const { id } = await told
    await assert.rejects(
      project.control.waitForCallback({ orderId }, { after: id, timeoutMs: 0 }),
      refusal({ operation: 'expect', status: 408, code: 'no-match-in-time' }),
    )
    await assert.rejects(
      project.control.waitForOrder({ orderId, refundedAmount: 1 }, { timeoutMs: 0 }),
      /\/match\/order\/refundedAmount is 0, not 1/,
    )
  })

  test('take payments at C, and throw its errorCode', async () => {
    const { orderId } = await project.c.register({
      amount: 2000,
      returnUrl: 'https://shop.example/',
    })
    await project.c.paymentorder({ MDORDER: orderId, ...CARD })
    const status = await project.c.getOrderStatusExtended({ orderId })
    assert.equal(status.orderStatus, 2)
    await project.c.refund({ orderId, amount: 500 })
    const { paymentAmountInfo } = await project.c.getOrderStatusExtended({ orderId })
    assert.equal(paymentAmountInfo?.refundedAmount, 500)
    await assert.rejects(
      project.c.refund({ orderId, amount: 1501 }),
      refusal({ operation: 'refund', status: 200, code: '7' }),
    )
  })

  test('send a list as repeated fields to C', async () => {
    const features = ['FORCE_SSL', 'FORCE_CREATE_BINDING']
    const order = { amount: 2000, returnUrl: 'https://shop.example/', clientId: 'list' }
    const { orderId } = await project.c.register({ ...order, features })
    await project.c.paymentorder({ MDORDER: orderId, ...CARD })
    const { bindings } = await project.c.getBindings({ clientId: 'list' })
    assert.equal(bindings?.length, 1)
    await assert.rejects(
      project.c.register({ ...order, features: ['FORCE_SSL', 'NONSENSE'] }),
      refusal({ operation: 'register', status: 200, code: '14' }),
    )
  })

  test('return a payment that C declined', async () => {
    const { orderId } = await project.c.register({
      amount: 2000,
      returnUrl: 'https://shop.example/',
    })
    await project.c.paymentorder({ MDORDER: orderId, ...CARD, $PAN: TEST_CARDS.declined })
    assert.equal((await project.c.getOrderStatusExtended({ orderId })).actionCode, 5)
  })

  test('advance the clock and list callbacks', async () => {
    const own = await sandcard.project()
    await own.control.moveClock({ freeze: true })
    const { now } = await own.control.moveClock({ set: '2030-02-01T00:00:00Z' })
    assert.equal(now.slice(0, 10), '2030-02-01')
    assert.equal((await own.control.getClock()).frozen, true)
    const { orderId } = await own.c.register({ amount: 1, returnUrl: 'https://shop.example/' })
    await own.c.paymentorder({ MDORDER: orderId, ...CARD })
    const { items } = await own.control.listCallbacks({ orderId, limit: 5 })
    assert.deepEqual(
      items.map(({ operation }: { readonly operation: string }) => operation),
      ['deposited'],
    )
    assert.equal((await own.control.getLedger()).trialBalance, 0)
    const { settings } = await own.control.updateProject({ merchantName: 'Corner shop' })
    assert.equal(settings.merchantName, 'Corner shop')
    await own.control.resetProject()
    assert.deepEqual((await own.control.listCallbacks()).items, [])
  })

  test('write numbers and flags in the query', async () => {
    const own = await sandcard.project()
    const { orderId } = await own.c.register({ amount: 1, returnUrl: 'https://shop.example/' })
    const { items } = await own.control.listOrders({ limit: 20, expiring: true })
    assert.deepEqual(
      items.map(({ id }: { readonly id: string }) => id),
      [orderId],
    )
  })

  test('escape parameters in the path', async () => {
    await assert.rejects(
      project.b.getCard({ id: '../cardholders?x=#' }),
      refusal({ operation: 'getCard', status: 404 }),
    )
  })

  test('return a declined payment, whatever its format', async () => {
    const project = await sandcard.project()
    const clientId = 'declined'
    const { orderId } = await project.c.register({
      amount: 2000,
      returnUrl: 'https://shop.example/',
      clientId,
    })
    await project.c.paymentorder({ MDORDER: orderId, ...CARD })
    const { bindings } = await project.c.getBindings({ clientId })
    const bindingId = bindings[0]?.bindingId ?? ''
    await project.control.updateProject({
      outcomeRules: [{ match: {}, outcome: { actionCode: 116 } }],
    })
    const charge = { bindingId, amount: 100 }
    assert.equal((await project.c.recurrentPayment(charge)).success, false)
    assert.equal((await project.c.installmentPayment(charge)).errorCode, 0)
    const card = { pan: CARD.$PAN, cvc: '123', expiry: '203412', amount: 100 }
    assert.equal((await project.c.motoPayment(card)).success, false)
    const stored = { clientId, pan: CARD.$PAN, expiryDate: '203412' }
    assert.equal((await project.c.createBindingNoPayment(stored)).error, true)
    await assert.rejects(project.c.recurrentPayment({ ...charge, amount: -1 }), {
      message: 'recurrentPayment was refused with 200: Amount is invalid',
      code: '5',
    })
  })

  test('name the invalid fields', async () => {
    const topup = {
      amount: 1,
      currency: 'EUR',
      destinationCard: { cardNumber: '4000000000000002' },
    } as const
    await assert.rejects(project.b.createTopup(topup), (error) => {
      assert.ok(error instanceof ApiError)
      assert.deepEqual(
        error.issues.map(({ pointer }) => pointer),
        ['/destinationCard/cardNumber'],
      )
      assert.match(
        error.message,
        /^createTopup was refused with 4\d\d: .+ \(\/destinationCard\/cardNumber .+\)$/,
      )
      return true
    })
  })

  test('name an invalid field once, and send a filter that does not exist to the service', async () => {
    const { control } = project
    const unknown = JSON.parse('{ "amount": 1 }') as { cardId: string; amount: number }
    await assert.rejects(control.simulateAuthorisation(unknown), {
      message: 'simulateAuthorisation was refused with 422: /cardId is required.',
    })
    const filter = JSON.parse('{ "statsu": "active" }') as { limit: number }
    await assert.rejects(control.listCards(filter), {
      message: 'listCards was refused with 400: /statsu is not a known parameter.',
    })
  })

  test('expose the request id of a refused request on any interface', async () => {
    const cardId = 1
    for (const call of [
      () => project.a.getCardData({ cardIdentification: { cardId } }),
      () => project.b.getCard({ id: 'x' }),
      () => project.c.refund({ orderId: 'x', amount: 1 }),
      () => project.control.getCallback({ id: '1' }),
    ])
      await assert.rejects(call, (error) => {
        assert.ok(error instanceof ApiError)
        assert.match(error.requestId ?? '', /^[\da-f]{8}-/)
        return true
      })
  })

  test('throw an error before sending if a path parameter is missing or a dot segment', async () => {
    const { id } = JSON.parse('{}') as { id: string }
    await assert.rejects(project.b.getCard({ id }), new TypeError('getCard: id is missing'))
    await assert.rejects(project.b.getCard({ id: '' }), new TypeError('getCard: id is missing'))
    // `fetch` would leave it out of the URL.
    await assert.rejects(project.b.getCard({ id: '..' }), new TypeError('getCard: id is ".."'))
  })

  test('stop waiting when their signal aborts', async () => {
    const signal = AbortSignal.abort()
    await assert.rejects(project.control.getClock(undefined, { signal }), { name: 'AbortError' })
  })
})

test('An existing project is opened by its API key', async () => {
  const sandcard = await startSandcard(MEMORY)
  const { open, url } = connect(`${sandcard.url}/`)
  assert.equal(url, sandcard.url)
  const demo = await open('demo-api-key')
  assert.equal(demo.interfaceC.userName, 'demo-api')
  assert.deepEqual((await demo.control.listCallbacks()).items, [])
  await assert.rejects(open('no-such-key'), refusal({ operation: 'getProject', status: 401 }))
  await sandcard.close()
})

test('In hosted mode the admin token of the service creates projects', async () => {
  const hosted = {
    ...MEMORY,
    mode: 'hosted',
    secret: 'sixteen letters!',
    publicUrl: 'https://sandcard.example',
  } as const
  const adminToken = 'a-token-of-the-admin'
  const sandcard = await startSandcard({ ...hosted, adminToken })
  assert.equal((await sandcard.project()).mode, 'hosted')
  await assert.rejects(
    connect(sandcard.url).project(),
    refusal({ operation: 'createProject', status: 401, code: 'unauthorized' }),
  )
  await sandcard.close()
})

test('A service that does not respond is named with the reason', async () => {
  await assert.rejects(connect('http://127.0.0.1:2/').project(), {
    name: 'TypeError',
    message: 'fetch failed: http://127.0.0.1:2 does not respond (ECONNREFUSED)',
  })
})

test('An error that is not JSON is reported verbatim', async () => {
  const proxy = createServer((_request, response) => {
    response.statusCode = 502
    response.end('<h1>Bad gateway</h1>')
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const { port } = proxy.address() as AddressInfo
  await assert.rejects(connect(`http://127.0.0.1:${port}`).open('x'), (error) => {
    assert.ok(error instanceof ApiError)
    assert.equal(error.message, 'getProject was refused with 502: <h1>Bad gateway</h1>')
    assert.deepEqual([error.code, error.body], [undefined, '<h1>Bad gateway</h1>'])
    return true
  })
  proxy.close()
})

/** Checks an `ApiError`. */
function refusal(expected: { operation: string; status: number; code?: string }) {
  return (error: unknown): true => {
    assert.ok(error instanceof ApiError, String(error))
    const { operation, status, code } = error
    assert.deepEqual({ operation, status, code }, { code, ...expected })
    const { detail, errorMessage, errorDesc, message } = error.body as Readonly<
      Record<string, unknown>
    >
    const detailOrMessage = detail ?? errorMessage ?? errorDesc ?? message
    assert.equal(
      error.message,
      `${operation} was refused with ${status}: ${String(detailOrMessage)}`,
    )
    assert.equal(typeof detailOrMessage, 'string')
    return true
  }
}
