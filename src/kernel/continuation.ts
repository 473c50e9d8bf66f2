// Returned by a command that needs another commit: the rest is a new command at the end of the
// queue.

/** Commands that may take several commits. */
type LongCommand = 'moveClock' | 'reachClock' | 'runDue'

/**
 * The command that continues the work in a later commit. The decisions so far are saved, and the
 * caller waits for the result of the continuation. Not allowed for commands with an idempotency
 * key.
 */
export class Continuation {
  readonly command: LongCommand
  readonly input: unknown

  constructor(command: LongCommand, input: unknown) {
    this.command = command
    this.input = input
  }
}
