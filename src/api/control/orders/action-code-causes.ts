// The causes of each action code: a test card, the state of an issued card, 3-D Secure, a timeout,
// or an outcome rule.

import { CARD_UNKNOWN } from '../../../payments/authorisation/action-code.ts'
import { ORDER_ACTION_CODE } from '../../../payments/orders/order-status.ts'
import { allTestCards } from '../../../payments/methods/test-card.ts'
import { DECLINE_CODES, DECLINES, DECLINES_OF_SIMULATIONS } from '../../../ledger/decline.ts'
import { AUTHENTICATION_CODE } from '../../../three-d-secure/authentication.ts'
import type { OutcomeRule } from '../../../payments/methods/outcome-rules.ts'

/** A cause, with its kind if the portal has a page about it. */
interface Cause {
  readonly text: string
  readonly kind?: 'test-card' | 'rule'
}

// prettier-ignore
const ORDER_WORDS: Readonly<Record<keyof typeof ORDER_ACTION_CODE, string>> = {
  'untouched':          'A new order',
  'attemptsExhausted':  'The last allowed payment attempt was declined',
  'neverTried':         'The order expired before the payer opened the page or tried to pay',
  'timeExpired':        'The order expired after the payer opened the page or tried to pay',
  'lostAtIssuer':       'The payer did not confirm on the issuer’s page in time',
  'declinedByMerchant': 'The merchant withdrew the order with decline.do',
  'cancelledByPayer':   'The payer withdrew the order on the payment page',
}

// prettier-ignore
const AUTHENTICATION_WORDS: Readonly<Record<keyof typeof AUTHENTICATION_CODE, string>> = {
  'rejected':           'The issuer rejected the authentication (status R), or, in version 1, the code was wrong too often or the payer cancelled on the issuer’s page (status N)',
  'unavailable':        'The issuer could not authenticate the payer (status U), or the payer returned before the challenge had a result (status C)',
  'enrolmentUnknown':   'It is unknown whether the card is enrolled',
  'notFull':            'The order has the feature FORCE_FULL_TDS, and the payer was not fully authenticated',
  'challengeFailed':    'In version 2, the code was incorrect too often, the payer cancelled on the issuer’s page, or the tester chose this outcome (status N)',
  'without3ds':         'The order has the feature FORCE_TDS, and the card is not enrolled',
  'communicationError': 'The 3-D Secure server does not respond',
}

/** Every cause of a code; `rules` are the project's rules. */
export function causesOf(code: number, rules: readonly OutcomeRule[]): readonly Cause[] {
  const cards = allTestCards()
  return [
    ...cards
      .filter(({ actionCode }) => actionCode === code && code !== 0)
      .map(({ pan }) => ({ text: `Test card ${grouped(pan)}`, kind: 'test-card' as const })),
    ...cards
      .filter(
        ({ funds }) => funds !== undefined && code === DECLINES['insufficient-funds'].actionCode,
      )
      .map(({ pan, funds = 0 }) => ({
        text: `Test card ${grouped(pan)}, for more than ${(funds / 100).toFixed(2)}`,
        kind: 'test-card' as const,
      })),
    // A payment has only one card.
    ...DECLINE_CODES.filter(
      (name) => name !== 'same-card' && !DECLINES_OF_SIMULATIONS.includes(name),
    )
      .filter((name) => DECLINES[name].actionCode === code)
      .map((name) => ({ text: `Card issued here: ${lowerFirst(DECLINES[name].reason)}` })),
    ...worded(ORDER_ACTION_CODE, ORDER_WORDS, code),
    ...worded(AUTHENTICATION_CODE, AUTHENTICATION_WORDS, code),
    ...(code === CARD_UNKNOWN
      ? [{ text: 'A number that is neither a test card nor issued by the project' }]
      : []),
    ...(code === DECLINES['wrong-cvc'].actionCode
      ? [{ text: 'An incorrect CVC for any test card' }]
      : []),
    ...(code === 0 ? [{ text: 'Every approved payment' }] : []),
    ...rules.flatMap(({ outcome }, index) =>
      outcome.actionCode === code
        ? [{ text: `Rule ${index + 1} of this project`, kind: 'rule' as const }]
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
