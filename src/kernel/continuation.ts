// Returned by a command that needs another commit: the rest is a new command at the end of the
// queue.

/** Commands that may take several commits. */
type LongCommand = 'moveClock' | 'reachClock' | 'runDue'

/**
 * The command that continues in a later commit; the caller waits for its result. The decision so
 * far is saved. Not allowed for commands with an idempotency key.
 */
export class Continuation {
  readonly command: LongCommand
  readonly input: unknown

  constructor(command: LongCommand, input: unknown) {
    this.command = command
    this.input = input
  }
}
