// What every interface is given, and the type of the app it registers on.

import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyPluginAsync,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { Service } from '../../service.ts'
import type { KnownPaths } from './known-paths.ts'

export interface InterfaceOptions {
  readonly service: Service
  /** Which methods a path knows, to tell 405 from 404. */
  readonly knownPaths: KnownPaths
}

export type Interface = FastifyPluginAsync<InterfaceOptions>

/** The app with request types inferred from TypeBox schemas. */
export type TypedApp = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Labels of the metrics and, later, of the request log. */
    readonly api?: 'A' | 'B' | 'C' | 'control' | 'portal' | 'operations'
    readonly operation?: string
  }
}
