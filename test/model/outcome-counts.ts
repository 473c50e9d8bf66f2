// Counts the outcomes of a run, so that a run that has become too easy is noticed.

export class OutcomeCounts {
  commands = 0
  refused = 0
  /** The commands that were sent to the product. */
  readonly sent = new Set<string>()
  readonly #outcomes = new Map<string, number>()
  readonly #statuses = new Map<number, number>()
  readonly #actionCodes = new Map<number, number>()

  count(command: string, outcome: string): void {
    this.commands += 1
    if (outcome !== 'done') this.refused += 1
    add(this.#outcomes, `${command} ${outcome}`)
  }

  /** Counts an order that has this status after a step. */
  countOrder(status: number, actionCode: number): void {
    add(this.#statuses, status)
    add(this.#actionCodes, actionCode)
  }

  /** How often a command was accepted. */
  times(command: string): number {
    return this.#outcomes.get(`${command} done`) ?? 0
  }

  timesInStatus(status: number): number {
    return this.#statuses.get(status) ?? 0
  }

  timesWithCode(actionCode: number): number {
    return this.#actionCodes.get(actionCode) ?? 0
  }

  get outcomes(): string {
    return textOf(this.#outcomes)
  }

  get actionCodes(): string {
    return textOf(this.#actionCodes)
  }
}

const add = <Key>(counts: Map<Key, number>, key: Key) => counts.set(key, (counts.get(key) ?? 0) + 1)

const textOf = (counts: ReadonlyMap<string | number, number>): string =>
  [...counts]
    .toSorted(([, a], [, b]) => b - a)
    .map(([key, count]) => `${key}: ${count}`)
    .join(', ')
