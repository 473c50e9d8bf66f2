// Declines: the reasons why a valid command moved no money. A decline is a value that is stored,
// listed and explained. The table contains the codes and messages of interfaces A, B and C and the
// explanations. Responses, the reference and the portal's pages use it.

import { capitalised, sendUpTo, sideLabel, withoutCurrency } from './decline-text.ts'
import { SERVER_DECLINES } from './server-decline.ts'

/** Stored with the code of a decline: which card, which limit, the balance at that time. */
interface DeclineDetails {
  readonly side?: 'source' | 'destination'
  /** The limit's name. */
  readonly limit?: string
  /** The limit's cycle at that time. */
  readonly limitCycle?: LimitCycle
  /** The limit's value and the amount used before this entry, minor units. */
  readonly limitValue?: number
  readonly limitUsed?: number
  /** Available balance of the source at that time, minor units. */
  readonly available?: number
  /** The amount of a reversal that is only possible in full, minor units of the card's currency. */
  readonly whole?: number
  /** The outcome rule that declined, and the codes that it specifies. */
  readonly ruleId?: string
  /** It was the last payment to which the rule applied. */
  readonly isRuleUsedUp?: true
  /** A PIN was entered for a card without one. */
  readonly hasNoPin?: true
  /** Interface C's action code. */
  readonly actionCode?: number
  /** Interface A's response code. */
  readonly responseCode?: string
  /** Interface B's status message. */
  readonly statusMessage?: string
  /** The project's server or its fallback declined; see `src/real-time/`. */
  readonly decidedBy?: keyof typeof SERVER_DECLINES
  readonly decisionId?: number
  /** Why another answer from the server counts as a decline. */
  readonly because?: string
}

type LimitCycle = 0 | 3 | 4

export const CYCLE_LABELS = { 0: 'daily', 3: 'monthly', 4: 'yearly' } as const satisfies Record<
  LimitCycle,
  string
>

/** Used for the sentence about a decline, in addition to the stored details. */
interface DeclineContext {
  /** The requested amount, formatted. */
  readonly amount: string
  /** The same in minor units. */
  readonly asked: number
  /** "daily spending limit" */
  readonly limitLabel?: string
  /** The remaining amount of the closest limit, in minor units. */
  readonly limitLeft?: number
  /** When the limit window ends, in ISO 8601. */
  readonly limitEndsAt?: string
  readonly money: (minorUnits: number) => string
  /** Undefined for a payment. */
  readonly movement?: 'transfer' | 'top-up'
}

interface DeclineRow {
  /** Interface A: ISO 8583:1987 field 39, or a processor-specific code. */
  readonly responseCode: string
  /** Interface A, next to the response code. */
  readonly message: string
  /** Interface A's `internalResponseCode`: ISO 8583:1993 field 39. */
  readonly internalResponseCode: number
  /** Interface B. */
  readonly statusMessage: string | ((details: DeclineDetails) => string)
  /** Interface C, unless an outcome rule specifies another code. */
  readonly actionCode: number
  /** The general reason, without a full stop. */
  readonly reason: string
  /** The reason of one decline, with its amounts. */
  readonly sentence?: (facts: DeclineDetails & DeclineContext) => string
  /** How to avoid the decline, in general. */
  readonly remedy: string
  /** How to avoid one decline, with its amounts. */
  readonly wouldChange?: (facts: DeclineDetails & DeclineContext) => string
}

