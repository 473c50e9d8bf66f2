// The records that operations need for their example to succeed, each with the values that the
// example takes from it and the operation that creates such a record.

import type { Perform } from '../../../api/endpoint/in-process.ts'
import { listDecisions } from '../../../api/control/decisions/decisions.ts'
import { listAccounts } from '../../../api/control/ledger/accounts.ts'
import { listBindings } from '../../../api/control/cards/bindings.ts'
import { listCallbackKeys } from '../../../api/control/callbacks/callback-keys.ts'
import { listCardholders, showCardholder } from '../../../api/control/cards/cardholders.ts'
import { listCards } from '../../../api/control/cards/cards.ts'
import { listAuthorisations } from '../../../api/control/simulations/authorisations.ts'
import type { QueryOf } from '../../../api/endpoint/operation.ts'
import { listOrders } from '../../../api/control/orders/orders.ts'
import { getFaults } from '../../../api/control/faults/fault-operations.ts'
import { listReceivers } from '../../../api/control/receivers/receivers.ts'
import { getProject } from '../../../api/control/projects/projects.ts'
import { listRequests } from '../../../api/control/requests/requests.ts'
import { listOutcomeRules } from '../../../api/control/rules/rule-operations.ts'
import { listSnapshots } from '../../../api/control/snapshots/snapshots.ts'
import { listRealTimeDecisions } from '../../../api/control/real-time/real-time-decisions.ts'
import { listWebhookDeliveries, listWebhooks } from '../../../api/control/webhooks/webhooks.ts'
import type { OrderStatusWord } from '../../../api/control/orders/order-view.ts'
import { numberOfCard } from './credentials.ts'

/** Values by field, or by `parent.field` for a field of an object in the body. */
export type Values = Readonly<Record<string, string>>

/** A record in the state that an operation needs. */
export interface Need {
  /** Used in the sentence that the project has none. */
  readonly noun: string
  /** Id of the operation that creates such a record. */
  readonly from: string
  readonly find: (perform: Perform) => Promise<Values | undefined>
}

/** Maximum number of records that are searched for a suitable one. */
const SEARCHED = '20'
const CARDHOLDERS_SEARCHED = '10'

export const NEWEST_ONE = { query: { limit: '1' } } as const
const NEWEST = { query: { limit: SEARCHED } } as const

const ofOrder = (id: string): Values => ({
  orderId: id,
  mdOrder: id,
  mdorder: id,
  MDORDER: id,
  MD: id,
})

const ordersIn = async (perform: Perform, status?: OrderStatusWord) =>
  (await perform(listOrders, { query: { limit: SEARCHED, ...(status && { status }) } })).items

/** An order in a state; `amount` is the amount that the operation may move. */
const order = (
  noun: string,
  from: string,
  status: OrderStatusWord,
  amount?: 'approvedAmount' | 'depositedAmount',
): Need => ({
  noun,
  from,
  async find(perform) {
    const found = (await ordersIn(perform, status)).find(
      (each) => amount === undefined || each[amount] > 0,
    )
    return found && { ...ofOrder(found.id), ...(amount && { amount: String(found[amount]) }) }
  },
})

const PAYABLE = order('an unpaid order', 'register', 'registered')
const CHALLENGED = order('an order in 3-D Secure', 'paymentorder', 'authenticating')
const HELD = order('an order with a hold', 'registerPreAuth', 'held', 'approvedAmount')
const PAID = order('a paid order', 'instantPayment', 'deposited', 'depositedAmount')

const ORDER_WITH_CARD: Need = {
  noun: 'an order with a payment',
  from: 'instantPayment',
  async find(perform) {
    const found = (await ordersIn(perform)).find(({ numberMask }) => numberMask !== null)
    return found && ofOrder(found.id)
  },
}

const ORDER_OF_BINDING: Need = {
  noun: 'an unpaid order of a client with an active binding',
  from: 'register',
  async find(perform) {
    const [orders, bindings] = await Promise.all([
      ordersIn(perform, 'registered'),
      perform(listBindings, NEWEST),
    ])
    for (const { id, clientId } of orders) {
      const binding = bindings.items.find((each) => each.active && each.clientId === clientId)
      if (binding !== undefined) return { ...ofOrder(id), bindingId: binding.id }
    }
    return undefined
  },
}

const binding = (noun: string, from: string, isActive: boolean): Need => ({
  noun,
  from,
  async find(perform) {
    const { items } = await perform(listBindings, NEWEST)
    const found = items.find(({ active }) => active === isActive)
    return found && { bindingId: found.id }
  },
})

const ACTIVE_BINDING = binding('an active binding', 'paymentorder', true)

const card = (noun: string, from: string, status: 'active' | 'blocked'): Need => ({
  noun,
  from,
  async find(perform) {
    const { items } = await perform(listCards, { query: { limit: '1', status } })
    return items[0] && { cardId: items[0].id, id: items[0].id }
  },
})

