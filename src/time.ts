// The only reader of the machine's clock and the only user of its timers. Everything else takes the time as an argument.

/** Real time in epoch milliseconds: for leases, time limits and idempotency keys. */
export const realNow = (): number => Date.now()

/** Resolves after the event loop has handled pending input and output. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
