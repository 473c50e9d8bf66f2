// Explains a decision in plain English. Its facts become the outcome, a code, the reason and the
// change that would lead to another outcome. It is a pure function: the rows are read beforehand.

import { isLimitName, limitEndsAt, limitLabel } from '../../../issuing/limits.ts'
import { numericCode } from '../../../ledger/currency.ts'
import {
  cardAnswerOf,
  type Decline,
  declineByActionCode,
  statusMessageOf,
} from '../../../ledger/decline.ts'
import type {
  DecisionCause,
  DecisionLine,
  DecisionOutcome,
  LimitFacts,
  StoredFacts,
} from '../../../ledger/decision.ts'
import type { EntryKind } from '../../../ledger/journal-entry.ts'
import { actionCodeOf } from '../../../payments/authorisation/action-code.ts'
import { ORDER_STATUS } from '../../../payments/orders/order-status.ts'
import type { Order } from '../../../payments/orders/order.ts'
import type { EntryRow } from '../../../store/reads/entries.ts'
import { amountText, declineText, remedyText, searchable } from '../../../web/html/decline-text.ts'
import { meaningOf } from '../orders/action-code-meanings.ts'
import { iso } from '../schemas.ts'
import { FAULT_REMEDIES } from './fault-remedies.ts'

/** The stored decision with the rows that it names. */
interface DecisionRows {
  readonly line: DecisionLine
  readonly entry?: EntryRow | undefined
  readonly order?: Order | undefined
}

interface Words {
  readonly code: string
  readonly reason: string
  readonly wouldChange: string
}

interface Explanation extends Words {
  readonly outcome: DecisionOutcome
  readonly facts: ExplainedFacts
}

type ExplainedFacts = ReturnType<typeof factsOf>

export function explain(rows: DecisionRows): Explanation {
  const { line } = rows
  const [, , , , facts] = line
  const { outcome = 'refused' } = facts
  const subject = subjectOf(rows)
  const { code, reason, wouldChange } = WORDS[outcome](subject)
  return {
    outcome,
    code,
    reason: searchable(reason),
    wouldChange: searchable(wouldChange),
    facts: factsOf(subject),
  }
}

/** The facts of a decision, of its entry and of its order. */
interface Subject extends StoredFacts {
  readonly at: number
  readonly amount: number
  /** ISO 4217 numeric code. */
  readonly currency: number
  readonly kind?: EntryKind
  readonly entry: EntryRow | undefined
  readonly order: Order | undefined
}

function subjectOf({ line: [, , , at, facts], entry, order }: DecisionRows): Subject {
  const decline = facts.decline ?? entry?.entry.details.decline
  const isRefused = facts.outcome === 'refused'
  return {
    ...facts,
    at: entry?.entry.at ?? at,
    entry,
    order,
    // A refusal has nothing to do with the order amount.
    amount: facts.amount ?? entry?.entry.amount ?? (isRefused ? 0 : order?.amount) ?? 0,
    currency: facts.currency ?? entry?.entry.currency ?? (isRefused ? 0 : order?.currency) ?? 0,
    ...(decline && { decline }),
    ...(entry && { kind: entry.entry.kind }),
  }
}

const WORDS: Readonly<Record<DecisionOutcome, (subject: Subject) => Words>> = {
  approved: (subject) => withServer(ofPart(approvalWords(subject), subject), subject),
  declined: (subject) =>
    subject.decline === undefined ? outsideWords(subject) : declineWords(subject.decline, subject),
  pending: ({ payer }) => ({
    code: 'authentication-required',
    reason: `3-D Secure sends the payer${payer ? ` with card ${payer[0]}` : ''} to the issuer’s page. Nothing has been charged yet.`,
    wouldChange:
      'Complete the challenge and finish the payment, or pay with a card without 3-D Secure.',
  }),
  refused: refusalWords,
  replayed: () => ({
    code: 'replayed',
    reason: 'The Idempotency-Key was used before, so the stored response was returned.',
    wouldChange: 'Send another Idempotency-Key to make a new decision.',
  }),
}

/** An approval of less than the amount that the merchant requested. */
const ofPart = (words: Words, { askedForMore }: Subject): Words =>
  askedForMore === undefined
    ? words
    : {
        ...words,
        code: 'partly-approved',
        reason: `The merchant requested ${amountText(...askedForMore)} and accepts a partial approval. ${words.reason}`,
      }

/** An approval by the project's own server, or by its fallback. */
const withServer = (words: Words, { realTime }: Subject): Words =>
  realTime === undefined
    ? words
    : { ...words, reason: `${words.reason} ${SERVER_APPROVALS[realTime[1]]}` }

const SERVER_APPROVALS = {
  programme: 'Your decision server approved it.',
  timeout:
    'Your decision server did not answer within its time limit, and onTimeout is set to approve.',
  error: 'Your decision server failed or sent an unusable answer, and onError is set to approve.',
} as const

