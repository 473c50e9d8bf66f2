// How many callbacks are on their way: bounded per receiver, per project and in all, so that one that hangs holds up only its own.

/** For each receiver of a project, for each project, and in all. */
export const SLOTS = { perOrigin: 32, perSpace: 128, inAll: 512 } as const

export class Slots {
  readonly #bySpace = new Map<number, Map<string, number>>()
  #taken = 0

  /** How many more a space may have. */
  room(spaceId: number): number {
    let used = 0
    for (const count of this.#bySpace.get(spaceId)?.values() ?? []) used += count
    return Math.max(0, Math.min(SLOTS.perSpace - used, SLOTS.inAll - this.#taken))
  }

  /** Receivers of a space that have all they may have. */
  full(spaceId: number): string[] {
    return [...(this.#bySpace.get(spaceId) ?? [])]
      .filter(([, count]) => count >= SLOTS.perOrigin)
      .map(([origin]) => origin)
  }

  /** False where there is none to be had. */
  take(spaceId: number, origin: string): boolean {
    const count = this.#bySpace.get(spaceId)?.get(origin) ?? 0
    if (count >= SLOTS.perOrigin || this.room(spaceId) === 0) return false
    this.#set(spaceId, origin, count + 1)
    this.#taken += 1
    return true
  }

  give(spaceId: number, origin: string): void {
    this.#set(spaceId, origin, (this.#bySpace.get(spaceId)?.get(origin) ?? 0) - 1)
    this.#taken -= 1
  }

  #set(spaceId: number, origin: string, count: number): void {
    const origins = this.#bySpace.get(spaceId) ?? new Map<string, number>()
    if (count > 0) this.#bySpace.set(spaceId, origins.set(origin, count))
    else if (origins.delete(origin) && origins.size === 0) this.#bySpace.delete(spaceId)
  }
}
