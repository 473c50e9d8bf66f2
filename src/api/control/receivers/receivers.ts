// Built-in callback receivers: create, list, read the received requests, and change the responses.

import { type Static, Type } from '../../../web/http/schemas/type.ts'
import { base32 } from '../../../projects/project.ts'
import type { ReceiverRefusal } from '../../../receivers/change-receivers.ts'
import {
  ANSWER_DELAY_MAX_MS,
  ANSWERS_MAX,
  RECEIVED_MAX,
  type ReceivedRequest,
  type Receiver,
  RECEIVERS_MAX,
} from '../../../receivers/receiver.ts'
import { random } from '../../../random.ts'
import {
  receivedBy,
  receiverById,
  receiversOf,
  type StoredReceiver,
} from '../../../store/reads/receivers.ts'
import { operation } from '../api.ts'
import { problem } from '../problems.ts'
import { iso, Moment, orNull } from '../schemas.ts'

const AnswersSchema = Type.Array(Type.Integer({ minimum: 200, maximum: 599 }), {
  minItems: 1,
  maxItems: ANSWERS_MAX,
  description:
    'HTTP statuses with which the receiver responds, in order; the last one repeats. `[200]` by default',
})
const DelaySchema = Type.Integer({
  minimum: 0,
  maximum: ANSWER_DELAY_MAX_MS,
  description: 'Milliseconds of real time before each response; callbacks time out after 15 s',
})

const ReceiverChange = Type.Object(
  { answers: Type.Optional(AnswersSchema), delayMs: Type.Optional(DelaySchema) },
  { additionalProperties: false },
)

const RECEIVER = {
  id: Type.String(),
  url: Type.String({ description: 'URL of the receiver, to use as `callbackUrl`' }),
  answers: AnswersSchema,
  delayMs: DelaySchema,
  received: Type.Integer({ description: 'Number of requests received so far' }),
  createdAt: Moment,
}

const ReceiverAnswer = Type.Object(RECEIVER)

const RequestAnswer = Type.Object({
  number: Type.Integer({ description: 'Number of the request, counted from 1' }),
  at: Moment,
  method: Type.String(),
  path: Type.String({ description: 'Path of the request with its query' }),
  headers: Type.Record(Type.String(), Type.String(), {
    description: 'Headers of the request; secrets are masked',
  }),
  body: orNull(Type.String(), 'Body of the request, card numbers masked; null without one'),
  isCut: Type.Boolean({ description: 'True if the body was longer than the stored part' }),
  parameters: Type.Record(Type.String(), Type.String(), {
    description: 'Parameters of the query and of a form in the body',
  }),
  checksumFits: orNull(
    Type.Boolean(),
    'Whether the `checksum` is valid for a key of the project; null without a checksum',
  ),
  status: Type.Integer({ description: "HTTP status of the receiver's response" }),
})

const ReceiverId = Type.Object({
  id: Type.String({ maxLength: 60, description: 'Id of the receiver', examples: ['rcv_0'] }),
})

export const createReceiver = operation({
  name: 'createReceiver',
  method: 'POST',
  path: '/receivers',
  summary: 'Create a built-in receiver',
  description: `Returns a URL of this service that stores the requests it gets and responds with the statuses of \`answers\`. The URL needs no credentials, because its id cannot be guessed. A project can have up to ${RECEIVERS_MAX} receivers.`,
  body: Type.Union([ReceiverChange, Type.Null()]),
  examples: [{}, { answers: [500, 500, 200], delayMs: 100 }],
  status: 201,
  answer: ReceiverAnswer,
  errors: ['too-many-receivers'],
  async handle({ body, origin, command }) {
    const made = await command('createReceiver', { ...body, random: base32(unguessable()) })
    return receiverView(stored(made), origin)
  },
})

