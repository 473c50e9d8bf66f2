// A payment tried from the page of test cards: registers an order, and shows its result when the payer returns.

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

/** ISO 4217: the euro, where the project takes any currency. */
const USUAL_CURRENCY = 978

/** How a tried payment ended, as the page of test cards tells it. */
export interface TriedPayment {
  readonly amount: MoneyView
  /** Undefined where no card was sent yet. */
  readonly maskedPan: string | undefined
  readonly state: 'approved' | 'declined' | 'open'
  readonly orderStatus: number
  readonly actionCode: number
  readonly text: string
}

interface Try {
  readonly pan: string
  /** Where the payer comes back to. */
  readonly returnUrl: string
  /** What the project takes; null is everything. */
  readonly gatewayCurrencies: readonly string[] | null
}

/** Registers an order and answers the address of its payment page, with this card to be filled in. */
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
      description: `A try with card ${pan.slice(-4)}`,
      language: 'en',
      params: {},
    },
  })
  return `/payment/merchants/${merchantLogin(project)}/payment_en.html?mdOrder=${order.id}#card-${cardName(pan)}`
}

/** What became of an order; undefined for one that the project does not have. */
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
