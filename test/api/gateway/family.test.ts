// Operations of the gateway family beyond the specification: cards stored and credited without a
// payment, continued payments, and operations for features that the sandbox lacks.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accountsOf } from '../../../src/store/reads/ledger.ts'
import { serverTransIdOf } from '../../../src/payments/orders/gateway-id.ts'
import {
  type Form,
  type GatewaySuite,
  type Json,
  type Merchant,
  newMerchant,
  onGateway,
  RETURN_URL,
} from '../../kit/merchant.ts'
import { TEST_CARD_EXPIRY, TEST_CARDS } from '../../kit/test-cards.ts'
import { answerChallenge } from '../reference/gateway-examples.ts'

const CARD = {
  pan: TEST_CARDS.approved,
  expiry: String(TEST_CARD_EXPIRY),
  cardholderName: 'ANN DOE',
}
const NEW_BINDING = {
  clientId: 'ann',
  pan: CARD.pan,
  expiryDate: String(TEST_CARD_EXPIRY),
  cardholderName: CARD.cardholderName,
}

/** The balances of a project's system accounts, and whether the ledger balances. */
async function ledger({ sandbox }: GatewaySuite, { project }: Merchant) {
  const accounts = await sandbox.sandcard.service.read(project, accountsOf)
  const sum = accounts.reduce((total, { posted }) => total + posted, 0)
  const of = (kind: string) => accounts.find((account) => account.kind === kind)?.posted ?? 0
  return { sum, merchant: of('merchant'), network: of('network') }
}

/** `operation` and `status` of every callback so far, oldest first. */
async function callbacksOf({ sandbox }: GatewaySuite, { project }: Merchant): Promise<string[]> {
  const headers = { 'x-api-key': project.secrets.interfaceB.apiKey }
  const answer = await sandbox.call('GET', '/control/v1/callbacks', { headers })
  const { items } = answer.json as { items: { operation: string; status: number }[] }
  return items.map(({ operation, status }) => `${operation} ${status}`).reverse()
}

/** A card issued by the project, with a balance. */
async function issuedCard({ sandbox }: GatewaySuite, { project }: Merchant) {
  const headers = { 'x-api-key': project.secrets.interfaceB.apiKey }
  const send = async (method: string, path: string, body?: object): Promise<Json> => {
    const answer = await sandbox.call(method, `/v2${path}`, { headers, body })
    assert.ok(answer.status < 300, answer.text)
    return answer.json as Json
  }
  const cardholder = await send('POST', '/cardholders', {
    firstName: 'Ann',
    lastName: 'Doe',
    phoneNumber: '+35700000001',
    billingAddress: { country: 'CY', postalCode: '3000' },
  })
  const productName = 'VISA_CLASSIC_VIRTUAL'
  const { id } = await send('POST', '/cards', { productName, cardholder: cardholder['id'] })
  const read = () => send('GET', `/cards/${String(id)}`)
  const { number, cvc, expiryDate } = (await read()) as Record<string, string>
  return {
    pan: number ?? '',
    cvc: cvc ?? '',
    expiry: (expiryDate ?? '').slice(0, 7).replace('-', ''),
    balance: async () => ((await read())['account'] as { balance: number }).balance,
    block: () => send('PATCH', `/cards/${String(id)}`, { status: 'blocked' }),
  }
}

