// Simulates the use of an issued card elsewhere: the authorisation and its later legs.

import { type Static, Type } from '../../../web/http/schemas/type.ts'
import { ASKED_KINDS } from '../../../authorisations/authorisation.ts'
import type { AuthorisationResult } from '../../../authorisations/legs.ts'
import { type AuthoriseInput, isQuestion } from '../../../authorisations/verdict.ts'
import { rowIdOf } from '../../../kernel/row-id.ts'
import { equalInConstantTime } from '../../../projects/vault.ts'
import { authorisationById } from '../../../store/reads/authorisations.ts'
import { realTimeDecisionById } from '../../../store/reads/real-time-decisions.ts'
import type { CardDetails } from '../../../store/reads/cards.ts'
import { hashedLike } from '../../../web/cards/pin.ts'
import { DECLINE_CODES } from '../../../ledger/decline.ts'
import type { ProjectCall } from '../../endpoint/operation.ts'
import { simulation } from '../api.ts'
import { CARD_EXAMPLE, cardOf } from '../cards/cards.ts'
import { problem, unacceptable } from '../problems.ts'
import { idParameter, orNull } from '../schemas.ts'
import { RealTimeDecisionSchema, realTimeView } from '../real-time/real-time-view.ts'
import { DecisionAnswer, decisionView } from './authorisation-view.ts'
import { AUTHORISATION_EXAMPLE, authorisationNotFound } from './authorisations.ts'
import {
  AtMerchant,
  atMerchant,
  CardId,
  forcedDecline,
  ForcedDecision,
  holdLife,
  Minor,
  PAYMENT,
  withPointer,
} from './simulation-input.ts'

/** The response of a simulation on which the project's server may decide. */
const AskedAnswer = Type.Object({
  ...DecisionAnswer.properties,
  realTimeDecision: orNull(
    RealTimeDecisionSchema,
    "The decision of the project's server; null if the card's own rules decided",
  ),
})

async function askedAnswer(
  { read }: Pick<ProjectCall, 'read'>,
  result: AuthorisationResult,
): Promise<Static<typeof AskedAnswer>> {
  const { decisionId } = result.leg
  const decision =
    decisionId === undefined ? undefined : await read(realTimeDecisionById, decisionId)
  return {
    ...decisionView(result),
    realTimeDecision: decision === undefined ? null : realTimeView(decision),
  }
}

const DECLINED_IS_A_VALUE = 'A decline is a response with `approved` false, not an error.'

