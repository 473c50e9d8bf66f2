// The actions on a card as it is now, each with the call that does the same.

import {
  CARD_CURRENCY,
  FINAL_STATUSES,
  type FinalStatus,
  REISSUE_REASONS,
} from '../../../issuing/card.ts'
import type { CardResult } from '../../../issuing/card-result.ts'
import { nextCardStatus } from '../../../issuing/card-status.ts'
import { isLimitName, LIMIT_NAMES } from '../../../issuing/limits.ts'
import type { MovementResult } from '../../../issuing/movement.ts'
import { gatewayId } from '../../../payments/orders/gateway-id.ts'
import { presentCard } from '../../../payments/methods/payment-card.ts'
import { random } from '../../../random.ts'
import { cardDetailsById } from '../../../store/reads/cards.ts'
import { realNow } from '../../../time.ts'
import type { ApiCall } from '../../../web/http/api-call.ts'
import { newPaymentIds } from '../../../web/redirects/merchant.ts'
import { candidatesFor } from '../../../web/cards/new-card-numbers.ts'
import { parseAmount, typedAmount } from '../parts/amounts.ts'
import { DECLINES } from '../../../ledger/decline.ts'
import { declineText } from '../../../web/html/decline-text.ts'
import type { Field } from '../parts/form-view.ts'
import type { PageContext } from '../shell/screen.ts'
import { limitWord } from '../labels/card-labels.ts'
import type { Act, Outcome, TypedFields } from './card-act.ts'
import { resetPinCounter, setPin } from './card-pin.ts'
import { wholeNumber } from '../parts/whole-number.ts'
import { failNextPayment, failureCall, failureField, failureMade } from './next-payment.ts'

export const CARD_ACTS = [
  'pay',
  'topup',
  'transfer',
  'limit',
  'pin',
  'resetPin',
  'fail',
  'block',
  'unblock',
  ...FINAL_STATUSES,
  'reissue',
] as const
export type CardAct = (typeof CARD_ACTS)[number]

const AMOUNT: Omit<Extract<Field, { kind: 'text' }>, 'label' | 'value'> = {
  kind: 'text',
  name: 'amount',
  inputMode: 'decimal',
  maxLength: 20,
  suffix: 'EUR',
}
/** Samples have a placeholder for the card number. */
const NUMBER_PLACE = 'NUMBER_OF_THE_CARD'

const minorOf = ({ amount = '' }: TypedFields): number | undefined =>
  parseAmount(amount, CARD_CURRENCY)

const NO_AMOUNT: Outcome = { mistakes: { amount: 'Type an amount such as 20.00.' } }

const isActive = ({ card }: CardResult): boolean => card.status === 'active'

const declinedOr = ({ entry, decline }: MovementResult): Outcome =>
  decline === null
    ? undefined
    : {
        mistakes: {
          amount: `Declined. ${declineText(decline, entry)} ${DECLINES[decline.code].remedy}`,
        },
      }

const patch = ({ card }: CardResult, body: object): ApiCall => ({
  api: 'B',
  method: 'PATCH',
  path: `/cards/${card.id}`,
  body,
})

const reportAct = (status: FinalStatus): Act => ({
  title: `Report ${status}`,
  explanation: 'This cannot be undone. You can reissue the card.',
  button: `Report ${status}`,
  look: 'danger',
  done: `Reported ${status}`,
  isLegal: ({ card }) => nextCardStatus(card.status, `set-${status}`) !== undefined,
  run: async ({ card }, { execute }) => {
    await execute('setCardStatus', { cardId: card.id, status })
    return undefined
  },
  call: (card) => patch(card, { status }),
})

const REPORT_ACTS = Object.fromEntries(
  FINAL_STATUSES.map((status) => [status, reportAct(status)]),
) as Readonly<Record<FinalStatus, Act>>

