// Webhooks: subscribe a URL to events, rotate its secret, list its deliveries and resend them.

import { Type } from '../../../web/http/schemas/type.ts'
import { callbackUrlFault, CALLBACK_URL_LENGTH } from '../../../delivery/address.ts'
import { newSecret } from '../../../delivery/standard-signature.ts'
import { rowIdOf } from '../../../kernel/row-id.ts'
import { pageOf } from '../../../store/keyset.ts'
import { webhookById, webhookEventsOf, webhooksOf } from '../../../store/reads/webhooks.ts'
import { EVENT_TYPES, selectsAny } from '../../../webhooks/event-types.ts'
import { WEBHOOKS_MAX } from '../../../webhooks/webhook.ts'
import { operation } from '../api.ts'
import { List, listAnswer, listQuery } from '../list.ts'
import { problem, unacceptable } from '../problems.ts'
import { idParameter } from '../schemas.ts'
import { DeliverySchema, deliveryView, WebhookSchema, webhookView } from './webhook-view.ts'

const PATTERNS_MAX = 50
const OVERLAP_DEFAULT_SECONDS = 86_400
const OVERLAP_MAX_SECONDS = 604_800

const WebhookBody = Type.Object(
  {
    url: Type.String({ minLength: 1, maxLength: CALLBACK_URL_LENGTH }),
    events: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
        minItems: 1,
        maxItems: PATTERNS_MAX,
        description:
          'Event types or patterns: `*` matches everything (default), `card.*` all card events',
      }),
    ),
  },
  { additionalProperties: false },
)

const WebhookWithSecret = Type.Object({
  ...WebhookSchema.properties,
  secret: Type.String({ description: '`whsec_` and base64. It is not shown again' }),
})

/** The body is optional. */
const RotationBody = Type.Union([
  Type.Object(
    {
      overlapSeconds: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: OVERLAP_MAX_SECONDS,
          description: `How long the old secret also signs, in seconds of real time; ${OVERLAP_DEFAULT_SECONDS} by default`,
        }),
      ),
    },
    { additionalProperties: false },
  ),
  Type.Null(),
])

const WebhookId = idParameter('webhook', '100201')
const DeliveryIds = Type.Object({
  id: Type.String({ description: 'Id of the webhook', examples: ['100201'] }),
  delivery: Type.String({ description: 'Id of the delivery', examples: ['100202'] }),
})

const deliveries = new List<readonly [id: number]>('webhook-deliveries')

export const createWebhook = operation({
  name: 'createWebhook',
  isAudited: true,
  method: 'POST',
  path: '/webhooks',
  summary: 'Add a webhook',
  description: `Sends the project's events to the URL, in the format of Standard Webhooks 1.0. A project can have up to ${WEBHOOKS_MAX} webhooks. \`GET /control/v1/webhooks\` lists the types of events.`,
  body: WebhookBody,
  examples: [
    { url: 'http://127.0.0.1:9/events', events: ['card.*', 'authorisation.declined'] },
    { url: 'http://127.0.0.1:9/everything' },
  ],
  status: 201,
  answer: WebhookWithSecret,
  errors: ['parameter-invalid'],
  async handle({ service, project, body: { url, events = ['*'] }, command }) {
    const fault = callbackUrlFault(url, service.config)
    if (fault !== undefined) throw unacceptable('/url', fault)
    const unknown = events.findIndex((pattern) => !selectsAny(pattern))
    if (unknown >= 0)
      throw unacceptable(`/events/${unknown}`, 'selects no event; see GET /control/v1/webhooks')
    const secret = newSecret()
    const sealed = project.vault.seal(secret)
    return { ...webhookView(await command('addWebhook', { url, events, sealed })), secret }
  },
})

export const listWebhooks = operation({
  name: 'listWebhooks',
  method: 'GET',
  path: '/webhooks',
  summary: 'List the webhooks',
  description:
    'Lists the webhooks, oldest first, and the types of events to which a webhook can subscribe.',
  answer: Type.Object({
    items: Type.Array(WebhookSchema),
    nextCursor: Type.Null(),
    eventTypes: Type.Array(Type.Object({ type: Type.String(), description: Type.String() })),
  }),
  reads: ['webhook'],
  async handle({ read }) {
    return {
      items: (await read(webhooksOf)).map(webhookView),
      nextCursor: null,
      eventTypes: Object.entries(EVENT_TYPES).map(([type, description]) => ({ type, description })),
    }
  },
})

