// Finished exchanges for their listeners in this process. Without listeners it costs nothing.

import type { Exchange } from './exchange.ts'

export type ExchangeListener = (exchange: Exchange) => void

export class ExchangeFeed {
  readonly #byProject = new Map<number, Set<ExchangeListener>>()
  readonly #ofAll = new Set<ExchangeListener>()

  /** Whether anybody listens to the exchanges of a project. */
  isHeard(projectNumber: number): boolean {
    return this.#ofAll.size > 0 || this.#byProject.has(projectNumber)
  }

  /** Listens to the exchanges of a project until the returned function is called. */
  subscribe(projectNumber: number, listener: ExchangeListener): () => void {
    const listeners = this.#byProject.get(projectNumber) ?? new Set()
    this.#byProject.set(projectNumber, listeners.add(listener))
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0 && this.#byProject.get(projectNumber) === listeners)
        this.#byProject.delete(projectNumber)
    }
  }

  /** Listens to the exchanges of all projects. */
  subscribeToAll(listener: ExchangeListener): () => void {
    this.#ofAll.add(listener)
    return () => this.#ofAll.delete(listener)
  }

  publish(exchange: Exchange): void {
    for (const listener of this.#ofAll) listener(exchange)
    for (const listener of this.#byProject.get(exchange.project.number) ?? []) listener(exchange)
  }
}