const CARD_TO_CREDIT: Need = {
  noun: 'an active card',
  from: 'createVirtualCard',
  async find(perform) {
    const { items } = await perform(listCards, { query: { limit: '1', status: 'active' } })
    return items[0] && numbersOf('cardIdentification', 'destinationCard', items[0])
  },
}

/** The amount in the transfer examples, in minor units. */
const TRANSFERRED = 2500

const TWO_CARDS: Need = {
  noun: 'two active cards, one of them with 25.00 EUR',
  from: 'createTopup',
  async find(perform) {
    const { items } = await perform(listCards, { query: { limit: SEARCHED, status: 'active' } })
    const source = items.find(({ available }) => available >= TRANSFERRED)
    const destination = items.find(({ id }) => id !== source?.id)
    if (source === undefined || destination === undefined) return undefined
    return {
      ...numbersOf('sourceCardIdentification', 'sourceCard', source),
      ...numbersOf('destinationCardIdentification', 'destinationCard', destination),
    }
  },
}

/** The number and expiry of a card under the names of interfaces A and B. */
const numbersOf = (
  nameOfA: string,
  nameOfB: string,
  { id, expiry }: { readonly id: string; readonly expiry: string },
): Values => ({
  [`${nameOfA}.cardNumber`]: numberOfCard(id),
  [`${nameOfA}.expDate`]: expiry,
  [`${nameOfB}.cardNumber`]: numberOfCard(id),
  [`${nameOfB}.expiryDate`]: expiry,
})

const CARDHOLDER_WITHOUT_CARD: Need = {
  noun: 'a cardholder without a card',
  from: 'createCardholder',
  async find(perform) {
    const { items } = await perform(listCardholders, { query: { limit: CARDHOLDERS_SEARCHED } })
    for (const { id } of items) {
      const cards = await perform(listCards, { query: { limit: '1', cardholderId: id } })
      if (cards.items.length === 0) return { cardholder: id }
    }
    return undefined
  },
}

const CUSTOMER_WITH_ACCOUNT: Need = {
  noun: 'a customer with an account',
  from: 'registerCustomer',
  async find(perform) {
    const { items } = await perform(listCardholders, NEWEST_ONE)
    if (items[0] === undefined) return undefined
    const { id, customerNumber } = items[0]
    const { account } = await perform(showCardholder, { params: { id } })
    if (account === null) return undefined
    return {
      'cardIdentification.customerId': customerNumber,
      accountNumber: account.account,
    }
  },
}

const OLD_CALLBACK_KEY: Need = {
  noun: 'a callback key that is not the current one',
  from: 'rotateCallbackKey',
  async find(perform) {
    const { items } = await perform(listCallbackKeys)
    const old = items.find(({ current }) => !current)
    return old && { alias: old.alias }
  },
}

const WEBHOOK: Need = {
  noun: 'a webhook',
  from: 'createWebhook',
  async find(perform) {
    const { items } = await perform(listWebhooks)
    const active = items.find(({ state }) => state === 'active')
    return active && { id: active.id }
  },
}

const WEBHOOK_DELIVERY: Need = {
  noun: 'a delivery of a webhook',
  from: 'sendTestEvent',
  async find(perform) {
    for (const { id } of (await perform(listWebhooks)).items) {
      const { items } = await perform(listWebhookDeliveries, {
        params: { id },
        query: { limit: '1' },
      })
      if (items[0] !== undefined) return { id, delivery: items[0].id }
    }
    return undefined
  },
}

const REAL_TIME_DECISION: Need = {
  noun: 'a real-time decision',
  from: 'simulateAuthorisation',
  async find(perform) {
    const { items } = await perform(listRealTimeDecisions, NEWEST_ONE)
    return items[0] && { id: items[0].id }
  },
}

const OUTCOME_RULE: Need = {
  noun: 'an outcome rule',
  from: 'addOutcomeRule',
  async find(perform) {
    const { items } = await perform(listOutcomeRules)
    return items[0] && { id: items[0].id }
  },
}

const ACCOUNT: Need = {
  noun: 'an account',
  from: 'registerCustomer',
  async find(perform) {
    const { items } = await perform(listAccounts, NEWEST_ONE)
    return items[0] && { account: items[0].account }
  },
}

const FAULT: Need = {
  noun: 'a fault',
  from: 'addFault',
  async find(perform) {
    const { faults } = await perform(getFaults)
    return faults[0] && { id: faults[0].id }
  },
}

const RECEIVER: Need = {
  noun: 'a receiver',
  from: 'createReceiver',
  async find(perform) {
    const { items } = await perform(listReceivers)
    return items[0] && { id: items[0].id }
  },
}

const SNAPSHOT: Need = {
  noun: 'a snapshot',
  from: 'createSnapshot',
  async find(perform) {
    const { items } = await perform(listSnapshots)
    return items[0] && { name: items[0].name }
  },
}

