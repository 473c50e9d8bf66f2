// Interface C, the payment gateway: forms with login and password among the parameters, JSON
// responses, and HTTP 200 for errors.

import type {
  FastifyInstance,
  FastifyPluginAsync,
  FastifyReply,
  FastifyRequest,
  FastifySchema,
} from 'fastify'
import { Type } from '../../web/http/schemas/type.ts'
import type { Service } from '../../service.ts'
import { APIS } from '../endpoint/apis.ts'
import type { Interface } from '../../web/http/plugin.ts'
import { type ProblemCase, ProblemSchema, sendProblem } from '../../web/http/responses/problem.ts'
import { bytesOf, requestErrorOf } from '../../web/http/responses/error.ts'
import { announceFaults } from '../../web/http/calls/under-faults.ts'
import { noteUnknownPath } from '../../web/http/calls/exchanges.ts'
import { handleNotFound } from '../../web/http/responses/not-found.ts'
import { instantPaymentEndpoints } from './operations/instant-payments.ts'
import { instantRefundEndpoint } from './operations/instant-refund.ts'
import { bindingEndpoints } from './operations/bindings.ts'
import { newBindingEndpoint } from './operations/new-binding.ts'
import { browserRoutes } from './browser.ts'
import { callerOf, headerOf } from './caller.ts'
import { captureEndpoints } from './operations/captures.ts'
import {
  type Endpoint,
  EVERY_CALL,
  EVERY_MERCHANT_CALL,
  operationIdOf,
  sendError,
} from './endpoint.ts'
import { textForm } from './answers/forms.ts'
import { readFormOfGet } from './parameters/get-form.ts'
import { FORM_TYPE, sentByForm } from './parameters/sent-parameters.ts'
import { GatewayError } from './errors/gateway-error.ts'
import { leftOutReason } from './left-out.ts'
import { CODES } from './errors/code-meanings.ts'
import { MESSAGES } from './errors/messages.ts'
import { payerEndpoints } from './operations/payer-calls.ts'
import { recurrentEndpoints } from './operations/recurrent.ts'
import { orderEndpoints } from './operations/orders.ts'
import { walletEndpoints } from './operations/wallets.ts'
import { bodySchema, fitsAddress, namesSensitive } from './parameters/parameters.ts'
import { paymentEndpoints } from './operations/payments.ts'

/** The operations by subject, in the order of the reference. */
const GROUPS: readonly (readonly [title: string, endpoints: readonly Endpoint[]])[] = [
  ['Orders', orderEndpoints],
  ['Payments', paymentEndpoints],
  ['Capture, reversal, refund', captureEndpoints],
  ['Bindings', [...bindingEndpoints, newBindingEndpoint]],
  ['Payments in one call', [...instantPaymentEndpoints, instantRefundEndpoint]],
  ['Recurring payments', recurrentEndpoints],
  ['Wallets', walletEndpoints],
  ["Calls of a payer's page", payerEndpoints],
]

/** All operations. */
export const ENDPOINTS: readonly Endpoint[] = GROUPS.flatMap(([, endpoints]) => endpoints)

const NEVER_STORED = 'no-cache, no-store'

export const gateway: Interface = async (app, { service }) => {
  readBodiesAsBytes(app)
  // The parameter tables validate requests, with the messages of this interface.
  app.setValidatorCompiler(() => () => true)
  app.setSerializerCompiler(() => JSON.stringify)
  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers({ 'cache-control': NEVER_STORED, 'Request-id': request.id })
    done()
  })
  app.setErrorHandler((error, request, reply) => {
    const { kind } = requestErrorOf(error)
    // A malformed content type is not a form, so the body is ignored.
    if (kind === 'media-type')
      return request.routeOptions.handler.call(app, request, reply.code(200))
    if (kind === 'too-large')
      return problem(reply, {
        ...TOO_LARGE,
        detail: `Send a form of up to ${bytesOf(request.routeOptions.bodyLimit)}.`,
      })
    if (kind === 'malformed') return problem(reply, UNREADABLE_REQUEST)
    return sendError(reply, error, { family: 'registration', form: textForm, language: 'en' })
  })
  handleNotFound(app, async (request, reply, allow) => {
    await noteCaller(service, request, reply)
    return allow === undefined
      ? problem(reply, unknownOperation(request.url))
      : problem(reply, { ...WRONG_METHOD, detail: `Use ${allow}.` })
  })
  app.describeCodes(APIS.C.tag, CODES)
  for (const [group, endpoints] of GROUPS)
    for (const endpoint of endpoints) endpointRoute(app, service, { ...endpoint, group })
  browserRoutes(app, service)
}

/** Purchases on credit do not exist here: every call gets the gateway's error. */
export const creditCalls: FastifyPluginAsync = async (app) => {
  handleNotFound(app, ({ url }, reply) => problem(reply, unknownOperation(url)))
}

/** Identifies the caller of an unknown operation, so that the call appears in their request log. */
async function noteCaller(
  service: Service,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  try {
    const caller = await callerOf(service, sentByForm(request), headerOf(request))
    noteUnknownPath(request, 'C', caller)
    if (caller.faults !== null) announceFaults(reply)
  } catch (error) {
    // The response is the same without credentials.
    if (!(error instanceof GatewayError)) throw error
  }
}

