// The calls between the threads of a service.

import type { AddressInfo } from 'node:net'
import type { LoggedProject, ServedParts } from '../activity/exchange.ts'
import type { Config } from '../config.ts'
import type { DatabaseUse } from '../engine/availability.ts'
import type { CommandRequest, ExecutionResult } from '../engine/execution.ts'
import type { CommandOrigin } from '../kernel/origin.ts'
import type { AnsweredRequest } from '../request-metrics.ts'
import type { AwaitedDecision } from '../real-time/awaited-decision.ts'
import type { ProjectLogin } from '../service.ts'
import type { ProjectKey } from '../store/catalogue-statements.ts'

/** The request whose command waits for its project's decision server. */
interface Waiting {
  readonly datasetId: number
  readonly projectNumber: number
  readonly origin: CommandOrigin | undefined
}

/** The engine thread, as a front thread calls it. */
export type EngineDuties = {
  submit(request: CommandRequest): Promise<ExecutionResult>
  settle(awaited: AwaitedDecision, waiting: Waiting): Promise<ExecutionResult>
  proveWritable(): Promise<void>
  /** The project number for a login and password. */
  logIn(login: ProjectLogin): Promise<number | undefined>
  /** Counts a request of a project towards RATE_LIMIT. */
  count(projectNumber: number): Promise<void> | void
  storeKey(projectNumber: number, key: ProjectKey, sealed: string): Promise<void>
  used(credential: string): void
  exchange(project: LoggedProject, parts: ServedParts): void
  answered(request: AnsweredRequest, seconds: number): void
  log(line: string): void
  /** The database cannot be used; without a reason, it can be used again. */
  outage(use: DatabaseUse, reason: string | undefined): void
  listening(address: AddressInfo): void
}

/** A front thread, as the engine thread calls it. */
export type FrontDuties = {
  /** Resolves when the engine thread has received all earlier messages from the front thread. */
  flush(): void
  /** Completes open requests. */
  stop(): Promise<void>
}

/** The parts of a front thread that never change. */
export interface FrontData {
  readonly config: Config
  readonly master: Uint8Array
  readonly port: number
  /** The path of the socket on which the engine thread serves everything else. */
  readonly path: string
  /** See `SHARED`. */
  readonly shared: Int32Array<SharedArrayBuffer>
}

/** Positions in the memory that the threads share. */
export const SHARED = {
  /** Changes when a front thread must drop its cached projects. */
  version: 0,
  /** Number of exchanges in transit to the engine thread. */
  exchanges: 1,
} as const
/**
 * Additional exchanges are dropped, as the request log does with exchanges that it cannot write.
 */
export const EXCHANGES_MAX = 5000
/** The header with the client's IP address, on that socket only. */
export const CLIENT_HEADER = 'sandcard-client'
