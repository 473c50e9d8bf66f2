// The costs of a transfer on PostgreSQL, as measured by `npm run measure-costs`, and the model that
// derives a fleet from them. CPU times are in microseconds.

/** A request costs its own part, and its share of the transaction that commits it. */
interface Cost {
  readonly perRequest: number
  readonly perTransaction: number
}

export interface Costs {
  readonly service: Cost
  readonly database: Cost
  /** Round trips between service and database in a transaction. */
  readonly trips: number
  /** Duration of a round trip, in microseconds. */
  readonly tripMicros: number
  /** Duration of flushing the log to disk, in microseconds. Waiting commits share it. */
  readonly flushMicros: number
  /** Bytes in the write-ahead log of the database. */
  readonly logBytes: Cost
}

/**
 * Measured on four virtual CPUs under other load, with 64 connections. With 25 transfers in a
 * transaction, each took 174 µs of the service and 69 µs of the database; with 5, 237 and 237 µs.
 * The durations of a round trip and a flush are assumed: a data centre with local solid-state
 * disks.
 */
export const MEASURED: Costs = {
  service: { perRequest: 160, perTransaction: 357 },
  database: { perRequest: 30, perTransaction: 958 },
  trips: 2,
  tripMicros: 300,
  flushMicros: 1000,
  logBytes: { perRequest: 630, perTransaction: 4640 },
}

interface Fleet {
  readonly services: number
  readonly databaseProcessors: number
  readonly logMegabytesPerSecond: number
}

/** CPUs must have headroom for bursts. */
const BUSY_SHARE = 0.6

/** The CPUs that a rate needs, if transactions commit this many transfers on average. */
export function fleetFor(perSecond: number, perTransaction: number, costs = MEASURED): Fleet {
  const perMicro = ({ perRequest, perTransaction: shared }: Cost): number =>
    (perSecond * (perRequest + shared / perTransaction)) / 1e6
  return {
    services: Math.ceil(perMicro(costs.service) / BUSY_SHARE),
    databaseProcessors: Math.ceil(perMicro(costs.database) / BUSY_SHARE),
    logMegabytesPerSecond: Math.ceil(perMicro(costs.logBytes)),
  }
}