export const simulateAuthorisation = simulation({
  name: 'simulateAuthorisation',
  method: 'POST',
  path: '/simulations/authorisations',
  summary: 'Use an issued card at a merchant',
  description: `Asks the issuer to approve a payment, as a merchant outside the sandbox would. The card's status, expiry date, CVC, PIN, balance and limits, and outcome rules that name the card, determine the result. An approval holds the amount until it is cleared, reversed or expires; cash and credits are posted immediately; verifications and balance inquiries move no money. ${DECLINED_IS_A_VALUE}`,
  body: Type.Object(
    {
      cardId: CardId,
      amount: Type.Optional(
        Minor(
          0,
          'Amount in minor units of the currency; not needed for a verification or balance inquiry',
        ),
      ),
      kind: Type.Optional(
        Type.Enum([...ASKED_KINDS], { description: 'Kind of use; `purchase` by default' }),
      ),
      ...AtMerchant,
      cvc: Type.Optional(
        Type.String({
          pattern: '^[0-9]{3,4}$',
          description: "CVC, compared with the card's if you send it",
        }),
      ),
      expiry: Type.Optional(
        Type.String({
          pattern: '^[0-9]{6}$',
          description: "Expiry date, YYYYMM, compared with the card's if you send it",
        }),
      ),
      pin: Type.Optional(
        Type.String({
          pattern: '^[0-9]{4,12}$',
          description: "Compared with the card's PIN, if sent. Three wrong PINs in a row block it",
        }),
      ),
      partialApproval: Type.Optional(
        Type.Boolean({
          description:
            'True if the terminal accepts the available balance when it is too low (response code 10)',
        }),
      ),
      decline: Type.Optional(
        Type.Unsafe<string | boolean>({
          type: ['string', 'boolean'],
          maxLength: 40,
          description: `Forces a decline: \`true\`, a response code such as \`91\`, or a reason: ${DECLINE_CODES.join(', ')}`,
        }),
      ),
      realTimeDecision: ForcedDecision,
      holdFor: Type.Optional(
        Type.String({
          maxLength: 64,
          description:
            'Duration of the hold, ISO 8601. By default 7 days; 31 for pre-authorisations, lodging and car rental; 2 hours at fuel pumps',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  examples: [
    { cardId: CARD_EXAMPLE, amount: 1000, currency: '978', merchant: 'Corner cafe', mcc: '5812' },
  ],
  status: 201,
  answer: AskedAnswer,
  errors: ['card-not-found'],
  async handle({ project, body, read, command }) {
    const { cardId, amount = 0, kind = 'purchase', partialApproval = false } = body
    if (amount === 0 && !isQuestion(kind))
      throw unacceptable('/amount', `must be at least 1 for the kind ${kind}`)
    const isAtTerminal = kind === 'cash' || body.pin !== undefined
    const entryMode = isAtTerminal ? 'chip' : PAYMENT.entryMode
    const merchant = atMerchant(body, { mcc: kind === 'cash' ? CASH_MCC : PAYMENT.mcc, entryMode })
    const decline = forcedDecline(body.decline)
    const holdMs = holdLife(body.holdFor)
    const card = await cardOf(read, cardId)
    const input: AuthoriseInput = {
      cardId: card.card.id,
      numberId: card.number.id,
      amount,
      kind,
      partialApproval,
      ...merchant,
      cvc: cvcVerdict(project, card, body.cvc),
      pin: body.pin === undefined ? null : { hash: await enteredHash(card, body.pin) },
      ...(body.expiry !== undefined && { expiry: Number(body.expiry) }),
      ...(decline !== undefined && { decline }),
      ...(holdMs !== undefined && { holdMs }),
      ...(body.realTimeDecision && { forced: body.realTimeDecision }),
    }
    return askedAnswer({ read }, await command('authoriseCard', input).catch(withPointer))
  },
})

/** ISO 18245: automated cash disbursement. */
const CASH_MCC = 6011

function cvcVerdict({ vault }: ProjectCall['project'], { number }: CardDetails, cvc?: string) {
  if (cvc === undefined) return 'none'
  const isRight = equalInConstantTime(cvc, vault.cvc(vault.open(number.sealed), number.expiry))
  return isRight ? 'right' : 'wrong'
}

/** Null if the card has no PIN; every PIN is then wrong. */
const enteredHash = async ({ card: { pinHash } }: CardDetails, pin: string) =>
  pinHash === null ? null : hashedLike(pin, pinHash)

/** Members that the operations on an authorisation have in common. */
const LEG = {
  method: 'POST',
  params: idParameter('authorisation', AUTHORISATION_EXAMPLE),
  status: 201,
  errors: ['authorisation-not-found', 'authorisation-state', 'authorisation-of-order'],
} as const

const askedAmountBody = Type.Object(
  {
    amount: Minor(1, "New amount of the hold, in minor units of the authorisation's currency"),
    realTimeDecision: ForcedDecision,
  },
  { additionalProperties: false },
)

/** An optional body. */
const optionalAmountBody = (description: string) =>
  Type.Union([
    Type.Object({ amount: Type.Optional(Minor(1, description)) }, { additionalProperties: false }),
    Type.Null(),
  ])

export const incrementAuthorisation = simulation({
  ...LEG,
  name: 'incrementAuthorisation',
  path: '/simulations/authorisations/:id/increment',
  summary: 'Increase the hold of an authorisation',
  description: `Adds an amount to the hold, such as another night in a hotel. The issuer approves or declines the addition; if it declines, the hold does not change. ${DECLINED_IS_A_VALUE}`,
  body: askedAmountBody,
  examples: [{ amount: 500 }],
  answer: AskedAnswer,
  handle: async ({ params, body: { amount, realTimeDecision: forced }, ...call }) =>
    askedAnswer(
      call,
      await legOn(call, params.id, (authorisationId) =>
        call.command('incrementAuthorisation', {
          authorisationId,
          amount,
          ...(forced && { forced }),
        }),
      ),
    ),
})

export const adviseAuthorisation = simulation({
  ...LEG,
  name: 'adviseAuthorisation',
  path: '/simulations/authorisations/:id/advice',
  summary: 'Replace the hold of an authorisation',
  description: `Sets the hold to the final amount, such as the price of the fuel that was taken: releases the difference or asks the issuer for it. ${DECLINED_IS_A_VALUE}`,
  body: askedAmountBody,
  examples: [{ amount: 800 }],
  answer: AskedAnswer,
  handle: async ({ params, body: { amount, realTimeDecision: forced }, ...call }) =>
    askedAnswer(
      call,
      await legOn(call, params.id, (authorisationId) =>
        call.command('adviseAuthorisation', { authorisationId, amount, ...(forced && { forced }) }),
      ),
    ),
})

export const clearAuthorisation = simulation({
  ...LEG,
  name: 'clearAuthorisation',
  path: '/simulations/authorisations/:id/clear',
  summary: 'Clear an authorisation',
  description:
    'Posts the amount that the merchant presents, at the current exchange rate. The amount can be less than the hold, in several clearings (`final: false`), or more than the hold, such as a tip. The card pays up to its available balance. The issuer pays the rest from the suspense account, so that a card is never overdrawn.',
  body: Type.Union([
    Type.Object(
      {
        amount: Type.Optional(
          Minor(
            1,
            "Amount in minor units of the authorisation's currency; the whole hold by default",
          ),
        ),
        final: Type.Optional(
          Type.Boolean({
            description:
              'True releases the rest of the hold (default); false allows further clearings',
          }),
        ),
      },
      { additionalProperties: false },
    ),
    Type.Null(),
  ]),
  examples: [{ amount: 800, final: true }],
  answer: DecisionAnswer,
  handle: ({ params, body, ...call }) =>
    onAuthorisation(call, params.id, (authorisationId) =>
      call.command('clearAuthorisation', { authorisationId, final: true, ...body }),
    ),
})

export const reverseAuthorisation = simulation({
  ...LEG,
  name: 'reverseAuthorisation',
  path: '/simulations/authorisations/:id/reverse',
  summary: 'Reverse an authorisation',
  description:
    'Releases all or part of the hold, as the merchant requests. A cash withdrawal or a credit is reversed in full. The reversal of a credit that has been spent is declined.',
  body: optionalAmountBody("Amount in minor units of the authorisation's currency; all by default"),
  examples: [{ amount: 200 }],
  answer: DecisionAnswer,
  handle: ({ params, body, ...call }) =>
    onAuthorisation(call, params.id, (authorisationId) =>
      call.command('reverseAuthorisation', { authorisationId, ...body }),
    ),
})

export const expireAuthorisation = simulation({
  ...LEG,
  name: 'expireAuthorisation',
  path: '/simulations/authorisations/:id/expire',
  summary: 'Expire an authorisation now',
  description:
    "Releases the hold now. Without this call, it expires at `expiresAt` on the project's clock.",
  answer: DecisionAnswer,
  handle: ({ params, ...call }) =>
    onAuthorisation(call, params.id, (authorisationId) =>
      call.command('expireAuthorisation', { authorisationId }),
    ),
})

export const refundAuthorisation = simulation({
  ...LEG,
  name: 'refundAuthorisation',
  path: '/simulations/authorisations/:id/refund',
  summary: 'Refund a cleared authorisation',
  description:
    'Refunds the cleared amount, in full or in parts, at the current exchange rate. It first repays what the issuer paid from the suspense account.',
  body: optionalAmountBody(
    "Amount in minor units of the authorisation's currency; all that is left by default",
  ),
  examples: [{ amount: 300 }],
  answer: DecisionAnswer,
  handle: ({ params, body, ...call }) =>
    onAuthorisation(call, params.id, (authorisationId) =>
      call.command('refundAuthorisation', { authorisationId, ...body }),
    ),
})

export const simulationOperations = [
  simulateAuthorisation,
  incrementAuthorisation,
  adviseAuthorisation,
  clearAuthorisation,
  reverseAuthorisation,
  expireAuthorisation,
  refundAuthorisation,
]

/**
 * Runs a command on the authorisation in a path. An order's authorisation only changes through
 * interface C.
 */
async function legOn(
  { read }: Pick<ProjectCall, 'read'>,
  id: string,
  execute: (authorisationId: number) => Promise<AuthorisationResult>,
): Promise<AuthorisationResult> {
  const authorisationId = rowIdOf(id)
  if (authorisationId === undefined) throw authorisationNotFound()
  const row = await read(authorisationById, authorisationId)
  if (row === undefined) throw authorisationNotFound()
  if (row.orderId !== null)
    throw problem(
      'authorisation-of-order',
      `It belongs to the order ${row.orderId}. Use deposit.do, reverse.do or refund.do of interface C.`,
    )
  return execute(authorisationId).catch(withPointer)
}

/** Like `legOn`, with the response of a leg on which only the issuer decides. */
export const onAuthorisation = async (...call: Parameters<typeof legOn>) =>
  decisionView(await legOn(...call))
