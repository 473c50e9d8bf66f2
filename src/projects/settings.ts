// The last move of a project’s clock, for the clock page. No page changes it; a reset clears it.

/** The last clock move and the work that ran in between. */
interface ClockMoveRecord {
  /** The project's time before and after, in epoch milliseconds. */
  readonly from: number
  readonly until: number
  /**
   * Number of orders that expired, and of holds that were captured or released, including
   * authorisation holds.
   */
  readonly expired: number
  readonly captured: number
  readonly released: number
  /** The first of these orders, at most `MOVE_LISTED_MAX`. */
  readonly orderIds: readonly string[]
  readonly callbacks: DueCallbacks
}

/** Callbacks that became due: their number, up to `DUE_COUNTED_MAX`, and the first of them. */
export interface DueCallbacks {
  readonly count: number
  readonly ids: readonly number[]
}

/** Maximum number of orders and callbacks listed for a move. */
export const MOVE_LISTED_MAX = 25

/** Maximum number of due items counted before a move. */
export const DUE_COUNTED_MAX = 1000

/** Maximum number of exchanges in a project's request log. */
export const REQUEST_LOG_MAX = 20_000

interface ProjectSettings {
  readonly lastClockMove: ClockMoveRecord | null
  /** Number of exchanges that the request log keeps; 0 turns it off. */
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
