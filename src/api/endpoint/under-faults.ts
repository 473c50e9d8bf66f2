// Performs an operation under the faults of its project. The operation is authenticated and its
// request valid, so a fault meets only calls that would run. Errors are thrown in the form that the
// service itself uses, so that each api answers them as its own.

import type { FastifyReply } from 'fastify'
import type { Project } from '../../engine/directory.ts'
import { FAULT_APIS, type FaultApi } from '../../fault-injection/fault-kinds.ts'
import {
  type ActingFault,
  type FaultedCall,
  mayMeetFault,
} from '../../fault-injection/fault-plan.ts'
import { Fault } from '../../kernel/fault.ts'
import type { Service } from '../../service.ts'
import { cutBody, slowDownBody } from '../../web/http/responses/broken-response.ts'

/** While a project has faults, every response to its calls has this header. */
const FAULTS_HEADER = 'Sandcard-Faults'
/** Names the faults that acted on a call. */
const FAULT_HEADER = 'Sandcard-Fault'

/** The messages of failures of the service itself. */
const FAILED = 'The service failed.'
const UNAVAILABLE = 'The service is not available. Retry shortly.'
const TOO_MANY = 'Too many requests. Retry later.'

export const isFaultApi = (api: string): api is FaultApi => FAULT_APIS.some((each) => each === api)

/** Says on every response that the project has faults. */
export const announceFaults = (reply: FastifyReply): void => {
  void reply.header(FAULTS_HEADER, 'active')
}

interface DisturbedCall {
  readonly service: Service
  readonly project: Project
  readonly reply: FastifyReply
  readonly call: FaultedCall
}

/** The answer of the operation; undefined if the reply was sent instead. */
export async function underFaults<T>(
  { service, project, reply, call }: DisturbedCall,
  operate: () => Promise<T>,
): Promise<T | undefined> {
  if (!mayMeetFault(project.faults ?? [], call)) return operate()
  const { latencyMs, fault, kinds } = await service.execute(project, 'meetFaults', call)
  if (kinds.length > 0) {
    const names = kinds.join(', ')
    reply.request.context.injectedFault = names
    void reply.header(FAULT_HEADER, names)
  }
  if (latencyMs > 0) await service.pauses.wait(latencyMs)
  switch (fault?.kind) {
    case undefined:
      return operate()
    case 'error':
      return failed(fault, reply)
    case 'rate-limit':
      void reply.header('Retry-After', String(fault.retryAfterSeconds))
      throw new Fault('rate-limited', TOO_MANY)
    case 'reset-before-commit':
      reply.request.context.isAnswerLost = true
      throw new Fault('injected-failure', FAILED)
    case 'reset-after-commit':
      reply.request.context.isAnswerLost = true
      return operate()
    case 'truncate':
      cutBody(reply)
      return operate()
    case 'slow-body':
      slowDownBody(reply, service.pauses, fault.ms)
      return operate()
  }
}

/** 502 and 504 come from a proxy in front of an API, so their body is a page. */
function failed({ status }: ActingFault, reply: FastifyReply): undefined {
  if (status === 500) throw new Fault('injected-failure', FAILED)
  if (status === 503) throw new Fault('unavailable', UNAVAILABLE)
  const title = `${status} ${status === 502 ? 'Bad Gateway' : 'Gateway Time-out'}`
  void reply
    .code(status)
    .type('text/html')
    .send(`<html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>\n`)
  return undefined
}
