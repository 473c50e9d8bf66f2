// Changes a card's limits: one at a time through interface A's `changeCardLimit`, by interval
// through B's `spendingLimits`.

import { Fault } from '../kernel/fault.ts'
import { moved } from './card-status.ts'
import { type CardLimits, isCycleType, isLimitName, type Limit, type LimitName } from './limits.ts'
import { isAmount } from '../ledger/money.ts'
import { writeEntry } from '../ledger/postings.ts'
import { type CardResult, cardResult, existingCard } from './card-result.ts'
import { defineCommand } from '../kernel/command.ts'

export interface LimitChange {
  readonly name: string
  /** Minor units; 0 declines every payment. */
  readonly value: number
  /** Cycle as sent; without a type, the limit keeps its cycle. */
  readonly cycleType?: number
  readonly cycleLength?: number
}

export interface ChangeLimitsInput {
  readonly cardId: number
  readonly limits: readonly LimitChange[]
}

/** Sets one or more limits of a card; the others stay unchanged. */
export const changeLimits = defineCommand<ChangeLimitsInput, CardResult>({
  decide(input, draft) {
    const card = moved(existingCard(input.cardId, draft), 'set-limits', draft.now)
    const changed = input.limits.map((change) => checkedLimit(change, card.limits))
    const limits = { ...card.limits, ...Object.fromEntries(changed) }
    const limited = draft.put('card', { ...card, limits })
    const number = draft.getOrThrow('cardNumber', 'id', card.numberId)
    const entry = writeEntry(draft, { kind: 'limit-change', source: { card, number } })
    return cardResult(draft, limited, entry)
  },
})

function checkedLimit(change: LimitChange, current: CardLimits): [LimitName, Limit] {
  if (!isLimitName(change.name)) throw new Fault('limit-unknown', 'The card has no such limit.')
  if (!isAmount(change.value))
    throw new Fault('amount-invalid', 'A limit must be an integer from 0 to 999999999999.')
  const { cycleType = current[change.name].cycle, cycleLength = 1 } = change
  if (!isCycleType(cycleType) || cycleLength !== 1)
    throw new Fault(
      'cycle-unsupported',
      'cycleType must be 0 (day), 3 (month) or 4 (year) with cycleLength 1.',
    )
  return [change.name, { value: change.value, cycle: cycleType }]
}