onGateway('A card stored without a payment', (at) => {
  test('is verified with an amount of 0, bound, and listed; the second time it keeps its id', async () => {
    const merchant = await newMerchant(at.sandbox)
    const stored = await merchant.callOk('createBindingNoPayment', NEW_BINDING)
    const { bindingId } = stored as { bindingId: string }
    assert.deepEqual(stored, {
      maskedPan: '444455**3333',
      expiryDate: '203412',
      cardholderName: 'ANN DOE',
      clientId: 'ann',
      bindingId,
      errorCode: 0,
      errorMessage: 'Success',
      error: false,
    })
    const again = await merchant.callOk('createBindingNoPayment', NEW_BINDING)
    assert.equal(again['bindingId'], bindingId)
    const listed = await merchant.callOk('getAllBindings', { clientId: 'ann' })
    assert.deepEqual(listed, await merchant.callOk('getBindings', { clientId: 'ann' }))
    assert.deepEqual(
      (listed['bindings'] as Json[]).map((each) => each['bindingId']),
      [bindingId],
    )
    assert.deepEqual(await ledger(at, merchant), { sum: 0, merchant: 0, network: 0 })
    assert.deepEqual(await callbacksOf(at, merchant), [
      'approved 1',
      'reversed 1',
      'bindingCreated 1',
      'approved 1',
      'reversed 1',
    ])
    const mdOrder = await merchant.register({ clientId: 'ann' })
    await merchant.callOk('paymentOrderBinding', { mdOrder, bindingId })
    assert.equal((await merchant.status(mdOrder))['orderStatus'], 2)
  })

  test('is not bound if its issuer declines it', async () => {
    const merchant = await newMerchant(at.sandbox)
    const issued = await issuedCard(at, merchant)
    await issued.block()
    for (const [pan, expiryDate] of [
      [TEST_CARDS.declined, String(TEST_CARD_EXPIRY)],
      ['4929000000006', String(TEST_CARD_EXPIRY)],
      [issued.pan, issued.expiry],
    ] as const) {
      const form = { ...NEW_BINDING, pan, expiryDate }
      const { errorCode, error, bindingId } = await merchant.callOk('createBindingNoPayment', form)
      assert.deepEqual([errorCode, error, bindingId], [7, true, undefined], pan)
    }
    assert.equal((await merchant.callOk('getAllBindings', { clientId: 'ann' }))['errorCode'], '2')
  })

  test('may be an issued card of the project, which can then be charged', async () => {
    const merchant = await newMerchant(at.sandbox)
    const { pan, expiry, balance } = await issuedCard(at, merchant)
    const stored = await merchant.callOk('createBindingNoPayment', {
      ...NEW_BINDING,
      pan,
      expiryDate: expiry,
    })
    const mdOrder = await merchant.register({ clientId: 'ann' })
    const { bindingId } = stored as { bindingId: string }
    await merchant.callOk('paymentOrderBinding', { mdOrder, bindingId })
    // Its balance is still zero.
    assert.equal((await merchant.status(mdOrder))['actionCode'], 116)
    assert.equal(await balance(), 0)
  })
})

