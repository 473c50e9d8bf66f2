// A shop's requests to interface C.

import { type Load, ORDER_ID, type Request, SERIAL_PLACEHOLDER, type Story } from './generator.ts'

const CREDENTIALS = { userName: 'demo-api', password: 'demo-password' }

const call = (operation: string, form: Readonly<Record<string, string>>): Request => ({
  method: 'POST',
  path: `/payment/rest/${operation}.do`,
  form: { ...CREDENTIALS, ...form },
})

const registration = (orderNumber: string): Request =>
  call('register', {
    orderNumber,
    amount: '2000',
    currency: '978',
    returnUrl: 'https://shop.example/return',
    description: 'A pair of shoes',
    language: 'en',
  })

/** With the test card that pays without 3-D Secure. */
const payment = (orderId: string): Request =>
  call('paymentorder', {
    MDORDER: orderId,
    $PAN: '4444555511113333',
    $CVC: '123',
    YYYY: '2034',
    MM: '12',
    TEXT: 'ANN DOE',
    language: 'en',
  })

const statusRead = (orderId: string): Request => call('getOrderStatusExtended', { orderId })

/** A text that only error or decline responses contain; both have status 200. */
const REFUSED_MARK = '"errorMessage"'

export const registrations = (url: string, connections: number): Load => ({
  url,
  connections,
  stories: [[registration(SERIAL_PLACEHOLDER)]],
  unwanted: REFUSED_MARK,
})

/** Registers an order, then pays it. */
export const payments = (url: string, connections: number): Load => ({
  url,
  connections,
  stories: [[registration(SERIAL_PLACEHOLDER), payment(ORDER_ID)]],
  unwanted: REFUSED_MARK,
})

export const statusReads = (
  url: string,
  connections: number,
  orderIds: readonly string[],
): Load => ({
  url,
  connections,
  stories: orderIds.map((orderId): Story => [statusRead(orderId)]),
  wanted: '"orderStatus":2',
})

/** Registers and pays orders before the measurement and returns their ids. */
export async function payOrders(url: string, count: number): Promise<readonly string[]> {
  const orderIds: string[] = []
  for (let index = 0; index < count; index++) {
    const { orderId } = await send(url, registration(`bench-${index}`))
    if (orderId === undefined) throw new Error('an order was refused')
    await send(url, payment(orderId))
    orderIds.push(orderId)
  }
  return orderIds
}

async function send(url: string, { path, form }: Request): Promise<{ orderId?: string }> {
  const answer = await fetch(url + path, { method: 'POST', body: new URLSearchParams(form) })
  return (await answer.json()) as { orderId?: string }
}
