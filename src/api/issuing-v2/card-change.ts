// The body that changes a card, and the command for it.

import { type Static, Type } from '../../web/http/schemas/type.ts'
import { REISSUE_REASONS } from '../../issuing/card.ts'
import type { CardResult } from '../../issuing/card-result.ts'
import { SETTABLE_STATUSES } from '../../issuing/card-status.ts'
import type { LimitChange } from '../../issuing/change-limits.ts'
import { INTERVAL_LIMIT, LIMITS } from '../../issuing/limits.ts'
import { MAX_AMOUNT } from '../../ledger/money.ts'
import { EXACTLY_ONE } from '../endpoint/exactly-one.ts'
import type { ProjectCall } from '../endpoint/operation.ts'
import { candidatesFor } from '../../web/cards/new-card-numbers.ts'
import { openPin, pinKeysOf } from './pin.ts'
import { invalidMember, problem } from './problems.ts'
import { oneOf } from './schemas.ts'

const SpendingLimits = Type.Array(
  Type.Object({
    amount: Type.Integer({
      minimum: 0,
      maximum: MAX_AMOUNT,
      description: 'Limit in cents; 0 declines every payment',
    }),
    interval: oneOf(['daily', 'monthly']),
  }),
  // There are only two intervals.
  { minItems: 1, maxItems: 2 },
)

export const CardPatch = Type.Object(
  {
    status: Type.Optional(oneOf(SETTABLE_STATUSES, { description: 'New status of the card' })),
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
  { ...EXACTLY_ONE, description: 'Send exactly one of the fields' },
)
type CardPatch = Static<typeof CardPatch>

const PARAMETERS = ['status', 'spendingLimits', 'pin', 'resetPinCounter', 'reissueCard'] as const

/** Makes the change in the body; unknown fields are ignored. */
export async function changeCard(
  { service, project, body, command }: ProjectCall & { readonly body: CardPatch },
  cardId: number,
): Promise<CardResult> {
  assertOneParameter(PARAMETERS.filter((name) => body[name] !== undefined))
  const { status, spendingLimits, pin, reissueCard } = body
  if (spendingLimits !== undefined)
    return command('changeLimits', { cardId, limits: limitChanges(spendingLimits) })
  if (status !== undefined) return command('setCardStatus', { cardId, status })
  if (pin !== undefined)
    return command('setPin', { cardId, ...(await openPin(await pinKeysOf(service, project), pin)) })
  if (reissueCard === undefined) return command('resetPinCounter', { cardId })
  const candidates = candidatesFor(project)
  return command('reissueCard', { cardId, reason: reissueCard, candidates })
}

function assertOneParameter(sent: readonly string[]): void {
  if (sent.length === 0) throw problem('no-parameter', `Send one of ${PARAMETERS.join(', ')}.`)
  if (sent.length > 1) throw problem('too-many-parameters', `Send only one of ${sent.join(', ')}.`)
}

/** Setting a limit also restores the cycle of its interval, which interface A can change. */
function limitChanges(limits: Static<typeof SpendingLimits>): LimitChange[] {
  return limits.map(({ amount, interval }, index) => {
    if (limits.findIndex((limit) => limit.interval === interval) !== index)
      throw invalidMember(`/spendingLimits/${index}/interval`, 'must not be given twice')
    const name = INTERVAL_LIMIT[interval]
    return { name, value: amount, cycleType: LIMITS[name].cycle, cycleLength: 1 }
  })
}
