// Responses that outcome rules delay. They wait after the commit, outside the engine, and a stop
// of the service sends them at once.

import type { AnswerEffect } from './kernel/draft.ts'
import type { RequestContext } from './request-context.ts'
import { timers } from './time.ts'

export class DelayedAnswers {
  readonly #waiting = new Map<() => void, ReturnType<typeof timers.setTimeout>>()
  #ended = false

  /** Resolves when the response may be sent. A lost one is marked, and its connection closed. */
  async apply(
    { delayMs, isLost }: AnswerEffect,
    context: RequestContext | undefined,
  ): Promise<void> {
    await this.#wait(delayMs)
    if (isLost && context !== undefined) context.isAnswerLost = true
  }

  /** Lets every response go, and delays no other. */
  end(): void {
    this.#ended = true
    this.release()
  }

  /** Lets the waiting responses go. */
  release(): void {
    for (const [go, timer] of this.#waiting) {
      timers.clearTimeout(timer)
      go()
    }
    this.#waiting.clear()
  }

  #wait(delayMs: number): Promise<void> {
    if (this.#ended || delayMs === 0) return Promise.resolve()
    return new Promise((resolve) => {
      const timer = timers.setTimeout(() => {
        this.#waiting.delete(resolve)
        resolve()
      }, delayMs)
      this.#waiting.set(resolve, timer)
    })
  }
}