/** A simulated authorisation in a state; `amount` is the amount that the operation may move. */
const authorisation = (
  noun: string,
  query: QueryOf<typeof listAuthorisations>,
  amountOf: (merchant: { held: number; cleared: number; refunded: number }) => number,
): Need => ({
  noun,
  from: 'simulateAuthorisation',
  async find(perform) {
    const { items } = await perform(listAuthorisations, {
      query: { limit: SEARCHED, source: 'simulation', ...query },
    })
    const found = items.find(({ merchantAmounts }) => amountOf(merchantAmounts) > 0)
    return found && { id: found.id, amount: String(amountOf(found.merchantAmounts)) }
  },
})

const PENDING = authorisation('a pending authorisation', { status: 'pending' }, ({ held }) => held)
const CLEARED = authorisation(
  'a cleared authorisation',
  { status: 'cleared', kind: 'purchase' },
  ({ cleared, refunded }) => cleared - refunded,
)
const REFUND: Need = {
  noun: 'a refund without a purchase',
  from: 'simulateRefund',
  find: authorisation('', { status: 'cleared', kind: 'refund' }, ({ refunded }) => refunded).find,
}

const DECISION: Need = {
  noun: 'a decision',
  from: 'simulateAuthorisation',
  async find(perform) {
    const { items } = await perform(listDecisions, NEWEST_ONE)
    return items[0] && { id: items[0].requestId }
  },
}

/** Without a URL, callbacks are recorded but cannot be sent. */
const CALLBACK_URL: Need = {
  noun: 'a callback URL',
  from: 'updateProject',
  async find(perform) {
    const { settings } = await perform(getProject)
    return settings.callbackUrl === null ? undefined : {}
  },
}

const REQUEST: Need = {
  noun: 'a request in the log',
  from: 'listCardholders',
  async find(perform) {
    const { items } = await perform(listRequests, { query: { limit: '1', outcome: 'approved' } })
    return items[0] && { id: items[0].id }
  },
}

/** The needs of operations, by id. */
// prettier-ignore
export const NEEDS: Readonly<Record<string, Need>> = {
  createVirtualCard:    CUSTOMER_WITH_ACCOUNT,
  blockCard:            card('an active card', 'createVirtualCard', 'active'),
  changeCardStatus:     card('a blocked card', 'blockCard', 'blocked'),
  creditCard:           CARD_TO_CREDIT,
  p2pTransfer:          TWO_CARDS,
  createCard:           CARDHOLDER_WITHOUT_CARD,
  createTopup:          CARD_TO_CREDIT,
  createTransfer:       TWO_CARDS,
  paymentorder:         PAYABLE,
  paymentOrderBinding:  ORDER_OF_BINDING,
  processform:          PAYABLE,
  processBindingForm:   ORDER_OF_BINDING,
  decline:              PAYABLE,
  declineByClient:      PAYABLE,
  acsRedirect:          CHALLENGED,
  continue3ds:          CHALLENGED,
  finish3ds:            CHALLENGED,
  finish3dsPayment:     CHALLENGED,
  finish3dsVer2Payment: CHALLENGED,
  deposit:              HELD,
  reverse:              HELD,
  autoCompletion:       HELD,
  refund:               PAID,
  autoRefund:           PAID,
  updateSSLCardList:    ORDER_WITH_CARD,
  unBindCard:           ACTIVE_BINDING,
  extendBinding:        ACTIVE_BINDING,
  bindCard:             binding('an inactive binding', 'unBindCard', false),
  expect:               order('a paid order', 'instantPayment', 'deposited'),
  endCallbackKey:       OLD_CALLBACK_KEY,
  listWebhookDeliveries: WEBHOOK,
  sendTestEvent:        WEBHOOK,
  rotateWebhookSecret:  WEBHOOK,
  deleteWebhook:        WEBHOOK,
  resendWebhookDelivery: WEBHOOK_DELIVERY,
  showRealTimeDecision: REAL_TIME_DECISION,
  changeOutcomeRule:    OUTCOME_RULE,
  deleteOutcomeRule:    OUTCOME_RULE,
  deleteFault:          FAULT,
  getReceiver:          RECEIVER,
  changeReceiver:       RECEIVER,
  deleteReceiver:       RECEIVER,
  exportSnapshot:       SNAPSHOT,
  getRequest:           REQUEST,
  getDecision:          DECISION,
  resendCallback:       CALLBACK_URL,
  sendTestCallback:     CALLBACK_URL,
  restoreSnapshot:      SNAPSHOT,
  forkSnapshot:         SNAPSHOT,
  deleteSnapshot:       SNAPSHOT,
  incrementAuthorisation: PENDING,
  adviseAuthorisation:  PENDING,
  clearAuthorisation:   PENDING,
  reverseAuthorisation: PENDING,
  expireAuthorisation:  PENDING,
  refundAuthorisation:  CLEARED,
  reverseRefund:        REFUND,
  showAccount:          ACCOUNT,
  listAccountEntries:   ACCOUNT,
}
