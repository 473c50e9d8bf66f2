// What leads to each action code here: a test card, a card's own state, 3-D Secure, time, or a rule of the project.

import { CARD_UNKNOWN } from '../../../payments/authorisation/action-code.ts'
import type { OutcomeRule } from '../../../payments/methods/card-outcome.ts'
import { ORDER_ACTION_CODE } from '../../../payments/orders/order-status.ts'
import { allTestCards } from '../../../payments/methods/test-card.ts'
import { DECLINES } from '../../../ledger/decline.ts'
import { AUTHENTICATION_CODE } from '../../../three-d-secure/authentication.ts'

/** A cause in words; `place` is where a page says more of it, or lets it happen. */
export interface Cause {
  readonly text: string
  readonly place?: 'test-cards' | 'rules'
}

// prettier-ignore
const ORDER_WORDS: Readonly<Record<keyof typeof ORDER_ACTION_CODE, string>> = {
  'untouched':          'Nobody has tried to pay the order',
  'attemptsExhausted':  'The last attempt that the order allows failed',
  'neverTried':         'The order ran out of time before anybody tried to pay it',
  'timeExpired':        'The order ran out of time after an attempt',
  'lostAtIssuer':       'The order ran out of time while the payer was at the issuer’s page',
  'declinedByMerchant': 'The merchant withdrew the order with decline.do',
  'cancelledByPayer':   'The payer cancelled the payment on its page',
}

// prettier-ignore
const AUTHENTICATION_WORDS: Readonly<Record<keyof typeof AUTHENTICATION_CODE, string>> = {
  'rejected':           'The issuer answers that it is not the payer (status R, in version 1 also N)',
  'unavailable':        'The issuer cannot say who pays (status U), or the payer left its page',
  'enrolmentUnknown':   'It is unknown whether the card is enrolled',
  'notFull':            'The order has the feature FORCE_FULL_TDS, and the card was not fully authenticated',
  'challengeFailed':    'The code at the issuer’s page was wrong too often, or the tester chose so (version 2)',
  'without3ds':         'The order has the feature FORCE_TDS, and the card is not enrolled',
  'communicationError': '3-D Secure does not answer',
}

/** Every cause of a code; `rules` are those of the project. */
export function causesOf(code: number, rules: readonly OutcomeRule[]): readonly Cause[] {
  const cards = allTestCards()
  return [
    ...cards
      .filter(({ actionCode }) => actionCode === code && code !== 0)
      .map(({ pan }) => ({ text: `Test card ${grouped(pan)}`, place: 'test-cards' as const })),
    ...cards
      .filter(
        ({ funds }) => funds !== undefined && code === DECLINES['insufficient-funds'].actionCode,
      )
      .map(({ pan, funds = 0 }) => ({
        text: `Test card ${grouped(pan)}, for more than ${(funds / 100).toFixed(2)}`,
        place: 'test-cards' as const,
      })),
    // A payment has no second card.
    ...Object.entries(DECLINES)
      .filter(([name, { actionCode }]) => actionCode === code && name !== 'same-card')
      .map(([, { reason }]) => ({ text: `Card issued here: ${lowerFirst(reason)}` })),
    ...worded(ORDER_ACTION_CODE, ORDER_WORDS, code),
    ...worded(AUTHENTICATION_CODE, AUTHENTICATION_WORDS, code),
    ...(code === CARD_UNKNOWN
      ? [{ text: 'A number that is neither a test card nor issued by the project' }]
      : []),
    ...(code === DECLINES['wrong-cvc'].actionCode
      ? [{ text: 'A wrong CVC of any test card' }]
      : []),
    ...(code === 0 ? [{ text: 'Every payment that nothing stands in the way of' }] : []),
    ...rules.flatMap(({ outcome }, index) =>
      outcome.actionCode === code
        ? [{ text: `Rule ${index + 1} of this project`, place: 'rules' as const }]
        : [],
    ),
  ]
}

const worded = <K extends string>(
  codes: Readonly<Record<K, number>>,
  words: Readonly<Record<K, string>>,
  code: number,
): readonly Cause[] =>
  (Object.keys(codes) as K[])
    .filter((name) => codes[name] === code)
    .map((name) => ({ text: words[name] }))

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)

const grouped = (pan: string): string => pan.replace(/(\d{4})(?=\d)/g, '$1\u00A0')
