// What leads to each action code here: a test card, a card's own state, 3-D Secure, time, or a rule of the project.

import { CARD_UNKNOWN, ISSUER_ACTION_CODE } from '../../../payments/authorisation/action-code.ts'
import type { OutcomeRule } from '../../../payments/methods/card-outcome.ts'
import { ORDER_ACTION_CODE } from '../../../payments/orders/order-status.ts'
import { allTestCards } from '../../../payments/methods/test-card.ts'
import type { DeclineCode } from '../../../ledger/decline.ts'
import { AUTHENTICATION_CODE } from '../../../three-d-secure/authentication.ts'

/** A cause in words; `place` is where a page says more of it, or lets it happen. */
export interface Cause {
  readonly text: string
  readonly place?: 'test-cards' | 'rules'
}

// prettier-ignore
export const ISSUED_CARD_WORDS: Readonly<Record<DeclineCode, string>> = {
  'wrong-expiry':       'The expiry date is not the card’s',
  'expired':            'The card has expired',
  'wrong-cvc':          'The CVC is not the card’s',
  'blocked':            'The card is blocked',
  'lost':               'The card is lost',
  'stolen':             'The card is stolen',
  'replaced':           'The number was replaced by a reissue',
  'insufficient-funds': 'The available balance is too small',
  'limit-exceeded':     'A spending or e-commerce limit is used up',
  'currency':           'The order is not in the account’s currency',
  'account-full':       'An account would hold more than can be counted',
  'by-rule':            'A rule for this very card says so',
  'same-card':          'Source and destination are the same card',
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
        ({ funds }) => funds !== undefined && code === ISSUER_ACTION_CODE['insufficient-funds'],
      )
      .map(({ pan, funds = 0 }) => ({
        text: `Test card ${grouped(pan)}, for more than ${(funds / 100).toFixed(2)}`,
        place: 'test-cards' as const,
      })),
    ...worded(ISSUER_ACTION_CODE, ISSUED_CARD_WORDS, code)
      // No payment can be of this kind.
      .filter(({ text }) => text !== ISSUED_CARD_WORDS['same-card'])
      .map(({ text }) => ({ text: `Card issued here: ${lowerFirst(text)}` })),
    ...worded(ORDER_ACTION_CODE, ORDER_WORDS, code),
    ...worded(AUTHENTICATION_CODE, AUTHENTICATION_WORDS, code),
    ...(code === CARD_UNKNOWN
      ? [{ text: 'A number that is neither a test card nor issued by the project' }]
      : []),
    ...(code === ISSUER_ACTION_CODE['wrong-cvc'] ? [{ text: 'A wrong CVC of any test card' }] : []),
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
