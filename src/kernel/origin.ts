// The request that sent a command. Outcome rules compare it with their conditions, and the
// explanation of the decision is found by its id.

/** The interfaces whose requests make decisions, and the simulations of the control API. */
export const DECIDING_APIS = ['A', 'B', 'C', 'simulation'] as const
export type DecidingApi = (typeof DECIDING_APIS)[number]

export interface CommandOrigin {
  /** As in the response header. */
  readonly requestId: string
  /** Null for requests to the control API and from the portal. */
  readonly api: DecidingApi | null
  /** The name of the operation in `/openapi.json`. */
  readonly operation: string
  /** True if the request fills the project with fixtures or sample data. */
  readonly isSample?: true
}
