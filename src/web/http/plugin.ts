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
    /** Labels of metrics and log. */
    readonly api?: 'A' | 'B' | 'C' | 'control' | 'portal' | 'operations'
    readonly operation?: string
    /** The schema for the reference, if the route does not check requests by it. */
    readonly describe?: () => FastifySchema
    /** True if the body is read as a text of any media type. */
    readonly isText?: boolean
  }
}