function declineWords(decline: Decline, { amount, currency, at, limit, kind }: Subject): Words {
  const declined = { amount, currency, at, ...(kind && { kind }) }
  const limitLeft = limit && Math.max(0, limit[2] - limit[3])
  return {
    code: decline.code,
    reason: declineText(decline, declined),
    wouldChange: remedyText(decline, {
      ...declined,
      ...(limitLeft !== undefined && { limitLeft }),
    }),
  }
}

/** A decline of a card that was not issued here, or before any issuer was asked. */
function outsideWords(subject: Subject): Words {
  const { cause, actionCode = 0, ruleId, isRuleUsedUp, payer } = subject
  if (cause !== undefined) return CAUSES[cause](subject)
  const named = declineByActionCode(actionCode)
  const code = named === undefined || named === 'by-rule' ? 'declined-by-issuer' : named
  const because = `${meaningOf(actionCode)} (action code ${actionCode}).`
  if (ruleId !== undefined)
    return {
      code: 'by-rule',
      reason: `The outcome rule ${ruleId} declined the payment. ${because}`,
      wouldChange: remedyText(
        { code: 'by-rule', ruleId, ...(isRuleUsedUp && { isRuleUsedUp }) },
        subject,
      ),
    }
  return {
    code,
    reason: `The issuer of ${cardWords(payer)} declined ${amountText(subject.amount, subject.currency)}. ${because}`,
    wouldChange:
      payer?.[1] === 'test'
        ? 'Pay with a test card that is approved, or add an outcome rule for this card.'
        : 'Pay with another card, or change the outcome rules.',
  }
}

const cardWords = (payer: StoredFacts['payer']): string =>
  payer === undefined
    ? 'the card'
    : payer[1] === 'test'
      ? `the test card ${payer[0]}`
      : `card ${payer[0]}`

const CAUSES: Readonly<Record<DecisionCause, (subject: Subject) => Words>> = {
  'unknown-card': ({ payer }) => ({
    code: 'unknown-card',
    reason: `${payer ? `The number ${payer[0]}` : 'The number'} is neither a test card nor a card of this project.`,
    wouldChange:
      'Pay with a test card or a card of this project, or add an outcome rule that matches the number.',
  }),
  '3-D Secure': ({ actionCode = 0, ruleId, isRuleUsedUp }) => ({
    code: 'authentication-failed',
    reason: `3-D Secure did not authenticate the payer. ${meaningOf(actionCode)} (action code ${actionCode}).`,
    wouldChange:
      ruleId === undefined || isRuleUsedUp === true
        ? 'Enter the correct code in the challenge, or pay with a frictionless card or a card without 3-D Secure.'
        : `Enter the correct code in the challenge, or change the flow of the rule ${ruleId}.`,
  }),
  cancelled: () => ({
    code: 'cancelled-by-payer',
    reason: 'The payer cancelled at the issuer’s page.',
    wouldChange: 'Enter the correct code in the challenge.',
  }),
  recurrence: ({ actionCode = 0 }) => ({
    code: 'recurrence',
    reason: `The binding’s recurring schedule does not allow this charge. ${meaningOf(actionCode)}.`,
    wouldChange:
      'Charge later, register the binding with a later recurringExpiry, or change the setting recurrence to "keep".',
  }),
}

function approvalWords(subject: Subject): Words {
  const { kind, available, limit, ruleId, payer } = subject
  const amount = amountText(subject.amount, subject.currency)
  if (subject.authorisationId !== undefined && available === undefined && kind !== undefined)
    return authorisationWords(kind, subject)
  if (kind === 'completion' || kind === 'reversal' || (kind === 'refund' && isFollowUp(subject)))
    return followUpWords(kind, subject)
  if (available !== undefined && kind !== 'credit')
    return {
      code: 'approved',
      reason: [
        `${amount} is within the available balance of ${amountText(available, subject.currency)}`,
        ...(limit === undefined ? [] : [`and within the limits. ${closestWords(limit, subject)}`]),
      ]
        .join(' ')
        .replace(/\.?$/, '.'),
      wouldChange: `The issuer would decline more than ${amountText(roomOf(available, limit), subject.currency)}.`,
    }
  if (kind === 'topup' || kind === 'refund' || kind === 'credit')
    return {
      code: 'approved',
      reason: `The card can be credited with ${amount}: it is active and has not expired.`,
      wouldChange: 'A credit to a blocked, lost, stolen or expired card would be declined.',
    }
  return {
    code: 'approved',
    reason:
      ruleId === undefined
        ? `The issuer of ${cardWords(payer)} approved ${amount}.`
        : `The outcome rule ${ruleId} approved ${amount}.`,
    wouldChange:
      'Pay with a card that declines, or add an outcome rule that declines this payment.',
  }
}

const isFollowUp = ({ orderStatus }: Subject): boolean =>
  orderStatus !== undefined && orderStatus !== ORDER_STATUS.registered

/** The highest amount that the card would have approved. */
const roomOf = (available: number, limit: LimitFacts | undefined): number =>
  limit === undefined ? available : Math.max(0, Math.min(available, limit[2] - limit[3]))

function closestWords([name, cycle, value, used]: LimitFacts, { currency }: Subject): string {
  const label = isLimitName(name) ? limitLabel(name, cycle) : name
  return `The closest limit is the ${label} of ${amountText(value, currency)}, of which ${amountText(used, currency)} had already been used`
}

