// The only reader of the machine's clock and the only user of its timers. They are bound when this
// module loads, so a test suite that fakes the timers of its process does not stop the service.

/** An object, so that our own tests can replace its members. */
export const timers = {
  now: Date.now,
  setTimeout: globalThis.setTimeout,
  clearTimeout: globalThis.clearTimeout,
  setInterval: globalThis.setInterval,
  clearInterval: globalThis.clearInterval,
  setImmediate: globalThis.setImmediate,
  nextTick: process.nextTick.bind(process),
}

/** Real time in epoch milliseconds: for leases, time limits and idempotency keys. */
export const realNow = (): number => timers.now()

export const wait = (ms: number): Promise<void> =>
  new Promise((resolve) => timers.setTimeout(resolve, ms))

/** Resolves after the event loop has handled pending input and output. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => timers.setImmediate(resolve))

/** Pauses of responses. They are outside the engine, and end when the service stops. */
export class Pauses {
  readonly #waiting = new Set<() => void>()
  #isOver = false

  wait(ms: number): Promise<void> {
    if (this.#isOver || ms === 0) return Promise.resolve()
    return new Promise((resolve) => {
      const end = (): void => {
        timers.clearTimeout(timer)
        this.#waiting.delete(end)
        resolve()
      }
      const timer = timers.setTimeout(end, ms)
      this.#waiting.add(end)
    })
  }

  /** Ends the current pauses. */
  release(): void {
    for (const end of this.#waiting) end()
  }

  /** Ends all pauses; there are no others from then on. */
  end(): void {
    this.#isOver = true
    this.release()
  }
}
