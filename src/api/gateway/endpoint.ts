// An operation of the interface: its parameter table, the format of its errors, and its handler.
// Every call passes the same checks: credentials, parameters, operation.

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Static, TSchema } from '../../web/http/schemas/type.ts'
import { messageLanguage, type MessageLanguage } from '../../payments/authorisation/action-code.ts'
import { Fault } from '../../kernel/fault.ts'
import type { Project } from '../../engine/directory.ts'
import type { Service } from '../../service.ts'
import { newGatewayId } from '../../web/redirects/merchant.ts'
import { callerAddress } from '../../web/http/requests/caller-address.ts'
import { originOf } from '../../web/http/requests/origin.ts'
import { announceFaults, underFaults } from '../../web/http/calls/under-faults.ts'
import { callerOf, headerOf } from './caller.ts'
import { projectOfOrder } from './parameters/order-of.ts'
import { retryLater } from '../../web/http/responses/retry.ts'
import { type Family, meaningOf, passingStatus } from './errors/codes.ts'
import type { ErrorForm } from './answers/forms.ts'
import {
  hasUnknownCharset,
  isBodyIgnored,
  type SentParameters,
  sentByEither,
  sentByForm,
} from './parameters/sent-parameters.ts'
import * as types from './parameters/parameter-types.ts'
import { MESSAGES, messageText } from './errors/messages.ts'
import { optional, type ParameterTable, readerOf, type Values } from './parameters/parameters.ts'
import { GatewayError, type GatewayErrorName } from './errors/gateway-error.ts'

/** A call with a known caller and parsed parameters. */
export interface Call<P extends ParameterTable> {
  readonly service: Service
  readonly project: Project
  /** The language of messages. */
  readonly language: MessageLanguage
  /** The language of pages and URLs as sent, in lower case. */
  readonly pageLanguage: string
  /** Origin of the URLs in the response. */
  readonly origin: string
  /** IP address of the caller, used for the payer if no other was sent. */
  readonly callerAddress: string | undefined
  readonly values: Values<P>
  /** A new id of an order, a binding or a challenge. */
  newId(): string
}

interface Definition<P extends ParameterTable, A extends TSchema = TSchema> {
  /** As in the path: `register.do`. */
  readonly name: string
  /** The name in the reference, if it differs from the path. */
  readonly operationId?: string
  readonly summary: string
  readonly description: string
  readonly parameters: P
  /** A complete form without the credentials. */
  readonly example: Readonly<Record<string, string>>
  /** An example of a successful response. */
  readonly answer: object
  /** The schemas of its successful responses; `form` has the schema of its errors. */
  readonly answers: readonly A[]
  readonly family: Family
  readonly form: ErrorForm
  readonly isJson?: boolean
  /**
   * The parameter that names the order, for operations that a payer's page or device calls. They
   * need no credentials: anyone who knows an order's id may pay it.
   */
  readonly orderOfPayer?: string
  /**
   * The parameter that contains the merchant's public token, which is used if the call has no
   * credentials.
   */
  readonly openToken?: (sent: SentParameters) => string | undefined
  /** The error for a call without credentials, if it is not the default. */
  readonly withoutCredentials?: (sent: SentParameters) => GatewayErrorName
  /** An alternative spelling, which the reference does not list. */
  readonly isHidden?: boolean
  readonly handle: (call: Call<P>) => Promise<Static<A>>
}

