// Returned by a command on which the project's server decides. The server is called after the
// commit, outside any transaction; a second command applies the answer and returns the result.

import type { DecisionEndpoint, ForcedAnswer } from './real-time-decision.ts'

/** A request that is waiting for its answer. It is plain data, apart from its class. */
export class AwaitedDecision {
  /** The id of its row. */
  readonly id: number
  /** The JSON body of the request to the server. */
  readonly question: string
  /** The requested amount, which is the most that an answer may approve. */
  readonly amount: number
  /** Null if the answer is forced and the project has no server. */
  readonly endpoint: DecisionEndpoint | null
  readonly forced: ForcedAnswer | undefined

  constructor(awaited: Readonly<AwaitedDecision>) {
    this.id = awaited.id
    this.question = awaited.question
    this.amount = awaited.amount
    this.endpoint = awaited.endpoint
    this.forced = awaited.forced
  }
}
