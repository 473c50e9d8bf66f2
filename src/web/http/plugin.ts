// The options of every interface.

import type { FastifyPluginAsync } from 'fastify'
import type { Service } from '../../service.ts'

export interface InterfaceOptions {
  readonly service: Service
}

export type Interface = FastifyPluginAsync<InterfaceOptions>

declare module 'fastify' {
  interface FastifyReply {
    /** The error code of interface C, whose errors have the HTTP status 200. */
    errorCode: string | undefined
  }
  interface FastifyContextConfig {
    /** Labels for metrics and the log. */
    readonly api?: 'A' | 'B' | 'C' | 'control' | 'portal' | 'operations'
    readonly operation?: string
    /** The schema for the reference, if the route does not validate requests with it. */
    readonly describe?: () => FastifySchema
    /** True if the body is read as a text of any media type. */
    readonly isText?: boolean
  }
}
