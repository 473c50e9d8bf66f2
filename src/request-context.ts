// The request to which a call belongs. Handlers execute commands through many functions, so the
// context is bound to the request and is not passed on.

import { AsyncLocalStorage } from 'node:async_hooks'
import type { ExchangeApi } from './activity/exchange-api.ts'
import { type ChangeTally, tallied } from './engine/change-tally.ts'
import type { Project } from './engine/directory.ts'
import type { CommandChanges } from './engine/command-changes.ts'
import type { CommandOrigin } from './kernel/origin.ts'

/** The state of a request while it is served. */
export interface RequestContext {
  readonly id: string
  /** The request as commands see it. */
  origin: CommandOrigin
  /** The caller's project; null until it is known. */
  project: Project | null
  /** The API of a path that has no operation; absent for a known operation. */
  unknownPathOf?: ExchangeApi
  /** The results of its commands. */
  readonly results: unknown[]
  /** The changes of its commands; null if they are not stored. */
  changes: CommandChanges[] | null
  /** The total number, once there are many. */
  tally: ChangeTally | undefined
  /** The text of the body, if the parsed body does not show it exactly. */
  sentText: string | undefined
  /** The response, unless it is a stream. */
  answer: string | Buffer | null
  /** The fault that was injected into the response, if any. */
  injectedFault: string | undefined
  /** True if an outcome rule withholds the response. */
  isAnswerLost: boolean
  /** Interface A reports some refusals with 200; true if nothing was changed. */
  isRefused: boolean
  /** True after the exchange was published. */
  isPublished: boolean
}

export const newRequestContext = (origin: CommandOrigin): RequestContext => ({
  id: origin.requestId,
  origin,
  project: null,
  results: [],
  changes: [],
  tally: undefined,
  sentText: undefined,
  answer: null,
  injectedFault: undefined,
  isAnswerLost: false,
  isRefused: false,
  isPublished: false,
})

/** Commands whose changes are stored unchanged. */
const UNTALLIED_MAX = 20

export function noteChanges(context: RequestContext, changed: CommandChanges): void {
  const { changes, tally } = context
  if (tally !== undefined) tally.add(changed)
  else if (changes !== null) {
    changes.push(changed)
    if (changes.length > UNTALLIED_MAX) context.tally = tallied(changes)
  }
}

const contexts = new AsyncLocalStorage<RequestContext>()

/** The request that is being served; undefined for work without a request. */
export const currentRequest = (): RequestContext | undefined => contexts.getStore()

/** From now on, the commands of the request fill the project with fixtures or sample data. */
export function markAsSample(): void {
  const context = currentRequest()
  if (context !== undefined) context.origin = { ...context.origin, isSample: true }
}

/** Runs `work` and everything that it starts as part of the request. */
export const withRequest = <T>(context: RequestContext, work: () => T): T =>
  contexts.run(context, work)
