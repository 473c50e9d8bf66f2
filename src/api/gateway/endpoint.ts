// One operation of the interface: its table of parameters, how it refuses, and what it does. A call goes through the same checks
// whatever the operation: the credentials, then the parameters, then the operation itself.

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import { random } from '../../random.ts'
import { messageLanguage, type MessageLanguage } from '../../payments/authorisation/action-code.ts'
import { Fault } from '../../kernel/fault.ts'
import { gatewayId } from '../../payments/orders/gateway-id.ts'
import type { Project } from '../../engine/directory.ts'
import type { Service } from '../../service.ts'
import { realNow } from '../../time.ts'
import { callerAddress } from '../../web/http/caller-address.ts'
import { originOf } from '../../web/http/origin.ts'
import { callerOf } from './caller.ts'
import { projectOfOrder } from './order-of.ts'
import { retryLater } from '../../web/http/retry.ts'
import { type Family, meaningOf, passingStatus } from './codes.ts'
import type { ErrorForm } from './forms.ts'
import {
  hasUnknownCharset,
  isBodyIgnored,
  type SentParameters,
  sentByEither,
  sentByForm,
} from './sent-parameters.ts'
import * as types from './parameter-types.ts'
import { MESSAGES, messageText } from './messages.ts'
import { optional, type ParameterTable, readerOf, type Values } from './parameters.ts'
import { GatewayError, type GatewayErrorName } from './gateway-error.ts'

/** A call whose caller is known and whose parameters were read. */
export interface Call<P extends ParameterTable> {
  readonly service: Service
  readonly project: Project
  /** The language of messages. */
  readonly language: MessageLanguage
  /** The language of pages and addresses: what was sent, lower case. */
  readonly pageLanguage: string
  /** Origin of the addresses that are handed out. */
  readonly origin: string
  /** Where the call came from: it stands for the payer's address where none is sent. */
  readonly callerAddress: string | undefined
  readonly values: Values<P>
  /** A new id of an order, a binding or a challenge. */
  newId(): string
}

export interface Definition<P extends ParameterTable> {
  /** As in the path: `register.do`. */
  readonly name: string
  /** Its name in the reference, where it is not that of the path. */
  readonly operationId?: string
  readonly summary: string
  readonly description: string
  readonly parameters: P
  /** A form that can be sent as it stands, without the credentials. */
  readonly example: Readonly<Record<string, string>>
  /** An example of a good answer. */
  readonly answer: object
  /** Every good answer; the form of the error completes them. */
  readonly answers: readonly TSchema[]
  readonly family: Family
  readonly form: ErrorForm
  readonly isJson?: boolean
  /**
   * The parameter that names the order, of a call that a payer's page or device makes. Such a call has no credentials: whoever knows the id
   * of an order may pay it.
   */
  readonly orderOfPayer?: string
  /** The merchant's open token, where a parameter has it within; it counts where a call brings no credentials. */
  readonly openToken?: (sent: SentParameters) => string | undefined
  /** What is said where a call brings no credentials at all, if that is not the usual. */
  readonly withoutCredentials?: (sent: SentParameters) => GatewayErrorName
  /** Another spelling that the reference does not show. */
  readonly isHidden?: boolean
  readonly handle: (call: Call<P>) => Promise<object>
}

/** A definition with its types closed over, so that all of them fit in one list. */
export interface Endpoint extends Omit<Definition<ParameterTable>, 'handle'> {
  readonly answerTo: (
    service: Service,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => Promise<FastifyReply>
  /** Performs it in this process, for a known project; throws what the operation refuses. */
  readonly perform: (caller: Caller, form: Readonly<Record<string, string>>) => Promise<object>
}

/** The caller of an operation in this process. */
export type Caller = Pick<Call<ParameterTable>, 'service' | 'project' | 'origin' | 'callerAddress'>

/** Its name in the reference and in logs: that of its path where it says nothing else. */
export const operationIdOf = ({
  name,
  operationId = name.replace('.do', ''),
}: Pick<Endpoint, 'name' | 'operationId'>): string => operationId

/** The language is a parameter like any other, and judged with them. */
const LANGUAGE = optional(types.language, 'Two letters; messages are in English or Russian', {
  invalid: 'language-invalid',
})
const DEFAULT_LANGUAGE = 'en'

/** Parameters of every call of a payer, and those of every call of a merchant. */
export const EVERY_CALL = { language: LANGUAGE } as const satisfies ParameterTable
export const EVERY_MERCHANT_CALL = {
  userName: optional(types.text(255), 'Login of the merchant, ends with `-api`'),
  password: optional(types.text(255), 'Its password'),
  token: optional(types.text(256), 'Instead of login and password'),
  ...EVERY_CALL,
} as const satisfies ParameterTable

async function projectOfPayer(
  service: Service,
  sent: SentParameters,
  name: string,
): Promise<Project> {
  const [orderId] = sent(name)
  if (orderId === undefined) throw new GatewayError('parameter-empty', name)
  return projectOfOrder(service, orderId.toLowerCase())
}

export function endpoint<P extends ParameterTable>(definition: Definition<P>): Endpoint {
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
        newId: () => gatewayId(caller.project.number, realNow(), random()),
      }),
    async answerTo(service, request, reply) {
      const sent = definition.isJson === true ? sentByEither(request) : sentByForm(request)
      const language = messageLanguage(sent?.('language')[0] ?? '')
      try {
        if (sent === undefined) throw new GatewayError('value-invalid')
        if (hasUnknownCharset(request)) throw new GatewayError('charset-unknown')
        const project =
          definition.orderOfPayer === undefined
            ? await callerOf(service, sent, {
                authorization: request.headers.authorization,
                isBodyIgnored: definition.isJson !== true && isBodyIgnored(request),
                openToken: definition.openToken?.(sent),
                withoutCredentials: definition.withoutCredentials?.(sent),
                address: request.ip,
                isOfAnotherSite: request.headers['sec-fetch-site'] === 'cross-site',
              })
            : await projectOfPayer(service, sent, definition.orderOfPayer)
        const values = read(sent)
        const call: Call<P> = {
          service,
          project,
          language,
          pageLanguage: String(values.language ?? DEFAULT_LANGUAGE),
          origin: originOf(service.config, request),
          callerAddress: callerAddress(request),
          values,
          newId: () => gatewayId(project.number, realNow(), random()),
        }
        const answer = await handle(call)
        noteError(reply, (answer as { readonly errorCode?: unknown }).errorCode)
        return await reply.send(answer)
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

/** Answers what was thrown: faults and errors with 200, what passes with 503, and a bug with 500 and nothing of its cause. */
export function sendError(
  reply: FastifyReply,
  error: unknown,
  { family, form, language }: ErrorContext,
): FastifyReply {
  const said = saidOf(error, family)
  if (said !== undefined) {
    const { code } = MESSAGES[said.name]
    const passing = error instanceof Fault ? passingStatus(error.code) : undefined
    if (passing !== undefined) void retryLater(reply, passing)
    noteError(reply, code)
    return reply.send(form(code, messageText(said.name, language, said.parameter, said.expected)))
  }
  reply.request.log.error({ err: error }, 'interface C failed')
  const { code } = MESSAGES['system-error']
  noteError(reply, code)
  return reply.code(500).send(form(code, messageText('system-error', language)))
}

/** Tells metrics and log the error code, which the HTTP status 200 hides. */
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
