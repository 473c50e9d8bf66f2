// Assembles a service from its settings and starts it, for the command, `startSandcard()` and
// tests.

import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import type { DestinationStream, Logger } from 'pino'
import { CallbackSender } from './delivery/sender.ts'
import { DecisionClient } from './delivery/decision-client.ts'
import { Programme } from './delivery/programme.ts'
import { WebhookSender } from './delivery/webhook-sender.ts'
import type { DeliveryOptions } from './delivery/delivery.ts'
import { type Config, ConfigError } from './config.ts'
import { isLoopback } from './setting-values.ts'
import {
  DEMO_NAME,
  demoSecrets,
  isDemoCredential,
  PROJECT_ENTROPY_BYTES,
} from './projects/project.ts'
import { fillDemoProject } from './api/control/fixtures/fill-demo-project.ts'
import { receiveOwn } from './api/receivers/receive.ts'
import { Availability, type DatabaseUse, isOutage } from './engine/availability.ts'
import { Catalogue } from './engine/catalogue.ts'
import { Directory } from './engine/directory.ts'
import { Fault } from './kernel/fault.ts'
import { type BatchReport, Engine, type EngineOptions } from './engine/engine.ts'
import { FailedLogins } from './engine/failed-logins.ts'
import { OwnProjects } from './engine/own-projects.ts'
import { applyRetention } from './engine/retention.ts'
import { ProjectWatch } from './engine/project-watch.ts'
import { newLogger } from './logger.ts'
import { Metrics } from './metrics.ts'
import { fingerprint, masterKey } from './secret.ts'
import { RUNTIME_HAS_SIV, SIV_MARK } from './projects/vault.ts'
import { buildServer, type WebServer } from './server.ts'
import { ExchangeFeed } from './activity/exchange-feed.ts'
import { RequestLog } from './activity/request-log.ts'
import { Service } from './service.ts'
import { engineDuties } from './threads/engine-duties.ts'
import { announcing, Fronts, type FrontsParts } from './threads/fronts.ts'
import { storageLimitsOf } from './storage-limits.ts'
import { type OpenStore, openStore } from './store/open.ts'
import {
  findInstallation,
  findMarkedValues,
  insertInstallation,
} from './store/catalogue-statements.ts'
import { type Queryable, type Store, transact } from './store/store.ts'
import { openAccounts } from './users/accounts.ts'
import { CallbackAlerts } from './users/callback-alerts.ts'
import type { PasswordCost } from './users/passwords.ts'
import { realNow } from './time.ts'
import { Worker } from './worker.ts'

export { serveAsFront } from './threads/front-thread.ts'

/** A running service. */
export interface RunningService {
  /** The listening URL, such as `http://127.0.0.1:8583`. */
  readonly url: string
  readonly app: WebServer
  readonly service: Service
  /** Completes the accepted requests, then stops. */
  readonly close: () => Promise<void>
}

/** Parts that tests replace. */
export interface StartParts {
  /** The destination of the log; default: standard error. */
  readonly logs?: DestinationStream
  /** Options of delivery, such as a shorter time-out or another name resolver. */
  readonly delivery?: Omit<DeliveryOptions, 'mode'>
  /** The delay of responses to wrong passwords. */
  readonly wait?: (ms: number) => Promise<void>
  /** The cost of a password hash. */
  readonly passwordCost?: PasswordCost
  /** Whether this runtime supports the cipher of earlier versions. */
  readonly opensSiv?: boolean
  /** Optimisations of the write path to turn off. */
  readonly engine?: Pick<EngineOptions, 'prefetch' | 'rowCache'>
}

