// Payments on which the project's server decides: those with an issued card whose own checks
// approve. The first command holds the amount and marks the order; `settle-payment.ts` contains the
// second.

import type { Draft } from '../../kernel/draft.ts'
import { canHold } from '../../ledger/account.ts'
import { ZERO } from '../../ledger/money.ts'
import { askProgramme, isAskedFor } from '../../real-time/ask-programme.ts'
import type { AwaitedDecision } from '../../real-time/awaited-decision.ts'
import {
  declineOf,
  FORCED_ANSWERS,
  type ForcedAnswer,
  type ProgrammeVerdict,
} from '../../real-time/real-time-decision.ts'
import type { AuthenticationLevel, ProtocolVersion } from '../../three-d-secure/authentication.ts'
import { DECISION_PARAM, isVerification, type Order, type PendingPayment } from '../orders/order.ts'
import { actionCodeOf, APPROVED_ACTION_CODE } from './action-code.ts'
import type { IssuerVerdict } from './authorise.ts'
import { merchantDetails } from './payment-entries.ts'

/** How the payer was authenticated, or that the merchant charged without the payer. */
export interface PayerAuthentication {
  readonly level: AuthenticationLevel
  readonly version: ProtocolVersion
  readonly asksCode: boolean
  readonly isRecurring: boolean
  /** True if the merchant expects the response of version 2. */
  readonly version2: boolean
  /** The completed challenge; absent if there was none. */
  readonly challengeId?: string
}

/** A payment attempt on which the issuer decides. */
export interface Attempt {
  readonly pending: PendingPayment
  readonly authenticated: PayerAuthentication
}

declare module '../../real-time/real-time-decision.ts' {
  interface DecisionSubjects {
    payment: Attempt & { readonly orderId: string }
  }
}

/** Location of the sandbox's own merchant. */
export const OWN_PLACE = { country: 'CY', city: 'Nicosia' } as const

type Issued<V> = V & { readonly source: NonNullable<IssuerVerdict['source']> }

interface Question {
  readonly order: Order
  readonly pending: PendingPayment
  readonly verdict: IssuerVerdict | undefined
}

/** Whether a server decides on a payment: one with an issued card whose own checks approve it. */
export function isAsked<Q extends Question>(
  draft: Draft,
  question: Q,
): question is Q & { readonly verdict: Issued<IssuerVerdict> } {
  const { verdict, pending, order } = question
  return (
    verdict?.source !== undefined &&
    isAskedFor(draft, forcedAnswer(order)) &&
    verdict.actionCode === APPROVED_ACTION_CODE &&
    pending.isSample !== true
  )
}

const forcedAnswer = ({ request }: Order): ForcedAnswer | undefined => {
  const asked = request.params[DECISION_PARAM]
  return FORCED_ANSWERS.find((answer) => answer === asked)
}

/** Holds the amount and stores the decision request. Until the answer, the order cannot be paid. */
export function askAboutPayment(
  draft: Draft,
  {
    order,
    pending,
    verdict,
    authenticated,
  }: Attempt & { readonly order: Order; readonly verdict: Issued<IssuerVerdict> },
): AwaitedDecision {
  const { source, amount } = verdict
  const { merchantName: name = '', merchantId: id = '', mcc = 0 } = merchantDetails(draft)
  const { id: orderId, number } = order
  const awaited = askProgramme(draft, {
    side: source,
    payment: {
      kind: kindOf(order),
      amount: order.amount,
      currency: order.currency,
      // A merchant on the internet does not get partial approvals.
      partialApproval: false,
      merchant: { name, id, mcc, ...OWN_PLACE },
      entryMode: entryModeOf(pending, authenticated),
      cvc: pending.cvc,
      pinEntered: false,
      order: { id: orderId, number },
      authentication: authenticated.level,
    },
    // A one-stage payment may be possible even if a hold is not.
    held: canHold(source.account, amount) ? amount : ZERO,
    subject: { kind: 'payment', orderId, pending, authenticated },
    forced: forcedAnswer(order),
  })
  draft.put('order', { ...order, progress: { ...order.progress, decisionId: awaited.id } })
  return awaited
}

/** The payment as the kind of an authorisation. */
export function kindOf(order: Order): 'verification' | 'preauthorisation' | 'purchase' {
  if (isVerification(order)) return 'verification'
  return order.twoStage ? 'preauthorisation' : 'purchase'
}

function entryModeOf({ way }: PendingPayment, { isRecurring }: PayerAuthentication): string {
  if (way === 'CARD_MOTO') return 'moto'
  return isRecurring ? 'recurring' : 'ecommerce'
}

/** The issuer's decision combined with the server's, which can only decline. */
export function byProgramme(
  verdict: IssuerVerdict | undefined,
  programme: ProgrammeVerdict,
): IssuerVerdict | undefined {
  if (verdict === undefined) return undefined
  const { decisionId } = programme
  const decline = declineOf(programme)
  return verdict.actionCode !== APPROVED_ACTION_CODE || decline === undefined
    ? { ...verdict, decisionId }
    : { ...verdict, actionCode: actionCodeOf(decline), decline, decisionId }
}
