// Labels of real-time decisions, and the payment to which a decision request refers.

import type { showRealTimeDecision } from '../../../api/control/real-time/real-time-decisions.ts'
import type { AnswerOf } from '../../../api/endpoint/operation.ts'
import { isSimulated } from '../../../real-time/real-time-decision.ts'
import type { Meaning } from '../../../web/html/components.ts'

export type ShownDecision = AnswerOf<typeof showRealTimeDecision>

export const STATE_MEANINGS = {
  pending: 'pending',
  approved: 'approved',
  declined: 'declined',
} as const satisfies Record<ShownDecision['state'], Meaning>

const DECIDERS = {
  programme: 'Your server',
  timeout: 'No answer in time (decided by onTimeout)',
  error: 'No usable answer (decided by onError)',
  rules: 'The card or the order had changed',
} as const satisfies Record<NonNullable<ShownDecision['decidedBy']>, string>

export function deciderLabel({
  decidedBy,
  exchange,
}: Pick<ShownDecision, 'decidedBy' | 'exchange'>): string {
  if (decidedBy === null) return 'Waiting for your server'
  const isServer = exchange === null || !isSimulated(exchange)
  return decidedBy === 'programme' && !isServer ? 'Simulated answer' : DECIDERS[decidedBy]
}

const KINDS: Readonly<Record<string, string>> = {
  purchase: 'Purchase',
  preauthorisation: 'Pre-authorisation',
  cash: 'Cash withdrawal',
  verification: 'Account verification',
  balanceInquiry: 'Balance inquiry',
  increment: 'Increment',
}

/** The payment of a decision request, as pages show it. */
interface AskedAbout {
  readonly kind: string
  readonly amount: number
  readonly currency: string
  readonly merchant: string
  readonly numberMask: string
  readonly orderId: string | undefined
}

/** The service wrote the request, so its fields are known. */
export function askedAbout({ question }: Pick<ShownDecision, 'question'>): AskedAbout {
  const { data } = JSON.parse(question) as {
    data: {
      kind: string
      amount: number
      currency: string
      merchant: { name: string }
      card: { numberMask: string }
      order?: { id: string } | null
    }
  }
  return {
    kind: KINDS[data.kind] ?? data.kind,
    amount: data.amount,
    currency: data.currency,
    merchant: data.merchant.name,
    numberMask: data.card.numberMask,
    orderId: data.order?.id,
  }
}
