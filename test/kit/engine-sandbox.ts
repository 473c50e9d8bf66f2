// An engine on a real database without the web layer, and the commands that most of its tests start
// with.

import { randomBytes } from 'node:crypto'
import { pino } from 'pino'
import { configOf } from '../../src/config.ts'
import { gatewayId } from '../../src/payments/orders/gateway-id.ts'
import type { Order } from '../../src/payments/orders/order.ts'
import { newProjectSecrets, PROJECT_ENTROPY_BYTES } from '../../src/projects/project.ts'
import type { Dataset } from '../../src/kernel/dataset.ts'
import { Directory, type Project } from '../../src/engine/directory.ts'
import { type BatchReport, Engine, type EngineOptions } from '../../src/engine/engine.ts'
import { ProjectWatch } from '../../src/engine/project-watch.ts'
import type { ExecutionResult } from '../../src/engine/execution.ts'
import type { CandidateNumber } from '../../src/issuing/card-number.ts'
import type { CardResult } from '../../src/issuing/card-result.ts'
import type { CommandInput, CommandName, CommandResult } from '../../src/registry/commands.ts'
import { Programme } from '../../src/delivery/programme.ts'
import { Service } from '../../src/service.ts'
import { issuePan, maskPan } from '../../src/issuing/pan.ts'
import { openStore } from '../../src/store/open.ts'
import { datasetById } from '../../src/store/reads/ledger.ts'
import type { Queryable, Store } from '../../src/store/store.ts'
import { realNow } from '../../src/time.ts'
import type { OpenDatabase, TestDatabase } from './databases.ts'
import { engineOfThisRun } from './engine-variant.ts'

const MASTER = Buffer.alloc(32, 7)
const EUR = 978
/** The first six digits of the project's cards. */
const BIN = '400000'
/** The start time of tests that freeze the clock, in the future: January of a leap year. */
export const START = Date.UTC(2032, 0, 30, 12)

/** A card of the project, with the data that its holder knows. */
export interface ProjectCard {
  readonly pan: string
  /** The keyed hash of the number. */
  readonly hash: string
  readonly id: number
  readonly numberId: number
  readonly accountId: number
  readonly cardholderId: number
  readonly expiry: number
  readonly cvc: string
}

/** An unused number, as commands receive it. */
interface NewNumber {
  readonly pan: string
  readonly candidate: CandidateNumber
}

export interface EngineProcess {
  readonly store: Store
  readonly reads: Queryable
  readonly engine: Engine
  readonly directory: Directory
  readonly service: Service
  readonly commits: readonly number[]
  readonly reports: readonly BatchReport[]
  close(): Promise<void>
}

/** One service process on a database; `wrap` can observe the store. */
export async function openEngineProcess(
  url: string,
  wrap: (store: Store) => Store = (store) => store,
  options: EngineOptions = engineOfThisRun,
): Promise<EngineProcess> {
  const config = configOf({ database: url })
  const { store: opened, reads, closeReads } = await openStore(config.database)
  const store = wrap(opened)
  const commits: number[] = []
  const reports: BatchReport[] = []
  const engine = new Engine(store, {
    ...options,
    onBatch(report) {
      commits.push(report.commands)
      reports.push(report)
    },
  })
  const directory = new Directory({ reads, catalogue: engine.catalogue, master: MASTER })
  const service = new Service({
    config,
    directory,
    engine,
    reads,
    watch: new ProjectWatch(reads, store.dialect),
    shared: config.database.kind === 'postgres',
    programme: new Programme({
      engine,
      logger: pino({ level: 'silent' }),
      client: { ask: () => Promise.resolve(undefined) },
      onDecided: () => undefined,
      onLate: () => undefined,
    }),
  })
  return {
    store,
    reads,
    engine,
    directory,
    service,
    commits,
    reports,
    async close() {
      await engine.close()
      await closeReads()
      await store.close()
    },
  }
}

/** One project on one process on a fresh database. */
export class EngineSandbox {
  readonly opened: OpenDatabase
  readonly process: EngineProcess
  readonly project: Project
  /** The attempts so far. */
  readonly executed = new Set<CommandName>()
  #numbers = 0

  constructor(opened: OpenDatabase, process: EngineProcess, project: Project) {
    this.opened = opened
    this.process = process
    this.project = project
  }

