// The open waits of a service: requests that stay open until something happens. The number per
// project is limited, and all end when the service stops.

/** Maximum number of open waits per project. */
export const WAITS_PER_PROJECT = 100

export class Waits {
  readonly #open = new Map<number, number>()
  readonly #stop = new AbortController()

  /** Aborted when the service stops. */
  get stopped(): AbortSignal {
    return this.#stop.signal
  }

  /** Ends all waits. */
  stop(): void {
    this.#stop.abort()
  }

  /** Starts a wait and returns the function that ends it; undefined if the project has too many. */
  begin(projectNumber: number): (() => void) | undefined {
    const open = this.#open.get(projectNumber) ?? 0
    if (open >= WAITS_PER_PROJECT) return undefined
    this.#open.set(projectNumber, open + 1)
    return () => {
      const left = (this.#open.get(projectNumber) ?? 1) - 1
      if (left > 0) this.#open.set(projectNumber, left)
      else this.#open.delete(projectNumber)
    }
  }
}

/**
 * Calls `look` whenever something may have changed, until it finds a value or the signal is
 * aborted. `subscribe` returns the function that ends the subscription.
 */
export async function waitUntil<T>(
  look: () => Promise<T | undefined>,
  subscribe: (changed: () => void) => Promise<() => void>,
  signal: AbortSignal,
): Promise<T | undefined> {
  const news = new News()
  const tell = (): void => news.tell()
  signal.addEventListener('abort', tell)
  const unsubscribe = await subscribe(tell)
  try {
    for (;;) {
      // A change during a call leads to another call.
      news.clear()
      const found = await look()
      if (found !== undefined || signal.aborted) return found
      await news.next()
    }
  } finally {
    unsubscribe()
    signal.removeEventListener('abort', tell)
  }
}

/** Remembers that something has changed since the last call of `look`. */
class News {
  #isTold = false
  #resume: () => void = () => undefined

  tell(): void {
    this.#isTold = true
    this.#resume()
  }

  clear(): void {
    this.#isTold = false
  }

  next(): Promise<void> {
    return this.#isTold
      ? Promise.resolve()
      : new Promise((resolve) => {
          this.#resume = resolve
        })
  }
}
