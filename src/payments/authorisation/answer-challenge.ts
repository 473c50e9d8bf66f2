// The issuer's side of a challenge: the payer's code, the tester's outcome, and the remaining
// attempts.

import { IN_VERSION_1, type TransactionStatus } from '../../three-d-secure/authentication.ts'
import { Fault } from '../../kernel/fault.ts'
import { checkCode, CODE_TRIES } from '../../three-d-secure/one-time-code.ts'
import { ORDER_STATUS } from '../orders/order-status.ts'
import type { Challenge, Order } from '../orders/order.ts'
import type { Draft } from '../../kernel/draft.ts'
import { defineOrderCommand } from '../orders/order-command.ts'

export interface AnswerChallengeInput {
  readonly orderId: string
  readonly challengeId: string
  readonly answer:
    | { readonly kind: 'code'; readonly code: string }
    | { readonly kind: 'cancel' }
    | { readonly kind: 'resend' }
    | { readonly kind: 'outcome'; readonly status: 'Y' | 'A' | 'N' | 'U' | 'R' }
}

export interface AnswerChallengeResult {
  readonly order: Order
  /** `again`: the code was wrong and attempts remain; `answered`: the challenge has its status. */
  readonly result: 'again' | 'resent' | 'answered'
  readonly triesLeft: number
}

/** Completes an open challenge once. */
export const answerChallenge = defineOrderCommand<AnswerChallengeInput, AnswerChallengeResult>({
  decide({ challengeId, answer }, order, draft) {
    const challenge = openChallenge(order, challengeId)
    switch (answer.kind) {
      case 'code':
        return enterCode(draft, order, challenge, answer.code)
      case 'resend':
        return { order, result: 'resent', triesLeft: CODE_TRIES - challenge.wrongCodes }
      case 'cancel':
        return close(draft, order, { ...challenge, isCancelled: true }, 'N')
      case 'outcome':
        return close(draft, order, challenge, knownTo(challenge, answer.status))
    }
  },
})

function openChallenge({ status, progress: { challenge } }: Order, challengeId: string): Challenge {
  const isOpen =
    status === ORDER_STATUS.authenticating &&
    challenge?.step === 'open' &&
    challenge.id === challengeId &&
    challenge.answer === null
  if (!isOpen) throw new Fault('challenge-invalid', 'The challenge is not open.')
  return challenge
}

const knownTo = ({ version }: Challenge, status: TransactionStatus): TransactionStatus =>
  version === 1 ? IN_VERSION_1[status] : status

function enterCode(
  draft: Draft,
  order: Order,
  challenge: Challenge,
  code: string,
): AnswerChallengeResult {
  const verdict = checkCode(challenge.code, code, challenge.wrongCodes)
  if (verdict === 'right') return close(draft, order, challenge, 'Y')
  const tried = { ...challenge, wrongCodes: challenge.wrongCodes + 1 }
  if (verdict === 'failed') return close(draft, order, tried, 'N')
  return {
    order: withChallenge(draft, order, tried),
    result: 'again',
    triesLeft: CODE_TRIES - tried.wrongCodes,
  }
}

const close = (
  draft: Draft,
  order: Order,
  challenge: Challenge,
  answer: TransactionStatus,
): AnswerChallengeResult => ({
  order: withChallenge(draft, order, { ...challenge, answer }),
  result: 'answered',
  triesLeft: 0,
})

function withChallenge(draft: Draft, order: Order, challenge: Challenge): Order {
  return draft.put('order', { ...order, progress: { ...order.progress, challenge } })
}
