// What every measurement works with: how long and how often it measures, what makes the load, and where its figures go.

import type { Generator } from './generator.ts'
import type { Report } from './report.ts'

export interface Bench {
  readonly generator: Generator
  readonly report: Report
}

export interface Plan {
  /** Length of one run under load. */
  readonly seconds: number
  /** Length of the run before the first that counts, so that compiled code meets compiled code. */
  readonly warmUpSeconds: number
  /** Runs of each contender; they take turns, and the median counts. */
  readonly rounds: number
  /** Transfers stored before a run, few and many: whole rounds of the cards. */
  readonly stored: { readonly few: number; readonly many: number }
  /** Orders that expire in one move of the clock, and how many of others bring a callback each. */
  readonly due: { readonly orders: number; readonly callbacks: number }
  /** Orders and projects behind the pages of the portal, and how often each page is asked for. */
  readonly portal: { readonly orders: number; readonly projects: number; readonly rounds: number }
  readonly starts: number
  /** From the ready line to the look at the memory. */
  readonly idleSeconds: number
  /** pgbench's scale factor. */
  readonly scale: number
}

export const FULL: Plan = {
  seconds: 4,
  warmUpSeconds: 2,
  rounds: 3,
  stored: { few: 1000, many: 1_000_000 },
  due: { orders: 10_000, callbacks: 1000 },
  portal: { orders: 100_000, projects: 100, rounds: 9 },
  starts: 5,
  idleSeconds: 3,
  scale: 10,
}

/** Shows that everything runs; its figures mean nothing. */
export const QUICK: Plan = {
  seconds: 0.2,
  warmUpSeconds: 0.1,
  rounds: 1,
  stored: { few: 200, many: 800 },
  due: { orders: 100, callbacks: 50 },
  portal: { orders: 100, projects: 3, rounds: 1 },
  starts: 1,
  idleSeconds: 0.1,
  scale: 1,
}
