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

/** The request whose command waits for a server of its project. */
export interface Waiting {
  readonly datasetId: number
  readonly projectNumber: number
  readonly origin: CommandOrigin | undefined
}

/** The thread of the engine, for a front. */
export type EngineDuties = {
  submit(request: CommandRequest): Promise<ExecutionResult>
  settle(awaited: AwaitedDecision, waiting: Waiting): Promise<ExecutionResult>
  proveWritable(): Promise<void>
  /** The number of the project of a login and password. */
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

/** A front, for the thread of the engine. */
export type FrontDuties = {
  /** Resolves when the engine has received everything that the front said before. */
  flush(): void
  /** Completes open requests. */
  stop(): Promise<void>
}

/** The parts of a front that never change. */
export interface FrontData {
  readonly config: Config
  readonly master: Uint8Array
  readonly port: number
  /** The path of the socket on which the thread of the engine serves everything else. */
  readonly path: string
  /** See `SHARED`. */
  readonly shared: Int32Array<SharedArrayBuffer>
}

/** Places in the memory that the threads share. */
export const SHARED = {
  /** Changes when a front must forget what it knows about projects. */
  version: 0,
  /** Exchanges on their way to the engine. */
  exchanges: 1,
} as const
/** More are dropped, as the request log does with those that it cannot write. */
export const EXCHANGES_MAX = 5000
/** The header with the IP address of the client, on that socket alone. */
export const CLIENT_HEADER = 'sandcard-client'
