// How many callbacks are on their way: bounded per receiver, per project and in all, so that one that hangs holds up only its own.

/** For each receiver of a project, for each project, and in all. */
export const CALLBACKS_IN_FLIGHT_MAX = { perOrigin: 32, perDataset: 128, inAll: 512 } as const

export class Slots {
  readonly #byDataset = new Map<number, Map<string, number>>()
  #taken = 0

  /** How many more a dataset may have. */
  room(datasetId: number): number {
    let used = 0
    for (const count of this.#byDataset.get(datasetId)?.values() ?? []) used += count
    return Math.max(
      0,
      Math.min(
        CALLBACKS_IN_FLIGHT_MAX.perDataset - used,
        CALLBACKS_IN_FLIGHT_MAX.inAll - this.#taken,
      ),
    )
  }

  /** Receivers of a dataset that have all they may have. */
  full(datasetId: number): string[] {
    return [...(this.#byDataset.get(datasetId) ?? [])]
      .filter(([, count]) => count >= CALLBACKS_IN_FLIGHT_MAX.perOrigin)
      .map(([origin]) => origin)
  }

  /** False where there is none to be had. */
  take(datasetId: number, origin: string): boolean {
    const count = this.#byDataset.get(datasetId)?.get(origin) ?? 0
    if (count >= CALLBACKS_IN_FLIGHT_MAX.perOrigin || this.room(datasetId) === 0) return false
    this.#set(datasetId, origin, count + 1)
    this.#taken += 1
    return true
  }

  give(datasetId: number, origin: string): void {
    this.#set(datasetId, origin, (this.#byDataset.get(datasetId)?.get(origin) ?? 0) - 1)
    this.#taken -= 1
  }

  #set(datasetId: number, origin: string, count: number): void {
    const origins = this.#byDataset.get(datasetId) ?? new Map<string, number>()
    if (count > 0) this.#byDataset.set(datasetId, origins.set(origin, count))
    else if (origins.delete(origin) && origins.size === 0) this.#byDataset.delete(datasetId)
  }
}