/** A definition without its type parameters, so that all definitions fit in one list. */
export interface Endpoint extends Omit<Definition<ParameterTable>, 'handle'> {
  /** Returns the response, or the reply if it has been sent. */
  readonly answerTo: (
    service: Service,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => Promise<object>
  /** Performs the operation in this process, for a known project; throws the operation's errors. */
  readonly perform: (caller: Caller, form: Readonly<Record<string, string>>) => Promise<object>
}

/** The caller of an operation in this process. */
type Caller = Pick<Call<ParameterTable>, 'service' | 'project' | 'origin' | 'callerAddress'>

/** The name in the reference and in logs; by default the last part of the path. */
export const operationIdOf = ({
  name,
  operationId = name.replace('.do', ''),
}: Pick<Endpoint, 'name' | 'operationId'>): string => operationId

/** The language is validated like any other parameter. */
const LANGUAGE = optional(
  types.language,
  'Two-letter language code. Messages are in English or Russian',
  {
    invalid: 'language-invalid',
  },
)
const DEFAULT_LANGUAGE = 'en'

/** Parameters of every operation for payers, and of every operation for merchants. */
export const EVERY_CALL = { language: LANGUAGE } as const satisfies ParameterTable
export const EVERY_MERCHANT_CALL = {
  userName: optional(types.text(255), 'API login of the merchant, which ends with `-api`'),
  password: optional(types.text(255), 'Password of the API login'),
  token: optional(types.text(256), 'Token of the merchant, instead of `userName` and `password`'),
  ...EVERY_CALL,
} as const satisfies ParameterTable

type CallerDefinition = Pick<
  Endpoint,
  'orderOfPayer' | 'isJson' | 'openToken' | 'withoutCredentials'
>

/** The project of the caller's credentials, or of the order that a payer's page names. */
async function projectOfCall(
  service: Service,
  request: FastifyRequest,
  sent: SentParameters,
  { orderOfPayer, isJson, openToken, withoutCredentials }: CallerDefinition,
): Promise<Project> {
  if (orderOfPayer === undefined)
    return callerOf(service, sent, {
      ...headerOf(request),
      isBodyIgnored: isJson !== true && isBodyIgnored(request),
      openToken: openToken?.(sent),
      withoutCredentials: withoutCredentials?.(sent),
    })
  const [orderId] = sent(orderOfPayer)
  if (orderId === undefined) throw new GatewayError('parameter-empty', orderOfPayer)
  return projectOfOrder(service, orderId.toLowerCase())
}

export function endpoint<P extends ParameterTable, A extends TSchema>(
  definition: Definition<P, A>,
): Endpoint {
  const { handle, ...described } = definition
  const read = readerOf<P & typeof EVERY_CALL>({ ...definition.parameters, ...EVERY_CALL })
  return {
    ...described,
    perform: (caller, form) =>
      handle({
        ...caller,
        language: DEFAULT_LANGUAGE,
        pageLanguage: DEFAULT_LANGUAGE,
        values: read((name) => (form[name] === undefined ? [] : [form[name]])),
        newId: () => newGatewayId(caller.project),
      }),
    async answerTo(service, request, reply) {
      const sent = definition.isJson === true ? sentByEither(request) : sentByForm(request)
      const language = messageLanguage(sent?.('language')[0] ?? '')
      try {
        if (sent === undefined) throw new GatewayError('value-invalid')
        if (hasUnknownCharset(request)) throw new GatewayError('charset-unknown')
        const project = await projectOfCall(service, request, sent, definition)
        request.context.project = project
        if (project.faults !== null) announceFaults(reply)
        const values = read(sent)
        const call: Call<P> = {
          service,
          project,
          language,
          pageLanguage: String(values.language ?? DEFAULT_LANGUAGE),
          origin: originOf(service.config, request),
          callerAddress: callerAddress(request),
          values,
          newId: () => newGatewayId(project),
        }
        const faulted = { api: 'C', operation: operationIdOf(described) } as const
        const answer =
          project.faults === null
            ? await handle(call)
            : await underFaults({ service, project, reply, call: faulted }, () => handle(call))
        if (answer === undefined) return await reply
        noteError(reply, (answer as { readonly errorCode?: unknown }).errorCode)
        // Not `reply.send(answer)`, because waiting for the reply takes longer than sending it.
        return answer
      } catch (error) {
        return sendError(reply, error, { ...described, language })
      }
    },
  }
}

interface ErrorContext {
  readonly family: Family
  readonly form: ErrorForm
  readonly language: MessageLanguage
}

/** Sends an error: 200 for faults, 503 for temporary errors, and 500 without a cause for bugs. */
export function sendError(
  reply: FastifyReply,
  error: unknown,
  { family, form, language }: ErrorContext,
): FastifyReply {
  const said = saidOf(error, family)
  if (said !== undefined) {
    const { code } = MESSAGES[said.name]
    const passing = error instanceof Fault ? passingStatus(error.code) : undefined
    if (passing === 500) void reply.code(500)
    else if (passing !== undefined) void retryLater(reply, passing)
    noteError(reply, code)
    return reply.send(form(code, messageText(said.name, language, said.parameter, said.expected)))
  }
  reply.request.log.error({ err: error }, 'interface C failed')
  const { code } = MESSAGES['system-error']
  noteError(reply, code)
  return reply.code(500).send(form(code, messageText('system-error', language)))
}

/** Passes the error code to metrics and log, because the HTTP status 200 hides it. */
function noteError(reply: FastifyReply, code: unknown): void {
  if (typeof code !== 'number' && typeof code !== 'string') return
  if (Number(code) !== 0) reply.errorCode = String(code)
}

interface SaidError {
  readonly name: GatewayErrorName
  readonly parameter: string
  readonly expected?: types.Expectation | undefined
}

function saidOf(error: unknown, family: Family): SaidError | undefined {
  if (error instanceof GatewayError) {
    const { code: name, parameter, expected } = error
    return { name, parameter, expected }
  }
  if (!(error instanceof Fault)) return undefined
  const name = meaningOf(error.code, family)
  if (name === undefined) return undefined
  const { member } = error
  if (name !== 'value-invalid' || member === undefined) return { name, parameter: '' }
  return member === 'amount'
    ? { name: 'amount-wrong', parameter: '' }
    : { name: 'parameter-invalid', parameter: member }
}
