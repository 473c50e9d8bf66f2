// The closed loop through all three interfaces: a card issued through B pays at C, and A's records
// show it.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onEveryDatabase } from '../kit/databases.ts'
import { type Sandbox, startSandbox } from '../kit/sandbox.ts'
import { type Merchant, type Form, type Json, newMerchant } from '../kit/merchant.ts'

interface Card {
  readonly id: string
  readonly number: string
  readonly expiryDate: string
  readonly cvc: string
  readonly account: { readonly balance: number }
}
interface Leg {
  readonly transactionType: string
  readonly operationDirection: string
  readonly amount: number
  readonly requestAmount: number
  readonly utrnno: number
  readonly authorizationIdResponse?: string
  readonly internalResponseCode: number
  readonly merchantName: string
  readonly mcc: number
  readonly terminalId: string
  readonly posDataCode: string
  readonly reversal: boolean
}
interface Status {
  readonly orderStatus: number
  readonly actionCode: number
  readonly authRefNum?: string
  readonly cardAuthInfo: { readonly maskedPan: string; readonly approvalCode?: string }
  readonly bindingInfo?: { readonly bindingId: string }
}

const DAY_MS = 86_400_000
/** The initial digits of every issued card. */
const FUNDS = 90_000

const limit = (amount: number): Json => ({
  spendingLimits: [
    { amount, interval: 'daily' },
    { amount, interval: 'monthly' },
  ],
})

const status = async (merchant: Merchant, orderId: string): Promise<Status> =>
  (await merchant.call('getOrderStatusExtended', { orderId })).json as Status