export const ACTS: Readonly<Record<CardAct, Act>> = {
  pay: {
    title: 'Pay a new order',
    explanation: 'At interface C, as a payer who enters this card would.',
    button: 'Pay',
    look: 'main',
    done: 'Paid',
    isLegal: () => true,
    fields: (_card, { amount = '10.00', stages = 'one' }) => [
      { ...AMOUNT, label: 'Amount of the order', value: amount },
      {
        kind: 'choice',
        name: 'stages',
        label: 'Stages',
        value: stages,
        options: [
          { value: 'one', label: 'One: paid at once' },
          { value: 'two', label: 'Two: held, captured later' },
        ],
      },
    ],
    run: payNewOrder,
    call: (_card, typed) => ({
      api: 'C',
      operation: typed['stages'] === 'two' ? 'registerPreAuth' : 'register',
      form: {
        amount: String(minorOf(typed) ?? 1000),
        currency: String(CARD_CURRENCY),
        returnUrl: 'https://shop.example/return',
      },
    }),
  },
  topup: {
    title: 'Top up',
    explanation: 'From the sandbox’s funding account.',
    button: 'Top up',
    look: 'quiet',
    done: 'Topped up',
    isLegal: isActive,
    fields: (_card, { amount = '100.00' }) => [{ ...AMOUNT, label: 'Amount', value: amount }],
    run: async ({ number }, { execute }, typed) => {
      const amount = minorOf(typed)
      if (amount === undefined || amount === 0) return NO_AMOUNT
      const destination = number.hash
      return declinedOr(await execute('topup', { amount, currency: CARD_CURRENCY, destination }))
    },
    call: (_card, typed) => ({
      api: 'B',
      method: 'POST',
      path: '/topups',
      body: {
        amount: minorOf(typed) ?? 10_000,
        currency: 'EUR',
        destinationCard: { cardNumber: NUMBER_PLACE },
      },
    }),
  },
  transfer: {
    title: 'Transfer',
    explanation: 'To another card of the project.',
    button: 'Transfer',
    look: 'quiet',
    done: 'Transferred',
    isLegal: isActive,
    fields: (_card, { amount = '10.00', to = '' }) => [
      {
        kind: 'text',
        name: 'to',
        label: 'Id of the other card',
        value: to,
        inputMode: 'numeric',
        maxLength: 15,
      },
      { ...AMOUNT, label: 'Amount', value: amount },
    ],
    run: transferToCard,
    call: ({ number }, typed) => ({
      api: 'B',
      method: 'POST',
      path: '/transfers',
      body: {
        amount: minorOf(typed) ?? 1000,
        currency: 'EUR',
        sourceCard: { cardNumber: NUMBER_PLACE, expiryDate: String(number.expiry) },
        destinationCard: { cardNumber: 'NUMBER_OF_THE_OTHER_CARD' },
      },
    }),
  },
  limit: {
    title: 'Change a limit',
    explanation: 'What the card may spend in a day, month or year of the project’s clock.',
    button: 'Set the limit',
    look: 'quiet',
    done: 'The limit is changed',
    isLegal: ({ card }) => nextCardStatus(card.status, 'set-limits') !== undefined,
    fields: ({ card }, { limit = 'LMTP0109', amount }) => [
      {
        kind: 'choice',
        name: 'limit',
        label: 'Limit',
        value: limit,
        options: LIMIT_NAMES.map((name) => ({
          value: name,
          label: limitWord(name, card.limits[name].cycle),
        })),
      },
      {
        ...AMOUNT,
        label: 'New limit',
        value: amount ?? typedAmount(card.limits.LMTP0109.value, CARD_CURRENCY),
      },
    ],
    run: changeLimit,
    call: ({ card }, typed) => {
      const name = isLimitName(typed['limit'] ?? '') ? typed['limit'] : 'LMTP0109'
      const { value, cycle } = card.limits.LMTP0109
      return {
        api: 'A',
        operation: 'changeCardLimit',
        body: {
          cardIdentification: { cardId: card.id },
          limit: { name, value: minorOf(typed) ?? value, cycleType: cycle, cycleLength: 1 },
        },
      }
    },
  },
  pin: setPin,
  resetPin: resetPinCounter,
  fail: {
    title: 'Make the next payment fail',
    explanation: 'A rule for this card alone: gone when it has decided one payment.',
    button: 'Make it fail',
    look: 'quiet',
    done: 'The next payment by this card will fail',
    isLegal: isActive,
    fields: (_card, typed) => [failureField(typed['actionCode'])],
    run: ({ card }, context, typed) => failNextPayment(card, typed['actionCode'] ?? '', context),
    call: ({ card }, typed, { settings, isDone }) =>
      isDone === true ? failureMade(settings) : failureCall(card, typed['actionCode'], settings),
  },
  block: {
    title: 'Block',
    explanation: 'Payments and transfers are declined until it is active again.',
    button: 'Block the card',
    look: 'quiet',
    done: 'Blocked',
    isLegal: ({ card }) => nextCardStatus(card.status, 'block') !== undefined,
    run: async ({ card }, { execute }) => {
      await execute('blockCard', { cardId: card.id })
      return undefined
    },
    call: (card) => patch(card, { status: 'blocked' }),
  },
  unblock: {
    title: 'Unblock',
    explanation: 'The card is active again.',
    button: 'Make it active',
    look: 'main',
    done: 'Active again',
    isLegal: ({ card }) => nextCardStatus(card.status, 'unblock') !== undefined,
    run: async ({ card }, { execute }) => {
      await execute('unblockCard', { cardId: card.id })
      return undefined
    },
    call: (card) => patch(card, { status: 'active' }),
  },
  ...REPORT_ACTS,
  reissue: {
    title: 'Reissue',
    explanation: 'The same card under a new number. The old one declines.',
    button: 'Give it a new number',
    look: 'quiet',
    done: 'Reissued under a new number',
    isLegal: ({ card }) => nextCardStatus(card.status, 'reissue') !== undefined,
    run: async ({ card }, { execute, project }) => {
      const reason = REISSUE_REASONS.find((each) => each === card.status) ?? 'damaged'
      const candidates = candidatesFor(project)
      await execute('reissueCard', { cardId: card.id, reason, candidates })
      return undefined
    },
    call: (card) => patch(card, { reissueCard: 'damaged' }),
  },
}

