// What an operation returns instead of an answer when it is not done yet: the rest is asked for again, behind everybody who waits.

/** Operations that may take more than one commit. */
type LongOperation = 'moveClock' | 'reachClock' | 'settleDue'

/**
 * The ask to go on with in a later commit; the caller hears nothing until that one is answered. What was decided so far is kept. Not
 * for asks that are answered once per idempotency key.
 */
export class Unfinished {
  readonly operation: LongOperation
  readonly ask: unknown

  constructor(operation: LongOperation, ask: unknown) {
    this.operation = operation
    this.ask = ask
  }
}
