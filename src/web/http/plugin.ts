// What every interface is given when it is registered.

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
    /** Labels of the metrics and of the log. */
    readonly api?: 'A' | 'B' | 'C' | 'control' | 'portal' | 'operations'
    readonly operation?: string
  }
}