onGateway('An instant refund', (at) => {
  test('pays out to a test card once per order number, and its order ends as refunded', async () => {
    const merchant = await newMerchant(at.sandbox)
    const form = { ...CARD, amount: 700, orderNumber: 'payout-1' }
    const paid = await merchant.callOk('instantRefund', form)
    const { orderId } = paid as { orderId: string }
    const { OrderStatus, Amount, depositAmount, rrn } = paid['orderStatus'] as Json
    assert.deepEqual([paid['errorCode'], OrderStatus, Amount, depositAmount], ['0', 4, 700, 0])
    const status = await merchant.status(orderId)
    assert.equal(status['authRefNum'], rrn)
    assert.deepEqual(status['paymentAmountInfo'], {
      paymentState: 'REFUNDED',
      approvedAmount: 700,
      depositedAmount: 0,
      refundedAmount: 700,
      feeAmount: 0,
      totalAmount: 700,
    })
    assert.equal((status['refunds'] as Json[]).length, 1)
    assert.deepEqual(await ledger(at, merchant), { sum: 0, merchant: -700, network: 700 })
    assert.deepEqual(await callbacksOf(at, merchant), ['refunded 1'])
    const again = await merchant.callOk('instantRefund', form)
    assert.equal(again['errorCode'], '1')
    for (const [operation, code] of [
      ['refund', '7'],
      ['reverse', '7'],
      ['deposit', '7'],
      ['decline', '7'],
    ] as const)
      assert.equal((await merchant.callOk(operation, { orderId, amount: 0 }))['errorCode'], code)
    assert.deepEqual(await ledger(at, merchant), { sum: 0, merchant: -700, network: 700 })
  })

  test('credits a card of the project, visible to its cardholder, but not a blocked card', async () => {
    const merchant = await newMerchant(at.sandbox)
    const { pan, cvc, expiry, balance, block } = await issuedCard(at, merchant)
    const form = { pan, expiry, amount: 700 }
    const refund = async (over: Form = {}) => {
      const answer = await merchant.callOk('instantRefund', { ...form, ...over })
      const { OrderStatus, originalActionCode } = answer['orderStatus'] as Json
      return [OrderStatus, originalActionCode, 'error' in answer]
    }
    assert.deepEqual(await refund({ cvc }), [4, '0', false])
    assert.deepEqual(await refund(), [4, '0', false])
    assert.equal(await balance(), 1400)
    for (const [over, actionCode] of [
      [{ cvc: cvc === '999' ? '998' : '999' }, '82'],
      [{ expiry: String(Number(expiry) + 1) }, '101'],
      [{ currency: 840 }, '110'],
    ] as const)
      assert.deepEqual(await refund(over), [6, actionCode, true])
    await block()
    assert.deepEqual(await refund(), [6, '4', true])
    assert.equal(await balance(), 1400)
    assert.equal((await ledger(at, merchant)).sum, 0)
    const callbacks = await callbacksOf(at, merchant)
    assert.deepEqual(callbacks, [
      'refunded 1',
      'refunded 1',
      'refunded 0',
      'refunded 0',
      'refunded 0',
      'refunded 0',
    ])
  })

  test('credits the card of a binding, and is declined like a payment with a test card', async () => {
    const merchant = await newMerchant(at.sandbox)
    const { bindingId } = (await merchant.callOk('createBindingNoPayment', NEW_BINDING)) as {
      bindingId: string
    }
    const paid = await merchant.callOk('instantRefund', { bindingId, amount: 50 })
    assert.equal((paid['orderStatus'] as Json)['OrderStatus'], 4)
    const status = await merchant.status(paid['orderId'] as string)
    assert.equal((status['bindingInfo'] as Json)['bindingId'], bindingId)
    for (const [pan, actionCode] of [
      [TEST_CARDS.declined, '5'],
      ['4929000000006', '111'],
    ] as const) {
      const answer = await merchant.callOk('instantRefund', { ...CARD, pan, amount: 50 })
      const { OrderStatus, originalActionCode } = answer['orderStatus'] as Json
      assert.deepEqual([OrderStatus, originalActionCode], [6, actionCode])
    }
    assert.deepEqual(await ledger(at, merchant), { sum: 0, merchant: -50, network: 50 })
  })
})

onGateway('An operation with loyalty points', (at) => {
  test('captures (autoCompletion) or refunds (autoRefund) the full amount', async () => {
    const merchant = await newMerchant(at.sandbox)
    const orderId = await merchant.heldOrder()
    const done = { errorCode: '0', errorMessage: 'Success', operations: [] }
    const captured = { orderId, compositeCompletionAmount: 1500 }
    assert.deepEqual(await merchant.callOk('autoCompletion', captured), done)
    assert.deepEqual(
      await merchant.callOk('autoRefund', { orderId, compositeRefundAmount: 400 }),
      done,
    )
    assert.deepEqual(await merchant.callOk('autoRefund', { orderId, amount: 100 }), done)
    const { depositedAmount, refundedAmount } = (await merchant.status(orderId))[
      'paymentAmountInfo'
    ] as Json
    assert.deepEqual([depositedAmount, refundedAmount], [1000, 500])
    assert.deepEqual(await ledger(at, merchant), { sum: 0, merchant: 1000, network: -1000 })
  })

  test('accepts the amount under either name; the name with points takes precedence', async () => {
    for (const [form, captured] of [
      [{ amount: 1200 }, 1200],
      [{ amount: 1200, compositeCompletionAmount: 700 }, 700],
      [{ amount: '', compositeCompletionAmount: 700 }, 700],
    ] as const) {
      const orderId = await at.merchant.heldOrder()
      await at.merchant.callOk('autoCompletion', { orderId, ...form })
      await at.merchant.callOk('autoRefund', { orderId, amount: 1, compositeRefundAmount: 100 })
      const { paymentAmountInfo } = await at.merchant.status(orderId)
      const { depositedAmount, refundedAmount } = paymentAmountInfo as Json
      assert.deepEqual([depositedAmount, refundedAmount], [captured - 100, 100])
    }
  })
})

