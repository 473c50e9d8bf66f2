// A payment started from the test cards page: registers an order and shows its result when the
// payer returns.

import { showOrder } from '../../../api/control/orders/orders.ts'
import { getProject } from '../../../api/control/projects/projects.ts'
import type { Perform } from '../../../api/endpoint/in-process.ts'
import type { AnswerOf } from '../../../api/endpoint/operation.ts'
import { Problem } from '../../../api/endpoint/problems.ts'
import { NO_ATTEMPT } from '../../../payments/authorisation/action-code.ts'
import { cardName } from '../../../web/html/masked-card.ts'
import type { MoneyView } from '../../../web/html/money.ts'
import { moneyOf } from '../parts/amounts.ts'
import type { PerformAtGateway } from '../shell/perform-at-gateway.ts'

/** Minor units: 20.00 in a currency with two decimals. */
const TRIED_AMOUNT = 2000

/** ISO 4217: the euro, for projects that accept any currency. */
const USUAL_CURRENCY = '978'

/** The result of a payment started from the test cards page. */
export interface TriedPayment {
  readonly orderId: string
  readonly amount: MoneyView
  /** Undefined before a card is entered. */
  readonly maskedPan: string | undefined
  readonly state: 'approved' | 'declined' | 'open'
  readonly actionCode: number
}

interface Performers {
  readonly perform: Perform
  readonly performAtGateway: PerformAtGateway
}

/** Registers an order and returns the URL of its payment page, which prefills this card. */
export async function payWithCard(
  { perform, performAtGateway }: Performers,
  { pan, returnUrl }: { readonly pan: string; readonly returnUrl: string },
): Promise<string> {
  const { settings } = await perform(getProject)
  const registered = await performAtGateway({
    api: 'C',
    operation: 'register',
    form: {
      amount: String(TRIED_AMOUNT),
      currency: settings.gatewayCurrencies?.[0] ?? USUAL_CURRENCY,
      returnUrl,
      language: 'en',
      description: `Test payment with card ${pan.slice(-4)}`,
    },
  })
  const { formUrl } = registered as { readonly formUrl?: string }
  if (formUrl === undefined) throw new Error('interface C did not register the test payment')
  const { pathname, search } = new URL(formUrl)
  return `${pathname}${search}#card-${cardName(pan)}`
}

/** The result of an order; undefined if the order is not in this project. */
export async function triedPayment(
  perform: Perform,
  orderId: string,
): Promise<TriedPayment | undefined> {
  try {
    const order = await perform(showOrder, { params: { id: orderId } })
    return {
      orderId: order.id,
      amount: moneyOf(order.amount, order.currency),
      maskedPan: order.numberMask ?? undefined,
      state: stateOf(order),
      actionCode: order.actionCode,
    }
  } catch (error) {
    if (error instanceof Problem && error.status === 404) return undefined
    throw error
  }
}

function stateOf({ status, actionCode }: AnswerOf<typeof showOrder>): TriedPayment['state'] {
  if (status === 'authenticating') return 'open'
  if (status === 'registered') return actionCode === NO_ATTEMPT ? 'open' : 'declined'
  return status === 'declined' ? 'declined' : 'approved'
}