  static async start(
    database: TestDatabase,
    options: {
      wrap?: (store: Store) => Store
      url?: (url: string) => string
      engine?: EngineOptions
    } = {},
  ): Promise<EngineSandbox> {
    const opened = await database.openMigrated()
    const { url = (own: string) => own, wrap, engine } = options
    return EngineSandbox.#onProcess(opened, await openEngineProcess(url(opened.url), wrap, engine))
  }

  static async #onProcess(opened: OpenDatabase, process: EngineProcess): Promise<EngineSandbox> {
    const secrets = newProjectSecrets(randomBytes(PROJECT_ENTROPY_BYTES))
    const project = await process.directory.createWith('test', secrets)
    if (project === undefined) throw new Error('the project was not made')
    const sandbox = new EngineSandbox(opened, process, project)
    await sandbox.service.execute(project, 'changeSettings', { settings: { cardPool: 1_000_000 } })
    return sandbox
  }

  /** Creates another project in the same process. */
  newProject(): Promise<EngineSandbox> {
    return EngineSandbox.#onProcess(this.opened, this.process)
  }

  get service(): Service {
    return this.process.service
  }

  get engine(): Engine {
    return this.process.engine
  }

  submit(operation: CommandName, input: unknown): Promise<ExecutionResult> {
    return this.engine.submit({ datasetId: this.project.datasetId, command: operation, input })
  }

  /** Runs one command on the project. */
  execute<N extends CommandName>(command: N, input: CommandInput<N>): Promise<CommandResult<N>> {
    this.executed.add(command)
    return this.service.execute(this.project, command, input)
  }

  newNumber(): NewNumber {
    const { vault } = this.project
    const pan = issuePan(BIN, String((this.#numbers += 1)).padStart(9, '0'))
    const candidate = { hash: vault.numberHash(pan), sealed: vault.seal(pan), mask: maskPan(pan) }
    return { pan, candidate }
  }

  /** Registers a cardholder, issues a card and tops it up. */
  async card(funds = 0): Promise<ProjectCard> {
    const { cardholder } = await this.execute('registerCardholder', cardholderInput())
    const { pan, candidate } = this.newNumber()
    const input = { cardholderId: cardholder.id, candidates: [candidate] }
    const issued = await this.execute('issueCard', input)
    if (funds > 0) await this.execute('topup', topUpInput(candidate.hash, funds))
    return this.#projectCard(pan, issued)
  }

  async reissue(
    card: ProjectCard,
    reason: 'damaged' | 'lost' | 'stolen' = 'damaged',
  ): Promise<ProjectCard> {
    const { pan, candidate } = this.newNumber()
    const input = { cardId: card.id, reason, candidates: [candidate] }
    return this.#projectCard(pan, await this.execute('reissueCard', input))
  }

  #projectCard(pan: string, { card, number }: CardResult): ProjectCard {
    const { vault } = this.project
    const { id, accountId, cardholderId } = card
    const { id: numberId, expiry } = number
    const hash = vault.numberHash(pan)
    const cvc = vault.cvc(pan, expiry)
    return { pan, hash, id, numberId, accountId, cardholderId, expiry, cvc }
  }

  /** Registers an order that expires after this many seconds. */
  async order(seconds: number): Promise<Order> {
    return (await this.execute('registerOrder', orderInput(this.project.number, seconds))).order
  }

  /** The committed dataset. */
  dataset(): Promise<Dataset> {
    return datasetById(this.process.reads, this.project.datasetId)
  }

  async close(): Promise<void> {
    await this.process.close()
    await this.opened.drop()
  }
}

export const orderInput = (
  projectNumber: number,
  seconds: number,
): CommandInput<'registerOrder'> => ({
  orderId: gatewayId(projectNumber, realNow(), randomBytes(8)),
  number: null,
  twoStage: false,
  amount: 100,
  currency: EUR,
  clientId: null,
  features: [],
  request: { returnUrl: 'https://shop.example.com/', language: 'en', params: {} },
  sessionTimeoutSecs: seconds,
})

export const cardholderInput = (): CommandInput<'registerCardholder'> => ({
  firstName: 'Ada',
  lastName: 'Lovelace',
  phoneNumber: '+35312345678',
  profile: {},
})

export const topUpInput = (destination: string, amount: number): CommandInput<'topup'> => ({
  destination,
  amount,
  currency: EUR,
})

export const transferInput = (
  source: string,
  destination: string,
  amount: number,
): CommandInput<'transfer'> => ({ source, destination, amount, currency: EUR })
