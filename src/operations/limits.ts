// Changing what a card may spend: interface A's changeCardLimit one limit at a time, B's spendingLimits by interval.

import { Fault } from '../domain/fault.ts'
import { isCycleType, isLimitName, type Limit, type LimitName } from '../domain/limits.ts'
import { isAmount } from '../domain/money.ts'
import { writeOperation } from './books.ts'
import { type CardAnswer, cardAnswer, existingCard, wantsOfCardAnswer } from './cards.ts'
import { operation } from './operation.ts'

export interface LimitChange {
  readonly name: string
  /** Minor units, 0 allowed: spend nothing. */
  readonly value: number
  /** Cycle as sent. */
  readonly cycleType: number
  readonly cycleLength: number
}

export interface ChangeLimitsAsk {
  readonly cardId: number
  readonly limits: readonly LimitChange[]
}

/** Sets one or more limits of a card; the others stay as they are. */
export const changeLimits = operation<ChangeLimitsAsk, CardAnswer>({
  wants: (ask, rows) => wantsOfCardAnswer(ask.cardId, rows),
  decide(ask, draft) {
    const card = existingCard(ask.cardId, draft)
    const changed = ask.limits.map(checkedLimit)
    draft.put('card', { ...card, limits: { ...card.limits, ...Object.fromEntries(changed) } })
    const number = draft.must('cardNumber', 'id', card.numberId)
    const operation = writeOperation(draft, { kind: 'limit-change', source: { card, number } })
    return cardAnswer(draft, card.id, operation)
  },
})

function checkedLimit(change: LimitChange): [LimitName, Limit] {
  if (!isLimitName(change.name)) throw new Fault('limit-unknown', 'The card has no such limit.')
  if (!isAmount(change.value))
    throw new Fault('amount-invalid', 'A limit must be an integer from 0 to 999999999999.')
  if (!isCycleType(change.cycleType) || change.cycleLength !== 1)
    throw new Fault(
      'cycle-unsupported',
      'cycleType must be 0 (day), 3 (month) or 4 (year) with cycleLength 1.',
    )
  return [change.name, { value: change.value, cycle: change.cycleType }]
}