/** Starts the service and resolves when it responds. */
export async function startService(
  config: Config,
  parts: StartParts = {},
): Promise<RunningService> {
  const logger = newLogger(config.logLevel, parts.logs)
  const opened = await openStore(config.database)
  const { store, reads: databaseReads, closeReads, hasRoom } = opened
  try {
    const master = await masterOf(config, opened, parts.opensSiv ?? RUNTIME_HAS_SIV)
    if (config.mode === 'local') await makeDemoProject({ store, reads: databaseReads, master })
    const metrics = new Metrics(config.threads)
    const fronts = config.threads === 1 ? undefined : new Fronts()
    const onBatch = (report: BatchReport): void => {
      metrics.batch(report)
      worker.wake(report.dueDatasets)
      watch.tell(report.commits)
      for (const { changes, datasets } of report.commits)
        if (changes.faultPlan !== undefined) {
          directory.faultsChanged(datasets[0].projectNumber)
          fronts?.forget()
        }
      for (const { datasets } of report.commits) requestLog.noteCommit(datasets, realNow())
      for (const bug of report.bugs)
        logger.error({ err: bug }, 'a due item failed and was set aside')
    }
    const onOutage = outageLog(logger)
    const availability = new Availability(onOutage, hasRoom)
    const reads = availability.reads(databaseReads)
    const engine = new Engine(store, {
      ...parts.engine,
      limits: storageLimitsOf(config),
      onBatch,
      availability,
    })
    // A database used in local mode has the demo project, whose credentials are public.
    const refuses = config.mode === 'hosted' ? isDemoCredential : undefined
    const directory = new Directory(
      reads,
      fronts === undefined ? engine.catalogue : announcing(engine.catalogue, () => fronts.forget()),
      master,
      refuses,
      config.mode === 'local',
    )
    const shared = store.dialect === 'postgres'
    const watch = new ProjectWatch(reads, store.dialect)
    const delivery: DeliveryOptions = {
      mode: config.mode,
      toOwnReceiver: (request) => receiveOwn(service, request),
      ...parts.delivery,
    }
    const requestLog = new RequestLog({
      ...{ store, directory, logger },
      onDropped: (count) => metrics.droppedExchanges(count),
    })
    const exchanges = new ExchangeFeed(requestLog)
    const senderParts = { engine, directory, reads, logger, delivery, exchanges }
    const sender = new CallbackSender({
      ...senderParts,
      onFailing: async (project, callback) => alerts?.failed(project, callback),
    })
    const eventSender = new WebhookSender(senderParts)
    const client = new DecisionClient({ delivery, logger })
    const programme = new Programme({
      ...{ engine, client, logger, exchanges },
      onDecided: (decision, exchange) => metrics.decision(decision, exchange),
      onLate: () => metrics.lateDecision(),
    })
    const { uses } = directory
    const worker = new Worker({
      store,
      reads,
      engine,
      sender,
      eventSender,
      logger,
      onDecided: (decision) => metrics.decision(decision, null),
      uses,
      retention: retentionOf(config, { store, engine, metrics }),
      ...(shared && {
        watch: {
          look: async () => {
            const [, hasChanged] = await Promise.all([watch.look(), directory.lookForFaults()])
            if (hasChanged) fronts?.forget()
          },
        },
      }),
    })
    // In local mode wrong passwords are tests.
    const failedLogins = config.mode === 'hosted' ? new FailedLogins(parts.wait) : undefined
    const accounts =
      failedLogins &&
      openAccounts({
        ...{ config, store, reads, availability, failedLogins, master, logger },
        passwordCost: parts.passwordCost,
      })
    const alerts = accounts && new CallbackAlerts(accounts)
    const service = new Service({
      config,
      directory,
      ...(config.mode === 'hosted' && { ownProjects: new OwnProjects(directory, master) }),
      engine,
      reads,
      watch,
      shared,
      failedLogins,
      accounts,
      programme,
      exchanges,
      requestLog,
      ...(fronts && { settleFronts: () => fronts.flush() }),
    })
    if (config.fixtures !== undefined) await fillDemoProject(service, config.fixtures, logger)
    const app = await buildServer({ service, metrics, logger })
    const address =
      fronts === undefined
        ? await listen(app, config)
        : await listenOnFronts(app, fronts, {
            ...{ config, master },
            duties: engineDuties({
              ...{ engine, service, directory, programme, exchanges, metrics, fronts },
              logs: parts.logs ?? process.stderr,
              onOutage,
            }),
            onEnd(reason) {
              logger.fatal(`a front thread ended: ${reason}`)
              process.exit(1)
            },
          })
    warnIfOpen(config, logger)
    worker.start()
    const stop = async (): Promise<void> => {
      await Promise.all([fronts?.stop(), app.close()])
      await accounts?.mailer.idle()
      await worker.stop()
      client.close()
      await requestLog.stop()
      // An outage at the end loses at most a minute of uses.
      await uses.store(store).catch(() => undefined)
      await engine.close()
      await closeReads()
      await store.close()
    }
    let stopped: Promise<void> | undefined
    return { url: originOf(address), app, service, close: () => (stopped ??= stop()) }
  } catch (error) {
    await closeReads()
    await store.close()
    throw error
  }
}

