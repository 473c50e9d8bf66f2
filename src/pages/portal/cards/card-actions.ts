// The actions on a card, each with the call that it makes.

import { showEntry } from '../../../api/control/ledger/entries.ts'
import type { AnswerOf } from '../../../api/endpoint/operation.ts'
import { Problem } from '../../../api/endpoint/problems.ts'
import { changeCardLimit } from '../../../api/issuing-v1/cards.ts'
import { getCard } from '../../../api/issuing-v2/cards.ts'
import { createTopup, createTransfer } from '../../../api/issuing-v2/movements.ts'
import {
  CARD_CURRENCY,
  FINAL_STATUSES,
  type FinalStatus,
  REISSUE_REASONS,
} from '../../../issuing/card.ts'
import { nextCardStatus } from '../../../issuing/card-status.ts'
import type { LimitName } from '../../../issuing/limits.ts'
import type { ApiCall } from '../../../web/http/calls/api-call.ts'
import { parseAmount, typedAmount } from '../parts/amounts.ts'
import type { Field } from '../parts/form-view.ts'
import type { PageContext } from '../shell/screen.ts'
import { limitLabel } from '../labels/card-labels.ts'
import { PAID } from '../orders/order-news.ts'
import { callOf } from '../shell/page.ts'
import { type Act, changing, type Outcome, type ShownCard, type TypedFields } from './card-act.ts'
import { resetPinCounter, setPin } from './card-pin.ts'
import { failure } from './next-payment.ts'

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
const DAILY_SPENDING: LimitName = 'LMTP0109'
/** Samples have a placeholder for the card number. */
const NUMBER_PLACE = 'NUMBER_OF_THE_CARD'

const minorOf = ({ amount = '' }: TypedFields): number | undefined =>
  parseAmount(amount, CARD_CURRENCY)

const NO_AMOUNT: Outcome = { mistakes: { amount: 'Enter an amount such as 20.00.' } }

const isActive = ({ status }: ShownCard): boolean => status === 'active'

/** The card's number, CVC and expiry date. */
const openCard = ({ id }: Pick<ShownCard, 'id'>, { perform }: PageContext) =>
  perform(getCard, { params: { id } })

/** The reason for a declined top-up or transfer, from its entry. */
async function declinedOr(
  { id, status }: AnswerOf<typeof createTopup | typeof createTransfer>,
  { perform }: PageContext,
): Promise<Outcome> {
  if (status === 'approved') return undefined
  const { declineReason } = await perform(showEntry, { params: { id } })
  const { reason = '', remedy } = declineReason ?? {}
  return { mistakes: { amount: `Declined. ${reason} ${remedy ?? ''}`.trim() } }
}

const reportAct = (status: FinalStatus): Act => ({
  title: `Report ${status}`,
  explanation:
    'This cannot be undone. Afterwards, you can only reissue the card with a new number.',
  button: `Report ${status}`,
  look: 'danger',
  done: `Reported ${status}`,
  isLegal: (card) => nextCardStatus(card.status, `set-${status}`) !== undefined,
  ...changing(() => ({ status })),
})

const REPORT_ACTS = Object.fromEntries(
  FINAL_STATUSES.map((status) => [status, reportAct(status)]),
) as Readonly<Record<FinalStatus, Act>>

