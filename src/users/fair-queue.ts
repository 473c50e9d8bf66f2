// A queue for expensive work that any caller may request. A few tasks run simultaneously, and the
// callers' networks take turns, so that one network cannot block the others.

import { Fault } from '../kernel/fault.ts'
import { ipNetwork } from '../engine/ip-network.ts'

export interface Caller {
  readonly ip: string
  /**
   * True if the caller is authenticated, or sent credentials that were correct before. These
   * callers go first.
   */
  readonly isProven: boolean
  /** Whether the caller has disconnected; their work is then dropped. */
  readonly isGone: () => boolean
}

export interface QueueBounds {
  readonly running: number
  readonly waiting: number
  readonly waitingPerNetwork: number
}

interface WaitingWork {
  readonly isGone: () => boolean
  readonly start: () => void
  readonly refuse: (fault: Fault) => void
}

/** Waiting work by network; the first network is next. */
type Lane = Map<string, WaitingWork[]>

const busy = (): Fault => new Fault('busy', 'Too many people are signing in. Try again shortly.')

export class FairQueue {
  readonly #bounds: QueueBounds
  readonly #proven: Lane = new Map()
  readonly #others: Lane = new Map()
  #running = 0

  constructor(bounds: QueueBounds) {
    this.#bounds = bounds
  }

  /** Runs `work` when it is the caller's turn. Throws `Fault` (`busy`) if the queue is full. */
  async run<T>(caller: Caller, work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#bounds.running) this.#running += 1
    else await this.#turn(caller)
    try {
      return await work()
    } finally {
      this.#running -= 1
      this.#startNext()
    }
  }

  #turn({ ip, isProven, isGone }: Caller): Promise<void> {
    const network = ipNetwork(ip)
    const lane = isProven ? this.#proven : this.#others
    this.#makeRoom(lane, network)
    return new Promise((start, refuse) => {
      lane.set(network, [...(lane.get(network) ?? []), { isGone, start, refuse }])
    })
  }

  /**
   * Drops callers that have disconnected, then the last one of the network with the most callers.
   */
  #makeRoom(lane: Lane, network: string): void {
    const { waiting, waitingPerNetwork } = this.#bounds
    const own = () => lane.get(network)?.length ?? 0
    if (own() < waitingPerNetwork && sizeOf(lane) < waiting) return
    dropGone(lane)
    if (own() >= waitingPerNetwork) throw busy()
    if (sizeOf(lane) < waiting) return
    const [longest = []] = [...lane.values()].sort((one, other) => other.length - one.length)
    if (longest.length <= own() + 1) throw busy()
    longest.pop()?.refuse(busy())
  }

  #startNext(): void {
    const next = nextOf(this.#proven) ?? nextOf(this.#others)
    if (next === undefined) return
    this.#running += 1
    next.start()
  }
}

const sizeOf = (lane: Lane): number =>
  [...lane.values()].reduce((sum, { length }) => sum + length, 0)

function dropGone(lane: Lane): void {
  for (const [network, all] of lane) {
    const rest = all.filter(({ isGone }) => !isGone())
    for (const one of all) if (!rest.includes(one)) one.refuse(busy())
    if (rest.length > 0) lane.set(network, rest)
    else lane.delete(network)
  }
}

/** Removes the next one; its network moves to the end. */
function nextOf(lane: Lane): WaitingWork | undefined {
  for (const [network, all] of lane) {
    const next = all.shift()
    lane.delete(network)
    if (all.length > 0) lane.set(network, all)
    if (next === undefined) continue
    if (!next.isGone()) return next
    next.refuse(busy())
  }
  return undefined
}
