// The last move of a project’s clock, for its pages. No page changes it; a reset clears it.

/** The last move of the clock and what ran in between. */
export interface ClockMoveRecord {
  /** The project's time before and after, epoch milliseconds. */
  readonly from: number
  readonly until: number
  /**
   * Orders that expired, and holds that were captured or released, those of authorisations
   * included.
   */
  readonly expired: number
  readonly captured: number
  readonly released: number
  /** The first of these orders, at most `MOVE_LISTED_MAX`. */
  readonly orderIds: readonly string[]
  readonly callbacks: DueCallbacks
}

/** Callbacks that fell due: their number, up to `DUE_COUNTED_MAX`, and the first of them. */
export interface DueCallbacks {
  readonly count: number
  readonly ids: readonly number[]
}

/** Orders and callbacks of a move that are listed. */
export const MOVE_LISTED_MAX = 25

/** Due items that are counted before a move. */
export const DUE_COUNTED_MAX = 1000

/** Exchanges that the request log of a project keeps at most. */
export const REQUEST_LOG_MAX = 20_000

interface ProjectSettings {
  readonly lastClockMove: ClockMoveRecord | null
  /** Exchanges that the request log keeps; 0 keeps none. */
  readonly requestLogEntries: number
  /** Days of real time after which these are deleted; null: as late as the service allows. */
  readonly orderRetentionDays: number | null
  readonly callbackRetentionDays: number | null
  readonly requestLogRetentionDays: number | null
}

export const PROJECT_DEFAULTS: ProjectSettings = {
  lastClockMove: null,
  requestLogEntries: 10_000,
  orderRetentionDays: null,
  callbackRetentionDays: null,
  requestLogRetentionDays: null,
}

declare module '../kernel/settings.ts' {
  interface Settings extends ProjectSettings {}
}