export const ACTS: Readonly<Record<CardAct, Act>> = {
  pay: {
    title: 'Pay a new order',
    explanation: 'Registers an order at interface C and pays it with this card.',
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
          { value: 'one', label: 'One stage: charged immediately' },
          { value: 'two', label: 'Two stages: held now, captured later' },
        ],
      },
    ],
    run: payNewOrder,
    call: ({ expiry }, typed) =>
      paymentCall({ pan: NUMBER_PLACE, cvc: 'CVC', expiry }, typed, 'https://shop.example/return'),
  },
  topup: {
    title: 'Top up',
    explanation: 'Adds money from the project’s funding account.',
    button: 'Top up',
    look: 'quiet',
    done: 'Topped up',
    isLegal: isActive,
    fields: (_card, { amount = '100.00' }) => [{ ...AMOUNT, label: 'Amount', value: amount }],
    run: topUp,
    call: (_card, typed) =>
      callOf(createTopup, {
        body: {
          amount: minorOf(typed) ?? 10_000,
          currency: 'EUR',
          destinationCard: { cardNumber: NUMBER_PLACE },
        },
      }),
  },
  transfer: {
    title: 'Transfer',
    explanation: 'Moves money to another card of the project.',
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
    call: ({ expiry }, typed) =>
      callOf(createTransfer, {
        body: {
          amount: minorOf(typed) ?? 1000,
          currency: 'EUR',
          sourceCard: { cardNumber: NUMBER_PLACE, expiryDate: expiry },
          destinationCard: { cardNumber: 'NUMBER_OF_THE_OTHER_CARD' },
        },
      }),
  },
  limit: {
    title: 'Change a limit',
    explanation: 'The maximum that can be spent with the card per day, month or year (UTC).',
    button: 'Set limit',
    look: 'quiet',
    done: 'Limit changed',
    isLegal: ({ status }) => nextCardStatus(status, 'set-limits') !== undefined,
    fields: (card, { limit = DAILY_SPENDING, amount }) => [
      {
        kind: 'choice',
        name: 'limit',
        label: 'Limit',
        value: limit,
        options: card.limits.map((each) => ({ value: each.name, label: limitLabel(each) })),
      },
      {
        ...AMOUNT,
        label: 'New limit',
        value: amount ?? typedAmount(dailySpending(card).value, CARD_CURRENCY),
      },
    ],
    run: changeLimit,
    call(card, typed) {
      const limit = limitOf(card, typed['limit']) ?? dailySpending(card)
      return callOf(changeCardLimit, limitChange(card, limit, minorOf(typed) ?? limit.value))
    },
  },
  pin: setPin,
  resetPin: resetPinCounter,
  fail: failure,
  block: {
    title: 'Block',
    explanation: 'Payments and transfers are declined until you unblock the card.',
    button: 'Block card',
    look: 'quiet',
    done: 'Blocked',
    isLegal: ({ status }) => nextCardStatus(status, 'block') !== undefined,
    ...changing(() => ({ status: 'blocked' })),
  },
  unblock: {
    title: 'Unblock',
    explanation: 'The card can pay again.',
    button: 'Unblock card',
    look: 'main',
    done: 'Unblocked',
    isLegal: ({ status }) => nextCardStatus(status, 'unblock') !== undefined,
    ...changing(() => ({ status: 'active' })),
  },
  ...REPORT_ACTS,
  reissue: {
    title: 'Reissue',
    explanation: 'Issues the card with a new number. Payments with the old number are declined.',
    button: 'Reissue card',
    look: 'quiet',
    done: 'Reissued with a new number',
    isLegal: ({ status }) => nextCardStatus(status, 'reissue') !== undefined,
    ...changing(({ status }) => ({
      reissueCard: REISSUE_REASONS.find((each) => each === status) ?? 'damaged',
    })),
  },
}

export const legalActs = (card: ShownCard): readonly CardAct[] =>
  CARD_ACTS.filter((act) => ACTS[act].isLegal(card))