onEveryDatabase('A card issued here', (database) => {
  let sandbox: Sandbox
  before(async () => {
    sandbox = await startSandbox(database)
  })
  after(() => sandbox.close())

  /** A project with one card of interface B, topped up, and its merchant at C. */
  async function loop() {
    const merchant = await newMerchant(sandbox)
    const { secrets } = merchant.project
    const b = async <T>(method: string, path: string, body?: Json): Promise<T> => {
      const headers = { 'X-API-KEY': secrets.interfaceB.apiKey }
      const answer = await sandbox.call(
        method,
        `/v2${path}`,
        body ? { headers, body } : { headers },
      )
      assert.ok(answer.status < 300, answer.text)
      return answer.json as T
    }
    const a = async <T>(operation: string, body: Json): Promise<T> => {
      const { login, password } = secrets.interfaceA
      const authorization = `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`
      const path = `/v1/apigate/ws/rest/${operation}`
      const answer = await sandbox.call('POST', path, { headers: { authorization }, body })
      assert.equal(answer.status, 200, answer.text)
      return answer.json as T
    }
    const cardholder = await b<{ id: string }>('POST', '/cardholders', {
      firstName: 'Ann',
      lastName: 'Doe',
      phoneNumber: '+35700000001',
      billingAddress: { country: 'CY', postalCode: '3000' },
    })
    const issued = await b<{ id: string }>('POST', '/cards', {
      productName: secrets.product.cardProductName,
      cardholder: cardholder.id,
    })
    const path = `/cards/${issued.id}`
    const read = () => b<Card>('GET', path)
    await b('POST', '/topups', {
      amount: FUNDS,
      currency: 'EUR',
      destinationCard: { cardNumber: (await read()).number },
    })
    return {
      merchant,
      read,
      balance: async () => (await read()).account.balance,
      change: (parameter: Json) => b('PATCH', path, parameter),
      pay: async (orderId: string, form: Form = {}) => {
        const { number, expiryDate, cvc } = await read()
        const fields = { $PAN: number, $CVC: cvc, $EXPIRY: expiryDate }
        await merchant.pay(orderId, { ...fields, ...form })
        return status(merchant, orderId)
      },
      legs: async () => {
        const body = {
          cardIdentification: { cardId: Number(issued.id) },
          period: { start: '2031-05-01', end: '2031-05-31' },
        }
        return (await a<{ transactions: Leg[] }>('getTransactions', body)).transactions
      },
    }
  }

  test('interface A lists every leg with the numbers from the gateway', async () => {
    const { merchant, pay, balance, legs } = await loop()
    const orderId = await merchant.registerPreAuth({ amount: 4000 })
    const held = await pay(orderId)
    assert.deepEqual([held.orderStatus, await balance()], [1, FUNDS - 4000])
    const { bankName, panCountryCode } = await merchant.callOk('getFinishedPaymentInfo', {
      orderId,
    })
    assert.deepEqual([bankName, panCountryCode], ['Sandcard', 'CY'])
    await merchant.callOk('deposit', { orderId, amount: 3000 })
    await merchant.callOk('refund', { orderId, amount: 1000 })
    assert.equal(await balance(), FUNDS - 2000)
    const [, purchase, completion, refund, ...more] = await legs()
    assert.ok(purchase && completion && refund && more.length === 0)
    assert.deepEqual(
      [purchase, completion, refund].map((leg) => [
        leg.transactionType,
        leg.operationDirection,
        leg.amount,
      ]),
      [
        ['774', 'DEBIT', 4000],
        ['737', 'DEBIT', 3000],
        ['775', 'CREDIT', 1000],
      ],
    )
    for (const { merchantName, mcc, terminalId } of [purchase, completion, refund])
      assert.deepEqual([merchantName, mcc, terminalId], ['Sandcard shop', 5999, '12345678'])
    assert.equal(purchase.posDataCode, '100050U00130')
    assert.equal(String(purchase.utrnno).padStart(12, '0'), held.authRefNum)
    assert.equal(purchase.authorizationIdResponse, held.cardAuthInfo.approvalCode)
    assert.equal(completion.authorizationIdResponse, held.cardAuthInfo.approvalCode)
  })

  const declines: readonly {
    when: string
    code: number
    order?: Form
    card?: (card: Card) => Form
    change?: Json
  }[] = [
    { when: 'with insufficient funds', code: 116, order: { amount: FUNDS + 1 } },
    { when: 'above its limit', code: 121, order: { amount: FUNDS }, change: limit(FUNDS - 1) },
    {
      when: 'with a wrong CVC',
      code: 82,
      card: ({ cvc }) => ({ $CVC: cvc === '000' ? '001' : '000' }),
    },
    { when: 'with a wrong expiry date', code: 101, card: () => ({ $EXPIRY: '203312' }) },
    { when: 'that is blocked', code: 4, change: { status: 'blocked' } },
    { when: 'that is lost', code: 208, change: { status: 'lost' } },
    { when: 'that is stolen', code: 208, change: { status: 'stolen' } },
    { when: 'in another currency', code: 110, order: { currency: 840 } },
  ]
  for (const { when, code, order, card, change } of declines)
    test(`a card ${when} declines with ${code} on both sides`, async () => {
      const { merchant, read, pay, balance, change: changeCard, legs } = await loop()
      if (change !== undefined) await changeCard(change)
      const declined = await pay(await merchant.register(order), card?.(await read()))
      assert.deepEqual([declined.orderStatus, declined.actionCode], [0, code])
      assert.equal(await balance(), FUNDS)
      const leg = (await legs()).at(-1)
      assert.ok(leg)
      assert.deepEqual(
        [leg.transactionType, leg.operationDirection, leg.amount],
        ['774', 'NOOP', 0],
      )
      assert.notEqual(leg.internalResponseCode, -1)
    })

  test('a payment continues after its card was blocked', async () => {
    const { merchant, pay, balance, change } = await loop()
    const [captured, reversed] = [
      await merchant.registerPreAuth(),
      await merchant.registerPreAuth(),
    ]
    await pay(captured)
    await pay(reversed)
    await change({ status: 'blocked' })
    await merchant.callOk('deposit', { orderId: captured, amount: 2000 })
    await merchant.callOk('refund', { orderId: captured, amount: 500 })
    await merchant.callOk('reverse', { orderId: reversed })
    assert.equal(await balance(), FUNDS - 1500)
  })

  test('a purchase uses limits, and uncaptured, reversed and refunded amounts restore them', async () => {
    const { merchant, pay, change } = await loop()
    await change(limit(5000))
    const held = await merchant.registerPreAuth({ amount: 5000 })
    await pay(held)
    const code = async (amount: number) =>
      (await pay(await merchant.register({ amount }))).actionCode
    assert.equal(await code(1), 121)
    await merchant.callOk('deposit', { orderId: held, amount: 3000 })
    assert.equal(await code(2001), 121)
    assert.equal(await code(2000), 0)
    await merchant.callOk('refund', { orderId: held, amount: 1000 })
    assert.equal(await code(1001), 121)
    const last = await merchant.registerPreAuth({ amount: 1000 })
    assert.equal((await pay(last)).actionCode, 0)
    await merchant.callOk('reverse', { orderId: last })
    assert.equal(await code(1000), 0)
  })

  test('a hold that is not captured is released after seven days', async () => {
    const { merchant, pay, balance, legs } = await loop()
    const orderId = await merchant.registerPreAuth()
    await pay(orderId)
    await merchant.advanceClock(7 * DAY_MS - 1)
    assert.deepEqual([(await status(merchant, orderId)).orderStatus, await balance()], [1, 88_000])
    await merchant.advanceClock(1)
    assert.deepEqual([(await status(merchant, orderId)).orderStatus, await balance()], [3, FUNDS])
    const leg = (await legs()).at(-1)
    assert.deepEqual(
      [leg?.transactionType, leg?.operationDirection, leg?.reversal],
      ['774', 'CREDIT', true],
    )
  })

  test('a binding follows the card: a blocked card declines, a reissued card declines until it is extended', async () => {
    const { merchant, pay, read, change } = await loop()
    const first = await pay(await merchant.register({ clientId: 'ann' }))
    const bindingId = first.bindingInfo?.bindingId
    const charge = async (): Promise<number> => {
      const mdOrder = await merchant.register({ clientId: 'ann', features: 'AUTO_PAYMENT' })
      await merchant.callOk('paymentOrderBinding', { mdOrder, bindingId, ip: '203.0.113.7' })
      return (await status(merchant, mdOrder)).actionCode
    }
    assert.equal(await charge(), 0)
    await change({ status: 'blocked' })
    assert.equal(await charge(), 4)
    await change({ status: 'active' })
    assert.equal(await charge(), 0)
    await change({ reissueCard: 'damaged' })
    assert.equal(await charge(), 125)
    const { expiryDate, number } = await read()
    await merchant.callOk('extendBinding', { bindingId, newExpiry: expiryDate })
    assert.equal(await charge(), 0)
    const mask = `${number.slice(0, 6)}**${number.slice(-4)}`
    const listed = await merchant.callOk('getBindings', { clientId: 'ann' })
    assert.equal((listed['bindings'] as { maskedPan: string }[])[0]?.maskedPan, mask)
  })
})
