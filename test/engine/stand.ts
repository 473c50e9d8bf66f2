// An engine on a real database without the web in front of it, and the few asks that most tests begin with.

import { randomBytes } from 'node:crypto'
import { type Config, parseDatabaseUrl, readConfig } from '../../src/config.ts'
import { gatewayId } from '../../src/domain/gateway-id.ts'
import type { Order } from '../../src/domain/order.ts'
import { newProjectSecrets, PROJECT_ENTROPY_BYTES } from '../../src/domain/project.ts'
import type { Space } from '../../src/domain/space.ts'
import { Directory, type Project } from '../../src/engine/directory.ts'
import { type BatchReport, Engine } from '../../src/engine/engine.ts'
import type { Outcome } from '../../src/engine/envelope.ts'
import type { CardAnswer, PreparedNumber } from '../../src/operations/cards.ts'
import type { AskOf, OperationName } from '../../src/operations/index.ts'
import { Service } from '../../src/service.ts'
import { openStore } from '../../src/store/open.ts'
import { spaceById } from '../../src/store/reads/ledger.ts'
import type { Queryable, Store } from '../../src/store/store.ts'
import { realNow } from '../../src/time.ts'
import type { OpenDatabase, TestDatabase } from '../databases.ts'

const MASTER = Buffer.alloc(32, 7)
const EUR = 978
/** Where tests begin that watch the clock, which must lie ahead: a leap year's January. */
export const START = Date.UTC(2032, 0, 30, 12)

export interface IssuedCard {
  readonly hash: string
  readonly id: number
  readonly accountId: number
  readonly cardholderId: number
}

export interface Process {
  readonly store: Store
  readonly reads: Queryable
  readonly engine: Engine
  readonly directory: Directory
  readonly service: Service
  readonly commits: readonly number[]
  readonly reports: readonly BatchReport[]
  close(): Promise<void>
}

/** One service process on a database; `wrap` may watch what passes between engine and store. */
export async function openProcess(
  url: string,
  wrap: (store: Store) => Store = (store) => store,
): Promise<Process> {
  const database = parseDatabaseUrl(url)
  const { store: opened, reads, closeReads } = await openStore(database)
  const store = wrap(opened)
  const commits: number[] = []
  const reports: BatchReport[] = []
  const engine = new Engine(store, (report) => {
    commits.push(report.asks)
    reports.push(report)
  })
  const directory = new Directory(reads, engine.catalogue, MASTER)
  const config: Config = { ...defaults(), database }
  const service = new Service({
    config,
    directory,
    engine,
    reads,
    shared: database.kind === 'postgres',
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

function defaults(): Config {
  const config = readConfig([], {})
  if (config === undefined) throw new Error('no configuration')
  return config
}

/** One project on one process on a fresh database. */
export class Stand {
  readonly opened: OpenDatabase
  readonly process: Process
  readonly project: Project
  #numbers = 0

  constructor(opened: OpenDatabase, process: Process, project: Project) {
    this.opened = opened
    this.process = process
    this.project = project
  }

  static async open(
    database: TestDatabase,
    options: { wrap?: (store: Store) => Store; url?: (url: string) => string } = {},
  ): Promise<Stand> {
    const opened = await database.open()
    const { url = (own: string) => own, wrap } = options
    return Stand.#onProcess(opened, await openProcess(url(opened.url), wrap))
  }

  static async #onProcess(opened: OpenDatabase, process: Process): Promise<Stand> {
    const secrets = newProjectSecrets(randomBytes(PROJECT_ENTROPY_BYTES))
    const project = await process.directory.createWith('test', secrets)
    if (project === undefined) throw new Error('the project was not made')
    const stand = new Stand(opened, process, project)
    await stand.service.ask(project, 'changeSettings', { settings: { cardPool: 1_000_000 } })
    return stand
  }

  /** Another project on the same process, which closes with the first. */
  another(): Promise<Stand> {
    return Stand.#onProcess(this.opened, this.process)
  }

  get service(): Service {
    return this.process.service
  }

  get engine(): Engine {
    return this.process.engine
  }

  submit(operation: OperationName, ask: unknown): Promise<Outcome> {
    return this.engine.submit({ spaceId: this.project.spaceId, operation, ask })
  }

  /** A number nobody has yet. */
  number(): PreparedNumber {
    const hash = `number-${(this.#numbers += 1)}`
    return { hash, sealed: `sealed-${hash}`, mask: '400000******0000' }
  }

  /** Registers a cardholder, issues a card and puts money on it. */
  async card(amount = 0): Promise<IssuedCard> {
    const { cardholder } = await this.service.ask(this.project, 'registerCardholder', person())
    const number = this.number()
    const answer = await this.service.ask(this.project, 'issueCard', {
      cardholderId: cardholder.id,
      candidates: [number],
    })
    if (amount > 0) await this.service.ask(this.project, 'topup', topup(number.hash, amount))
    return issued(number.hash, answer)
  }

  /** Registers an order that expires so many seconds from now. */
  order(seconds: number): Promise<Order> {
    return this.service.ask(this.project, 'registerOrder', order(this.project.number, seconds))
  }

  /** The space as it is committed. */
  space(): Promise<Space> {
    return spaceById(this.process.reads, this.project.spaceId)
  }

  async close(): Promise<void> {
    await this.process.close()
    await this.opened.drop()
  }
}

export const order = (projectNumber: number, seconds: number): AskOf<'registerOrder'> => ({
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

export const issued = (hash: string, { card }: CardAnswer): IssuedCard => ({
  hash,
  id: card.id,
  accountId: card.accountId,
  cardholderId: card.cardholderId,
})

export const person = (): AskOf<'registerCardholder'> => ({
  firstName: 'Ada',
  lastName: 'Lovelace',
  phoneNumber: '+35312345678',
  profile: {},
})

export const topup = (destination: string, amount: number): AskOf<'topup'> => ({
  destination,
  amount,
  currency: EUR,
})

export const transfer = (
  source: string,
  destination: string,
  amount: number,
): AskOf<'transfer'> => ({ source, destination, amount, currency: EUR })