async function payNewOrder(
  card: ShownCard,
  context: PageContext,
  typed: TypedFields,
): Promise<Outcome> {
  const { performAtGateway, ip, origin, base, dataset } = context
  const amount = minorOf(typed)
  if (amount === undefined || amount === 0) return NO_AMOUNT
  const taken = dataset.settings.gatewayCurrencies
  if (taken !== null && !taken.includes(String(CARD_CURRENCY)))
    return { mistakes: { amount: 'The project does not accept EUR. Change its settings.' } }
  const { number: pan, cvc, expiryDate: expiry } = await openCard(card, context)
  const { form, ...call } = paymentCall({ pan, cvc, expiry }, typed, origin + base)
  const sent = { ...form, ...(ip !== undefined && { ip }), threeDSVer2FinishUrl: origin + base }
  const first: Answer = await performAtGateway({ ...call, form: sent })
  // Version 2 of 3-D Secure continues the order after its method call, which no browser makes here.
  const { threeDSServerTransId, acsUrl } = first
  if (threeDSServerTransId !== undefined && acsUrl === undefined)
    await performAtGateway({ ...call, form: { ...sent, threeDSServerTransId } })
  return { location: `/orders/${first.orderId}?did=${PAID}` }
}

interface Answer {
  readonly orderId?: string
  readonly threeDSServerTransId?: string
  readonly acsUrl?: string
}

const paymentCall = (
  card: { readonly pan: string; readonly cvc: string; readonly expiry: string },
  typed: TypedFields,
  returnUrl: string,
): Extract<ApiCall, { api: 'C' }> => ({
  api: 'C',
  operation: 'instantPayment',
  form: {
    amount: String(minorOf(typed) ?? 1000),
    currency: String(CARD_CURRENCY),
    ...card,
    ...(typed['stages'] === 'two' && { preAuth: 'true' }),
    description: 'Paid from the portal',
    returnUrl,
  },
})

async function topUp(card: ShownCard, context: PageContext, typed: TypedFields): Promise<Outcome> {
  const amount = minorOf(typed)
  if (amount === undefined || amount === 0) return NO_AMOUNT
  const { number: cardNumber } = await openCard(card, context)
  return declinedOr(
    await context.perform(createTopup, {
      body: { amount, currency: 'EUR', destinationCard: { cardNumber } },
    }),
    context,
  )
}

function undefinedIfNotFound(error: unknown): undefined {
  if (error instanceof Problem && error.status === 404) return undefined
  throw error
}

async function transferToCard(
  card: ShownCard,
  context: PageContext,
  typed: TypedFields,
): Promise<Outcome> {
  const amount = minorOf(typed)
  const other = await openCard({ id: typed['to'] ?? '' }, context).catch(undefinedIfNotFound)
  if (other === undefined) return { mistakes: { to: 'The project has no card with this id.' } }
  if (amount === undefined || amount === 0) return NO_AMOUNT
  const { number: cardNumber, expiryDate } = await openCard(card, context)
  return declinedOr(
    await context.perform(createTransfer, {
      body: {
        amount,
        currency: 'EUR',
        sourceCard: { cardNumber, expiryDate },
        destinationCard: { cardNumber: other.number },
      },
    }),
    context,
  )
}

const CYCLE_TYPE = { day: 0, month: 3, year: 4 } as const

const limitOf = ({ limits }: ShownCard, chosen: string | undefined) =>
  limits.find(({ name }) => name === chosen)

function dailySpending(card: ShownCard) {
  const limit = limitOf(card, DAILY_SPENDING)
  if (limit === undefined) throw new Error('every card has a daily spending limit')
  return limit
}

const limitChange = (
  { id }: ShownCard,
  { name, cycle }: ShownCard['limits'][number],
  value: number,
) => ({
  body: {
    cardIdentification: { cardId: Number(id) },
    limit: { name, value, cycleType: CYCLE_TYPE[cycle], cycleLength: 1 },
  },
})

async function changeLimit(
  card: ShownCard,
  { perform }: PageContext,
  typed: TypedFields,
): Promise<Outcome> {
  const limit = limitOf(card, typed['limit'])
  if (limit === undefined) return { mistakes: { limit: 'Select a limit.' } }
  const value = minorOf(typed)
  if (value === undefined) return NO_AMOUNT
  await perform(changeCardLimit, limitChange(card, limit, value))
  return undefined
}
