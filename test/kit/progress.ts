// Waits for a load to reach a goal. Its progress wakes those who wait, because a polling loop would
// take CPU time from the processes on which the load waits.

interface Waiting {
  readonly isReached: () => boolean
  readonly resolve: () => void
}

export class Progress {
  #waiting: readonly Waiting[] = []

  /** Resolves when the condition is true after a call of `changed`, or if it is true already. */
  async until(isReached: () => boolean): Promise<void> {
    if (isReached()) return
    await new Promise<void>((resolve) => {
      this.#waiting = [...this.#waiting, { isReached, resolve }]
    })
  }

  changed(): void {
    const reached = this.#waiting.filter(({ isReached }) => isReached())
    if (reached.length === 0) return
    this.#waiting = this.#waiting.filter((each) => !reached.includes(each))
    for (const { resolve } of reached) resolve()
  }
}
