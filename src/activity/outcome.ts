// The outcome of an exchange that the portal shows as a colour: the business result, not the HTTP
// status.

/**
 * `approved`: the request succeeded, including any payment in it. `declined`: a payment or transfer
 * was declined. `refused`: the request was refused and nothing changed. `error`: the service or
 * the receiver failed.
 */
export const EXCHANGE_OUTCOMES = ['approved', 'declined', 'refused', 'error'] as const
export type ExchangeOutcome = (typeof EXCHANGE_OUTCOMES)[number]

export function outcomeOf({
  status,
  errorCode,
  results,
  isRefused,
}: {
  readonly status: number
  readonly errorCode: string | null
  /** The results of the executed commands. */
  readonly results: readonly unknown[]
  readonly isRefused: boolean
}): ExchangeOutcome {
  if (status >= 500) return 'error'
  if (results.some(isDeclined)) return 'declined'
  return isRefused || status >= 400 || errorCode !== null ? 'refused' : 'approved'
}

/**
 * A payment contains its result; a movement or the leg of an authorisation contains its decline. A
 * real-time decision contains the result.
 */
function isDeclined(result: unknown): boolean {
  const { result: named, decline, leg } = decidingPart(result)
  const reason = decline ?? membersOf(leg)['decline']
  if (named === 'declined' || (reason !== undefined && reason !== null)) return true
  return typeof named === 'object' && isDeclined(named)
}

/**
 * True if a command approved or declined money movement: a payment, transfer, top-up or
 * authorisation.
 */
export const isDecision = (results: readonly unknown[]): boolean =>
  results.some((result) => {
    const members = decidingPart(result)
    const { result: named } = members
    const isNamed = named === 'approved' || named === 'declined'
    return isNamed || 'decline' in members || 'leg' in members || 'leg' in membersOf(named)
  })

type Members = Readonly<Record<string, unknown>>

const membersOf = (value: unknown): Members =>
  typeof value === 'object' && value !== null ? (value as Members) : {}

/** A real-time decision contains the result of its authorisation. */
function decidingPart(result: unknown): Members {
  const members = membersOf(result)
  const { result: inner } = members
  return typeof inner === 'object' && inner !== null ? (inner as Members) : members
}
