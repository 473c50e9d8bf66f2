// The URL that returns the payer to the merchant, with the order id and the language.

import { isPayable, ORDER_STATUS } from '../../payments/orders/order-status.ts'
import type { Order } from '../../payments/orders/order.ts'

/** True for a paid order, even if it was captured, reversed or refunded afterwards. */
const isPaid = ({ status }: Pick<Order, 'status'>): boolean =>
  !isPayable(status) && status !== ORDER_STATUS.declined

/**
 * `returnUrl` or `failUrl` with `orderId` and `lang`. Without a `failUrl`, failed attempts return
 * to `returnUrl`.
 */
export function returnAddress(order: Order): string {
  const { returnUrl, failUrl, language } = order.request
  const target = isPaid(order) ? returnUrl : (failUrl ?? returnUrl)
  const [address = '', fragment] = inAscii(target).split('#', 2)
  const joint = address.includes('?') ? '&' : '?'
  const query = `orderId=${order.id}&lang=${language}`
  return `${address}${joint}${query}${fragment === undefined ? '' : `#${fragment}`}`
}

/**
 * Headers can only contain ASCII: the host name of a web URL becomes punycode, the rest is
 * percent-encoded.
 */
export const inAscii = (url: string): string =>
  url
    .replace(WEB_HOST, (whole, before: string) => {
      const host = URL.parse(url)?.hostname
      return host === undefined ? whole : before + host
    })
    .replaceAll(/\P{ASCII}+/gu, encodeURIComponent)

/** Scheme and credentials, then a host name with characters beyond ASCII. */
const WEB_HOST = /^(https?:\/\/(?:[^/?#@]*@)?)[^/?#:@]*\P{ASCII}[^/?#:@]*/iu
