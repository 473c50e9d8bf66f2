// Performs an operation under its project's faults. The operation is authenticated and its request
// valid, so a fault only applies to calls that would run. Errors are thrown in the form that the
// service itself uses, so that each API reports them as its own.

import type { FastifyReply } from 'fastify'
import type { Project } from '../../../engine/directory.ts'
import { FAULT_APIS, type FaultApi } from '../../../fault-injection/fault-kinds.ts'
import { type FaultedCall, mayMeetFault } from '../../../fault-injection/fault-plan.ts'
import { Fault } from '../../../kernel/fault.ts'
import type { Service } from '../../../service.ts'
import { cutBody, slowDownBody } from '../responses/broken-response.ts'
import { retryLater } from '../responses/retry.ts'

/** While a project has faults, every response to its calls has this header. */
const FAULTS_HEADER = 'Sandcard-Faults'
/** Names the faults that applied to a call. */
const FAULT_HEADER = 'Sandcard-Fault'

/** The error messages of the service's own failures. */
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
  /** Sends the error of a page. Without it, errors are thrown or look like a proxy's. */
  readonly sendErrorPage?: (reply: FastifyReply) => FastifyReply
}

/** The response of the operation; undefined if the reply was sent instead. */
export async function underFaults<T>(
  disturbed: DisturbedCall,
  operate: () => Promise<T>,
): Promise<T | undefined> {
  const { service, project, reply, call } = disturbed
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
      return failed(disturbed, fault.status)
    case 'rate-limit':
      void reply.header('Retry-After', String(fault.retryAfterSeconds))
      return failed(disturbed, 429)
    case 'reset-before-commit':
      reply.request.context.isAnswerLost = true
      return failed(disturbed, 500)
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
function failed({ reply, sendErrorPage }: DisturbedCall, status: number): undefined {
  if (sendErrorPage !== undefined) {
    void sendErrorPage(status === 503 ? retryLater(reply) : reply.code(status))
    return undefined
  }
  if (status === 429) throw new Fault('rate-limited', TOO_MANY)
  if (status === 500) throw new Fault('injected-failure', FAILED)
  if (status === 503) throw new Fault('unavailable', UNAVAILABLE)
  const title = `${status} ${status === 502 ? 'Bad Gateway' : 'Gateway Timeout'}`
  void reply
    .code(status)
    .type('text/html')
    .send(`<html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>\n`)
  return undefined
}

/** Responds to a call from the payer's browser, whose errors are pages. */
export async function pageUnderFaults(
  page: Omit<DisturbedCall, 'call'>,
  answer: () => Promise<FastifyReply>,
): Promise<FastifyReply> {
  const { project, reply } = page
  if (project.faults === null) return answer()
  announceFaults(reply)
  const { operation = '' } = reply.request.routeOptions.config
  return (await underFaults({ ...page, call: { api: 'C', operation } }, answer)) ?? reply
}
