// The entry point of the interfaces: commands, reads of committed data, and authentication.

import type { OwnProjects } from './engine/own-projects.ts'
import type { Config } from './config.ts'
import { ExchangeFeed } from './activity/exchange-feed.ts'
import { ActivityStreams } from './activity/activity-stream.ts'
import type { RequestLog } from './activity/request-log.ts'
import { boundedCache } from './engine/bounded-cache.ts'
import type { AnswerEffect } from './kernel/draft.ts'
import { Fault } from './kernel/fault.ts'
import type { Settings } from './kernel/settings.ts'
import { drawnInput, needsDraw } from './engine/drawn-input.ts'
import { readContents, replacement } from './engine/data-replacement.ts'
import type { Directory, Project } from './engine/directory.ts'
import type { FailedLogins, LoginTry } from './engine/failed-logins.ts'
import type { CommandExecutor, ExecutionResult, IdempotencyRequest } from './engine/execution.ts'
import type { NewsListener, ProjectWatch } from './engine/project-watch.ts'
import type { Programme } from './delivery/programme.ts'
import type { Awaitable } from './engine/look-up-cache.ts'
import { Waits } from './engine/waits.ts'
import type { CommandResult, CommandInput, CommandName } from './registry/commands.ts'
import { completeSettings } from './registry/settings.ts'
import type { Snapshot } from './projects/snapshot.ts'
import { findInstallation } from './store/catalogue-statements.ts'
import { datasetAndVersion } from './store/reads/ledger.ts'
import { RateLimit } from './engine/rate-limit.ts'
import type { Queryable } from './store/store.ts'
import { currentRequest, noteChanges, type RequestContext } from './request-context.ts'
import { Pauses, realNow, timers } from './time.ts'
import type { Accounts } from './users/accounts.ts'

/** Number of cached settings; the settings of a project have a few kilobytes. */
const SETTINGS_MAX = 100

/** Milliseconds between two polls for entries of other processes. */
const LOG_POLL_MS = 1000

/** Number of retries if a reset moves the project to another dataset during a request. */
const STALE_DATASET_MAX_TRIES = 3

export type ProjectLogin = LoginTry & { readonly kind: 'a' | 'c' }
type LogIn = (login: ProjectLogin) => Awaitable<Project | undefined>
/** Throws `Fault` (`rate-limited`) above the limit. */
type Count = (projectNumber: number) => Promise<void> | void