export const legalActs = (card: CardResult): readonly CardAct[] =>
  CARD_ACTS.filter((act) => ACTS[act].isLegal(card))

async function payNewOrder(
  { number }: CardResult,
  { execute, project, ip, origin, base, dataset }: PageContext,
  typed: TypedFields,
): Promise<Outcome> {
  const amount = minorOf(typed)
  if (amount === undefined || amount === 0) return NO_AMOUNT
  const taken = dataset.settings.gatewayCurrencies
  if (taken !== null && !taken.includes(String(CARD_CURRENCY)))
    return { mistakes: { amount: 'The project takes no orders in EUR: see its settings.' } }
  const pan = project.vault.open(number.sealed)
  const cvc = project.vault.cvc(pan, number.expiry)
  const entered = { pan, expiry: number.expiry, cardholderName: '', cvc }
  const { order } = await execute('registerAndPay', {
    register: {
      orderId: gatewayId(project.number, realNow(), random()),
      number: null,
      twoStage: typed['stages'] === 'two',
      amount,
      currency: CARD_CURRENCY,
      clientId: null,
      features: [],
      request: {
        returnUrl: origin + base,
        description: 'Paid from the portal',
        language: 'en',
        params: {},
      },
    },
    pay: {
      paymentMethod: { kind: 'card', card: presentCard(entered, project.vault), keepCard: false },
      ip,
      speaksVersion2: true,
      methodDone: true,
      newIds: newPaymentIds(project),
    },
  })
  return { location: `/orders/${order.id}` }
}

async function transferToCard(
  { number }: CardResult,
  { execute, read }: PageContext,
  typed: TypedFields,
): Promise<Outcome> {
  const amount = minorOf(typed)
  const to = wholeNumber(typed['to'])
  const other = to === undefined ? undefined : await read(cardDetailsById, to)
  if (other === undefined) return { mistakes: { to: 'The project has no card with this id.' } }
  if (amount === undefined || amount === 0) return NO_AMOUNT
  const result = await execute('transfer', {
    amount,
    currency: CARD_CURRENCY,
    source: number.hash,
    destination: other.number.hash,
    expiry: number.expiry,
  })
  return declinedOr(result)
}

async function changeLimit(
  { card }: CardResult,
  { execute }: PageContext,
  typed: TypedFields,
): Promise<Outcome> {
  const name = typed['limit'] ?? ''
  if (!isLimitName(name)) return { mistakes: { limit: 'Choose one of the limits.' } }
  const value = minorOf(typed)
  if (value === undefined) return NO_AMOUNT
  const limit = { name, value, cycleType: card.limits[name].cycle, cycleLength: 1 }
  await execute('changeLimits', { cardId: card.id, limits: [limit] })
  return undefined
}
