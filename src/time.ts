// The one place that reads the machine's clock. Everything else is handed the time, so that a test can hold it still.

/** Real time in epoch milliseconds: leases, time limits and idempotency keys run on it. */
export const realNow = (): number => Date.now()
