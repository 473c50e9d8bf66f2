// The parameters of every measurement: durations, rounds, load generator and report.

import type { Generator } from './generator.ts'
import type { Report } from './report.ts'

export interface Bench {
  readonly generator: Generator
  readonly report: Report
}

export interface Plan {
  /** Seconds of one run under load. */
  readonly seconds: number
  /** Seconds of warm-up, so that all code is compiled before the first run that counts. */
  readonly warmUpSeconds: number
  /** Number of runs of each contender. They alternate, and the median counts. */
  readonly rounds: number
  /** Transfers stored before a run: few and many, in full rounds of the cards. */
  readonly stored: { readonly few: number; readonly many: number }
  /** Orders that expire in one clock move, and orders that cause one callback each. */
  readonly due: { readonly orders: number; readonly callbacks: number }
  /**
   * Stored orders and projects, and requests per portal page, after some that compile code and fill
   * caches.
   */
  readonly portal: {
    readonly orders: number
    readonly projects: number
    readonly rounds: number
    readonly warmUps: number
  }
  readonly starts: number
  /** Milliseconds from the ready line to the memory reading. */
  readonly idleSeconds: number
  /** pgbench's scale factor. */
  readonly scale: number
  /** Projects on a server database that are busy simultaneously: some and many. */
  readonly projects: { readonly some: number; readonly many: number }
}

export const FULL: Plan = {
  seconds: 4,
  warmUpSeconds: 2,
  rounds: 3,
  stored: { few: 1000, many: 1_000_000 },
  due: { orders: 10_000, callbacks: 1000 },
  portal: { orders: 100_000, projects: 100, rounds: 9, warmUps: 3 },
  starts: 5,
  idleSeconds: 3,
  scale: 10,
  projects: { some: 32, many: 256 },
}

/** Checks that everything runs; the figures are not meaningful. */
export const QUICK: Plan = {
  seconds: 0.1,
  warmUpSeconds: 0.05,
  rounds: 1,
  stored: { few: 200, many: 800 },
  due: { orders: 100, callbacks: 50 },
  portal: { orders: 100, projects: 3, rounds: 1, warmUps: 0 },
  starts: 1,
  idleSeconds: 0.1,
  scale: 1,
  projects: { some: 2, many: 4 },
}