export const listReceivers = operation({
  name: 'listReceivers',
  method: 'GET',
  path: '/receivers',
  summary: 'List the built-in receivers',
  description: 'Lists the receivers, newest first.',
  answer: Type.Object({ items: Type.Array(ReceiverAnswer), nextCursor: Type.Null() }),
  reads: ['receiver'],
  async handle({ read, origin }) {
    const items = (await read(receiversOf)).map((each) => receiverView(each, origin))
    return { items, nextCursor: null }
  },
})

export const getReceiver = operation({
  name: 'getReceiver',
  method: 'GET',
  path: '/receivers/:id',
  summary: 'Read the requests of a receiver',
  description: `Returns the last ${RECEIVED_MAX} requests to the receiver, newest first.`,
  params: ReceiverId,
  answer: Type.Object({
    ...RECEIVER,
    items: Type.Array(RequestAnswer),
    nextCursor: Type.Null(),
  }),
  reads: ['receiver', 'receivedRequest'],
  errors: ['receiver-not-found'],
  async handle({ params: { id }, read, origin }) {
    const receiver = await read(receiverById, id)
    if (receiver === undefined) throw missing()
    const items = (await read(receivedBy, receiver)).map(requestView)
    return { ...receiverView(receiver, origin), items, nextCursor: null }
  },
})

export const changeReceiver = operation({
  name: 'changeReceiver',
  method: 'PATCH',
  path: '/receivers/:id',
  summary: 'Change how a receiver responds',
  description:
    'Changes the responses of a receiver. Omitted fields do not change. A new list of statuses starts from the beginning.',
  params: ReceiverId,
  body: ReceiverChange,
  examples: [{ answers: [500, 500, 200] }, { delayMs: 250 }],
  answer: ReceiverAnswer,
  errors: ['receiver-not-found'],
  handle: async ({ params, body, command, origin }) =>
    receiverView(stored(await command('changeReceiver', { ...params, ...body })), origin),
})

export const deleteReceiver = operation({
  name: 'deleteReceiver',
  method: 'DELETE',
  path: '/receivers/:id',
  summary: 'Delete a receiver',
  description: 'Deletes a receiver and its stored requests. Later requests to its URL get 404.',
  params: ReceiverId,
  answer: Type.Object({ id: Type.String() }),
  errors: ['receiver-not-found'],
  async handle({ params: { id }, command }) {
    stored(await command('deleteReceiver', { id }))
    return { id }
  },
})

export const receiverOperations = [
  createReceiver,
  listReceivers,
  getReceiver,
  changeReceiver,
  deleteReceiver,
]

/** 128 random bits. */
const unguessable = (): Uint8Array => Buffer.concat([random(), random()])

const missing = (): Error => problem('receiver-not-found', 'This project has no such receiver.')

function stored(result: Receiver | ReceiverRefusal): StoredReceiver {
  if (result === 'missing') throw missing()
  if (result === 'full')
    throw problem(
      'too-many-receivers',
      `Limit of ${RECEIVERS_MAX} receivers reached. Delete a receiver first.`,
    )
  const { id } = result
  if (id === null) throw missing()
  return { ...result, id }
}

const receiverView = (
  { id, answers, delayMs, received, createdAt }: StoredReceiver,
  origin: string,
): Static<typeof ReceiverAnswer> => ({
  id,
  url: `${origin}/receivers/${id}`,
  answers: [...answers],
  delayMs,
  received,
  createdAt: iso(createdAt),
})

const FORM = /^application\/x-www-form-urlencoded/i

function requestView({
  number,
  at,
  request,
  answeredStatus,
}: ReceivedRequest): Static<typeof RequestAnswer> {
  const { method, target, content, isCut, checksumFits } = request
  const headers = Object.fromEntries(request.headers)
  const { searchParams } = new URL(target, 'http://receiver.invalid')
  const form = FORM.test(headers['content-type'] ?? '') ? new URLSearchParams(content ?? '') : []
  return {
    number,
    at: iso(at),
    method,
    path: target,
    headers,
    body: content,
    isCut,
    parameters: Object.fromEntries([...searchParams, ...form]),
    checksumFits,
    status: answeredStatus,
  }
}
