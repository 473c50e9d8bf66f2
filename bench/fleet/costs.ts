// The costs of a transfer on PostgreSQL, as `npm run measure-costs` measured them, and the model
// that derives a fleet from them. Processor times are microseconds.

/** A request costs its own part, and its share of the transaction that commits it. */
export interface Cost {
  readonly perRequest: number
  readonly perTransaction: number
}

export interface Costs {
  readonly service: Cost
  readonly database: Cost
  /** Round trips between service and database in a transaction. */
  readonly trips: number
  /** Duration of one, microseconds. */
  readonly tripMicros: number
  /** Duration of a flush of the log to disk, microseconds. Waiting commits share it. */
  readonly flushMicros: number
  /** Bytes of a transfer in the log of the database, without its share of a transaction. */
  readonly logBytes: number
}

/**
 * Measured on four virtual processors under other load, with 64 connections: 130 and 54 µs per
 * transfer with 27 in a transaction, 196 and 195 µs with 5. Trip and flush are those of a data
 * centre with local solid-state disks.
 */
export const MEASURED: Costs = {
  service: { perRequest: 115, perTransaction: 410 },
  database: { perRequest: 22, perTransaction: 876 },
  trips: 2,
  tripMicros: 300,
  flushMicros: 1000,
  logBytes: 774,
}

export interface Fleet {
  readonly services: number
  readonly databaseProcessors: number
  readonly logMegabytesPerSecond: number
}

/** Processors must have room for bursts. */
const BUSY_SHARE = 0.6

/** The processors that a rate needs, if transactions commit this many transfers on average. */
export function fleetFor(perSecond: number, perTransaction: number, costs = MEASURED): Fleet {
  const busy = ({ perRequest, perTransaction: shared }: Cost): number =>
    (perSecond * (perRequest + shared / perTransaction)) / 1e6 / BUSY_SHARE
  return {
    services: Math.ceil(busy(costs.service)),
    databaseProcessors: Math.ceil(busy(costs.database)),
    logMegabytesPerSecond: Math.ceil((perSecond * costs.logBytes) / 1e6),
  }
}
