// The calls that fill the database of a released version: together they leave a row in every table.

import assert from 'node:assert/strict'
import { constants, publicEncrypt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { type DemoProject, type Form, type Json } from '../kit/demo-project.ts'
import { TEST_CARDS } from '../kit/test-cards.ts'

/** The ids that are needed to read the story's objects again. */
export interface References {
  readonly cardholders: readonly string[]
  readonly cards: readonly string[]
  /** By their status. */
  readonly orders: Readonly<Record<string, string>>
  readonly clients: readonly string[]
}

interface CardOfB {
  readonly id: string
  readonly number: string
  readonly expiryDate: string
  readonly cvc: string
}

/** Freezes the clock, so that nothing becomes due however late the database is opened again. */
const NOW = '2031-05-10T10:00:00Z'
export const PERIOD = { start: '2031-05-10', end: '2031-05-31' }
const CARD_EXPIRY = 203201
const TEST_CARD = {
  $PAN: TEST_CARDS.approved,
  $CVC: '123',
  YYYY: '2034',
  MM: '12',
  TEXT: 'ANN DOE',
}
const CHALLENGED_CARD = { ...TEST_CARD, $PAN: TEST_CARDS.challengeV2 }
const RULE = { id: 'rich', match: { panPrefix: '400001' }, outcome: { funds: 5_000 } }
/** A port without a listener. */
const DEAD_ADDRESS = 'http://127.0.0.1:9/callback'
const LOOKS = 200

/** Cards and money through interfaces A and B. */
export async function runIssuingStory(demo: DemoProject): Promise<References> {
  await demo.control('POST', '/clock', { freeze: true })
  await demo.control('POST', '/clock', { set: NOW })
  const first = await customer(demo, 'C1', 1, 50_000)
  const second = await customer(demo, 'C2', 2, 0)
  const onFirst = { cardIdentification: { cardId: first.cardId } }
  await demo.issuingV1('changeCardLimit', {
    ...onFirst,
    limit: { name: 'LMTP0109', value: 20_000, cycleType: 0, cycleLength: 1 },
  })
  await demo.issuingV1('p2pTransfer', {
    sourceCardIdentification: { cardNumber: Number(first.cardNumber), expDate: CARD_EXPIRY },
    destinationCardIdentification: { cardNumber: Number(second.cardNumber) },
    amount: 12_000,
    currency: 978,
    senderReceiverInfo: { senderName: 'Ann Doe', senderAddress: 'Main 1' },
    pointOfServiceDataCode: 100000130,
    extId: 'story-1',
  })
  const blocked = await customer(demo, 'C3', 3, 700)
  await demo.issuingV1('blockCard', {
    cardIdentification: { cardId: blocked.cardId },
    hotCardStatus: 6,
  })
  const ofB = await tellInterfaceB(demo)
  await tellOfAReset(demo)
  return {
    ...ofB,
    cards: [...[first, second, blocked].map(({ cardId }) => cardId), ...ofB.cards],
    orders: {},
    clients: [],
  }
}

async function customer(demo: DemoProject, number: string, serial: number, amount: number) {
  const { product } = await demo.control<{ product: Record<string, string> }>('GET', '/project')
  const values = {
    institutionId: product['institutionId'],
    agent_number: product['agentNumber'],
    customer_number: number,
    product_id: product['productId'],
    start_date: '2031-05-01',
    service_id_acc: product['serviceIdAcc'],
    surname: 'Doe',
    firstName: 'Ann',
    secondName: 'M',
    email: 'ann@example.com',
    mobile_phone: '35700000001',
    country_code: '196',
    region: 'North',
    city: 'Limassol',
    street: 'Main',
    house: '1',
    apartament: '2',
    postal_code: '3000',
  }
  const { accountNumber } = await demo.issuingV1('registerCustomer', {
    productName: product['productName'],
    parameters: Object.entries(values).map(([name, value]) => ({ name, value })),
  })
  const issued = await demo.issuingV1<{
    virtualCardIdentification: { cardId: string; cardNumber: string }
  }>('createVirtualCard', {
    cardIdentification: {
      cardNumber: 4_000_000_000_000_000 + serial * 10,
      phoneNumber: '35700000001',
      customerId: number,
    },
    virtualCardIdentification: { expDate: CARD_EXPIRY, productType: 1 },
    amount,
    currency: 978,
    accountNumber,
    deliveryMethod: 'WS',
  })
  return issued.virtualCardIdentification
}

async function tellInterfaceB(demo: DemoProject) {
  const [ann, bob] = [await holder(demo, 'Ann'), await holder(demo, 'Bob')]
  const change = (card: CardOfB, body: Json) => demo.issuingV2('PATCH', `/cards/${card.id}`, body)
  const money = (path: string, amount: number, from: CardOfB | undefined, to: CardOfB, key = '') =>
    demo.issuingV2(
      'POST',
      path,
      {
        amount,
        currency: 'EUR',
        destinationCard: { cardNumber: to.number },
        ...(from === undefined
          ? {}
          : { sourceCard: { cardNumber: from.number, expiryDate: from.expiryDate } }),
      },
      key === '' ? {} : { 'idempotency-key': key },
    )
  await money('/topups', 90_000, undefined, ann.card, 'story-of-the-upgrade')
  await money('/transfers', 4_500, ann.card, bob.card)
  const declined = await money('/transfers', 4_501, bob.card, ann.card)
  assert.equal(declined['status'], 'declined')
  const { pem } = await demo.issuingV2<{ pem: string }>('GET', '/keys/pin')
  const block = Buffer.from(JSON.stringify({ nonce: 12_345_678, pin: '1234' }))
  const padding = constants.RSA_PKCS1_OAEP_PADDING
  const pin = publicEncrypt({ key: pem, oaepHash: 'sha256', padding }, block).toString('base64')
  await change(ann.card, { pin })
  await change(bob.card, { spendingLimits: [{ amount: 5_000, interval: 'daily' }] })
  await change(bob.card, { reissueCard: 'damaged' })
  return { cardholders: [ann.id, bob.id], cards: [ann.card.id, bob.card.id] }
}

async function holder(demo: DemoProject, firstName: string) {
  const { id } = await demo.issuingV2<{ id: string }>('POST', '/cardholders', {
    firstName,
    lastName: 'Doe',
    phoneNumber: '+35700000001',
    billingAddress: { country: 'CY', postalCode: '3000' },
  })
  const card = await demo.issuingV2<CardOfB>('POST', '/cards', {
    productName: 'VISA_CLASSIC_VIRTUAL',
    cardholder: id,
  })
  return { id, card: await cardOf(demo, card.id) }
}

export const cardOf = (demo: DemoProject, id: string): Promise<CardOfB> =>
  demo.issuingV2('GET', `/cards/${id}`)

/** Rows that can no longer be reached are part of a database too. */
async function tellOfAReset(demo: DemoProject): Promise<void> {
  const { interfaceB } = await demo.control<{ interfaceB: { apiKey: string } }>(
    'POST',
    '/projects',
    { name: 'reset' },
  )
  const headers = { 'x-api-key': interfaceB.apiKey }
  const person = { firstName: 'Eve', lastName: 'Doe', phoneNumber: '+35700000002' }
  const billingAddress = { country: 'CY', postalCode: '3000' }
  const cardholder = await demo.issuingV2(
    'POST',
    '/cardholders',
    { ...person, billingAddress },
    headers,
  )
  const product = { productName: 'VISA_CLASSIC_VIRTUAL', cardholder: cardholder['id'] }
  await demo.issuingV2('POST', '/cards', product, headers)
  await demo.control('POST', '/reset', undefined, interfaceB.apiKey)
}

/** Payments through interface C, by issued cards and by test cards, and their callbacks. */
export async function runPaymentStory(demo: DemoProject, told: References): Promise<References> {
  const [issued] = told.cards.slice(3)
  assert.ok(issued !== undefined)
  const { number, cvc, expiryDate } = await cardOf(demo, issued)
  const own = { $PAN: number, $CVC: cvc, YYYY: expiryDate.slice(0, 4), MM: expiryDate.slice(4) }
  const orders: Record<string, string> = {}
  const register = async (
    name: string,
    stages: 'register' | 'registerPreAuth',
    form: Form = {},
  ) => {
    const order = {
      orderNumber: name,
      amount: 2_000,
      currency: 978,
      returnUrl: 'https://a.example',
    }
    const { orderId } = await demo.gateway(stages, { ...order, ...form })
    return (orders[name] = String(orderId))
  }
  const pay = (orderId: string, card: Form) =>
    demo.gateway('paymentorder', { MDORDER: orderId, TEXT: 'ANN DOE', ...card })
  const paid = async (
    name: string,
    stages: 'register' | 'registerPreAuth',
    card: Form,
    form?: Form,
  ) => {
    const orderId = await register(name, stages, form)
    await pay(orderId, card)
    return orderId
  }
  await tellCallbacks(demo, paid)
  await register('registered', 'register')
  await paid('own-held', 'registerPreAuth', own)
  const captured = await paid('own-captured', 'registerPreAuth', own)
  await demo.gateway('deposit', { orderId: captured, amount: 1_500 })
  const refunded = await paid('own-refunded', 'register', own)
  await demo.gateway('refund', { orderId: refunded, amount: 700 })
  const reversed = await paid('own-reversed', 'registerPreAuth', own)
  await demo.gateway('reverse', { orderId: reversed })
  await paid('own-declined', 'register', own, { amount: 99_000_000 })
  await paid('challenged', 'register', CHALLENGED_CARD)
  await paid('held', 'registerPreAuth', TEST_CARD)
  const bound = await paid('bound', 'register', TEST_CARD, { clientId: 'ann' })
  const { bindingInfo } = await demo.gateway<{ bindingInfo: { bindingId: string } }>(
    'getOrderStatusExtended',
    { orderId: bound },
  )
  const charged = await register('charged', 'register', {
    clientId: 'ann',
    features: 'AUTO_PAYMENT',
  })
  const { bindingId } = bindingInfo
  await demo.gateway('paymentOrderBinding', { mdOrder: charged, bindingId, ip: '203.0.113.7' })
  return { ...told, orders, clients: ['ann'] }
}

/**
 * One callback in each state: no more retries, delivered, waiting for a retry. The following orders
 * have no callback URL.
 */
async function tellCallbacks(
  demo: DemoProject,
  paid: (name: string, stages: 'register', card: Form) => Promise<string>,
): Promise<void> {
  const settings = (body: Json) => demo.control('PATCH', '/project', body)
  await settings({ callbackUrl: DEAD_ADDRESS })
  await paid('callback-given-up', 'register', TEST_CARD)
  await untilCallback(demo, 'callback-given-up', ({ attempts }) => attempts.length === 1)
  await demo.control('POST', '/clock', { advance: 'PT76H' })
  await untilCallback(demo, 'callback-given-up', ({ state }) => state === 'failed')
  const receiver = createServer((_request, response) => response.end()).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const { port } = receiver.address() as AddressInfo
  await settings({ callbackUrl: `http://127.0.0.1:${port}/callback`, callbackSignature: 'rsa' })
  await paid('callback-delivered', 'register', TEST_CARD)
  await untilCallback(demo, 'callback-delivered', ({ state }) => state === 'delivered')
  receiver.close()
  await settings({ callbackUrl: DEAD_ADDRESS, callbackSignature: 'hmac' })
  await paid('callback-waiting', 'register', TEST_CARD)
  await untilCallback(demo, 'callback-waiting', ({ attempts }) => attempts.length === 1)
  await settings({ callbackUrl: null, outcomeRules: [RULE] })
}

interface CallbackItem {
  readonly orderNumber: string
  readonly state: string
  readonly attempts: readonly unknown[]
}

async function untilCallback(
  demo: DemoProject,
  orderNumber: string,
  isThere: (callback: CallbackItem) => boolean,
): Promise<void> {
  for (let look = 0; look < LOOKS; look += 1) {
    const { items } = await demo.control<{ items: CallbackItem[] }>('GET', '/callbacks')
    const callback = items.find((item) => item.orderNumber === orderNumber)
    if (callback !== undefined && isThere(callback)) return
    await wait(50)
  }
  assert.fail(`the callback of ${orderNumber} did not become what it should`)
}
