// A callback as the control API shows it: its parameters and every attempt to send it.

import { type Static, Type } from '../../../web/http/schemas/type.ts'
import {
  type Callback,
  type CallbackAttempt,
  type CallbackState,
  isTest,
} from '../../../callbacks/callback.ts'
import { checksumText } from '../../../callbacks/checksum.ts'
import type { CallbackKey } from '../../../callbacks/settings.ts'
import { FAULT_KIND_NAMES, isCallbackFault } from '../../../fault-injection/fault-kinds.ts'
import { callbackRequest, sentParameters, UNSET_URL } from '../../../delivery/signing.ts'
import type { CallbackFilterState } from '../../../store/reads/callbacks.ts'
import type { Directory, Project } from '../../../engine/directory.ts'
import { CALLBACK_OPERATIONS } from '../../../callbacks/callback-schedule.ts'
import { iso, Moment, orNull } from '../schemas.ts'

const AttemptSchema = Type.Object({
  at: Moment,
  httpStatus: orNull(Type.Integer(), 'HTTP status of the response; null if no response arrived'),
  durationMs: Type.Integer(),
  error: orNull(Type.String(), 'Why there is no complete response; null if there is one'),
  request: Type.Object({
    method: Type.Enum(['GET', 'POST']),
    url: Type.String({ description: 'URL with its query, as sent to your server' }),
    body: Type.String({ description: 'Form of a POST request, as sent' }),
  }),
  answer: Type.String({ description: 'Headers and the start of the body of the response' }),
  fault: Type.Optional(
    Type.Enum(FAULT_KIND_NAMES.filter(isCallbackFault), {
      description: 'The fault of the project that acted on the attempt; absent without one',
    }),
  ),
})

/** The name of each state in this API; `captured` is a callback without a URL. */
const WIRE_STATE = {
  unaddressed: 'captured',
  waiting: 'waiting',
  delivered: 'delivered',
  failed: 'failed',
} as const satisfies Record<CallbackState, string>
export type CallbackWireState = (typeof WIRE_STATE)[CallbackState]

export const wireStateOf = (state: CallbackState): CallbackWireState => WIRE_STATE[state]

/** Names to filter by: the states, and groups of callbacks. */
const FILTERS = [...Object.values(WIRE_STATE), 'untried', 'retrying', 'failing'] as const
export type CallbackFilterName = (typeof FILTERS)[number]

export const callbackFilterOf = (name: CallbackFilterName): CallbackFilterState =>
  name === 'captured' ? 'unaddressed' : name

export const CallbackStateSchema = Type.Enum(Object.values(WIRE_STATE), {
  description:
    '`captured`: sent only if you resend it. `waiting`: will be sent or retried. `delivered`: your server responded with 200. `failed`: all attempts are used up',
})

export const CallbackFilterSchema = Type.Enum(FILTERS, {
  description:
    'A state, or a group. `untried`: waiting, and no attempt has failed. `retrying`: waiting, and the last attempt failed. `failing`: retrying or failed',
})

export const CallbackAnswer = Type.Object({
  id: Type.String(),
  orderId: orNull(Type.String(), 'Id of the order that the callback reports (`mdOrder`)'),
  orderNumber: orNull(Type.String(), "The merchant's order number"),
  bindingId: orNull(Type.String(), 'Id of the stored card that the callback reports'),
  operation: Type.Enum([...CALLBACK_OPERATIONS]),
  status: Type.Integer({ description: '1: the operation succeeded; 0: it failed' }),
  state: CallbackStateSchema,
  test: Type.Boolean({ description: 'True for a test callback' }),
  sample: Type.Boolean({ description: 'True if fixtures or sample data caused it' }),
  url: orNull(
    Type.String(),
    'URL to which the callback is sent; null if none was set when the event happened',
  ),
  method: Type.Enum(['GET', 'POST']),
  parameters: Type.Record(Type.String(), Type.String(), {
    description: 'Sent parameters without the signature',
  }),
  createdAt: Moment,
  failures: Type.Integer({
    description: 'Number of failed attempts since the callback was last queued',
  }),
  nextAttemptAt: orNull(Moment, 'Time of the next attempt; null if none is scheduled'),
  attempts: Type.Array(AttemptSchema, { description: 'The latest attempts, oldest first' }),
})

const NamedValue = Type.Object({ name: Type.String(), value: Type.String() })

/** One callback with what a receiver needs to check its signature. */
export const CallbackDetailsAnswer = Type.Object({
  ...CallbackAnswer.properties,
  signing: Type.Object(
    {
      parameters: Type.Array(NamedValue, {
        description: 'The signed parameters, in the order in which they are sent',
      }),
      signature: Type.Enum(['none', 'hmac', 'rsa']),
      key: Type.String({ description: 'Alias of the HMAC key that signs the callback' }),
      signAlias: orNull(Type.String(), 'The parameter `sign_alias`; null if it is not sent'),
      text: Type.String({
        description: 'The signed text: parameters sorted by name and joined as `name;value;`',
      }),
      checksum: orNull(Type.String(), 'The checksum; null if the callback is not signed'),
    },
    { description: 'How the next attempt is signed' },
  ),
})

export async function callbackDetails(
  callback: Callback,
  project: Project,
  { directory, keys }: { readonly directory: Directory; readonly keys: readonly CallbackKey[] },
): Promise<Static<typeof CallbackDetailsAnswer>> {
  const addressed = { ...callback, url: callback.url ?? UNSET_URL }
  const sent = sentParameters(await callbackRequest(addressed, project, keys, directory))
  const { signature, keyAlias } = callback.message
  return {
    ...callbackView(callback),
    signing: {
      parameters: sent
        .filter(([name]) => name !== 'checksum' && name !== 'sign_alias')
        .map(([name, value]) => ({ name, value })),
      signature,
      key: keyAlias,
      signAlias: sent.find(([name]) => name === 'sign_alias')?.[1] ?? null,
      text: checksumText(sent),
      checksum: sent.find(([name]) => name === 'checksum')?.[1] ?? null,
    },
  }
}

export const callbackView = (callback: Callback): Static<typeof CallbackAnswer> => ({
  id: String(callback.id),
  orderId: callback.orderId,
  orderNumber: callback.orderNumber,
  bindingId: callback.bindingId,
  operation: callback.operation,
  status: callback.status,
  state: WIRE_STATE[callback.state],
  test: isTest(callback),
  sample: callback.message.isSample === true,
  url: callback.url,
  method: callback.message.method,
  parameters: Object.fromEntries(callback.message.parameters),
  createdAt: iso(callback.createdAt),
  failures: callback.failures,
  nextAttemptAt: callback.dueAt === null ? null : iso(callback.dueAt),
  attempts: callback.attempts.map(attemptView),
})

const attemptView = ({ at, ...rest }: CallbackAttempt): Static<typeof AttemptSchema> => ({
  at: iso(at),
  ...rest,
})
