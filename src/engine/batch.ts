// One dataset's part of a commit: locks the dataset, takes a step of due work if there is any, and
// loads the rows of all commands. It decides the commands one by one, and passes the changes to the
// transaction. It only awaits the database.

import { Fault } from '../kernel/fault.ts'
import { atRest, batchTime, type Dataset, type StorageLimits } from '../kernel/dataset.ts'
import type { ChangeSet, RowKey } from '../kernel/rows.ts'
import { type CommandName, commands } from '../registry/commands.ts'
import type { Command } from '../kernel/command.ts'
import { Continuation } from '../kernel/continuation.ts'
import { AwaitedDecision } from '../real-time/awaited-decision.ts'
import { versionOf, withBatch } from '../store/dataset-row.ts'
import { deleteOldDecisions } from '../store/housekeeping-statements.ts'
import type { LockedDataset, Transaction } from '../store/store.ts'
import { ChangeCollector, decideAll, type Task } from './decide.ts'
import { type DueBug, type DueStep, type StepLimit, stepThroughDue } from './due.ts'
import type { CommandChanges } from './command-changes.ts'
import { bugResult, type CommandRequest, type ExecutionResult, faultResult } from './execution.ts'
import { ChangeTally, differ } from './change-tally.ts'
import { DecisionCollector } from './decisions.ts'
import { decideOnce, idempotencyKeys } from './idempotency.ts'
import { RowCache } from './row-cache.ts'
import { type Prefetch, type ReadLookup, readRows, RowLoader } from './row-loader.ts'

/** The data of a dataset that a process caches between two batches. */
export interface CachedBatch {
  readonly batch: string
  readonly rows: RowCache
  /** Consecutive batches without a change by another writer. */
  readonly undisturbed: number
  /** The dataset's row as this batch leaves it; undefined if other processes may write it. */
  readonly expected: LockedDataset | undefined
}

/**
 * Number of batches without another writer after which the next batch expects none. Otherwise two
 * processes that alternately write the same dataset would decide most batches twice.
 */
const UNDISTURBED_MIN = 4

/** The outcome of a command in a batch: a result, or the command that continues it. */
type CommandProgress =
  ExecutionResult | { readonly kind: 'continued'; readonly next: CommandRequest }

/** The rows that a batch wrote, for the project's watchers. */
export interface Commit {
  /** The versions of the dataset before and after the batch. */
  readonly versions: readonly [before: string, after: string]
  readonly datasets: readonly [before: Dataset, after: Dataset]
  readonly changes: ChangeSet
}

export interface BatchResult {
  /** One outcome per command, in the same order. */
  readonly results: readonly CommandProgress[]
  /**
   * Cache for the next batch, valid once this one is committed; undefined if the dataset is
   * retired.
   */
  readonly cached: CachedBatch | undefined
  /** Undefined if the dataset is retired. */
  readonly commit: Commit | undefined
  /** True if another process has locked the dataset, and nothing was decided. */
  readonly isPassedOver?: true
  /** Number of rounds of loading. */
  readonly rounds: number
  /** Number of due items processed. */
  readonly dueItems: number
  readonly bugs: readonly DueBug[]
}

export interface BatchContext {
  readonly process: string
  readonly batch: string
  readonly realNow: number
  readonly cached: CachedBatch | undefined
  /** If false, commands do not load rows in advance. */
  readonly prefetch: boolean
  /**
   * Kinds of commands that found all rows in the cache when last checked. Prefetching their rows
   * would add 2 % to the time of a transfer.
   */
  readonly warmCommands: Set<string>
  /** Undefined if a dataset may contain any number of rows and bytes. */
  readonly limits: StorageLimits | undefined
  /** False if a dataset that another process has locked may be left out of a shared transaction. */
  readonly waits: boolean
  /** Maximum number of due items that this batch may process. */
  readonly stepLimit: StepLimit
  /**
   * False when a batch is retried command by command: only commands that wait for due work then
   * process it.
   */
  readonly stepsForAll: boolean
  /** Called when the batch starts due work, because a failure may then be caused by an item. */
  readonly onStep?: () => void
}

/** Commands that wait for due work and decide nothing themselves. */
const COMMANDS_WAITING_FOR_DUE = new Set<CommandName>(['runDue', 'reachClock'])
export const waitsForDue = ({ command }: CommandRequest): boolean =>
  COMMANDS_WAITING_FOR_DUE.has(command)

