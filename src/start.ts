// Starts a service from its settings, for the command, `startSandcard()` and tests.

import type { AddressInfo } from 'node:net'
import type { Logger } from 'pino'
import { fillDemoProject } from './api/control/fixtures/fill-demo-project.ts'
import { assemble } from './assembly/assemble.ts'
import type { StartParts } from './assembly/data.ts'
import { makeDemoProject, masterOf } from './assembly/installation.ts'
import { listen, listenOnFronts } from './assembly/listen.ts'
import type { Config } from './config.ts'
import { newLogger } from './logger.ts'
import { RUNTIME_HAS_SIV } from './projects/vault.ts'
import { buildServer, type WebServer } from './server.ts'
import type { Service } from './service.ts'
import { isLoopback } from './setting-values.ts'
import { openStore } from './store/open.ts'

export type { StartParts } from './assembly/data.ts'
export { serveAsFront } from './threads/front-thread.ts'

/** A running service. */
export interface RunningService {
  /** The listening URL, such as `http://127.0.0.1:8583`. */
  readonly url: string
  readonly app: WebServer
  readonly service: Service
  /** Completes accepted requests, then stops. */
  readonly close: () => Promise<void>
}

/** Starts the service and resolves when it is ready. */
export async function startService(
  config: Config,
  parts: StartParts = {},
): Promise<RunningService> {
  const logger = newLogger(config.logLevel, parts.logs)
  const opened = await openStore(config.database)
  try {
    const master = await masterOf(config, opened, parts.opensSiv ?? RUNTIME_HAS_SIV)
    if (config.mode === 'local') await makeDemoProject({ ...opened, master })
    const { service, metrics, worker, fronts, ...assembled } = assemble({
      config,
      parts,
      opened,
      master,
      logger,
    })
    if (config.fixtures !== undefined) await fillDemoProject(service, config.fixtures, logger)
    const app = await buildServer({ service, metrics, logger })
    const address =
      fronts === undefined
        ? await listen(app, config)
        : await listenOnFronts(app, fronts.fronts, {
            config,
            master,
            duties: fronts.duties,
            onEnd(reason) {
              logger.fatal(`a front thread ended: ${reason}`)
              process.exit(1)
            },
          })
    warnIfOpen(config, logger)
    worker.start()
    const stop = async (): Promise<void> => {
      await Promise.all([fronts?.fronts.stop(), app.close()])
      await assembled.stop()
    }
    let stopped: Promise<void> | undefined
    return { url: originOf(address), app, service, close: () => (stopped ??= stop()) }
  } catch (error) {
    await opened.closeReads()
    await opened.store.close()
    throw error
  }
}

function warnIfOpen({ mode, host }: Config, logger: Logger): void {
  if (mode === 'local' && !isLoopback(host))
    logger.warn(
      `local mode has no sign-in: anyone who can reach HOST ${host} can use and reset this sandbox`,
    )
}

const originOf = ({ family, address, port }: AddressInfo): string =>
  `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
