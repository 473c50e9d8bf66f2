// Work that no request asks for, at its own pace. It stops cleanly: what it is doing ends, nothing new begins.

import type { Logger } from 'pino'
import { tidyUp } from './engine/housekeeping.ts'
import type { Store } from './store/store.ts'

/** Pause between two rounds, milliseconds. */
const ROUND_MS = 60_000

export class Worker {
  readonly #store: Store
  readonly #logger: Logger
  #timer: NodeJS.Timeout | undefined
  #round: Promise<void> = Promise.resolve()
  #stopping = false

  constructor(store: Store, logger: Logger) {
    this.#store = store
    this.#logger = logger
  }

  start(): void {
    this.#timer = setTimeout(() => {
      this.#round = this.#work().finally(() => {
        if (!this.#stopping) this.start()
      })
    }, ROUND_MS)
    this.#timer.unref()
  }

  async stop(): Promise<void> {
    this.#stopping = true
    clearTimeout(this.#timer)
    await this.#round
  }

  /** A round that fails is tried again at the next; nothing depends on when it happens. */
  async #work(): Promise<void> {
    try {
      await tidyUp(this.#store, () => this.#stopping)
    } catch (error) {
      this.#logger.warn({ err: error }, 'housekeeping failed and will be tried again')
    }
  }
}