export const DECLINES = {
  'same-card': {
    responseCode: '12',
    message: 'Source and destination are the same card',
    internalResponseCode: 902,
    statusMessage: 'Source and destination are the same card',
    actionCode: 902,
    reason: 'Source and destination are the same card',
    remedy: 'Send the number of another card as the destination.',
  },
  'wrong-expiry': {
    responseCode: '54',
    message: 'Invalid expiry date',
    internalResponseCode: 101,
    statusMessage: 'Invalid expiry date',
    actionCode: 101,
    reason: 'The expiry date does not match the card',
    remedy: 'Send the expiry date shown on the card’s page.',
  },
  expired: {
    responseCode: '33',
    message: 'Expired card',
    internalResponseCode: 101,
    statusMessage: 'Expired card',
    actionCode: 101,
    reason: 'The card has expired',
    sentence: ({ side }) => `The ${sideLabel(side)} has expired.`,
    remedy: 'Reissue the card.',
  },
  'wrong-cvc': {
    responseCode: 'AB',
    message: 'Invalid CVC',
    internalResponseCode: 122,
    statusMessage: 'Invalid CVC',
    actionCode: 82,
    reason: 'The CVC does not match the card',
    remedy: 'Send the CVC shown on the card’s page.',
  },
  blocked: {
    responseCode: '62',
    message: 'Card is blocked',
    internalResponseCode: 104,
    statusMessage: 'Card is blocked',
    actionCode: 4,
    reason: 'The card is blocked',
    sentence: ({ side }) => `The ${sideLabel(side)} is blocked.`,
    remedy: 'Unblock the card.',
  },
  lost: {
    responseCode: '41',
    message: 'Card is lost',
    internalResponseCode: 208,
    statusMessage: 'Card is lost',
    actionCode: 208,
    reason: 'The card was reported lost',
    sentence: ({ side }) => `The ${sideLabel(side)} was reported lost.`,
    remedy: 'Reissue the card. If it was reissued, send its new number.',
  },
  stolen: {
    responseCode: '43',
    message: 'Card is stolen',
    internalResponseCode: 209,
    statusMessage: 'Card is stolen',
    actionCode: 208,
    reason: 'The card was reported stolen',
    sentence: ({ side }) => `The ${sideLabel(side)} was reported stolen.`,
    remedy: 'Reissue the card. If it was reissued, send its new number.',
  },
  replaced: {
    responseCode: '41',
    message: 'Card is replaced',
    internalResponseCode: 125,
    statusMessage: 'Card is replaced',
    actionCode: 125,
    reason: 'The card was reissued with a new number',
    sentence: ({ side }) => `The ${sideLabel(side)} was reissued with a new number.`,
    remedy: 'Send the card’s new number.',
  },
  'insufficient-funds': {
    responseCode: '51',
    message: 'Insufficient funds',
    internalResponseCode: 116,
    statusMessage: 'Insufficient funds',
    actionCode: 116,
    reason: 'The amount is more than the available balance',
    sentence: ({ amount, whole, available, money }) =>
      `${whole === undefined ? amount : money(whole)} is more than the available balance${available === undefined ? '' : ` of ${money(available)}`}.`,
    remedy: 'Top up the card or send a smaller amount.',
    wouldChange: ({ asked, whole, available = 0, limitLeft = Infinity, money }) => {
      const topUp = `Top up the card by at least ${money((whole ?? asked) - available)}`
      if (whole !== undefined) return `${topUp}.`
      const raise = asked > limitLeft ? ' and raise its limit' : ''
      return `${topUp}${raise}, or ${sendUpTo(Math.min(available, limitLeft), money)}.`
    },
  },
  'limit-exceeded': {
    responseCode: '61',
    message: 'Limit exceeded',
    internalResponseCode: 121,
    statusMessage: ({ limitCycle = 0 }) =>
      `${capitalised(CYCLE_LABELS[limitCycle])} limit exceeded`,
    actionCode: 121,
    reason: 'The amount is above a limit of the card',
    sentence: ({ amount, limitLabel = 'limit', limitValue = 0, limitUsed = 0, money }) =>
      `${amount} is above the ${limitLabel} of ${money(limitValue)} (${withoutCurrency(money(limitUsed))} used).`,
    remedy:
      'Raise the limit on the card’s page, send a smaller amount, or advance the clock to the next period.',
    wouldChange: (facts) => {
      const { asked, limitLabel = 'limit', limitValue = 0, limitUsed = 0, limitEndsAt } = facts
      const { money } = facts
      const raise = `Raise the ${limitLabel} to at least ${money(limitUsed + asked)}`
      const send = sendUpTo(Math.max(0, limitValue - limitUsed), money)
      const wait = `advance the clock to ${limitEndsAt ?? 'the next period'}`
      // Nothing is used at the start of a new window.
      return asked > limitValue ? `${raise}, or ${send}.` : `${raise}, ${send}, or ${wait}.`
    },
  },
  currency: {
    responseCode: '12',
    message: 'Unsupported currency',
    internalResponseCode: 110,
    statusMessage: 'Currency is not supported',
    actionCode: 110,
    reason: 'The card’s account has another currency',
    remedy: 'Use EUR, the currency of every card.',
  },
  'account-full': {
    responseCode: '13',
    message: 'Account full',
    internalResponseCode: 123,
    statusMessage: 'account full',
    actionCode: 123,
    reason: 'The balance would exceed the largest amount that an account can hold',
    remedy: 'Move money out of the account, or send a smaller amount.',
  },
  'amount-too-large': {
    responseCode: '13',
    message: 'Invalid amount',
    internalResponseCode: 110,
    statusMessage: 'Amount is too large',
    actionCode: 110,
    reason: 'The authorisation would exceed the largest amount, 9,999,999,999.99 EUR',
    remedy: 'Send a smaller amount, or start a new authorisation.',
  },
  'wrong-pin': {
    responseCode: '55',
    message: 'Incorrect PIN',
    internalResponseCode: 117,
    statusMessage: 'Incorrect PIN',
    actionCode: 117,
    reason: 'The PIN does not match the card',
    sentence: ({ hasNoPin }) =>
      hasNoPin === true ? 'The card has no PIN.' : 'The PIN does not match the card.',
    remedy: 'Enter the card’s PIN, or set one.',
  },
  'pin-tries-exceeded': {
    responseCode: '75',
    message: 'PIN tries exceeded',
    internalResponseCode: 106,
    statusMessage: 'PIN tries exceeded',
    actionCode: 106,
    reason: 'Three wrong PINs were entered in a row',
    remedy: 'Reset the PIN counter of the card, or set a new PIN.',
  },
  'rate-missing': {
    responseCode: '12',
    message: 'No exchange rate',
    internalResponseCode: 110,
    statusMessage: 'Currency is not supported',
    actionCode: 110,
    reason: 'The project has no exchange rate for the currency',
    remedy: 'Add the currency to the project’s exchange rates.',
  },
  'do-not-honour': {
    responseCode: '05',
    message: 'Do not honour',
    internalResponseCode: 100,
    statusMessage: 'Do not honour',
    actionCode: 5,
    reason: 'The issuer declined without a reason',
    remedy: 'Send the request without a forced decline.',
  },
  'suspected-fraud': {
    responseCode: '59',
    message: 'Suspected fraud',
    internalResponseCode: 102,
    statusMessage: 'Suspected fraud',
    actionCode: 151,
    reason: 'The issuer suspects fraud',
    remedy: 'Send the request without a forced decline.',
  },
  'not-permitted': {
    responseCode: '57',
    message: 'Transaction not permitted to cardholder',
    internalResponseCode: 119,
    statusMessage: 'Transaction is not permitted',
    actionCode: 57,
    reason: 'The issuer does not permit this kind of transaction',
    remedy: 'Send the request without a forced decline.',
  },
  'issuer-unavailable': {
    responseCode: '91',
    message: 'Issuer is not available',
    internalResponseCode: 907,
    statusMessage: 'Issuer is not available',
    actionCode: 907,
    reason: 'The issuer is not available',
    remedy: 'Send the request without a forced decline, or again later.',
  },
  'by-rule': {
    responseCode: '05',
    message: 'Declined by a rule',
    internalResponseCode: 100,
    statusMessage: 'Declined by a rule',
    actionCode: 5,
    reason: 'An outcome rule declines the payment, transfer or top-up',
    sentence: ({ ruleId = 'for the card', movement = 'payment' }) =>
      `The outcome rule ${ruleId} declined the ${movement}.`,
    remedy: 'Remove the rule, or try again if it applied to one attempt.',
    wouldChange: ({ ruleId, isRuleUsedUp, movement = 'payment' }) =>
      ruleId === undefined
        ? 'Remove the rule, or try again if it applied to one attempt.'
        : isRuleUsedUp === true
          ? `Try again: this was the last ${movement} to which the rule ${ruleId} applied.`
          : `Turn off or delete the rule ${ruleId}, or send a ${movement} that it does not match.`,
  },
} as const satisfies Readonly<Record<string, DeclineRow>>