export class Service {
  readonly config: Config
  readonly directory: Directory
  /** The service's own projects; undefined in local mode. */
  readonly ownProjects: OwnProjects | undefined
  /** The accounts; undefined in local mode. */
  readonly accounts: Accounts | undefined
  /** The finished requests of this process. */
  readonly exchanges: ExchangeFeed
  /** Calls the decision servers. Absent in tests without one. */
  readonly #programme: Pick<Programme, 'settle'> | undefined
  /** Requests that stay open until something happens. */
  readonly waits = new Waits()
  /** The APIs of operations by operation name, as the routes were registered. */
  readonly operationApis = new Map<string, string>()
  /** Delays of responses caused by a fault or an outcome rule. */
  readonly pauses = new Pauses()
  /** Open event streams. */
  readonly activityStreams = new ActivityStreams()
  /** Undefined in tests without one. */
  readonly #requestLog: RequestLog | undefined
  readonly #engine: CommandExecutor
  readonly #reads: Queryable
  readonly #watch: ProjectWatch | undefined
  /** Absent if wrong passwords are not delayed. */
  readonly #failedLogins: FailedLogins | undefined
  /** Absent if request rates are unlimited. */
  readonly #count: Count | undefined
  /** Set in a front thread of a hosted service. */
  readonly #logIn: LogIn | undefined
  /** Resolves when the exchanges of front threads have arrived. */
  readonly settleFronts: () => Promise<void>
  /**
   * Settings by project number. The source text is compared instead of hashed, because hashing it
   * took a tenth of the time of a status read.
   */
  readonly #settings = boundedCache<number, { readonly text: string; readonly settings: Settings }>(
    { maxEntries: SETTINGS_MAX },
  )
  /** True if other processes may reset a project without notifying this one. */
  readonly #shared: boolean

  constructor(parts: {
    config: Config
    directory: Directory
    ownProjects?: OwnProjects
    engine: CommandExecutor
    reads: Queryable
    /** Absent in a front thread, which serves no pages. */
    watch?: ProjectWatch
    shared: boolean
    failedLogins?: FailedLogins | undefined
    accounts?: Accounts | undefined
    programme?: Pick<Programme, 'settle'>
    exchanges?: ExchangeFeed
    requestLog?: RequestLog
    logIn?: LogIn
    count?: Count
    settleFronts?: () => Promise<void>
  }) {
    this.config = parts.config
    this.exchanges = parts.exchanges ?? new ExchangeFeed()
    this.#requestLog = parts.requestLog
    this.directory = parts.directory
    this.ownProjects = parts.ownProjects
    this.#engine = parts.engine
    this.#reads = parts.reads
    this.#watch = parts.watch
    this.#shared = parts.shared
    this.#failedLogins = parts.failedLogins
    this.accounts = parts.accounts
    this.#programme = parts.programme
    const { rateLimit } = parts.config
    const limit = rateLimit === 0 ? undefined : new RateLimit(rateLimit, realNow)
    this.#count = parts.count ?? (limit && ((number) => limit.take(number)))
    this.#logIn = parts.logIn
    this.settleFronts = parts.settleFronts ?? (() => Promise.resolve())
  }

  /**
   * The project with a login and password; undefined if they are wrong, after a delay in hosted
   * mode.
   */
  logIn(login: ProjectLogin): Awaitable<Project | undefined> {
    if (this.#logIn !== undefined) return this.#logIn(login)
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

  /** Counts a request towards RATE_LIMIT. Throws `Fault` (`rate-limited`) above it. */
  counted(project: Project): Awaitable<Project> {
    const counting = this.count(project.number)
    return counting === undefined ? project : counting.then(() => project)
  }

  count(projectNumber: number): Promise<void> | void {
    return this.#count?.(projectNumber)
  }

  /**
   * Executes a command and returns its result once it is durable. Throws `Fault` if it is refused.
   */
  async execute<N extends CommandName>(
    project: Project,
    command: N,
    input: CommandInput<N>,
  ): Promise<CommandResult<N>> {
    return (await this.executeOnce(project, command, input, undefined)).result
  }

  /** Like `execute`, once per idempotency key. */
  async executeOnce<N extends CommandName>(
    project: Project,
    command: N,
    input: CommandInput<N>,
    idempotency: IdempotencyRequest | undefined,
  ): Promise<{ result: CommandResult<N>; replayed: boolean }> {
    let { datasetId } = project
    const { stream } = project.secrets
    const drawn =
      stream !== undefined && needsDraw(input)
        ? drawnInput(input, project, stream, await this.execute(project, 'takeDraw', {}))
        : input
    const context = currentRequest()
    for (let attempt = 0; attempt < STALE_DATASET_MAX_TRIES; attempt++) {
      const execution = await this.#engine.submit({
        datasetId,
        command,
        input: drawn,
        idempotency,
        origin: context?.origin,
        keepsChanges: context !== undefined && this.#keepsChanges(context, project),
      })
      switch (execution.kind) {
        case 'result':
          return this.#answered<N>(execution, execution.answer)
        case 'awaits':
          return this.#decided<N>(execution, { project, datasetId })
        case 'fault':
          throw new Fault(execution.code, execution.detail, execution.member)
        case 'bug':
          throw bug(execution)
        case 'stale':
          datasetId = (await this.#refreshed(project)).datasetId
          break
      }
    }
    throw new Fault('unavailable', 'The project is being reset. Retry shortly.')
  }

  /** A request whose first command records no changes has none. */
  #keepsChanges(context: RequestContext, project: Project): boolean {
    if (context.changes === null) return false
    if (context.changes.length > 0 || this.exchanges.keepsChanges(project)) return true
    context.changes = null
    return false
  }

  /** The result of a command, after the delay of an outcome rule. */
  #answered<N extends CommandName>(
    { result, replayed, changes }: Extract<ExecutionResult, { kind: 'result' }>,
    answer: AnswerEffect | undefined,
  ): Awaitable<{ result: CommandResult<N>; replayed: boolean }> {
    const context = currentRequest()
    context?.results.push(result)
    if (context !== undefined && changes !== undefined) noteChanges(context, changes)
    const answered = { result: result as CommandResult<N>, replayed }
    return answer === undefined ? answered : this.#delayed(answered, answer, context)
  }

  async #delayed<T>(
    answered: T,
    { delayMs, isLost }: AnswerEffect,
    context: RequestContext | undefined,
  ): Promise<T> {
    await this.pauses.wait(delayMs)
    if (isLost && context !== undefined) context.isAnswerLost = true
    return answered
  }

  /** The result of a command on which the project's server decides. */
  async #decided<N extends CommandName>(
    { awaited, replayed, answer, changes }: Extract<ExecutionResult, { kind: 'awaits' }>,
    { project, datasetId }: { readonly project: Project; readonly datasetId: number },
  ): Promise<{ result: CommandResult<N>; replayed: boolean }> {
    const { number: projectNumber, vault } = project
    const context = currentRequest()
    const request = { datasetId, projectNumber, vault, origin: context?.origin }
    if (this.#programme === undefined) throw new Error('this service asks no servers')
    if (changes !== undefined && context !== undefined) noteChanges(context, changes)
    const ended = await this.#programme.settle(awaited, request)
    switch (ended.kind) {
      case 'result':
        return this.#answered<N>({ ...ended, replayed }, answer)
      case 'fault':
        throw new Fault(ended.code, ended.detail, ended.member)
      case 'bug':
        throw bug(ended)
      case 'awaits':
      case 'stale':
        throw new Fault('unavailable', 'The project was reset while its server decided.')
    }
  }

  /**
   * Reads committed data of the project's dataset. `isCurrent`: the result shows that the dataset
   * was the project's, so no second lookup is needed.
   */
  async read<T>(
    project: Project,
    work: (reads: Queryable, datasetId: number) => Promise<T>,
    isCurrent?: (result: T) => boolean,
  ): Promise<T> {
    if (!this.#shared) return work(this.#reads, project.datasetId)
    const reading = work(this.#reads, project.datasetId)
    if (isCurrent?.(await reading) === true) return reading
    const [result, current] = await Promise.all([reading, this.directory.datasetOf(project.number)])
    if (current === project.datasetId) return result
    await this.#refreshed(project)
    return work(this.#reads, current)
  }

  /** Counters, clock and settings of the project, and their version. */
  state(project: Project): ReturnType<typeof datasetAndVersion> {
    return this.read(project, datasetAndVersion)
  }

  /** Reads the request log of the project, with every exchange that has finished. */
  async readLog<T>(
    project: Project,
    work: (reads: Queryable, datasetId: number) => Promise<T>,
  ): Promise<T> {
    await this.settleFronts()
    await this.#requestLog?.settle(project.number)
    return this.read(project, work)
  }

  /**
   * Notifies when the log may have new entries, until the returned function is called: after a
   * write of this process, and every second if other processes may write.
   */
  watchLog({ number }: Project, listener: () => void): () => void {
    const stop = this.#requestLog?.onWritten(number, listener)
    const poll = this.#shared ? timers.setInterval(listener, LOG_POLL_MS).unref() : undefined
    return () => {
      stop?.()
      timers.clearInterval(poll)
    }
  }

  /** Reads data of all projects; the caller checks access. */
  readCatalogue<T>(work: (reads: Queryable) => Promise<T>): Promise<T> {
    return work(this.#reads)
  }

  /**
   * Notifies `listener` of commits after the version `seen`, until the returned function is called.
   */
  watch(project: Project, seen: string, listener: NewsListener): Promise<() => void> {
    if (this.#watch === undefined) throw new Error('a front thread watches no project')
    return this.#watch.watch(project.number, seen, listener)
  }

  /** Resets the project and keeps its credentials. */
  async reset(project: Project): Promise<void> {
    const { number } = project
    await this.#replaceData(project, () => this.directory.reset(number))
    await this.#watch?.look([number])
  }

  /** Restores a snapshot of the project and keeps its credentials. Throws `SnapshotRefused`. */
  async restore(project: Project, name: string): Promise<Snapshot> {
    const { number } = project
    const snapshot = await this.#replaceData(project, () => this.directory.restore(number, name))
    await this.#watch?.look([number])
    return snapshot
  }

  /**
   * Replaces all data of the project, and records the rows before and after for the request log.
   */
  async #replaceData<T>(project: Project, replace: () => Promise<T>): Promise<T> {
    const context = currentRequest()
    if (context === undefined || !this.#keepsChanges(context, project)) return replace()
    const contents = async () =>
      readContents(this.#reads, await this.directory.datasetOf(project.number))
    const before = await contents()
    const result = await replace()
    noteChanges(context, replacement(before, await contents()))
    return result
  }

  /**
   * Changes a copy of the project's data with several commands. The copy replaces the data if
   * `work` succeeds; otherwise nothing changes. Throws `SnapshotRefused`.
   */
  async change<T>(project: Project, work: (copy: Project) => Promise<T>): Promise<T> {
    const result = await this.directory.change(project.number, (datasetId) =>
      work({ ...project, datasetId }),
    )
    await this.#watch?.look([project.number])
    return result
  }

  /** Resolves if the database can be read and, after a failed write, written; otherwise throws. */
  async ready(): Promise<void> {
    await this.#reads.query(findInstallation, [])
    await this.#engine.proveWritable()
  }

  /** The project with its current dataset, to repeat a request in it. */
  async #refreshed(project: Project): Promise<Project> {
    const current = await this.directory.refresh(project.number)
    if (current === undefined) throw new Fault('unavailable', 'The project was deleted.')
    // Hashes and encrypted values in the request belong to the replaced data.
    if (current.secrets.dataKey !== project.secrets.dataKey)
      throw new Fault(
        'unavailable',
        'The project was restored while this request was waiting. Retry the request.',
      )
    return current
  }
}

/** An error with the stack of the failed call, even from another thread. */
function bug(outcome: Extract<ExecutionResult, { kind: 'bug' }>): Error {
  const error = new Error(outcome.message)
  if (outcome.stack !== undefined) error.stack = outcome.stack
  return error
}
