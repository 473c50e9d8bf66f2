// A front thread: accepts connections, parses, authenticates and validates the requests of
// interfaces A, B and C, and serves their reads from its own database connection. The engine thread
// decides and writes, and serves everything else.

import type { AddressInfo } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'
import { Availability } from '../engine/availability.ts'
import type { CatalogueWriter } from '../engine/catalogue.ts'
import type { Metrics } from '../metrics.ts'
import { newLogger } from '../logger.ts'
import { isDemoCredential } from '../projects/project.ts'
import { buildFront } from '../server.ts'
import { currentRequest } from '../request-context.ts'
import { Service } from '../service.ts'
import { openReads } from '../store/open.ts'
import type { EngineDuties, FrontData, FrontDuties } from './duties.ts'
import { forwardTo } from './forward.ts'
import { FrontDirectory, FrontExchanges, FrontUses } from './front-parts.ts'
import { Line } from './line.ts'

/** Runs this thread as a front thread of the service that started it. */
export async function serveAsFront(): Promise<void> {
  if (parentPort === null) throw new Error('a front thread was started without its engine')
  const { config, master, port, path, shared } = workerData as FrontData
  const isHosted = config.mode === 'hosted'
  const duties: FrontDuties = { flush: () => undefined, stop }
  const line = new Line<EngineDuties>(parentPort, duties)
  const logger = newLogger(config.logLevel, { write: (text) => line.tell('log', text) })
  const database = await openReads(config.database)
  const availability = new Availability((use, reason) => line.tell('outage', use, reason))
  const reads = availability.reads(database.reads)

  const directory = new FrontDirectory(shared, {
    reads,
    catalogue: { storeKey: (...args) => line.call('storeKey', ...args) } as CatalogueWriter,
    master: Buffer.from(master),
    refuses: isHosted ? isDemoCredential : undefined,
    guessableSeeds: !isHosted,
    uses: new FrontUses(line),
  })
  const service = new Service({
    config,
    directory,
    reads,
    exchanges: new FrontExchanges(line, shared),
    engine: {
      async submit(request) {
        const result = await line.call('submit', request)
        const context = currentRequest()
        // The engine keeps no changes under load.
        if (context !== undefined && 'result' in result && result.changes === undefined)
          context.changes = null
        return result
      },
      proveWritable: () => line.call('proveWritable'),
    },
    shared: database.isShared,
    programme: {
      settle: (awaited, { datasetId, projectNumber, origin }) =>
        line.call('settle', awaited, { datasetId, projectNumber, origin }),
    },
    ...(isHosted && {
      logIn: async (login) => {
        const number = await line.call('logIn', login)
        return number === undefined ? undefined : directory.byNumber(number)
      },
    }),
    ...(config.rateLimit > 0 && { count: (number: number) => line.call('count', number) }),
  })
  const { forward, close: closeForward } = forwardTo(path)
  const metrics: Pick<Metrics, 'request'> = {
    request: (...args) => line.tell('answered', ...args),
  }
  const app = await buildFront({ service, metrics, logger }, forward)
  const address = { host: config.host, port, reusePort: true }
  await app.listen(address)
  line.tell('listening', app.server.address() as AddressInfo)

  async function stop(): Promise<void> {
    await app.close()
    closeForward()
    await database.close()
  }
}
