// Stored cards: made by a payment, listed, used again with and without the payer, switched off, extended; and calls that register
// and pay in one.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onEveryDatabase } from '../../kit/databases.ts'
import { type FrontDoor, openFrontDoor } from '../../front-door.ts'
import {
  CARDS,
  type Client,
  EXPIRY,
  type Form,
  type Json,
  newClient,
  RETURN_URL,
  START,
} from './client.ts'

const CLIENT = { clientId: 'client' }
const CARD = { pan: CARDS.ssl, cvc: '123', expiry: EXPIRY, cardholderName: 'ANN DOE' }
const DAY_MS = 86_400_000

onEveryDatabase('Bindings and payments at once', (database) => {
  let door: FrontDoor
  let client: Client
  before(async () => {
    door = await openFrontDoor(database)
  })
  after(() => door.close())

  /** A store of its own for every test, whose client has one binding. */
  const bound = async (form: Form = {}): Promise<string> => {
    client = await newClient(door)
    const status = await client.status(await client.paid({ ...CLIENT, ...form }))
    return (status['bindingInfo'] as { bindingId: string }).bindingId
  }
  const recurrent = async (body: Json): Promise<Json> => {
    const { userName, password } = client.project.secrets.interfaceC
    const answer = await door.call('POST', '/payment/recurrentPayment.do', {
      body: { userName, password, ...body },
    })
    assert.equal(answer.status, 200)
    return answer.json as Json
  }

  test('a payment with a client makes one binding per card, which is listed to the letter', async () => {
    const bindingId = await bound()
    const again = await client.status(await client.paid(CLIENT))
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
    assert.deepEqual(await client.input('getBindings', CLIENT), listed)
    assert.deepEqual(await client.input('getBindingsByCardOrId', { bindingId }), listed)
    assert.deepEqual(await client.input('getBindingsByCardOrId', { pan: CARDS.ssl }), listed)
    assert.deepEqual(await client.input('getBindings', { clientId: 'x', language: 'ru' }), {
      errorCode: '2',
      errorMessage: 'Информация не найдена',
      bindings: [],
    })
  })

  test('no binding without a client, or where the store wants none', async () => {
    client = await newClient(door)
    assert.equal((await client.status(await client.paid()))['bindingInfo'], undefined)
    const orderId = await client.register(CLIENT)
    await client.pay(orderId, { bindingNotNeeded: 'true' })
    assert.deepEqual((await client.status(orderId))['bindingInfo'], CLIENT)
  })

  test('a card whose expiry date has passed is listed only when asked for', async () => {
    client = await newClient(door)
    const orderId = await client.register(CLIENT)
    await client.pay(orderId, { YYYY: '2031', MM: '05' })
    await client.move(31 * DAY_MS)
    assert.equal((await client.input('getBindings', CLIENT))['errorCode'], '2')
    const all = await client.input('getBindings', { ...CLIENT, showExpired: 'true' })
    assert.equal(all['errorCode'], '0')
  })

  test('the client pays again with the CVC; a wrong one declines', async () => {
    const bindingId = await bound()
    const mdOrder = await client.register(CLIENT)
    await client.input('paymentOrderBinding', { mdOrder, bindingId, cvc: '999' })
    assert.equal((await client.status(mdOrder))['actionCode'], 82)
    const answer = await client.input('paymentOrderBinding', { mdOrder, bindingId, cvc: '123' })
    assert.deepEqual(answer, {
      redirect: `${RETURN_URL}?orderId=${mdOrder}&lang=en`,
      info: 'Your order is proceeded, redirecting...',
      errorCode: 0,
    })
    const status = await client.status(mdOrder)
    assert.deepEqual([status['orderStatus'], status['paymentWay']], [2, 'CARD_BINDING'])
    assert.deepEqual(status['bindingInfo'], { ...CLIENT, bindingId })
  })

  test('the three parameters of the specification charge a binding; its card may still ask for its client', async () => {
    const stored = { bindingId: await bound(), ip: '203.0.113.7' }
    const mdOrder = await client.register(CLIENT)
    assert.equal(
      (await client.input('paymentOrderBinding', { mdOrder, ...stored }))['errorCode'],
      0,
    )
    assert.equal((await client.status(mdOrder))['orderStatus'], 2)
    const asking = await client.register({ ...CLIENT, features: 'FORCE_TDS' })
    await client.input('paymentOrderBinding', { mdOrder: asking, ...stored })
    assert.equal((await client.status(asking))['actionCode'], 2003)
  })

  test('a recurrence is kept and bounds no charge, half of one neither', async () => {
    const half = '{"recurringFrequency":"10"}'
    for (const jsonParams of ['{"recurringFrequency":"10","recurringExpiry":"20310601"}', half]) {
      const bindingId = await bound({ jsonParams })
      for (const days of [0, 0, 60]) {
        await client.move(days * DAY_MS)
        const mdOrder = await client.register({ ...CLIENT, features: 'AUTO_PAYMENT' })
        await client.input('paymentOrderBinding', { mdOrder, bindingId })
        assert.equal((await client.status(mdOrder))['actionCode'], 0)
      }
    }
  })

  test('a recurring order needs neither CVC nor payer, and keeps to its frequency and end where the project enforces them', async () => {
    const jsonParams = '{"recurringFrequency":"10","recurringExpiry":"20310601"}'
    const bindingId = await bound({ jsonParams })
    await client.set({ recurrence: 'enforce' })
    const charge = async (): Promise<unknown> => {
      const mdOrder = await client.register({ ...CLIENT, features: 'AUTO_PAYMENT' })
      await client.input('paymentOrderBinding', { mdOrder, bindingId })
      return (await client.status(mdOrder))['actionCode']
    }
    assert.equal(await charge(), 0)
    assert.equal(await charge(), 123)
    await client.move(10 * DAY_MS)
    assert.equal(await charge(), 0)
    await client.move(20 * DAY_MS)
    assert.equal(await charge(), 239)
    const { bindings } = await client.input('getBindings', { ...CLIENT, bindingType: 'R' })
    assert.equal((bindings as Json[])[0]?.['bindingCategory'], 'RECURRENT')
    assert.equal(
      (await client.input('getBindings', { ...CLIENT, bindingType: 'C' }))['errorCode'],
      '2',
    )
  })

  test('recurrentPayment registers and charges in one, in JSON', async () => {
    const bindingId = await bound()
    const paid = await recurrent({
      bindingId,
      amount: 700,
      orderNumber: 'r-1',
      additionalParameters: { a: 1 },
    })
    assert.equal(paid['success'], true)
    const { orderId } = paid['data'] as { orderId: string }
    const status = await client.status(orderId)
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
    const other = await door.call('POST', '/payment/rest/recurrentPayment.do', { body: '[]' })
    assert.equal((other.json as Json)['success'], false)
  })

  test('a deactivated binding pays nothing until it is active again', async () => {
    const bindingId = await bound()
    const mdOrder = await client.register(CLIENT)
    const pay = async () => client.input('paymentOrderBinding', { mdOrder, bindingId, cvc: '123' })
    assert.equal((await client.input('unBindCard', { bindingId }))['errorCode'], '0')
    assert.equal((await client.input('getBindings', CLIENT))['errorCode'], '2')
    assert.equal((await pay())['errorMessage'], "Binding isn't active")
    assert.equal((await client.input('bindCard', { bindingId }))['errorCode'], '0')
    assert.equal(
      (await client.input('extendBinding', { bindingId, newExpiry: 203612 }))['errorCode'],
      '0',
    )
    assert.equal((await pay())['errorCode'], 0)
    const { cardAuthInfo } = await client.status(mdOrder)
    assert.equal((cardAuthInfo as Json)['expiration'], '203612')
  })

  test('instantPayment registers and pays by card, by binding, and through 3-D Secure', async () => {
    const bindingId = await bound()
    const order = { amount: 900, returnUrl: RETURN_URL }
    const paid = await client.input('instantPayment', { ...order, ...CARD, preAuth: 'true' })
    const { OrderStatus, originalActionCode, rrn } = paid['orderStatus'] as Json
    assert.deepEqual([paid['errorCode'], OrderStatus, originalActionCode], ['0', 1, '0'])
    assert.equal(rrn, (await client.status(String(paid['orderId'])))['authRefNum'])
    const again = await client.input('instantPayment', {
      ...order,
      ...CLIENT,
      bindingId,
      cvc: '123',
    })
    assert.equal((again['orderStatus'] as Json)['OrderStatus'], 2)
    const challenge = await client.input('instantPayment', {
      ...order,
      ...CARD,
      pan: CARDS.challenge1,
    })
    assert.ok('acsUrl' in challenge && 'paReq' in challenge && 'termUrl' in challenge)
    const version2 = {
      ...order,
      ...CARD,
      pan: CARDS.frictionless,
      threeDSVer2FinishUrl: RETURN_URL,
    }
    const first = await client.input('instantPayment', version2)
    const { threeDSServerTransId } = first as { threeDSServerTransId: string }
    const second = await client.input('instantPayment', { ...version2, threeDSServerTransId })
    assert.equal(second['orderId'], first['orderId'])
    assert.equal((second['orderStatus'] as Json)['OrderStatus'], 2)
  })

  test('a telephone order needs no CVC and meets no 3-D Secure', async () => {
    client = await newClient(door)
    const form = { amount: 300, ...CARD, cvc: undefined, pan: CARDS.challenge1 }
    const paid = await client.input('motoPayment', form)
    const { mdOrder, orderNumber } = paid as { mdOrder: string; orderNumber: string }
    assert.deepEqual(paid, {
      errorCode: '0',
      errorMessage: 'Success',
      success: true,
      mdOrder,
      orderNumber,
    })
    assert.equal((await client.status(mdOrder))['paymentWay'], 'CARD_MOTO')
    const declined = await client.input('motoPayment', { ...form, pan: CARDS.noFunds })
    assert.deepEqual([declined['errorCode'], declined['success']], ['0', false])
  })

  test('a card check charges nothing and leaves a reversed order', async () => {
    client = await newClient(door)
    const checked = await client.input('verifyCard', CARD)
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
    assert.equal((await client.status(orderId ?? ''))['orderStatus'], 3)
    assert.equal(
      (await client.input('verifyCard', { ...CARD, pan: CARDS.declined }))['actionCode'],
      5,
    )
  })

  test('enrolment is told of test cards, own cards and strangers', async () => {
    client = await newClient(door)
    for (const [pan, enrolled, is3DSVer2] of [
      [CARDS.ssl, 'N', false],
      [CARDS.challenge1, 'Y', false],
      [CARDS.challenge2, 'Y', true],
      // Speaks version 2, but takes no part.
      ['2202206100040083', 'N', false],
      ['5555555544444442', 'U', false],
      ['4929000000006', 'U', false],
    ] as const) {
      const body = await client.input('verifyEnrollment', { pan })
      assert.deepEqual(
        [body['errorCode'], body['enrolled'], body['is3DSVer2']],
        ['0', enrolled, is3DSVer2],
        pan,
      )
    }
  })
})