const STALE_BATCH: Omit<BatchResult, 'results'> = {
  cached: undefined,
  commit: undefined,
  rounds: 0,
  dueItems: 0,
  bugs: [],
}
const NO_STEP: DueStep = { dueItems: 0, bugs: [], changes: [] }

/** Runs the commands of a dataset in an open transaction. */
export async function runBatch(
  transaction: Transaction,
  datasetId: number,
  commands: readonly CommandRequest[],
  context: BatchContext,
): Promise<BatchResult> {
  const [locked, read] = await lockAndRead(transaction, datasetId, commands, context)
  if (locked === 'held') return { ...STALE_BATCH, results: [], isPassedOver: true }
  if (locked === null || locked.dataset.retired)
    return { ...STALE_BATCH, results: commands.map(() => ({ kind: 'stale' })) }
  const { realNow } = context
  const reused = reusable(locked, context)
  const rows = reused ?? new RowCache(locked.dataset)
  rows.dataset = locked.dataset
  const loader = new RowLoader(transaction, rows, context.prefetch)
  loader.add(read)
  const parts = { transaction, rows, loader, realNow, changes: new ChangeCollector() }
  const isAStep = isStepping(locked, commands, context)
  if (isAStep) context.onStep?.()
  const keepsStep = commands.some(keepsDue)
  const step = isAStep ? await stepThroughDue(parts, context.stepLimit, keepsStep) : NO_STEP
  const stepped = keepsStep ? stepChanges(step, [locked.dataset, rows.dataset]) : []
  // Due work ignores the storage limits; otherwise it would stay due forever.
  const { limits } = context
  const decisions = new DecisionCollector()
  const decisionResults = await decideAll(
    commands.map((input) => taskOf(input, rows, realNow, { decisions, limits })),
    parts,
  )
  const results = keepsStep
    ? decisionResults.map((result, index) => withDueChanges(result, commands[index], stepped))
    : decisionResults
  if (loader.rounds > 0) for (const each of commands) context.warmCommands.delete(kindOf(each))
  const isIdle = commands.every(waitsForDue)
  const { dataset } = rows
  rows.dataset = atRest(dataset, isIdle ? dataset.lastAt : batchTime(dataset, realNow))
  const recentBatches = withBatch(locked.recentBatches, context.process, context.batch)
  const changes = parts.changes.all()
  const reasons = await storedReasons(transaction, datasetId, rows, decisions)
  const left = { dataset: rows.dataset, recentBatches }
  transaction.save(left, { ...changes, ...reasons })
  rows.trim()
  const commit: Commit = {
    versions: [versionOf(datasetId, locked.recentBatches), versionOf(datasetId, recentBatches)],
    datasets: [locked.dataset, rows.dataset],
    changes,
  }
  const undisturbed = reused === undefined ? 0 : (context.cached?.undisturbed ?? 0) + 1
  const expected = undisturbed < UNDISTURBED_MIN ? undefined : left
  const cached = { batch: context.batch, rows, undisturbed, expected }
  const { dueItems, bugs } = step
  return { results, cached, commit, rounds: loader.rounds, dueItems, bugs }
}

async function lockAndRead(
  transaction: Transaction,
  datasetId: number,
  commands: readonly CommandRequest[],
  context: BatchContext,
) {
  const locking = context.waits ? transaction.lock(datasetId) : transaction.lockFree(datasetId)
  const reading = readWithLock(transaction, commands, context)
  // A failed lock is reported first, and fails the statements after it.
  reading.catch(() => undefined)
  return [await locking, await reading] as const
}

/** The reasons for the batch's decisions, which share a row. The oldest row is deleted. */
async function storedReasons(
  transaction: Transaction,
  datasetId: number,
  rows: RowCache,
  decisions: DecisionCollector,
): Promise<ChangeSet> {
  const stored = decisions.stored(rows.dataset)
  if (stored === undefined) return {}
  rows.dataset = stored.dataset
  if (stored.oldest !== undefined)
    await transaction.run(deleteOldDecisions, [datasetId, stored.oldest])
  return { decision: [stored.row] }
}

/** Whether the request log lists the due work that the command waits for. */
const keepsDue = (request: CommandRequest): boolean =>
  request.keepsChanges === true && waitsForDue(request)

