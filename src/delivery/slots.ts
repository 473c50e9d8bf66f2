// Limits how many callbacks are sent simultaneously, so that receivers that hang only delay
// themselves:
// - A receiver starts with a few slots. Each exchange that ends in time doubles them, a timeout
//   halves them.
// - A waiting project takes precedence over one that already uses its fair share.
// - A project that is not sending may always send one callback, even if all slots are taken.

import { boundedCache } from '../engine/bounded-cache.ts'
import type { ExchangeEnd } from './delivery.ts'

/** Limits for callbacks that are being sent simultaneously. */
export const IN_FLIGHT = {
  /** Initial slots of a receiver that is new to a project. */
  perOriginFirst: 2,
  perOriginMax: 32,
  perDatasetMax: 128,
  /** All projects together, without the extra slot that each may always use. */
  sharedMax: 512,
  /** All projects together, including the extra slots. */
  totalMax: 4096,
} as const

/** Number of receivers whose pace is remembered; a forgotten receiver starts over. */
const PACES_MAX = 10_000

/** A dataset, as the sender's callers name it. */
export interface DatasetName {
  readonly datasetId: number
  readonly projectNumber: number
}

export class Slots {
  /** Callbacks being sent, by dataset and receiver. */
  readonly #inFlight = new Map<number, Map<string, number>>()
  /** How many slots each receiver has. */
  readonly #paces = boundedCache<string, number>({ maxEntries: PACES_MAX })
  /** Datasets that wait for a slot, longest waiting first. */
  readonly #waiting = new Map<number, DatasetName>()
  #total = 0

  /** How many more callbacks a dataset may send now. */
  room(datasetId: number): number {
    const used = this.#usedBy(datasetId)
    const owed = used === 0 && this.#total < IN_FLIGHT.totalMax ? 1 : 0
    const share = this.#fairShare()
    const isOthersTurn = used >= share && this.#waitsBelow(share, datasetId)
    return Math.max(owed, isOthersTurn ? 0 : this.#free(used))
  }

  /** The receivers of a dataset that use all their slots. */
  full(datasetId: number): string[] {
    return [...(this.#inFlight.get(datasetId) ?? [])]
      .filter(([origin, count]) => count >= this.#paceOf(datasetId, origin))
      .map(([origin]) => origin)
  }

  /** Takes a slot; false if there is none. */
  take(datasetId: number, origin: string): boolean {
    const count = this.#inFlight.get(datasetId)?.get(origin) ?? 0
    if (count >= this.#paceOf(datasetId, origin) || this.room(datasetId) === 0) return false
    this.#set(datasetId, origin, count + 1)
    this.#total += 1
    return true
  }

  /**
   * Returns a slot, and adjusts the receiver's pace to the result of the exchange, if there was
   * one.
   */
  give(datasetId: number, origin: string, end: ExchangeEnd | undefined): void {
    this.#set(datasetId, origin, (this.#inFlight.get(datasetId)?.get(origin) ?? 0) - 1)
    this.#total -= 1
    const pace = this.#paceOf(datasetId, origin)
    if (end === 'answered') this.#setPace(datasetId, origin, pace * 2)
    if (end === 'timed-out') this.#setPace(datasetId, origin, Math.floor(pace / 2))
  }

  /** Records that a dataset waits for a slot. */
  wait(name: DatasetName): void {
    this.#waiting.set(name.datasetId, name)
  }

  /**
   * The dataset to search next: the one that has waited longest of those below their fair share, or
   * of all datasets. It no longer waits.
   */
  next(): DatasetName | undefined {
    const share = this.#fairShare()
    const below = [...this.#waiting.values()].filter((name) => this.#usedBy(name.datasetId) < share)
    const candidates = below.length > 0 ? below : [...this.#waiting.values()]
    const name = candidates.find(({ datasetId }) => this.room(datasetId) > 0)
    if (name !== undefined) this.#waiting.delete(name.datasetId)
    return name
  }

  /** How many more slots the limits allow a dataset that uses `used`. */
  #free(used: number): number {
    return Math.min(IN_FLIGHT.perDatasetMax - used, IN_FLIGHT.sharedMax - this.#total)
  }

  /** Number of slots per dataset if all that send or wait had the same number. */
  #fairShare(): number {
    const idle = [...this.#waiting.keys()].filter(
      (datasetId) => !this.#inFlight.has(datasetId),
    ).length
    return Math.max(1, Math.floor(IN_FLIGHT.sharedMax / (this.#inFlight.size + idle)))
  }

  /** Whether another dataset that uses less than `share` is waiting. */
  #waitsBelow(share: number, datasetId: number): boolean {
    return this.#waiting
      .values()
      .some((other) => other.datasetId !== datasetId && this.#usedBy(other.datasetId) < share)
  }

  #usedBy(datasetId: number): number {
    let used = 0
    for (const count of this.#inFlight.get(datasetId)?.values() ?? []) used += count
    return used
  }

  #paceOf(datasetId: number, origin: string): number {
    return this.#paces.get(paceKey(datasetId, origin)) ?? IN_FLIGHT.perOriginFirst
  }

  #setPace(datasetId: number, origin: string, pace: number): void {
    const bounded = Math.min(IN_FLIGHT.perOriginMax, Math.max(1, pace))
    this.#paces.set(paceKey(datasetId, origin), bounded)
  }

  #set(datasetId: number, origin: string, count: number): void {
    const origins = this.#inFlight.get(datasetId) ?? new Map<string, number>()
    if (count > 0) this.#inFlight.set(datasetId, origins.set(origin, count))
    else if (origins.delete(origin) && origins.size === 0) this.#inFlight.delete(datasetId)
  }
}

const paceKey = (datasetId: number, origin: string): string => `${datasetId} ${origin}`
