// The only code that reads the machine's clock and uses its timers. They are bound when this module
// loads, so a test suite that fakes its process's timers does not stop the service.

/** An object, so that our own tests can replace its functions. */
export const timers = {
  now: Date.now,
  setTimeout: globalThis.setTimeout,
  clearTimeout: globalThis.clearTimeout,
  setInterval: globalThis.setInterval,
  clearInterval: globalThis.clearInterval,
  setImmediate: globalThis.setImmediate,
  nextTick: process.nextTick.bind(process),
}

/** Bound like the timers: fakes of `performance` return times of another clock, or nothing. */
export const performanceNow = performance.now.bind(performance)
export const eventLoopUtilization = performance.eventLoopUtilization.bind(performance)

/** Real time in epoch milliseconds: for leases, time limits and idempotency keys. */
export const realNow = (): number => timers.now()

export const wait = (ms: number): Promise<void> =>
  new Promise((resolve) => timers.setTimeout(resolve, ms))

/** Resolves after the event loop has handled pending input and output. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => timers.setImmediate(resolve))

/** Delays of responses. They run outside the engine, and end when the service stops. */
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

  /** Ends all delays and allows no new ones. */
  end(): void {
    this.#isOver = true
    this.release()
  }
}