const UNKNOWN_OPERATION = {
  status: 404,
  code: 'unknown-operation',
  title: 'Unknown operation',
  detail: 'Call operations as /payment/rest/NAME.do. See /docs for the available operations.',
}
/** Returns the reason if the gateway family has an operation that the sandbox lacks. */
const unknownOperation = (url: string): ProblemCase => {
  const { detail } = UNKNOWN_OPERATION
  return { ...UNKNOWN_OPERATION, detail: leftOutReason(url) ?? detail }
}

const WRONG_METHOD = {
  status: 405,
  code: 'method-not-allowed',
  title: 'The method is not allowed',
}
const SENSITIVE_GET = {
  ...WRONG_METHOD,
  detail: 'Use POST with a form: card data and responses of an issuer must not appear in a URL.',
}
const TOO_LARGE = {
  status: 413,
  code: 'body-too-large',
  title: 'The body is too large',
}

const UNREADABLE_REQUEST = {
  status: 400,
  code: 'bad-request',
  title: 'The request cannot be read',
  detail: 'The body does not have the length in Content-Length.',
}

/** A problem with `errorCode`, because clients treat JSON without it as success. */
const problem = (reply: FastifyReply, told: ProblemCase): FastifyReply =>
  sendProblem(reply, {
    ...told,
    extension: {
      errorCode: String(MESSAGES['system-error'].code),
      errorMessage: `${told.title}. ${told.detail}`,
    },
  })

/** Reads a body of any type. Operations ignore a body that is not a form. */
function readBodiesAsBytes(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
    done(null, body)
  })
}

/** The paths of an operation. The gateway family also has JSON operations outside `/rest/`. */
const pathsOf = ({ name, isJson }: Endpoint): readonly string[] =>
  isJson === true ? [`/${name}`, `/rest/${name}`] : [`/rest/${name}`]

/** An endpoint with the title of its group in the reference. */
interface ListedEndpoint extends Endpoint {
  readonly group: string
}

function endpointRoute(app: FastifyInstance, service: Service, endpoint: ListedEndpoint): void {
  const operationId = operationIdOf(endpoint)
  const config = { api: 'C', operation: operationId } as const
  // The parameter table checks requests, so the schema only describes them.
  const describe = (): FastifySchema => schemaOf(endpoint, operationId)
  const [shown = ''] = pathsOf(endpoint)
  service.operationApis.set(operationId, 'C')
  for (const url of pathsOf(endpoint)) {
    app.post(url, { config: { ...config, ...(url === shown && { describe }) } }, (request, reply) =>
      endpoint.answerTo(service, request, reply),
    )
    if (fitsAddress(endpoint.parameters))
      app.get(
        url,
        { config, exposeHeadRoute: false, preValidation: readFormOfGet },
        (request, reply) =>
          namesSensitive(endpoint.parameters, sentByForm(request))
            ? problem(reply.header('Allow', 'POST'), SENSITIVE_GET)
            : endpoint.answerTo(service, request, reply),
      )
  }
}

/** A request that reached no operation: unknown name, wrong method, unreadable body. */
const GATEWAY_PROBLEM = {
  description: 'No such operation, wrong method, body too large or unreadable',
  content: {
    'application/problem+json': {
      schema: Type.Object(
        {
          ...ProblemSchema.properties,
          errorCode: Type.Literal('7'),
          errorMessage: Type.String({ description: 'The title and the detail of the problem' }),
        },
        { title: 'GatewayProblem' },
      ),
    },
  },
}

/** The demo project's credentials, so that the examples can be sent unchanged. */
const EXAMPLE_CREDENTIALS = { userName: 'demo-api', password: 'demo-password' }

function schemaOf(endpoint: ListedEndpoint, operationId: string) {
  const { summary, description, parameters, example, answer, isJson, isHidden, group } = endpoint
  const { answers, form } = endpoint
  const isOfPayer = endpoint.orderOfPayer !== undefined
  return {
    ...(isHidden === true && { hide: true }),
    operationId,
    summary,
    description,
    tags: [APIS.C.tag],
    'x-group': group,
    // Login and password are parameters of the form.
    security: [],
    consumes: [isJson === true ? 'application/json' : FORM_TYPE],
    body: isOfPayer
      ? bodySchema({ ...EVERY_CALL, ...parameters }, example)
      : bodySchema(
          { ...EVERY_MERCHANT_CALL, ...parameters },
          { ...EXAMPLE_CREDENTIALS, ...example },
        ),
    response: {
      200: { anyOf: [...answers, form.schema], examples: [answer] },
      '4xx': GATEWAY_PROBLEM,
      429: { ...form.schema, description: 'The project has reached `RATE_LIMIT`; errorCode 7' },
      '5xx': {
        ...form.schema,
        description: 'The service is busy or failed; errorCode 7',
        examples: [form(7, 'System error')],
      },
    },
  }
}
