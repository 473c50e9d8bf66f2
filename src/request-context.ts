// The request that a call belongs to. Handlers call commands through many functions, so the context
// belongs to the request and is not passed on, like the display of pages.

import { AsyncLocalStorage } from 'node:async_hooks'
import type { Project } from './engine/directory.ts'
import type { CommandChanges } from './engine/execution.ts'
import type { CommandOrigin } from './kernel/origin.ts'

/** The state of a request while it is served. */
export interface RequestContext {
  readonly id: string
  /** The request as commands see it. */
  readonly origin: CommandOrigin
  /** The project that the caller belongs to; null until it is known. */
  project: Project | null
  /** The results of its commands. */
  readonly results: unknown[]
  /** The changes of its first commands; null under load, when they are not kept. */
  changes: CommandChanges[] | null
  /** The response, unless it is a stream. */
  answer: string | Buffer | null
  /** The fault that was injected into the response, if any. */
  injectedFault: string | undefined
  /** True if an outcome rule withholds the response. */
  isAnswerLost: boolean
  /** Interface A answers some refusals with 200: true if nothing was changed. */
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
  answer: null,
  injectedFault: undefined,
  isAnswerLost: false,
  isRefused: false,
  isPublished: false,
})

const contexts = new AsyncLocalStorage<RequestContext>()

/** The request that is being served; undefined for work that no request asked for. */
export const currentRequest = (): RequestContext | undefined => contexts.getStore()

/** Runs `work` and everything that it starts as a part of the request. */
export const withRequest = (context: RequestContext, work: () => void): void => {
  contexts.run(context, work)
}
