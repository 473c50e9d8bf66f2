// What a command returns instead of its result when it is not done yet: the rest is a command again, behind everybody who waits.

/** Commands that may take more than one commit. */
type LongCommand = 'moveClock' | 'reachClock' | 'runDue'

/**
 * The command to go on with in a later commit; the caller hears nothing until that one has its result. What was decided so far is saved. Not
 * for commands that are done once per idempotency key.
 */
export class Continuation {
  readonly command: LongCommand
  readonly input: unknown

  constructor(command: LongCommand, input: unknown) {
    this.command = command
    this.input = input
  }
}