const stepChanges = (
  { changes }: DueStep,
  datasets: readonly [before: Dataset, after: Dataset],
): readonly CommandChanges[] =>
  differ(...datasets) ? [...changes, { rows: [], datasets }] : changes

/** A command that continues in a later commit keeps the changes of this step. */
function withDueChanges(
  progress: CommandProgress,
  request: CommandRequest | undefined,
  stepped: readonly CommandChanges[],
): CommandProgress {
  if (request === undefined || !keepsDue(request)) return progress
  const tally = request.dueChanges?.copy() ?? new ChangeTally()
  for (const changes of stepped) tally.add(changes)
  if (progress.kind === 'continued')
    return { ...progress, next: { ...progress.next, dueChanges: tally } }
  return progress.kind === 'result' ? { ...progress, changes: tally.net() } : progress
}

/**
 * The rows of this process's last batch, valid if no other process has written the dataset since.
 */
function reusable(
  { recentBatches }: LockedDataset,
  { cached, process }: BatchContext,
): RowCache | undefined {
  const [newest] = recentBatches
  return cached !== undefined && newest?.[0] === process && newest[1] === cached.batch
    ? cached.rows
    : undefined
}

/**
 * Requests the rows that the commands name in advance and that are not in the cache. They are valid
 * even if the cached rows are not, because they are read under the lock.
 */
function readWithLock(
  transaction: Transaction,
  commands: readonly CommandRequest[],
  { cached, prefetch, warmCommands }: BatchContext,
): Promise<readonly ReadLookup[]> {
  if (cached === undefined || !prefetch) return Promise.resolve([])
  const { rows } = cached
  const lacked: RowKey[] = []
  for (const request of commands) {
    const kind = kindOf(request)
    if (warmCommands.has(kind)) continue
    const own = prefetchOf(request)?.(rows).filter((rowKey) => !rows.has(rowKey)) ?? []
    if (own.length === 0) warmCommands.add(kind)
    else lacked.push(...own)
  }
  return readRows(transaction, rows.dataset.id, lacked)
}

/** A command with an idempotency key reads one additional row. */
const kindOf = ({ command, idempotency }: CommandRequest): string =>
  idempotency === undefined ? command : `${command} once`

/** After a crash, the first batch continues an unfinished clock move. */
const isStepping = (
  { dataset }: LockedDataset,
  commands: readonly CommandRequest[],
  { stepsForAll }: BatchContext,
): boolean => (stepsForAll && dataset.clockTarget !== null) || commands.some(waitsForDue)

const commandOf = (input: CommandRequest): Command<unknown, unknown> =>
  commands[input.command] as Command<unknown, unknown>

const taskOf = (
  input: CommandRequest,
  rows: RowCache,
  realNow: number,
  { decisions, limits }: Pick<BatchContext, 'limits'> & { readonly decisions: DecisionCollector },
): Task<CommandProgress> => ({
  prefetch: prefetchOf(input),
  origin: input.origin,
  limits,
  // Read for each command, because a clock move in this batch applies to the commands after it.
  now: () => batchTime(rows.dataset, realNow),
  withChanges: input.keepsChanges === true ? withChanges : undefined,
  decide(draft) {
    const { result, replayed } = decideOnce(input.idempotency, draft, () =>
      commandOf(input).decide(input.input, draft),
    )
    if (replayed) draft.decision = { outcome: 'replayed' }
    if (result instanceof Continuation)
      return { kind: 'continued', next: { ...input, command: result.command, input: result.input } }
    const answer = draft.answer === undefined ? undefined : { answer: draft.answer }
    return result instanceof AwaitedDecision
      ? { kind: 'awaits', awaited: result, replayed, ...answer }
      : { kind: 'result', result, replayed, ...answer }
  },
  refused: (error) =>
    error instanceof Fault
      ? faultResult(error.code, error.message, error.member)
      : bugResult(error),
  settled: (draft, error) => {
    decisions.add(draft, error)
  },
})

const withChanges = (progress: CommandProgress, changes: CommandChanges): CommandProgress =>
  progress.kind === 'result' || progress.kind === 'awaits' ? { ...progress, changes } : progress

function prefetchOf({ command, input, idempotency }: CommandRequest): Prefetch | undefined {
  const { prefetch } = commands[command] as Command<unknown, unknown>
  return prefetch && ((rows) => [...idempotencyKeys(idempotency), ...prefetch(input, rows)])
}
