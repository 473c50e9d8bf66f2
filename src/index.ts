// The programmatic face: start the whole service from code, for instance inside a user's own tests.

import { randomBytes } from 'node:crypto'
import pino, { type DestinationStream, type Logger } from 'pino'
import { CallbackSender } from './callbacks/sender.ts'
import type { DeliveryOptions } from './callbacks/delivery.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import { scrubPans } from './domain/pan.ts'
import { DEMO_NAME, demoSecrets, PROJECT_ENTROPY_BYTES } from './domain/project.ts'
import { Directory } from './engine/directory.ts'
import { Engine } from './engine/engine.ts'
import { Metrics } from './metrics.ts'
import { fingerprint, masterKey } from './secret.ts'
import { buildServer, type WebServer } from './server.ts'
import { Service } from './service.ts'
import { openStore } from './store/open.ts'
import { findInstallation, insertInstallation } from './store/catalogue-statements.ts'
import type { Store } from './store/store.ts'
import { Worker } from './worker.ts'

export type { Config } from './config.ts'
export { ConfigError } from './config.ts'
export { StoreUnavailable } from './store/store.ts'

/** A running Sandcard. */
export interface Sandcard {
  /** Origin it answers on, such as `http://127.0.0.1:8583`. */
  readonly url: string
  readonly app: WebServer
  readonly service: Service
  /** Answers what was accepted, then stops. */
  close(): Promise<void>
}

export interface StartOptions {
  /** Settings; what is left out is taken from flags' and environment's defaults. */
  readonly config?: Partial<Config>
  /** Where log lines go; standard error when absent. */
  readonly logs?: DestinationStream
  /** How callbacks are delivered, where it is not as in production: a shorter time limit, another resolver of names. */
  readonly delivery?: Omit<DeliveryOptions, 'mode'>
}

/** Starts the service and resolves when it answers. */
export async function startSandcard(options: StartOptions = {}): Promise<Sandcard> {
  const defaults = readConfig([], {})
  if (defaults === undefined) throw new ConfigError('no configuration')
  const config: Config = Object.freeze({ ...defaults, ...options.config })
  const logger = newLogger(config, options.logs)
  const master = masterKey(config)
  const { store, reads, closeReads } = await openStore(config.database)
  try {
    await assertSameSecret(store, fingerprint(master))
    const metrics = new Metrics()
    const engine = new Engine(store, (report) => {
      metrics.batch(report)
      worker.wake(report.waking)
      for (const bug of report.bugs)
        logger.error({ err: bug }, 'a due item failed and was set aside')
    })
    const directory = new Directory(reads, engine.catalogue, master)
    const shared = store.dialect === 'postgres'
    const delivery = { mode: config.mode, ...options.delivery }
    const sender = new CallbackSender({ engine, directory, reads, logger, delivery })
    const worker = new Worker({ store, reads, engine, sender, logger })
    const service = new Service({ config, directory, engine, reads, shared })
    if (config.mode === 'local')
      await directory.createWith(DEMO_NAME, demoSecrets(randomBytes(PROJECT_ENTROPY_BYTES)))
    const app = await buildServer({ service, metrics, logger })
    await listen(app, config)
    worker.start()
    return {
      url: config.publicUrl ?? originOf(app),
      app,
      service,
      async close() {
        await app.close()
        await worker.stop()
        await engine.close()
        await closeReads()
        await store.close()
      },
    }
  } catch (error) {
    await closeReads()
    await store.close()
    throw error
  }
}

function newLogger(config: Config, logs?: DestinationStream): Logger {
  const options: pino.LoggerOptions = {
    level: config.logLevel,
    base: null,
    // Epoch milliseconds have the length of a card number, and one in ten would be masked as one.
    timestamp: pino.stdTimeFunctions.isoTime,
    hooks: { streamWrite: scrubPans },
    // What arrived and could not be read: card data as a list of bytes, which nothing would recognise and mask.
    redact: { paths: ['err.rawPacket'], remove: true },
  }
  // Standard output belongs to the addresses and the ready line.
  return pino(options, logs ?? pino.destination({ dest: 2, sync: true }))
}

/** Another master key would make every sealed value unreadable: better not to start. */
async function assertSameSecret(store: Store, own: string): Promise<void> {
  const transaction = await store.begin()
  await transaction.run(insertInstallation, [own])
  const [record] = await transaction.run(findInstallation, [])
  await transaction.commit()
  if (record?.['secret_fingerprint'] !== own)
    throw new ConfigError(
      'SANDCARD_SECRET (or the key file) is not the one this database was made with',
    )
}

/** An address that cannot be listened on is a setting that cannot be used. */
async function listen(app: WebServer, { host, port }: Config): Promise<void> {
  try {
    await app.listen({ host, port })
  } catch (error) {
    await app.close()
    const reason = error instanceof Error ? error.message : String(error)
    throw new ConfigError(`cannot listen on HOST ${host}, PORT ${port}: ${reason}`)
  }
}

function originOf(app: WebServer): string {
  const address = app.server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no address')
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address
  return `http://${host}:${address.port}`
}
