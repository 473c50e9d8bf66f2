// Webhooks and their deliveries as the control API shows them.

import { type Static, Type } from '../../../web/http/schemas/type.ts'
import {
  EVENT_STATES,
  type EventAttempt,
  messageId,
  type Webhook,
  type WebhookEvent,
} from '../../../webhooks/webhook.ts'
import { FAULT_KIND_NAMES, isCallbackFault } from '../../../fault-injection/fault-kinds.ts'
import { iso, isoOrNull, Moment, orNull } from '../schemas.ts'

export const WebhookSchema = Type.Object({
  id: Type.String(),
  url: Type.String(),
  events: Type.Array(Type.String(), { description: 'Types of events, or patterns' }),
  state: Type.Enum(['active', 'gone'], {
    description: '`gone`: the receiver responded with 410, so the service sends nothing more to it',
  }),
  createdAt: Moment,
  oldSecretEndsAt: orNull(Moment, 'Time until which the previous secret also signs, real time'),
})

const AttemptSchema = Type.Object({
  at: Moment,
  httpStatus: orNull(Type.Integer(), 'HTTP status of the response; null if no response arrived'),
  durationMs: Type.Integer(),
  error: orNull(Type.String(), 'Why there is no complete response; null if there is one'),
  timestamp: Type.String({ description: '`webhook-timestamp`, as sent: epoch seconds' }),
  signature: Type.String({ description: '`webhook-signature`, as sent' }),
  answer: Type.String({ description: 'Headers and the start of the body of the response' }),
  fault: Type.Optional(
    Type.Enum(FAULT_KIND_NAMES.filter(isCallbackFault), {
      description: 'The fault of the project that acted on the attempt; absent without one',
    }),
  ),
})

export const DeliverySchema = Type.Object({
  id: Type.String(),
  messageId: Type.String({ description: '`webhook-id`: the same at every attempt' }),
  type: Type.String({ description: 'Type of the event' }),
  state: Type.Enum([...EVENT_STATES], {
    description:
      '`waiting`: will be sent or retried. `delivered`: the receiver accepted it. `failed`: all attempts are used up. `stopped`: the webhook is gone or deleted, or the event was waiting when the project was copied',
  }),
  payload: Type.String({ description: 'The JSON text that is sent and signed' }),
  createdAt: Moment,
  failures: Type.Integer({
    description: 'Number of failed attempts since the callback was last queued',
  }),
  nextAttemptAt: orNull(Moment, 'Time of the next attempt; null if none is scheduled'),
  attempts: Type.Array(AttemptSchema, { description: 'The latest attempts, oldest first' }),
})

export const webhookView = ({
  id,
  url,
  events,
  state,
  createdAt,
  secrets,
}: Webhook): Static<typeof WebhookSchema> => ({
  id: String(id),
  url,
  events: [...events],
  state: state === 'active' ? 'active' : 'gone',
  createdAt: iso(createdAt),
  oldSecretEndsAt: isoOrNull(secrets[1]?.until),
})

export const deliveryView =
  (datasetId: number) =>
  (event: WebhookEvent): Static<typeof DeliverySchema> => ({
    id: String(event.id),
    messageId: messageId(datasetId, event),
    type: event.type,
    state: event.state,
    payload: event.body,
    createdAt: iso(event.createdAt),
    failures: event.failures,
    nextAttemptAt: isoOrNull(event.dueAt),
    attempts: event.attempts.map(attemptView),
  })

const attemptView = ({ at, ...rest }: EventAttempt): Static<typeof AttemptSchema> => ({
  at: iso(at),
  ...rest,
})
