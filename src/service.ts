// What the interfaces work with: commands to the engine, reads of what is committed, and whose credentials they are.

import type { Config } from './config.ts'
import { boundedCache } from './engine/bounded-cache.ts'
import { Fault } from './kernel/fault.ts'
import type { Settings } from './kernel/settings.ts'
import type { Directory, Project } from './engine/directory.ts'
import type { FailedLogins, LoginTry } from './engine/failed-logins.ts'
import type { CommandExecutor, ExecutionResult, IdempotencyRequest } from './engine/execution.ts'
import type { NewsListener, ProjectWatch } from './engine/project-watch.ts'
import type { CommandResult, CommandInput, CommandName } from './registry/commands.ts'
import { completeSettings } from './registry/settings.ts'
import { findInstallation } from './store/catalogue-statements.ts'
import { RateLimit } from './engine/rate-limit.ts'
import type { Queryable } from './store/store.ts'
import { realNow } from './time.ts'
import type { Accounts } from './users/accounts.ts'

/** Settings that are remembered; one project's are some kilobytes. */
const SETTINGS_MAX = 100

/** A project's pointer may move while a request is under way; more often than this it will not. */
const STALE_DATASET_MAX_TRIES = 3

export class Service {
  readonly config: Config
  readonly directory: Directory
  /** Who logs in; undefined in local mode. */
  readonly accounts: Accounts | undefined
  readonly #engine: CommandExecutor
  readonly #reads: Queryable
  readonly #watch: ProjectWatch
  /** Absent where nobody is slowed down. */
  readonly #failedLogins: FailedLogins | undefined
  /** Absent where projects may make as many requests as they like. */
  readonly #rateLimit: RateLimit | undefined
  /**
   * By the project's number: most reads of a moment are of a few projects, whose settings hardly ever change. The text that they were read from
   * is compared, not looked up: to hash its kilobytes for each read was a tenth of what a read of a status costs.
   */
  readonly #settings = boundedCache<number, { readonly text: string; readonly settings: Settings }>(
    { maxEntries: SETTINGS_MAX },
  )
  /** True where other processes may point a project at another dataset without telling this one. */
  readonly #shared: boolean

  constructor(parts: {
    config: Config
    directory: Directory
    engine: CommandExecutor
    reads: Queryable
    watch: ProjectWatch
    shared: boolean
    failedLogins?: FailedLogins | undefined
    accounts?: Accounts | undefined
  }) {
    this.config = parts.config
    this.directory = parts.directory
    this.#engine = parts.engine
    this.#reads = parts.reads
    this.#watch = parts.watch
    this.#shared = parts.shared
    this.#failedLogins = parts.failedLogins
    this.accounts = parts.accounts
    const { rateLimit } = parts.config
    this.#rateLimit = rateLimit === 0 ? undefined : new RateLimit(rateLimit, realNow)
  }

  /** The project of a login and its password; undefined where they are not right. In hosted mode wrong ones are answered late. */
  logIn(login: LoginTry & { readonly kind: 'a' | 'c' }): Promise<Project | undefined> {
    const make = () => this.directory.authenticate(login.kind, login.login, login.password)
    return this.#failedLogins === undefined ? make() : this.#failedLogins.attempt(login, make)
  }

  /** A project's settings from their text in the database. */
  parsedSettings({ number }: Project, text: string): Settings {
    const known = this.#settings.get(number)
    if (known?.text === text) return known.settings
    const settings = completeSettings(JSON.parse(text) as Partial<Settings>)
    this.#settings.set(number, { text, settings })
    return settings
  }

  /** Counts a request against what its project may make. Throws `Fault` (`rate-limited`) where that is too many. */
  counted(project: Project): Project {
    this.#rateLimit?.take(project.number)
    return project
  }

  /** Executes a command and returns its result once it is durable. Throws `Fault` where it was refused. */
  async execute<N extends CommandName>(
    project: Project,
    command: N,
    input: CommandInput<N>,
  ): Promise<CommandResult<N>> {
    return (await this.executeOnce(project, command, input, undefined)).result
  }

  /** As `execute`, done once per idempotency key. */
  async executeOnce<N extends CommandName>(
    project: Project,
    command: N,
    input: CommandInput<N>,
    idempotency: IdempotencyRequest | undefined,
  ): Promise<{ result: CommandResult<N>; replayed: boolean }> {
    let { datasetId } = project
    for (let attempt = 0; attempt < STALE_DATASET_MAX_TRIES; attempt++) {
      const request = { datasetId, command, input, ...(idempotency && { idempotency }) }
      const execution = await this.#engine.submit(request)
      switch (execution.kind) {
        case 'result':
          return { result: execution.result as CommandResult<N>, replayed: execution.replayed }
        case 'fault':
          throw new Fault(execution.code, execution.detail, execution.member)
        case 'bug':
          throw bug(execution)
        case 'stale':
          datasetId = (await this.#refreshed(project)).datasetId
          break
      }
    }
    throw new Fault('unavailable', 'The project is being reset. Try again shortly.')
  }

  /** Reads what is committed in the project's dataset. */
  async read<T>(
    project: Project,
    work: (reads: Queryable, datasetId: number) => Promise<T>,
  ): Promise<T> {
    if (!this.#shared) return work(this.#reads, project.datasetId)
    const [result, current] = await Promise.all([
      work(this.#reads, project.datasetId),
      this.directory.datasetOf(project.number),
    ])
    if (current === project.datasetId) return result
    await this.#refreshed(project)
    return work(this.#reads, current)
  }

  /** Reads what lies above the projects: the list of them. Who may see it is the caller's to know. */
  readCatalogue<T>(work: (reads: Queryable) => Promise<T>): Promise<T> {
    return work(this.#reads)
  }

  /** Tells `listener` of what is committed in the project after the version `seen`, until what it gives is called. */
  watch(project: Project, seen: string, listener: NewsListener): Promise<() => void> {
    return this.#watch.watch(project.number, seen, listener)
  }

  /** The project is as new, its credentials kept. */
  async reset({ number }: Project): Promise<void> {
    await this.directory.reset(number)
    await this.#watch.look([number])
  }

  /** Resolves when the database can be read, and written unless nothing failed since the last write; throws a `Fault` otherwise. */
  async ready(): Promise<void> {
    await this.#reads.query(findInstallation, [])
    await this.#engine.proveWritable()
  }

  async #refreshed(project: Project): Promise<Project> {
    const current = await this.directory.refresh(project.number)
    if (current === undefined) throw new Fault('unavailable', 'The project is gone.')
    return current
  }
}

/** An error that carries the stack of the place that failed, also from another thread. */
function bug(outcome: Extract<ExecutionResult, { kind: 'bug' }>): Error {
  const error = new Error(outcome.message)
  if (outcome.stack !== undefined) error.stack = outcome.stack
  return error
}
