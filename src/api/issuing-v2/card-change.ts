// The body that changes a card, and which one change it asks for.

import Type, { type Static } from 'typebox'
import type { Project } from '../../engine/directory.ts'
import { CARD_STATUSES, REISSUE_REASONS } from '../../issuing/card.ts'
import type { CardChange } from '../../issuing/change-card.ts'
import type { LimitChange } from '../../issuing/change-limits.ts'
import { INTERVAL_LIMIT, LIMITS } from '../../issuing/limits.ts'
import { MAX_AMOUNT } from '../../ledger/money.ts'
import type { Service } from '../../service.ts'
import { candidatesFor } from './numbers.ts'
import { openPin, pinKeyOf } from './pin.ts'
import { invalidMember, problem } from './problems.ts'
import { oneOf } from './schemas.ts'

const SpendingLimits = Type.Array(
  Type.Object({
    amount: Type.Integer({
      minimum: 0,
      maximum: MAX_AMOUNT,
      description: 'Cents; 0 spends nothing',
    }),
    interval: oneOf(['daily', 'monthly']),
  }),
  // More limits than there are intervals cannot be right.
  { minItems: 1, maxItems: 2 },
)

export const CardPatch = Type.Object(
  {
    status: Type.Optional(oneOf(CARD_STATUSES)),
    spendingLimits: Type.Optional(SpendingLimits),
    pin: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 1024,
        description:
          'Base64 of RSA-OAEP (SHA-256) under the key of GET /v2/keys/pin: {"nonce": integer of at least 8 digits, "pin": "4 to 12 digits"}',
      }),
    ),
    resetPinCounter: Type.Optional(Type.Literal(true)),
    reissueCard: Type.Optional(oneOf(REISSUE_REASONS)),
  },
  { description: 'Exactly one of the members' },
)
type CardPatch = Static<typeof CardPatch>

const PARAMETERS = ['status', 'spendingLimits', 'pin', 'resetPinCounter', 'reissueCard'] as const

type ChangeRequest =
  | { readonly change: CardChange }
  | { readonly change: undefined; readonly limits: readonly LimitChange[] }

/** Exactly one parameter per request; members that are no parameters do not count. */
export async function changeOf(
  body: CardPatch,
  service: Service,
  project: Project,
): Promise<ChangeRequest> {
  assertOneParameter(PARAMETERS.filter((name) => body[name] !== undefined))
  const { status, spendingLimits, pin, reissueCard } = body
  if (spendingLimits !== undefined)
    return { change: undefined, limits: limitChanges(spendingLimits) }
  if (status !== undefined) return { change: { kind: 'status', status } }
  if (pin !== undefined)
    return { change: { kind: 'pin', ...(await openPin(await pinKeyOf(service, project), pin)) } }
  if (reissueCard === undefined) return { change: { kind: 'reset-pin-counter' } }
  return {
    change: { kind: 'reissue', reason: reissueCard, candidates: candidatesFor(project) },
  }
}

function assertOneParameter(sent: readonly string[]): void {
  if (sent.length === 0) throw problem('no-parameter', `Send one of ${PARAMETERS.join(', ')}.`)
  if (sent.length > 1) throw problem('too-many-parameters', `Send only one of ${sent.join(', ')}.`)
}

/** Setting a limit restores the cycle of its interval, whatever the other api made of it. */
function limitChanges(limits: Static<typeof SpendingLimits>): LimitChange[] {
  return limits.map(({ amount, interval }, index) => {
    if (limits.findIndex((limit) => limit.interval === interval) !== index)
      throw invalidMember(`/spendingLimits/${index}/interval`, 'is given twice')
    const name = INTERVAL_LIMIT[interval]
    return { name, value: amount, cycleType: LIMITS[name].cycle, cycleLength: 1 }
  })
}
