// The outcome of an exchange as the portal colours it: by the business result, not by the HTTP
// status.

/**
 * `approved`: the request succeeded, and so did a payment in it. `declined`: a payment or transfer
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
  /** The results of its commands. */
  readonly results: readonly unknown[]
  readonly isRefused: boolean
}): ExchangeOutcome {
  if (status >= 500) return 'error'
  if (results.some(isDeclined)) return 'declined'
  return isRefused || status >= 400 || errorCode !== null ? 'refused' : 'approved'
}

/** A payment names its result; a transfer or top-up has the reason of its decline. */
function isDeclined(result: unknown): boolean {
  if (typeof result !== 'object' || result === null) return false
  const { result: named, decline } = result as Readonly<Record<string, unknown>>
  return named === 'declined' || (decline !== undefined && decline !== null)
}

/** True if a command decided about money: a payment, transfer or top-up. */
export const isDecision = (results: readonly unknown[]): boolean =>
  results.some((result) => {
    if (typeof result !== 'object' || result === null) return false
    const { result: named } = result as Readonly<Record<string, unknown>>
    return named === 'approved' || named === 'declined' || 'decline' in result
  })
