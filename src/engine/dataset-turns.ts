// Tracks which datasets are in use in this process. A batch of commands or another task uses a
// dataset exclusively.

export class DatasetTurns {
  readonly #used = new Set<number>()
  readonly #waiting = new Map<number, readonly (() => void)[]>()

  isUsed(datasetId: number): boolean {
    return this.#used.has(datasetId)
  }

  /** Uses a dataset that is free. */
  take(datasetId: number): void {
    this.#used.add(datasetId)
  }

  /** Uses the dataset as soon as all earlier uses have ended. */
  async wait(datasetId: number): Promise<void> {
    if (!this.isUsed(datasetId)) return this.take(datasetId)
    await new Promise<void>((resolve) => {
      this.#waiting.set(datasetId, [...(this.#waiting.get(datasetId) ?? []), resolve])
    })
  }

  /**
   * Ends the use. The first waiter takes over the dataset immediately, because otherwise the next
   * batch of a busy dataset would always be earlier.
   */
  end(datasetId: number): void {
    const [next, ...others] = this.#waiting.get(datasetId) ?? []
    if (others.length > 0) this.#waiting.set(datasetId, others)
    else this.#waiting.delete(datasetId)
    if (next === undefined) this.#used.delete(datasetId)
    else next()
  }
}
