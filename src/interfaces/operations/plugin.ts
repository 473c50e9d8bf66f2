// Liveness, readiness and metrics, for whoever runs the service.

import type { FastifyPluginAsync } from 'fastify'
import type { Metrics } from '../../metrics.ts'
import type { InterfaceOptions } from '../http/plugin.ts'

export const operations: FastifyPluginAsync<InterfaceOptions & { metrics: Metrics }> = () =>
  Promise.resolve()