/** The master key, once it fits the database and this runtime can read every value. */
async function masterOf(
  config: Config,
  { store, reads }: Pick<OpenStore, 'store' | 'reads'>,
  opensSiv: boolean,
): Promise<Buffer> {
  const installed = await reads.query(findInstallation, [])
  const master = masterKey(config, { isNewDatabase: installed.length === 0 })
  await assertSameSecret(store, fingerprint(master))
  if (!opensSiv) await assertNoSivValues(reads)
  return master
}

/** Logs when an outage begins and ends. Front threads notice it, too; it is logged once. */
function outageLog(logger: Logger): (use: DatabaseUse, reason: string | undefined) => void {
  const outages = new Set<DatabaseUse>()
  return (use, reason) => {
    const isOver = reason === undefined
    if (isOver ? !outages.delete(use) : outages.has(use)) return
    if (isOver) logger.info(`the database can be ${use} again`)
    else logger.error(`the database cannot be ${use}: ${reason}`)
    if (!isOver) outages.add(use)
  }
}

const retentionOf =
  (
    { retentionDays }: Config,
    {
      store,
      engine,
      metrics,
    }: { readonly store: Store; readonly engine: Engine; readonly metrics: Metrics },
  ) =>
  async (isStopping: () => boolean): Promise<void> => {
    await applyRetention(store, {
      ...{ serviceMaxDays: retentionDays, hold: engine.hold.bind(engine), isStopping },
      onDeleted: metrics.expired.bind(metrics),
      onVisited: (projects) => metrics.visited(projects),
    })
    metrics.retentionDone(realNow())
  }

function warnIfOpen({ mode, host }: Config, logger: Logger): void {
  if (mode === 'local' && !isLoopback(host))
    logger.warn(
      `local mode has no log-in: anyone who reaches HOST ${host} can use and reset this sandbox`,
    )
}

/** Refuses to start with another master key, which could not decrypt any value. */
async function assertSameSecret(store: Store, own: string): Promise<void> {
  const [record] = await transact(store, async (transaction) => {
    await transaction.run(insertInstallation, [own])
    return transaction.run(findInstallation, [])
  })
  if (record?.['secret_fingerprint'] !== own)
    throw new ConfigError('SANDCARD_SECRET (or the key file) does not match this database')
}

/** Refuses to start instead of failing for every project later. */
async function assertNoSivValues(reads: Queryable): Promise<void> {
  const pattern = `${SIV_MARK}%`
  const found = await Promise.all(findMarkedValues.map((each) => reads.query(each, [pattern])))
  if (found.flat().length > 0)
    throw new ConfigError(
      `an earlier version encrypted values of this database by AES-256-GCM-SIV, which Node.js ${process.version} lacks: use Node.js 26.8 or newer`,
    )
}

/** An outage of the database before the service responds fails the start. */
async function makeDemoProject({
  store,
  reads,
  master,
}: Pick<OpenStore, 'store' | 'reads'> & { readonly master: Buffer }): Promise<void> {
  const directory = new Directory(reads, new Catalogue(store), master)
  try {
    await directory.createWith(DEMO_NAME, demoSecrets(randomBytes(PROJECT_ENTROPY_BYTES)))
  } catch (error) {
    throw error instanceof Fault && isOutage(error) ? error.cause : error
  }
}

/** A host or port that cannot be used is an invalid setting. */
async function listen(app: WebServer, { host, port }: Config): Promise<AddressInfo> {
  try {
    await app.listen({ host, port })
  } catch (error) {
    await app.close()
    throw cannotListen({ host, port }, error)
  }
  return app.server.address() as AddressInfo
}

/** The app serves a socket of this process, and the fronts the clients. */
async function listenOnFronts(
  app: WebServer,
  fronts: Fronts,
  given: Omit<FrontsParts, 'path'>,
): Promise<AddressInfo> {
  try {
    const path = fronts.makePath()
    const listenTextResolver = (address: string) => `Serving the front threads at ${address}`
    await app.listen({ path, listenTextResolver })
    return await fronts.start({ ...given, path })
  } catch (error) {
    await Promise.all([fronts.stop(), app.close()])
    throw cannotListen(given.config, error)
  }
}

const cannotListen = (
  { host, port }: Pick<Config, 'host' | 'port'>,
  error: unknown,
): ConfigError => {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE')
    return new ConfigError(
      `PORT ${port} of HOST ${host} is in use: stop the other program, or choose another port`,
    )
  return new ConfigError(`cannot listen on HOST ${host}, PORT ${port}: ${message}`)
}

const originOf = ({ family, address, port }: AddressInfo): string =>
  `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
