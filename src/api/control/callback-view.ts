// A callback as the control API shows it: what was to be told, and every attempt to tell it.

import Type, { type Static } from 'typebox'
import {
  type Callback,
  CALLBACK_STATES,
  type CallbackAttempt,
  type CallbackState,
  isTest,
} from '../../callbacks/callback.ts'
import { CALLBACK_OPERATIONS } from '../../callbacks/callback-schedule.ts'
import { iso, Moment, orNull } from './schemas.ts'

const AttemptSchema = Type.Object({
  at: Moment,
  httpStatus: orNull(Type.Integer(), 'Null where no answer came'),
  durationMs: Type.Integer(),
  error: orNull(Type.String(), 'Why there was no complete answer; null where there was one'),
  request: Type.Object({
    method: Type.Enum(['GET', 'POST']),
    url: Type.String({ description: 'Address with its query, as sent' }),
    body: Type.String({ description: 'Form of a POST, as sent' }),
  }),
  answer: Type.String({ description: 'Head and beginning of the body' }),
})

/** What this api calls each state; on the wire a callback that was kept without an address is `captured`. */
const WIRE_STATE = {
  unaddressed: 'captured',
  waiting: 'waiting',
  delivered: 'delivered',
  failed: 'failed',
} as const satisfies Record<CallbackState, string>
type WireState = (typeof WIRE_STATE)[CallbackState]

/** The state that is meant by its name on the wire. */
export const callbackStateOf = (name: WireState): CallbackState | undefined =>
  CALLBACK_STATES.find((state) => WIRE_STATE[state] === name)

export const CallbackStateSchema = Type.Enum(Object.values(WIRE_STATE), {
  description:
    'captured: there is no address, it goes out by resend only; waiting: to be sent, or to be sent again; delivered; failed: the attempts are used up',
})

export const CallbackAnswer = Type.Object({
  id: Type.String(),
  orderId: orNull(Type.String(), '`mdOrder`'),
  orderNumber: orNull(Type.String(), "The merchant's own number"),
  bindingId: orNull(Type.String(), 'The stored card it is about'),
  operation: Type.Enum([...CALLBACK_OPERATIONS]),
  status: Type.Integer({ description: '1: the operation succeeded; 0: it failed' }),
  state: CallbackStateSchema,
  test: Type.Boolean({ description: 'True where it was sent to try the receiver out' }),
  url: orNull(Type.String(), 'Null where no address was set when it happened'),
  method: Type.Enum(['GET', 'POST']),
  parameters: Type.Record(Type.String(), Type.String(), {
    description: 'What it tells, without the signature',
  }),
  createdAt: Moment,
  nextAttemptAt: orNull(Moment, 'When it is to be sent; null when it is not'),
  attempts: Type.Array(AttemptSchema, { description: 'The latest ones, oldest first' }),
})

export const callbackView = (callback: Callback): Static<typeof CallbackAnswer> => ({
  id: String(callback.id),
  orderId: callback.orderId,
  orderNumber: callback.orderNumber,
  bindingId: callback.bindingId,
  operation: callback.operation,
  status: callback.status,
  state: WIRE_STATE[callback.state],
  test: isTest(callback),
  url: callback.url,
  method: callback.message.method,
  parameters: Object.fromEntries(callback.message.parameters),
  createdAt: iso(callback.createdAt),
  nextAttemptAt: callback.dueAt === null ? null : iso(callback.dueAt),
  attempts: callback.attempts.map(attemptView),
})

const attemptView = ({ at, ...rest }: CallbackAttempt): Static<typeof AttemptSchema> => ({
  at: iso(at),
  ...rest,
})
