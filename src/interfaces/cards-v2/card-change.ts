// Which one change of a card a body asks for.

import { INTERVAL_LIMIT, LIMITS } from '../../domain/limits.ts'
import type { CardChange } from '../../operations/card-changes.ts'
import type { LimitChange } from '../../operations/limits.ts'
import type { CardPatch } from './card-schemas.ts'
import { invalidMember, Problem } from './problems.ts'

const COMMANDS = ['status', 'spendingLimits', 'pin', 'resetPinCounter', 'reissueCard'] as const
type Command = (typeof COMMANDS)[number]

/** What a change is made with beyond the body: a PIN must be opened, a new number drawn. */
export interface ChangeTools {
  readonly openPin: (block: string) => Promise<{ pinHash: string; nonce: string }>
  readonly candidates: () => Extract<CardChange, { kind: 'reissue' }>['candidates']
}

export type AskedChange =
  | { readonly operation: 'changeCard'; readonly change: CardChange }
  | { readonly operation: 'changeLimits'; readonly limits: readonly LimitChange[] }

/** Exactly one parameter per request; members that are no parameters do not count. */
export async function askedChange(body: CardPatch, tools: ChangeTools): Promise<AskedChange> {
  assertOneCommand(COMMANDS.filter((command) => body[command] !== undefined))
  const { status, spendingLimits, pin, reissueCard } = body
  if (spendingLimits !== undefined)
    return { operation: 'changeLimits', limits: limitChanges(spendingLimits) }
  if (status !== undefined) return changeCard({ kind: 'status', status })
  if (pin !== undefined) return changeCard({ kind: 'pin', ...(await tools.openPin(pin)) })
  if (reissueCard !== undefined)
    return changeCard({ kind: 'reissue', reason: reissueCard, candidates: tools.candidates() })
  return changeCard({ kind: 'reset-pin-counter' })
}

const changeCard = (change: CardChange): AskedChange => ({ operation: 'changeCard', change })

function assertOneCommand(given: readonly Command[]): void {
  if (given.length === 0) throw new Problem('no-parameter', `Send one of ${COMMANDS.join(', ')}.`)
  if (given.length > 1)
    throw new Problem('too-many-parameters', `Send only one of ${given.join(', ')}.`)
}

/** Setting a limit restores the cycle of its interval, whatever the other face made of it. */
function limitChanges(limits: NonNullable<CardPatch['spendingLimits']>): LimitChange[] {
  return limits.map(({ amount, interval }, index) => {
    if (limits.findIndex((limit) => limit.interval === interval) !== index)
      throw invalidMember(`/spendingLimits/${index}/interval`, 'is given twice')
    const name = INTERVAL_LIMIT[interval]
    return { name, value: amount, cycleType: LIMITS[name].cycle, cycleLength: 1 }
  })
}