/** The changes of a simulated authorisation. */
function authorisationWords(kind: EntryKind, { amount, currency }: Subject): Words {
  return {
    code: 'approved',
    reason: `The state of the authorisation allows the ${kind} of ${amountText(amount, currency)}.`,
    wouldChange: 'An authorisation that has ended, or an amount above the open amount, is refused.',
  }
}

function followUpWords(kind: 'completion' | 'reversal' | 'refund', subject: Subject): Words {
  const amount = amountText(subject.amount, subject.currency)
  const state = subject.orderStatus === undefined ? '' : ` in status ${subject.orderStatus}`
  const { did, otherwise } = FOLLOW_UPS[kind]
  return {
    code: 'approved',
    reason: `The order was${state}, so ${amount} was ${did}.`,
    wouldChange: otherwise,
  }
}

const FOLLOW_UPS = {
  completion: { did: 'captured', otherwise: 'An order without an open hold is refused.' },
  reversal: { did: 'reversed', otherwise: 'An order without an open hold is refused.' },
  refund: {
    did: 'refunded',
    otherwise: 'Amounts above the captured amount, and orders that are not paid, are refused.',
  },
} as const

function refusalWords(subject: Subject): Words {
  const { fault = '', detail = '', orderStatus } = subject
  const remedies: Readonly<Record<string, string>> = FAULT_REMEDIES
  return {
    code: fault,
    reason: orderStatus === undefined ? detail : `${detail} Its status was ${orderStatus}.`,
    wouldChange: remedies[fault] ?? 'Correct the request.',
  }
}

/** The facts as the API returns them; fields that do not apply are absent. */
function factsOf(subject: Subject) {
  const { at, amount, currency, entry, order, entryId, payer, fault, member, ruleId } = subject
  const { available, decline, actionCode } = subject
  const limit = limitOf(subject)
  return {
    at: iso(at),
    ...(currency !== 0 && { asked: askedOf(subject.askedForMore ?? [amount, currency]) }),
    ...((available ?? decline?.available) !== undefined && {
      available: available ?? decline?.available ?? 0,
    }),
    ...(limit && { limit }),
    ...(entry?.source && {
      card: {
        id: String(entry.entry.sourceCardId),
        ...cardOf(entry.source, subject.status),
      },
    }),
    ...(entry?.destination && {
      destination: {
        id: String(entry.entry.destinationCardId),
        ...cardOf(entry.destination, subject.destinationStatus),
      },
    }),
    ...(payer && { payer: { numberMask: payer[0], kind: payer[1] } }),
    ...(subject.orderId !== undefined && {
      order: {
        id: subject.orderId,
        ...(order && { number: order.number }),
        ...(subject.orderStatus !== undefined && { status: subject.orderStatus }),
        ...(subject.orderAmounts && {
          approvedAmount: subject.orderAmounts[0],
          depositedAmount: subject.orderAmounts[1],
          refundedAmount: subject.orderAmounts[2],
        }),
      },
    }),
    ...(subject.authorisationId !== undefined && {
      authorisationId: String(subject.authorisationId),
    }),
    ...(entryId !== undefined && { entryId: String(entryId) }),
    ...(subject.realTime && {
      realTimeDecision: { id: String(subject.realTime[0]), decidedBy: subject.realTime[1] },
    }),
    ...((ruleId ?? decline?.ruleId) !== undefined && { ruleId: ruleId ?? decline?.ruleId ?? '' }),
    ...(decline !== undefined
      ? { answers: answersOf(decline) }
      : actionCode !== undefined && { answers: { actionCode } }),
    ...(fault !== undefined && member !== undefined && { member }),
  }
}

const askedOf = ([amount, currency]: readonly [amount: number, currency: number]) => ({
  amount,
  currency: numericCode(currency),
})

const cardOf = (
  { mask, expiry }: { readonly mask: string; readonly expiry: number },
  status = 'active',
) => ({
  numberMask: mask,
  expiryDate: String(expiry),
  status,
})

/** The codes of the decline in each interface. */
const answersOf = (decline: Decline) => ({
  responseCode: cardAnswerOf(decline).responseCode,
  internalResponseCode: cardAnswerOf(decline).internalResponseCode,
  statusMessage: statusMessageOf(decline),
  actionCode: actionCodeOf(decline),
})

/** The limit that a decline exceeded, or the closest one. */
function limitOf({ decline, limit, amount, at }: Subject) {
  const facts: LimitFacts | undefined =
    decline?.limit === undefined
      ? limit
      : [decline.limit, decline.limitCycle ?? 0, decline.limitValue ?? 0, decline.limitUsed ?? 0]
  if (facts === undefined) return undefined
  const [name, cycle, value, used] = facts
  return {
    name,
    value,
    used,
    asked: amount,
    label: isLimitName(name) ? limitLabel(name, cycle) : name,
    left: Math.max(0, value - used),
    endsAt: iso(limitEndsAt(cycle, at)),
  }
}
