// Wrong passwords are slowed down, by login and by the address that they come from: whoever tries passwords waits longer each time, and
// the owner of the login, at another address or known already, does not. Keys that stand alone have 160 random bits: nobody tries those.

import { hash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { boundedCache } from './bounded-cache.ts'
import { Fault } from '../kernel/fault.ts'

/** Tries that are answered at once: somebody looks for the right one. */
const FREE_TRIES = 10
const FIRST_DELAY_MS = 100
const DELAY_MAX_MS = 5000
/** Wrong answers of one login and address that wait at the same time. */
const WAITING_MAX = 20
/** Logins and addresses that are remembered, and for how long after the last try. */
const REMEMBERED_MAX = 10_000
const REMEMBERED_MS = 15 * 60_000

/** How long the answer to a wrong try waits, milliseconds; `failures` counts it, too. */
export const delayOf = (failures: number): number =>
  failures <= FREE_TRIES
    ? 0
    : Math.min(DELAY_MAX_MS, FIRST_DELAY_MS * 2 ** (failures - FREE_TRIES - 1))

export interface LoginTry {
  readonly kind: string
  readonly login: string
  readonly password: string
  /** Where it comes from. */
  readonly address: string
}

interface History {
  failures: number
  waiting: number
  /** When the last of the wrong answers that wait has been given: they are given one after the other. */
  last: Promise<void>
}

export class FailedLogins {
  readonly #histories = boundedCache<string, History>({
    maxEntries: REMEMBERED_MAX,
    maxAgeMs: REMEMBERED_MS,
  })
  /** Digests of credentials that were right. */
  readonly #right = boundedCache<string, true>({ maxEntries: REMEMBERED_MAX })
  readonly #wait: (ms: number) => Promise<void>

  /** `wait` resolves after so many milliseconds. */
  constructor(wait: (ms: number) => Promise<void> = (ms) => setTimeout(ms)) {
    this.#wait = wait
  }

  /**
   * Makes a try: gives what it gives, late where it gives nothing. Throws `Fault` (`busy`) where too many wrong tries of the login wait
   * already at this address, unless these very credentials were right before: a try that was not made tells nothing about them.
   */
  async attempt<T>(
    { kind, login, password, address }: LoginTry,
    make: () => Promise<T | undefined>,
  ): Promise<T | undefined> {
    const key = JSON.stringify([kind, login, address])
    const credentials = hash('sha256', JSON.stringify([kind, login, password]), 'base64url')
    const isCrowded = (this.#histories.get(key)?.waiting ?? 0) >= WAITING_MAX
    if (isCrowded && !this.#right.has(credentials))
      throw new Fault('busy', 'Too many wrong credentials came from this address. Try again later.')
    const result = await make()
    if (result === undefined) await this.#fail(key)
    else this.#right.set(credentials, true)
    return result
  }

  async #fail(key: string): Promise<void> {
    const history = this.#histories.get(key) ?? { failures: 0, waiting: 0, last: Promise.resolve() }
    this.#histories.set(key, history)
    history.failures += 1
    const delayMs = delayOf(history.failures)
    if (delayMs === 0) return
    history.waiting += 1
    history.last = history.last.then(() => this.#wait(delayMs))
    await history.last
    history.waiting -= 1
  }
}
