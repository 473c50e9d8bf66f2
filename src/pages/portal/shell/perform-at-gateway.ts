// Performs operations of interface C in this process, on behalf of a project.

import type { FastifyRequest } from 'fastify'
import { operationIdOf } from '../../../api/gateway/endpoint.ts'
import { ENDPOINTS } from '../../../api/gateway/plugin.ts'
import type { Project } from '../../../engine/directory.ts'
import type { Service } from '../../../service.ts'
import type { ApiCall } from '../../../web/http/calls/api-call.ts'
import { callerAddress } from '../../../web/http/requests/caller-address.ts'
import { originOf } from '../../../web/http/requests/origin.ts'

export type PerformAtGateway = (call: Extract<ApiCall, { api: 'C' }>) => Promise<object>

export const gatewayPerformer =
  (service: Service, project: Project, request: FastifyRequest): PerformAtGateway =>
  ({ operation, form }) => {
    const endpoint = ENDPOINTS.find((each) => operationIdOf(each) === operation)
    if (endpoint === undefined) throw new Error(`interface C has no operation ${operation}`)
    const origin = originOf(service.config, request)
    const caller = { service, project, origin, callerAddress: callerAddress(request) }
    return endpoint.perform(caller, form)
  }
