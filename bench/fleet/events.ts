// The events of a simulation, in chronological order. Simultaneous events keep the order in which
// they were added, so that a run only depends on its seed.

interface Event {
  readonly at: number
  readonly order: number
  readonly happen: () => void
}

const isBefore = (one: Event, other: Event): boolean =>
  one.at < other.at || (one.at === other.at && one.order < other.order)

export class Events {
  /** A binary heap. */
  readonly #heap: Event[] = []
  #added = 0
  #now = 0

  /** Microseconds since the start. */
  get now(): number {
    return this.#now
  }

  at(time: number, happen: () => void): void {
    const event = { at: Math.max(time, this.#now), order: this.#added++, happen }
    let place = this.#heap.push(event) - 1
    while (place > 0) {
      const above = (place - 1) >> 1
      const parent = this.#heap[above]
      if (parent === undefined || isBefore(parent, event)) break
      this.#heap[place] = parent
      place = above
    }
    this.#heap[place] = event
  }

  in(delay: number, happen: () => void): void {
    this.at(this.#now + delay, happen)
  }

  /** Runs all events up to a time. */
  runUntil(end: number): void {
    for (let next = this.#heap[0]; next !== undefined && next.at <= end; next = this.#heap[0]) {
      this.#removeFirst()
      this.#now = next.at
      next.happen()
    }
    this.#now = end
  }

  #removeFirst(): void {
    const last = this.#heap.pop()
    if (last === undefined || this.#heap.length === 0) return
    let place = 0
    for (;;) {
      let below = 2 * place + 1
      const [left, right] = [this.#heap[below], this.#heap[below + 1]]
      if (left === undefined) break
      const isRight = right !== undefined && isBefore(right, left)
      const child = isRight ? right : left
      if (isRight) below += 1
      if (isBefore(last, child)) break
      this.#heap[place] = child
      place = below
    }
    this.#heap[place] = last
  }
}