export const deleteWebhook = operation({
  name: 'deleteWebhook',
  isAudited: true,
  method: 'DELETE',
  path: '/webhooks/:id',
  summary: 'Delete a webhook',
  description: 'Deletes a webhook. Its waiting events are not sent.',
  params: WebhookId,
  answer: WebhookSchema,
  errors: ['webhook-not-found'],
  async handle({ params, command }) {
    return webhookView(await command('deleteWebhook', { id: webhookIdOf(params.id) }))
  },
})

export const rotateWebhookSecret = operation({
  name: 'rotateWebhookSecret',
  isAudited: true,
  method: 'POST',
  path: '/webhooks/:id/secret',
  summary: 'Rotate the secret of a webhook',
  description:
    'Creates a secret, which signs immediately. Until the overlap ends, each request has two signatures, so that your receiver can change its secret at any time.',
  params: WebhookId,
  body: RotationBody,
  examples: [{ overlapSeconds: 3600 }],
  status: 201,
  answer: WebhookWithSecret,
  errors: ['webhook-not-found'],
  async handle({ project, params, body, command }) {
    const secret = newSecret()
    const webhook = await command('rotateWebhookSecret', {
      id: webhookIdOf(params.id),
      sealed: project.vault.seal(secret),
      overlapMs: (body?.overlapSeconds ?? OVERLAP_DEFAULT_SECONDS) * 1000,
    })
    return { ...webhookView(webhook), secret }
  },
})

export const sendTestEvent = operation({
  name: 'sendTestEvent',
  method: 'POST',
  path: '/webhooks/:id/test',
  summary: 'Send a test event',
  description: 'Sends an event of the type `webhook.test`, whatever the webhook subscribes to.',
  params: WebhookId,
  status: 202,
  answer: DeliverySchema,
  errors: ['webhook-not-found', 'parameter-invalid'],
  async handle({ project, params, command }) {
    const event = await command('sendTestEvent', { id: webhookIdOf(params.id) })
    return deliveryView(project.datasetId)(event)
  },
})

export const listWebhookDeliveries = operation({
  name: 'listWebhookDeliveries',
  method: 'GET',
  path: '/webhooks/:id/deliveries',
  summary: 'List the deliveries of a webhook',
  description: 'Lists the deliveries, newest first, each with its payload and its attempts.',
  params: WebhookId,
  query: listQuery({}),
  answer: listAnswer(DeliverySchema),
  reads: ['webhookEvent'],
  errors: ['webhook-not-found', 'cursor-invalid'],
  async handle({ project, params, query, read }) {
    const webhookId = webhookIdOf(params.id)
    const list = deliveries.ofPart(params.id)
    const { after: [before] = [Number.MAX_SAFE_INTEGER], limit } = list.request(project, query)
    const [webhook, events] = await Promise.all([
      read(webhookById, webhookId),
      read(webhookEventsOf, { webhookId, before, limit: limit + 1 }),
    ])
    if (webhook === undefined) throw webhookNotFound()
    return list.answer(
      project,
      pageOf(events, limit, ({ id }) => [id]),
      deliveryView(project.datasetId),
    )
  },
})

export const resendWebhookDelivery = operation({
  name: 'resendWebhookDelivery',
  method: 'POST',
  path: '/webhooks/:id/deliveries/:delivery/resend',
  summary: 'Resend a delivery of a webhook',
  description:
    'Sends the event now, even if it was delivered, and restarts the retry schedule. `webhook-id` stays the same, so that your receiver can recognise the repetition.',
  params: DeliveryIds,
  status: 202,
  answer: DeliverySchema,
  errors: ['webhook-not-found', 'parameter-invalid'],
  async handle({ project, params, command }) {
    const event = await command('resendWebhookEvent', {
      webhookId: webhookIdOf(params.id),
      id: webhookIdOf(params.delivery),
    })
    return deliveryView(project.datasetId)(event)
  },
})

export const webhookOperations = [
  createWebhook,
  listWebhooks,
  listWebhookDeliveries,
  sendTestEvent,
  resendWebhookDelivery,
  rotateWebhookSecret,
  deleteWebhook,
]

/** Text that cannot be an id matches no webhook. */
function webhookIdOf(text: string): number {
  const id = rowIdOf(text)
  if (id === undefined) throw webhookNotFound()
  return id
}

const webhookNotFound = () => problem('webhook-not-found', 'This project has no such webhook.')