export type DeclineCode = keyof typeof DECLINES
export const DECLINE_CODES = Object.keys(DECLINES) as readonly DeclineCode[]

/** Reasons that only apply to simulated authorisations; no operation of A, B or C returns them. */
export const DECLINES_OF_SIMULATIONS: readonly DeclineCode[] = [
  'amount-too-large',
  'wrong-pin',
  'pin-tries-exceeded',
  'rate-missing',
  'do-not-honour',
  'suspected-fraud',
  'not-permitted',
  'issuer-unavailable',
]

/** A decline with the details that explain it. */
export interface Decline extends DeclineDetails {
  readonly code: DeclineCode
}

export const declineRow = (code: DeclineCode): DeclineRow => DECLINES[code]

/** The decline with a code of interface A or B. */
export const declineByAnswer = (answer: {
  readonly responseCode?: string | undefined
  readonly statusMessage?: string | undefined
}): DeclineCode | undefined =>
  DECLINE_CODES.find(
    (code) =>
      (answer.responseCode === undefined || DECLINES[code].responseCode === answer.responseCode) &&
      (answer.statusMessage === undefined || statusMessageOf({ code }) === answer.statusMessage),
  )

/** The decline with an action code of interface C. */
export const declineByActionCode = (actionCode: number): DeclineCode | undefined =>
  DECLINE_CODES.find((code) => DECLINES[code].actionCode === actionCode)

