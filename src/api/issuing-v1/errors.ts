// The errors of interface A: a service fault if the request was not processed, otherwise an
// operation result or a response code.

import type { FastifyReply, FastifyRequest } from 'fastify'
import { batchTime } from '../../kernel/dataset.ts'
import type { Project } from '../../engine/directory.ts'
import type { Service } from '../../service.ts'
import { datasetById } from '../../store/reads/ledger.ts'
import { realNow } from '../../time.ts'
import { type RequestError, requestErrorOf } from '../../web/http/responses/error.ts'
import { retryLater } from '../../web/http/responses/retry.ts'
import { projectOf } from '../endpoint/serve.ts'
import {
  FAULT_MEANING,
  isKnownFault,
  isResultOperation,
  faultStatus,
  SERVICE_FAULTS,
  type ServiceFaultName,
} from './codes.ts'
import { refusedResult } from './views.ts'
import { violationText } from './violation-text.ts'

/** The request was not processed; `message` is the `errorDesc`. */
export class ServiceFault extends Error {
  override readonly name = 'ServiceFault'
  readonly fault: ServiceFaultName

  constructor(fault: ServiceFaultName, errorDesc: string) {
    super(errorDesc)
    this.fault = fault
  }
}

/** The error handler of this API. */
export async function answerError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  service: Service,
): Promise<FastifyReply> {
  if (error instanceof ServiceFault) return serviceFault(reply, error.fault, error.message)
  const requestError = requestErrorOf(error)
  if (requestError.kind === 'bug') return failure(reply, request, error)
  if (requestError.kind !== 'fault') return serviceFault(reply, ...describe(requestError))
  const { fault } = requestError
  if (!isKnownFault(fault.code)) return failure(reply, request, error)
  const meaning = FAULT_MEANING[fault.code]
  if ('serviceFault' in meaning) return serviceFault(reply, meaning.serviceFault, fault.message)
  const body = { responseCode: meaning.responseCode, message: fault.message }
  request.context.isRefused = true
  const { operation = '' } = request.routeOptions.config
  if (!isResultOperation(operation)) return reply.code(faultStatus(body.responseCode)).send(body)
  try {
    const at = await traceOf(service, projectOf(request))
    return await reply.code(200).send(refusedResult(operation, body, at))
  } catch (cause) {
    return failure(reply, request, cause)
  }
}

function serviceFault(
  reply: FastifyReply,
  name: ServiceFaultName,
  errorDesc: string,
): FastifyReply {
  const { status, errorCode } = SERVICE_FAULTS[name]
  if (status === 503 || status === 429) retryLater(reply, status)
  return reply.code(status).send({ errorCode, errorDesc })
}

function failure(reply: FastifyReply, request: FastifyRequest, error: unknown): FastifyReply {
  request.log.error({ err: error }, 'interface A failed')
  return serviceFault(reply, 'failure', `The service failed. Request ${request.id}.`)
}

/**
 * The project's time and next trace number. A fault changes nothing, so it does not use the number
 * up.
 */
function traceOf(service: Service, project: Project): Promise<{ stan: number; now: number }> {
  return service.read(project, async (reads, datasetId) => {
    const dataset = await datasetById(reads, datasetId)
    return { stan: dataset.nextStan, now: batchTime(dataset, realNow()) }
  })
}

function describe(
  requestError: Exclude<RequestError, { kind: 'fault' | 'bug' }>,
): [name: ServiceFaultName, errorDesc: string] {
  switch (requestError.kind) {
    case 'malformed':
      return ['malformed', 'The body is not valid JSON.']
    case 'invalid':
      return ['malformed', violationText(requestError.violations)]
    case 'media-type':
      return ['not-json', 'The body must be application/json.']
    case 'too-large':
      return ['too-large', 'The body is too large.']
  }
}
