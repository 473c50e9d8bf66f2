// The calls from front threads that the engine thread serves.

import type { DestinationStream } from 'pino'
import type { ExchangeFeed } from '../activity/exchange-feed.ts'
import { ServedExchange } from '../activity/exchange.ts'
import type { Programme } from '../delivery/programme.ts'
import type { Directory } from '../engine/directory.ts'
import type { Engine } from '../engine/engine.ts'
import { Fault } from '../kernel/fault.ts'
import type { Metrics } from '../metrics.ts'
import type { Service } from '../service.ts'
import type { EngineDuties } from './duties.ts'
import type { Fronts } from './fronts.ts'

interface EngineParts {
  readonly engine: Engine
  readonly service: Service
  readonly directory: Directory
  readonly programme: Programme
  readonly exchanges: ExchangeFeed
  readonly metrics: Metrics
  readonly logs: DestinationStream
  readonly fronts: Fronts
  readonly onOutage: EngineDuties['outage']
}

export function engineDuties(parts: EngineParts): Omit<EngineDuties, 'listening'> {
  const { engine, service, directory, programme, exchanges, metrics, logs, fronts, onOutage } =
    parts
  return {
    submit(request) {
      const { keepsChanges, datasetId } = request
      const kept = keepsChanges === true && exchanges.keepsChanges({ number: 0, datasetId })
      return engine.submit({ ...request, keepsChanges: kept })
    },
    proveWritable: () => engine.proveWritable(),
    async settle(awaited, { projectNumber, ...waiting }) {
      const project = await directory.byNumber(projectNumber)
      if (project === undefined) throw new Fault('unavailable', 'The project was deleted.')
      return programme.settle(awaited, { ...waiting, projectNumber, vault: project.vault })
    },
    logIn: async (login) => (await service.logIn(login))?.number,
    count: (projectNumber) => service.count(projectNumber),
    storeKey: (...args) => engine.catalogue.storeKey(...args),
    used: (credential) => directory.uses.note(credential),
    exchange(project, parts) {
      fronts.arrived()
      if (exchanges.isHeard(project)) exchanges.publish(new ServedExchange(project, () => parts))
    },
    answered: (...args) => metrics.request(...args),
    outage: onOutage,
    log: (line) => {
      logs.write(line)
    },
  }
}
