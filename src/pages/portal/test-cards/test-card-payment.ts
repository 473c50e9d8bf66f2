// A payment started from the test cards page: registers an order and, when the payer returns,
// shows its result.

import type { Project } from '../../../engine/directory.ts'
import { actionCode } from '../../../payments/authorisation/action-code.ts'
import {
  isPayable,
  ORDER_ACTION_CODE,
  ORDER_STATUS,
} from '../../../payments/orders/order-status.ts'
import { currencyOfOrder, type Order } from '../../../payments/orders/order.ts'
import { gatewayId } from '../../../payments/orders/gateway-id.ts'
import { random } from '../../../random.ts'
import type { Service } from '../../../service.ts'
import { orderById } from '../../../store/reads/orders.ts'
import { realNow } from '../../../time.ts'
import { cardName } from '../../../web/html/masked-card.ts'
import type { MoneyView } from '../../../web/html/money.ts'
import { merchantLogin } from '../../../web/redirects/merchant.ts'

/** Minor units: 20.00 in a currency like the euro. */
const TRIED_AMOUNT = 2000

/** ISO 4217: the euro, for projects that accept any currency. */
const USUAL_CURRENCY = 978

/** The result of a payment started from the test cards page. */
export interface TriedPayment {
  readonly amount: MoneyView
  /** Undefined before a card is entered. */
  readonly maskedPan: string | undefined
  readonly state: 'approved' | 'declined' | 'open'
  readonly orderStatus: number
  readonly actionCode: number
  readonly text: string
}

interface Try {
  readonly pan: string
  readonly returnUrl: string
  /** Currencies that the project accepts; null accepts every currency. */
  readonly gatewayCurrencies: readonly string[] | null
}

/** Registers an order and returns the URL of its payment page, which prefills this card. */
export async function payWithCard(
  service: Service,
  project: Project,
  { pan, returnUrl, gatewayCurrencies }: Try,
): Promise<string> {
  const { order } = await service.execute(project, 'registerOrder', {
    orderId: gatewayId(project.number, realNow(), random()),
    number: null,
    twoStage: false,
    amount: TRIED_AMOUNT,
    currency: Number(gatewayCurrencies?.[0] ?? USUAL_CURRENCY),
    clientId: null,
    features: [],
    request: {
      returnUrl,
      description: `Test payment with card ${pan.slice(-4)}`,
      language: 'en',
      params: {},
    },
  })
  return `/payment/merchants/${merchantLogin(project)}/payment_en.html?mdOrder=${order.id}#card-${cardName(pan)}`
}

/** The result of an order; undefined if the order is not in this project. */
export async function triedPayment(
  service: Service,
  project: Project,
  orderId: string,
): Promise<TriedPayment | undefined> {
  const found = await service.read(project, (reads, datasetId) =>
    orderById(reads, datasetId, orderId, realNow()),
  )
  if (found === undefined) return undefined
  const { order } = found
  const { alpha, numeric, exponent } = currencyOfOrder(order)
  return {
    amount: { minor: order.amount, currency: { letters: alpha, digits: numeric, exponent } },
    maskedPan: order.progress.payment?.card.mask,
    state: stateOf(order),
    orderStatus: order.status,
    actionCode: order.actionCode,
    text: actionCode(order.actionCode)?.texts.en ?? '',
  }
}

function stateOf({ status, actionCode: code }: Order): TriedPayment['state'] {
  if (!isPayable(status)) return status === ORDER_STATUS.declined ? 'declined' : 'approved'
  const isOpen = status === ORDER_STATUS.authenticating || code === ORDER_ACTION_CODE.untouched
  return isOpen ? 'open' : 'declined'
}
