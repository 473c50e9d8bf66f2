// Passes finished exchanges to their listeners in this process. Without listeners it costs nothing.

import type { Exchange, LoggedProject } from './exchange.ts'

interface ExchangeLog {
  keeps(project: LoggedProject): boolean
  add(exchange: Exchange): void
}

type ExchangeListener = (exchange: Exchange) => void

export class ExchangeFeed {
  readonly #byProject = new Map<number, Set<ExchangeListener>>()
  readonly #log: ExchangeLog | undefined

  /** `log` receives the exchanges of all projects. */
  constructor(log?: ExchangeLog) {
    this.#log = log
  }

  /** Whether an exchange of the project has a listener. */
  isHeard(project: LoggedProject): boolean {
    return this.#log?.keeps(project) === true || this.#byProject.has(project.number)
  }

  /** Whether an exchange of the project is stored with the rows that it changes. */
  keepsChanges(project: LoggedProject): boolean {
    return this.#log?.keeps(project) === true
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

  publish(exchange: Exchange): void {
    if (this.#log?.keeps(exchange.project) === true) this.#log.add(exchange)
    for (const listener of this.#byProject.get(exchange.project.number) ?? []) listener(exchange)
  }
}
