// A challenge on the issuer's page: started by the merchant's server, then completed through its
// forms.

import assert from 'node:assert/strict'
import { acsRedirect } from '../../src/web/redirects/acs-redirect.ts'
import { newPaymentIds, redirectMerchant } from '../../src/web/redirects/merchant.ts'
import type { Order } from '../../src/payments/orders/order.ts'
import { presentCard } from '../../src/payments/methods/payment-card.ts'
import type { Checkout } from './checkout.ts'

export const TERM_URL = 'https://shop.example/term?x=1&y=2'
export const MD = 'the merchant’s own <data>'

/** `opened` returns the suite's checkout once it is open. */
export function challengesOf(opened: () => Checkout) {
  /**
   * A payment by the merchant's server, up to the issuer's page; returns the fields that a browser
   * submits there.
   */
  async function challenged(
    pan: string,
    { version2 = false, finishUrl = '', language = 'en' } = {},
  ): Promise<{ order: Order; fields: Record<string, string> }> {
    const checkout = opened()
    const { project, sandbox } = checkout
    const { id: orderId } = await checkout.register({ request: { language } })
    const card = presentCard(
      { pan, expiry: 203_412, cardholderName: 'ANN DUNE', cvc: '123' },
      project.vault,
    )
    const { order } = await sandbox.sandcard.service.execute(project, 'payOrder', {
      orderId,
      paymentMethod: { kind: 'card', card, keepCard: false },
      speaksVersion2: version2,
      methodDone: true,
      newIds: newPaymentIds(project),
      ...(finishUrl !== '' && { finishUrl }),
    })
    assert.ok(order.progress.challenge)
    const redirect = acsRedirect(
      order,
      order.progress.challenge,
      redirectMerchant(project, 'Shop', sandbox.url),
    )
    const fields =
      redirect.version === 1
        ? { PaReq: redirect.paReq, MD, TermUrl: TERM_URL }
        : { creq: redirect.creq }
    return { order, fields }
  }
  const enter = (order: Order, fields: Record<string, string>) =>
    opened().post(`/payment/acs/${order.id}${'creq' in fields ? '/creq' : ''}`, fields)
  const answer = (order: Order, fields: Record<string, string>, given: Record<string, string>) =>
    opened().post(`/payment/acs/${order.id}/answer`, { ...fields, ...given })
  return { challenged, enter, answer }
}
