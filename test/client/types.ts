// The types of the clients: code that must compile, and lines that must not. The type check of
// `npm run check` reads this file; it has nothing to run.

import type { SandboxProject } from '../../src/index.ts'

export async function use({ b, c, control }: SandboxProject): Promise<void> {
  const returnUrl = 'https://shop.example/'
  const { orderId } = await c.register({ amount: 2000, returnUrl, jsonParams: { a: '1' } })
  const text: string = orderId
  await c.register({ amount: '2000', returnUrl, orderBundle: '{}' })
  // @ts-expect-error An amount is a number or its digits.
  await c.register({ amount: true, returnUrl })
  // @ts-expect-error The return URL is mandatory.
  await c.register({ amount: 1 })
  await c.getBindings({ clientId: text, showExpired: true })
  // @ts-expect-error A flag is true or false.
  await c.getBindings({ clientId: text, showExpired: 'yes' })

  const answer = await c.paymentorder({ MDORDER: text, YYYY: 2034, MM: '12' })
  if ('acsUrl' in answer && 'paReq' in answer) answer.termUrl satisfies string
  if ('threeDSMethodURL' in answer) answer.threeDSServerTransId satisfies string
  if ('processingErrorType' in answer) answer.error satisfies string
  // @ts-expect-error A client throws an error instead of returning it.
  answer.errorCode satisfies 5

  const charge = await c.recurrentPayment({ bindingId: text, amount: 1 })
  if (!charge.success) charge.error.message satisfies string

  await control.listOrders({ limit: 20, expiring: true })
  // @ts-expect-error Only expiring orders, or all.
  await control.listOrders({ expiring: false })
  await control.moveClock({ freeze: true })
  // @ts-expect-error One move at a time.
  await control.moveClock({ advance: 'PT1H', freeze: true })
  await b.updateCard({ id: text, status: 'blocked' })
  // @ts-expect-error One change at a time.
  await b.updateCard({ id: text, status: 'blocked', reissueCard: 'lost' })
}