type CardAnswer = Pick<DeclineRow, 'responseCode' | 'message' | 'internalResponseCode'>

/**
 * Interface A's code and message. If a rule sets the response code of another decline, that
 * decline's text is used. Several declines share a response code, so the action code is compared
 * too.
 */
export function cardAnswerOf({ code, responseCode, actionCode }: Decline): CardAnswer {
  if (responseCode === undefined) return DECLINES[code]
  const same = DECLINE_CODES.filter((each) => DECLINES[each].responseCode === responseCode)
  const named = same.find((each) => DECLINES[each].actionCode === actionCode) ?? same[0] ?? code
  return { ...DECLINES[named], responseCode }
}

/** Interface B's `statusMessage`. */
export function statusMessageOf(decline: Decline): string {
  if (decline.statusMessage !== undefined) return decline.statusMessage
  const { statusMessage } = declineRow(decline.code)
  return typeof statusMessage === 'string' ? statusMessage : statusMessage(decline)
}

/** A sentence that explains a decline, with its amounts. */
export function declineSentence(facts: Decline & DeclineContext): string {
  const { reason, sentence } = declineRow(facts.code)
  if (facts.because !== undefined)
    return `Your decision server did not decline, but ${facts.because}.`
  if (facts.decidedBy !== undefined) return SERVER_DECLINES[facts.decidedBy].sentence(reason)
  return sentence?.(facts) ?? `${reason}.`
}

/** The change that would avoid a decline, with its amounts. */
export function declineRemedy(facts: Decline & DeclineContext): string {
  const { remedy, wouldChange } = declineRow(facts.code)
  if (facts.decidedBy !== undefined) return SERVER_DECLINES[facts.decidedBy].remedy
  return wouldChange?.(facts) ?? remedy
}
