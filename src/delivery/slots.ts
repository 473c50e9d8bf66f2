// How many callbacks are on their way, and whose. Receivers that hang must hold up nobody but themselves, however many they are:
// - A receiver starts with few and gets more with every exchange that it ends in time; one that ran into the time limit gets half.
// - A project whose callbacks wait goes before one that has its fair share on the way already.
// - A project with nothing on its way may always send one callback, even where all places are taken.

import { boundedCache } from '../engine/bounded-cache.ts'
import type { ExchangeEnd } from './delivery.ts'

/** Callbacks on their way at once. */
export const IN_FLIGHT = {
  /** To a receiver of a project that nothing is known of yet. */
  perOriginFirst: 2,
  perOriginMax: 32,
  perDatasetMax: 128,
  /** Of all projects, apart from the one that each may always send. */
  sharedMax: 512,
  /** With those. */
  totalMax: 4096,
} as const

/** Receivers whose pace is remembered; of a forgotten one nothing is known. */
const PACES_MAX = 10_000

/** One life of a project, as those who wake the sender name it. */
export interface DatasetName {
  readonly datasetId: number
  readonly projectNumber: number
}

export class Slots {
  /** Callbacks on their way by dataset and receiver. */
  readonly #inFlight = new Map<number, Map<string, number>>()
  /** How many each receiver may have at once. */
  readonly #paces = boundedCache<string, number>({ maxEntries: PACES_MAX })
  /** Datasets that found no room, the longest waiting first. */
  readonly #waiting = new Map<number, DatasetName>()
  #total = 0

  /** How many more a dataset may send now. */
  room(datasetId: number): number {
    const used = this.#usedBy(datasetId)
    const owed = used === 0 && this.#total < IN_FLIGHT.totalMax ? 1 : 0
    const share = this.#fairShare()
    const isOthersTurn = used >= share && this.#waitsBelow(share, datasetId)
    return Math.max(owed, isOthersTurn ? 0 : this.#free(used))
  }

  /** Receivers of a dataset that have all they may have. */
  full(datasetId: number): string[] {
    return [...(this.#inFlight.get(datasetId) ?? [])]
      .filter(([origin, count]) => count >= this.#paceOf(datasetId, origin))
      .map(([origin]) => origin)
  }

  /** False where there is none to be had. */
  take(datasetId: number, origin: string): boolean {
    const count = this.#inFlight.get(datasetId)?.get(origin) ?? 0
    if (count >= this.#paceOf(datasetId, origin) || this.room(datasetId) === 0) return false
    this.#set(datasetId, origin, count + 1)
    this.#total += 1
    return true
  }

  /** Gives back what was taken, and learns from how the exchange ended, where there was one. */
  give(datasetId: number, origin: string, end: ExchangeEnd | undefined): void {
    this.#set(datasetId, origin, (this.#inFlight.get(datasetId)?.get(origin) ?? 0) - 1)
    this.#total -= 1
    const pace = this.#paceOf(datasetId, origin)
    if (end === 'answered') this.#setPace(datasetId, origin, pace * 2)
    if (end === 'timed-out') this.#setPace(datasetId, origin, Math.floor(pace / 2))
  }

  /** Notes that a dataset found no room. */
  wait(name: DatasetName): void {
    this.#waiting.set(name.datasetId, name)
  }

  /**
   * Who is next to look for callbacks, and waits no longer: the one that has waited longest of those with less than their fair share, or
   * of all where nobody has less.
   */
  next(): DatasetName | undefined {
    const share = this.#fairShare()
    const below = [...this.#waiting.values()].filter((name) => this.#usedBy(name.datasetId) < share)
    const candidates = below.length > 0 ? below : [...this.#waiting.values()]
    const name = candidates.find(({ datasetId }) => this.room(datasetId) > 0)
    if (name !== undefined) this.#waiting.delete(name.datasetId)
    return name
  }

  /** How many more a dataset that has so many may have by the bounds. */
  #free(used: number): number {
    return Math.min(IN_FLIGHT.perDatasetMax - used, IN_FLIGHT.sharedMax - this.#total)
  }

  /** What each would have if all who send or wait had as many. */
  #fairShare(): number {
    const idle = [...this.#waiting.keys()].filter(
      (datasetId) => !this.#inFlight.has(datasetId),
    ).length
    return Math.max(1, Math.floor(IN_FLIGHT.sharedMax / (this.#inFlight.size + idle)))
  }

  /** Whether another one waits that has less than so many. */
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
