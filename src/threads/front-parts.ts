// The parts of a front thread that receive changes from the engine thread, or report to it.

import { ExchangeFeed } from '../activity/exchange-feed.ts'
import type { ServedExchange } from '../activity/exchange.ts'
import { CredentialUses } from '../engine/credential-uses.ts'
import { Directory, type DirectoryParts, type Project } from '../engine/directory.ts'
import type { Awaitable } from '../engine/look-up-cache.ts'
import type { CredentialKind } from '../projects/project.ts'
import type { RsaKeys, RsaUse } from '../projects/rsa-keys.ts'
import { type EngineDuties, EXCHANGES_MAX, type FrontData, SHARED } from './duties.ts'
import type { Line } from './line.ts'

type EngineLine = Line<EngineDuties>
type Shared = FrontData['shared']

/** Drops its cache when the engine thread changes a project. */
export class FrontDirectory extends Directory {
  readonly #shared: Shared
  #version = 0

  constructor(shared: Shared, parts: DirectoryParts) {
    super(parts)
    this.#shared = shared
  }

  override authenticate(
    kind: CredentialKind,
    login: string,
    password?: string,
  ): Awaitable<Project | undefined> {
    this.#follow()
    return super.authenticate(kind, login, password)
  }

  override byNumber(number: number): Awaitable<Project | undefined> {
    this.#follow()
    return super.byNumber(number)
  }

  override projectsWithIds(
    ...args: Parameters<Directory['projectsWithIds']>
  ): Promise<readonly Project[]> {
    this.#follow()
    return super.projectsWithIds(...args)
  }

  override rsaKeys(number: number, use: RsaUse): Promise<RsaKeys> {
    this.#follow()
    return super.rsaKeys(number, use)
  }

  #follow(): void {
    const version = Atomics.load(this.#shared, SHARED.version)
    if (version === this.#version) return
    this.#version = version
    this.forgetAll()
  }
}

export class FrontUses extends CredentialUses {
  readonly #line: EngineLine

  constructor(line: EngineLine) {
    super()
    this.#line = line
  }

  override note(credential: string): void {
    this.#line.tell('used', credential)
  }
}

/** Forwards finished exchanges, up to a limit of pending ones. */
export class FrontExchanges extends ExchangeFeed {
  readonly #line: EngineLine
  readonly #shared: Shared

  constructor(line: EngineLine, shared: Shared) {
    super()
    this.#line = line
    this.#shared = shared
  }

  override isHeard(): boolean {
    return Atomics.load(this.#shared, SHARED.exchanges) < EXCHANGES_MAX
  }

  override keepsChanges(): boolean {
    return true
  }

  override publish(exchange: ServedExchange): void {
    Atomics.add(this.#shared, SHARED.exchanges, 1)
    const { number, datasetId } = exchange.project
    this.#line.tell('exchange', { number, datasetId }, exchange.plain())
  }
}
