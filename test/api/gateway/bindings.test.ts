// Stored cards: created by a payment, listed, charged with and without the payer, deactivated and
// extended; and operations that register and pay in one request.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { issueCard, projectCall } from '../../kit/control.ts'
import { onEveryDatabase } from '../../kit/databases.ts'
import { type Sandbox, startSandbox } from '../../kit/sandbox.ts'
import {
  type Merchant,
  type Form,
  type Json,
  newMerchant,
  RETURN_URL,
  START,
} from '../../kit/merchant.ts'
import { TEST_CARD_EXPIRY, TEST_CARDS, UNKNOWN_PAN } from '../../kit/test-cards.ts'

const CLIENT = { clientId: 'client' }
const CARD = {
  pan: TEST_CARDS.approved,
  cvc: '123',
  expiry: TEST_CARD_EXPIRY,
  cardholderName: 'ANN DOE',
}
const DAY_MS = 86_400_000

onEveryDatabase('Bindings and payments in one request', (database) => {
  let sandbox: Sandbox
  let merchant: Merchant
  before(async () => {
    sandbox = await startSandbox(database)
  })
  after(() => sandbox.close())

  /** A separate merchant for every test, with a client that has one binding. */
  const bound = async (form: Form = {}): Promise<string> => {
    merchant = await newMerchant(sandbox)
    const status = await merchant.status(await merchant.paidOrder({ ...CLIENT, ...form }))
    return (status['bindingInfo'] as { bindingId: string }).bindingId
  }
  const recurrent = async (body: Json): Promise<Json> => {
    const { userName, password } = merchant.project.secrets.interfaceC
    const answer = await sandbox.call('POST', '/payment/recurrentPayment.do', {
      body: { userName, password, ...body },
    })
    assert.equal(answer.status, 200)
    return answer.json as Json
  }

  test('a payment with a client creates one binding per card, with exactly these fields', async () => {
    const bindingId = await bound()
    const again = await merchant.status(await merchant.paidOrder(CLIENT))
    assert.deepEqual(again['bindingInfo'], { ...CLIENT, bindingId })
    const listed = {
      errorCode: '0',
      errorMessage: 'Success',
      bindings: [
        {
          bindingId,
          maskedPan: '444455**3333',
          expiryDate: '203412',
          ...CLIENT,
          paymentWay: 'CARD_BINDING',
          paymentSystem: 'VISA',
          displayLabel: 'XXXXXXXXXXXX3333',
          bindingCategory: 'COMMON',
        },
      ],
    }
    assert.deepEqual(await merchant.callOk('getBindings', CLIENT), listed)
    assert.deepEqual(await merchant.callOk('getBindingsByCardOrId', { bindingId }), listed)
    assert.deepEqual(
      await merchant.callOk('getBindingsByCardOrId', { pan: TEST_CARDS.approved }),
      listed,
    )
    assert.deepEqual(await merchant.callOk('getBindings', { clientId: 'x', language: 'ru' }), {
      errorCode: '2',
      errorMessage: 'Информация не найдена',
      bindings: [],
    })
  })

  test('only the requested card of a client is listed', async () => {
    const first = await bound()
    const pan = TEST_CARDS.approvedWellKnown
    const paid = await merchant.register(CLIENT)
    await merchant.pay(paid, { $PAN: pan })
    const { bindingInfo } = await merchant.status(paid)
    const { bindingId: second } = bindingInfo as { bindingId: string }
    for (const [form, expected] of [
      [{}, [first, second]],
      [{ bindingId: first }, [first]],
      [{ bindingId: second }, [second]],
      [{ bindingId: paid }, []],
    ] as const) {
      const { bindings } = await merchant.callOk('getBindings', { ...CLIENT, ...form })
      const ids = (bindings as Json[]).map(({ bindingId }) => String(bindingId))
      assert.deepEqual(ids.sort(), expected.toSorted())
    }
  })

  test('no binding is created without a client, or if the merchant disables it', async () => {
    merchant = await newMerchant(sandbox)
    assert.equal((await merchant.status(await merchant.paidOrder()))['bindingInfo'], undefined)
    const orderId = await merchant.register(CLIENT)
    await merchant.pay(orderId, { bindingNotNeeded: 'true' })
    assert.deepEqual((await merchant.status(orderId))['bindingInfo'], CLIENT)
  })

  test('an expired card is listed only on request', async () => {
    merchant = await newMerchant(sandbox)
    const orderId = await merchant.register(CLIENT)
    await merchant.pay(orderId, { YYYY: '2031', MM: '05' })
    await merchant.advanceClock(31 * DAY_MS)
    assert.equal((await merchant.callOk('getBindings', CLIENT))['errorCode'], '2')
    const all = await merchant.callOk('getBindings', { ...CLIENT, showExpired: 'true' })
    assert.equal(all['errorCode'], '0')
  })

  test('the client pays again with the CVC; a wrong CVC is declined', async () => {
    const bindingId = await bound()
    const mdOrder = await merchant.register(CLIENT)
    await merchant.callOk('paymentOrderBinding', { mdOrder, bindingId, cvc: '999' })
    assert.equal((await merchant.status(mdOrder))['actionCode'], 82)
    const answer = await merchant.callOk('paymentOrderBinding', { mdOrder, bindingId, cvc: '123' })
    assert.deepEqual(answer, {
      redirect: `${RETURN_URL}?orderId=${mdOrder}&lang=en`,
      info: 'Your order is proceeded, redirecting...',
      errorCode: 0,
    })
    const status = await merchant.status(mdOrder)
    assert.deepEqual([status['orderStatus'], status['paymentWay']], [2, 'CARD_BINDING'])
    assert.deepEqual(status['bindingInfo'], { ...CLIENT, bindingId })
  })

  test('paymentorder accepts a binding instead of a card; a card number takes precedence', async () => {
    const bindingId = await bound()
    const MDORDER = await merchant.register(CLIENT)
    await merchant.callOk('paymentorder', { MDORDER, bindingId, $CVC: '999' })
    assert.equal((await merchant.status(MDORDER))['actionCode'], 82)
    await merchant.callOk('paymentorder', { MDORDER, bindingId, $CVC: '123' })
    const byBinding = await merchant.status(MDORDER)
    assert.deepEqual([byBinding['orderStatus'], byBinding['paymentWay']], [2, 'CARD_BINDING'])
    const orderId = await merchant.register(CLIENT)
    await merchant.pay(orderId, { bindingId, $PAN: TEST_CARDS.frictionless })
    assert.equal((await merchant.status(orderId))['paymentWay'], 'CARD')
  })

  test('a binding is charged with the three specified parameters, and may require a challenge', async () => {
    const stored = { bindingId: await bound(), ip: '203.0.113.7' }
    const mdOrder = await merchant.register(CLIENT)
    assert.equal(
      (await merchant.callOk('paymentOrderBinding', { mdOrder, ...stored }))['errorCode'],
      0,
    )
    assert.equal((await merchant.status(mdOrder))['orderStatus'], 2)
    const asking = await merchant.register({ ...CLIENT, features: 'FORCE_TDS' })
    await merchant.callOk('paymentOrderBinding', { mdOrder: asking, ...stored })
    assert.equal((await merchant.status(asking))['actionCode'], 2003)
  })

  test('a recurrence is stored and does not limit charges; an incomplete one is ignored', async () => {
    const half = '{"recurringFrequency":"10"}'
    for (const jsonParams of ['{"recurringFrequency":"10","recurringExpiry":"20310601"}', half]) {
      const bindingId = await bound({ jsonParams })
      for (const days of [0, 0, 60]) {
        await merchant.advanceClock(days * DAY_MS)
        const mdOrder = await merchant.register({ ...CLIENT, features: 'AUTO_PAYMENT' })
        await merchant.callOk('paymentOrderBinding', { mdOrder, bindingId })
        assert.equal((await merchant.status(mdOrder))['actionCode'], 0)
      }
    }
  })

  test('a recurring order needs neither CVC nor payer; its recurrence is enforced only if the setting is on', async () => {
    const jsonParams = '{"recurringFrequency":"10","recurringExpiry":"20310601"}'
    const bindingId = await bound({ jsonParams })
    await merchant.changeSettings({ recurrence: 'enforce' })
    const charge = async (): Promise<unknown> => {
      const mdOrder = await merchant.register({ ...CLIENT, features: 'AUTO_PAYMENT' })
      await merchant.callOk('paymentOrderBinding', { mdOrder, bindingId })
      return (await merchant.status(mdOrder))['actionCode']
    }
    assert.equal(await charge(), 0)
    assert.equal(await charge(), 123)
    await merchant.advanceClock(10 * DAY_MS)
    assert.equal(await charge(), 0)
    await merchant.advanceClock(20 * DAY_MS)
    assert.equal(await charge(), 239)
    const { bindings } = await merchant.callOk('getBindings', { ...CLIENT, bindingType: 'R' })
    assert.equal((bindings as Json[])[0]?.['bindingCategory'], 'RECURRENT')
    assert.equal(
      (await merchant.callOk('getBindings', { ...CLIENT, bindingType: 'C' }))['errorCode'],
      '2',
    )
  })

  test('recurrentPayment registers and charges in one JSON request', async () => {
    const bindingId = await bound()
    const paid = await recurrent({
      bindingId,
      amount: 700,
      orderNumber: 'r-1',
      additionalParameters: { a: 1 },
    })
    assert.equal(paid['success'], true)
    const { orderId } = paid['data'] as { orderId: string }
    const status = await merchant.status(orderId)
    assert.deepEqual(paid['orderStatus'], status)
    assert.deepEqual([status['amount'], status['orderStatus']], [700, 2])
    assert.deepEqual(status['merchantOrderParams'], [{ name: 'a', value: '1' }])
    const text = 'Order with this number is already registered in the system.'
    assert.deepEqual(await recurrent({ bindingId, amount: 700, orderNumber: 'r-1' }), {
      success: false,
      error: { code: '10', description: text, message: text },
    })
    const held = await recurrent({ bindingId, amount: '700', preAuth: true })
    assert.equal((held['orderStatus'] as Json)['orderStatus'], 1)
    assert.equal((await recurrent({ bindingId: 'x', amount: 1 }))['success'], false)
    const other = await sandbox.call('POST', '/payment/rest/recurrentPayment.do', { body: '[]' })
    assert.equal((other.json as Json)['success'], false)
  })

  test('recurrentPayment adds the feature for automatic payments if it is missing, and keeps the others', async () => {
    const bindingId = await bound()
    const call = projectCall(sandbox, merchant.project.secrets.interfaceB.apiKey)
    for (const [features, expected] of [
      [[], ['AUTO_PAYMENT']],
      [['AUTO_PAYMENT'], ['AUTO_PAYMENT']],
      [
        ['VERIFY', 'AUTO_PAYMENT'],
        ['AUTO_PAYMENT', 'VERIFY'],
      ],
      [['VERIFY'], ['AUTO_PAYMENT', 'VERIFY']],
    ] as const) {
      const paid = await recurrent({ bindingId, amount: 700, features })
      const { orderId } = paid['data'] as { orderId: string }
      const order = await call('GET', `/control/v1/orders/${orderId}`)
      assert.deepEqual((order.json as Json)['features'], expected)
    }
  })

  test('a deactivated binding cannot be charged until it is active again', async () => {
    const bindingId = await bound()
    const mdOrder = await merchant.register(CLIENT)
    const pay = async () =>
      merchant.callOk('paymentOrderBinding', { mdOrder, bindingId, cvc: '123' })
    assert.equal((await merchant.callOk('unBindCard', { bindingId }))['errorCode'], '0')
    assert.equal((await merchant.callOk('getBindings', CLIENT))['errorCode'], '2')
    assert.equal((await pay())['errorMessage'], "Binding isn't active")
    assert.equal((await merchant.callOk('bindCard', { bindingId }))['errorCode'], '0')
    assert.equal(
      (await merchant.callOk('extendBinding', { bindingId, newExpiry: 203612 }))['errorCode'],
      '0',
    )
    assert.equal((await pay())['errorCode'], 0)
    const { cardAuthInfo } = await merchant.status(mdOrder)
    assert.equal((cardAuthInfo as Json)['expiration'], '203612')
  })

  test('instantPayment registers and pays by card, by binding, and through 3-D Secure', async () => {
    const bindingId = await bound()
    const order = { amount: 900, returnUrl: RETURN_URL }
    const paid = await merchant.callOk('instantPayment', { ...order, ...CARD, preAuth: 'true' })
    const { OrderStatus, originalActionCode, rrn } = paid['orderStatus'] as Json
    assert.deepEqual([paid['errorCode'], OrderStatus, originalActionCode], ['0', 1, '0'])
    assert.equal(rrn, (await merchant.status(String(paid['orderId'])))['authRefNum'])
    const again = await merchant.callOk('instantPayment', {
      ...order,
      ...CLIENT,
      bindingId,
      cvc: '123',
    })
    assert.equal((again['orderStatus'] as Json)['OrderStatus'], 2)
    const challenge = await merchant.callOk('instantPayment', {
      ...order,
      ...CARD,
      pan: TEST_CARDS.challengeV1,
    })
    assert.ok('acsUrl' in challenge && 'paReq' in challenge && 'termUrl' in challenge)
    const version2 = {
      ...order,
      ...CARD,
      pan: TEST_CARDS.frictionless,
      threeDSVer2FinishUrl: RETURN_URL,
    }
    const first = await merchant.callOk('instantPayment', version2)
    const { threeDSServerTransId } = first as { threeDSServerTransId: string }
    const second = await merchant.callOk('instantPayment', { ...version2, threeDSServerTransId })
    assert.equal(second['orderId'], first['orderId'])
    assert.equal((second['orderStatus'] as Json)['OrderStatus'], 2)
  })

  test('a telephone order needs no CVC and skips 3-D Secure', async () => {
    merchant = await newMerchant(sandbox)
    const form = { amount: 300, ...CARD, cvc: undefined, pan: TEST_CARDS.challengeV1 }
    const paid = await merchant.callOk('motoPayment', form)
    const { mdOrder, orderNumber } = paid as { mdOrder: string; orderNumber: string }
    assert.deepEqual(paid, {
      errorCode: '0',
      errorMessage: 'Success',
      success: true,
      mdOrder,
      orderNumber,
    })
    assert.equal((await merchant.status(mdOrder))['paymentWay'], 'CARD_MOTO')
    const declined = await merchant.callOk('motoPayment', { ...form, pan: TEST_CARDS.noFunds })
    assert.deepEqual([declined['errorCode'], declined['success']], ['0', false])
  })

  test('a card check charges nothing and ends as a reversed order', async () => {
    merchant = await newMerchant(sandbox)
    const checked = await merchant.callOk('verifyCard', CARD)
    const { orderId, orderNumber, rrn, approvalCode } = checked as Record<string, string>
    assert.deepEqual(checked, {
      errorCode: '0',
      errorMessage: 'Success',
      orderId,
      orderNumber,
      rrn,
      approvalCode,
      authCode: 2,
      actionCode: 0,
      actionCodeDescription: '',
      time: START,
      eci: '07',
      amount: 0,
      currency: '978',
    })
    assert.equal((await merchant.status(orderId ?? ''))['orderStatus'], 3)
    for (const [pan, actionCode, eci] of [
      [TEST_CARDS.challengeV2, 0, '07'],
      [TEST_CARDS.declined, 5, '07'],
      // The issuer was not called.
      [UNKNOWN_PAN, 111, '07'],
    ] as const) {
      const body = await merchant.callOk('verifyCard', { ...CARD, pan })
      assert.deepEqual([body['actionCode'], body['eci']], [actionCode, eci], pan)
    }
  })

  test('enrolment is reported for test cards, issued cards and unknown cards', async () => {
    merchant = await newMerchant(sandbox)
    await merchant.changeSettings({
      outcomeRules: [
        // Without an order, no condition on the order matches.
        ...[{ amountTo: 999_999 }, { amountFrom: 0 }, { currency: '978' }, { clientId: '' }].map(
          (match) => ({ match, outcome: { flow: 'attempt' } }),
        ),
        { match: { panPrefix: '4000', panSuffix: '0010' }, outcome: { flow: 'challenge' } },
      ],
    })
    for (const [pan, emitter, enrolled, is3DSVer2] of [
      [TEST_CARDS.approved, 'TEST CARD', 'N', false],
      [TEST_CARDS.challengeV1, 'TEST CARD', 'Y', false],
      [TEST_CARDS.challengeV2, 'TEST CARD', 'Y', true],
      // Supports version 2, but is not enrolled.
      [TEST_CARDS.approvedCvc061, 'TEST CARD', 'N', false],
      [TEST_CARDS.enrolmentUnknown, 'TEST CARD', 'U', false],
      // Known only because a rule matches it.
      [UNKNOWN_PAN, 'TEST CARD', 'Y', true],
      ['4929000000006', 'UNKNOWN', 'U', false],
    ] as const) {
      const body = await merchant.callOk('verifyEnrollment', { pan })
      assert.deepEqual(
        [body['errorCode'], body['emitterName'], body['enrolled'], body['is3DSVer2']],
        ['0', emitter, enrolled, is3DSVer2],
        pan,
      )
    }
    const call = projectCall(sandbox, merchant.project.secrets.interfaceB.apiKey)
    const { number } = await issueCard(call)
    for (const [issuedCardChallenge, enrolled, is3DSVer2] of [
      ['off', 'N', false],
      ['frictionless', 'Y', true],
      ['challenge', 'Y', true],
    ] as const) {
      await merchant.changeSettings({ issuedCardChallenge })
      const body = await merchant.callOk('verifyEnrollment', { pan: number })
      assert.deepEqual(
        [body['emitterName'], body['emitterCountryCode'], body['enrolled'], body['is3DSVer2']],
        ['Sandcard', 'CY', enrolled, is3DSVer2],
        issuedCardChallenge,
      )
    }
  })
})