onGateway('A payment after the 3-D Secure method call', (at) => {
  const begin = async (pan: string): Promise<string> => {
    const orderId = await at.merchant.register({ failUrl: `${RETURN_URL}/failed` })
    const first = await at.merchant.pay(orderId, { $PAN: pan, threeDSVer2FinishUrl: RETURN_URL })
    assert.equal(first['threeDSServerTransId'], serverTransIdOf(orderId))
    return orderId
  }

  test("needs no card data, succeeds or continues at the issuer's page, and can be repeated", async () => {
    const path = '/payment/rest/3ds/continue.do'
    const further = async (mdOrder: string) =>
      (await at.merchant.call('', { mdOrder }, { path })).json as Json
    const orderId = await begin(TEST_CARDS.frictionless)
    assert.deepEqual(await further(orderId), {
      redirect: `${RETURN_URL}?orderId=${orderId}&lang=en`,
      info: 'Your order is proceeded, redirecting...',
      is3DSVer2: true,
      errorCode: 0,
    })
    assert.equal((await at.merchant.status(orderId))['orderStatus'], 2)
    assert.equal((await further(orderId))['errorCode'], 1)

    const asked = await begin(TEST_CARDS.challengeV2)
    const challenge = await further(asked)
    assert.equal(challenge['is3DSVer2'], true)
    assert.match(String(challenge['packedCReq']), /^[\w-]+$/)
    assert.deepEqual(await further(asked), challenge)
    await answerChallenge(at.sandbox, at.merchant.project, asked)
    const threeDSServerTransId = serverTransIdOf(asked)
    await at.merchant.callOk('finish3dsVer2Payment', { threeDSServerTransId })
    const { orderStatus, cardAuthInfo } = await at.merchant.status(asked)
    assert.equal(orderStatus, 2)
    assert.equal((cardAuthInfo as { secureAuthInfo: Json }).secureAuthInfo['eci'], 2)

    const refused = await begin('5168494895055780')
    const { error, errorTypeName } = await further(refused)
    assert.equal(typeof error, 'string')
    assert.equal(errorTypeName, 'TDS_AUTHENTICATION_FAILED')
    assert.equal((await further(refused))['errorCode'], 7)
    assert.equal((await further(await at.merchant.register()))['errorCode'], 7)
    assert.equal((await further('x'))['errorCode'], 2)
  })
})

onGateway('Receipts', (at) => {
  test('are empty: an order has an empty list, and one requested by id is not found', async () => {
    const { merchant } = at
    const orderId = await merchant.register({ orderNumber: 'receipts' })
    const none = { errorCode: '0', errorMessage: 'Success', orderId, orderNumber: 'receipts' }
    for (const name of [{ orderId }, { orderNumber: 'receipts' }, { orderId, uuid: 'x' }])
      assert.deepEqual(await merchant.callOk('getReceiptStatus', name), { ...none, receipt: [] })
  })
})

onGateway('The list of cards that need no 3-D Secure', (at) => {
  test('accepts the card of an order once; until it is removed, payments with it need no 3-D Secure', async () => {
    const merchant = await newMerchant(at.sandbox)
    const codeOf = async (mdorder: string) =>
      (await merchant.callOk('updateSSLCardList', { mdorder }))['errorCode']
    const challenged = await merchant.register()
    await merchant.pay(challenged, { $PAN: TEST_CARDS.challengeV1 })
    // It has not authorised a payment yet.
    assert.equal(await codeOf(challenged), '7')
    const tried = await merchant.register()
    await merchant.pay(tried, { $PAN: TEST_CARDS.challengeV2, $CVC: '999' })
    const paRes = await answerChallenge(at.sandbox, merchant.project, tried)
    await merchant.callOk('finish3dsPayment', { mdOrder: tried, paRes })
    assert.equal((await merchant.status(tried))['actionCode'], 82)
    assert.deepEqual([await codeOf(tried), await codeOf(tried)], ['0', '6'])
    const orderId = await merchant.register()
    await merchant.pay(orderId, { $PAN: TEST_CARDS.challengeV2 })
    const { orderStatus, cardAuthInfo } = await merchant.status(orderId)
    assert.equal(orderStatus, 2)
    assert.equal((cardAuthInfo as { secureAuthInfo: Json }).secureAuthInfo['eci'], 7)
    await merchant.changeSettings({ sslCards: [] })
    const later = await merchant.register()
    await merchant.pay(later, { $PAN: TEST_CARDS.challengeV2 })
    assert.equal((await merchant.status(later))['orderStatus'], 5)
  })
})
