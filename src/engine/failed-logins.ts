// Slows down password guessing: the response to each wrong attempt from a network is delayed longer
// than the previous one. The owner of the login, on another network or with credentials that were
// correct before, is not affected. API keys and tokens have 160 random bits and need no such
// protection.

import { hash } from 'node:crypto'
import { Fault } from '../kernel/fault.ts'
import { ipNetwork } from './ip-network.ts'
import { wait as realWait } from '../time.ts'
import { boundedCache } from './bounded-cache.ts'
import type { Awaitable } from './look-up-cache.ts'

/** Wrong attempts at one login that get an immediate response, because people mistype. */
const FREE_TRIES = 10
/**
 * Wrong attempts from one network at any user accounts. The limit is high because offices share an
 * IP address.
 */
const FREE_TRIES_PER_NETWORK = 100
const FIRST_DELAY_MS = 100
const DELAY_MAX_MS = 5000
/** Maximum number of simultaneously delayed responses, per login and network and per network. */
const WAITING_MAX = 20
/** Maximum number of histories in memory, and how long they are kept after the last attempt. */
const REMEMBERED_MAX = 10_000
const REMEMBERED_MS = 15 * 60_000

/**
 * How long the response to a wrong attempt is delayed, in milliseconds. `failures` includes this
 * one.
 */
export const delayOf = (failures: number, freeTries = FREE_TRIES): number =>
  failures <= freeTries
    ? 0
    : Math.min(DELAY_MAX_MS, FIRST_DELAY_MS * 2 ** (failures - freeTries - 1))

export interface LoginTry {
  readonly kind: 'a' | 'c' | 'user'
  readonly login: string
  readonly password: string
  /** IP address of the caller. */
  readonly ip: string
}

interface History {
  failures: number
  waiting: number
  /** Resolves when the last delayed response has been sent; they are sent one after the other. */
  last: Promise<void>
}

export class FailedLogins {
  readonly #histories = boundedCache<string, History>({
    maxEntries: REMEMBERED_MAX,
    maxAgeMs: REMEMBERED_MS,
  })
  /** Digests of credentials that were correct before. */
  readonly #right = boundedCache<string, true>({ maxEntries: REMEMBERED_MAX })
  readonly #wait: (ms: number) => Promise<void>

  /** `wait` resolves after this many milliseconds. */
  constructor(wait: (ms: number) => Promise<void> = realWait) {
    this.#wait = wait
  }

  /**
   * Checks credentials with `check`, which returns undefined if they are wrong; that result is
   * delayed. `wasRight` says whether the same credentials were correct before. Throws `Fault`
   * (`busy`) without checking if too many delayed responses are pending, unless the credentials
   * were correct before.
   */
  async attempt<T>(
    { kind, login, password, ip }: LoginTry,
    check: (wasRight: boolean) => Awaitable<T | undefined>,
  ): Promise<T | undefined> {
    const network = ipNetwork(ip)
    const limits = [{ key: JSON.stringify([kind, login, network]), freeTries: FREE_TRIES }]
    // It does not apply to credentials of projects, because test suites send wrong ones on purpose
    // from one IP address.
    if (kind === 'user')
      limits.push({ key: JSON.stringify([kind, network]), freeTries: FREE_TRIES_PER_NETWORK })
    const credentials = hash('sha256', JSON.stringify([kind, login, password]), 'base64url')
    const wasRight = this.#right.has(credentials)
    const isCrowded = limits.some(
      ({ key }) => (this.#histories.get(key)?.waiting ?? 0) >= WAITING_MAX,
    )
    if (isCrowded && !wasRight)
      throw new Fault(
        'busy',
        'Too many failed sign-in attempts from this IP address. Try again later.',
      )
    const result = await check(wasRight)
    if (result === undefined)
      await Promise.all(limits.map(({ key, freeTries }) => this.#delay(key, freeTries)))
    else this.#right.set(credentials, true)
    return result
  }

  async #delay(key: string, freeTries: number): Promise<void> {
    const history = this.#histories.get(key) ?? { failures: 0, waiting: 0, last: Promise.resolve() }
    this.#histories.set(key, history)
    history.failures += 1
    const delayMs = delayOf(history.failures, freeTries)
    if (delayMs === 0) return
    history.waiting += 1
    history.last = history.last.then(() => this.#wait(delayMs))
    await history.last
    history.waiting -= 1
  }
}
