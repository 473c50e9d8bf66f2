// The inbox of callbacks: every one with its attempts, also where no address is set, and sending again.

import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyInstance } from 'fastify'
import Type, { type Static } from 'typebox'
import { Fault } from '../../domain/fault.ts'
import type { Project } from '../../engine/directory.ts'
import type { Service } from '../../service.ts'
import { callbackById, callbacksOf } from '../../store/reads/callbacks.ts'
import { projectOf } from './authentication.ts'
import { CallbackListSchema, CallbackSchema, CallbackState, callbackView } from './callback-view.ts'
import { ERRORS, NOT_FOUND, TAGS } from './schemas.ts'

const DEFAULT_LIMIT = 50
/** Failed callbacks that are queued in one commit. */
const RESEND_PAGE = 500

const Query = Type.Object(
  {
    limit: Type.Optional(
      Type.String({
        pattern: '^([1-9][0-9]?|100)$',
        description: `Callbacks in one answer, 1 to 100 (default ${DEFAULT_LIMIT})`,
      }),
    ),
    cursor: Type.Optional(
      Type.String({
        pattern: '^[1-9][0-9]{0,14}$',
        description: '`nextCursor` of the answer before',
      }),
    ),
    state: Type.Optional(CallbackState),
    orderId: Type.Optional(
      Type.String({ pattern: '^[0-9A-Fa-f-]{1,36}$', description: 'Only those of this order' }),
    ),
  },
  { additionalProperties: false },
)

const Params = Type.Object({ id: Type.String({ examples: ['100006'] }) })

const ResendSchema = Type.Union(
  [
    Type.Object(
      { state: Type.Optional(Type.Enum(['failed'], { description: 'Which ones' })) },
      { additionalProperties: false },
    ),
    Type.Null(),
  ],
  { examples: [{ state: 'failed' }] },
)

export function callbackRoutes(app: FastifyInstance, service: Service): void {
  const typed = app.withTypeProvider<TypeBoxTypeProvider>()
  typed.get(
    '/callbacks',
    {
      config: { face: 'control', operation: 'listCallbacks' },
      schema: {
        operationId: 'listCallbacks',
        summary: 'List the callbacks',
        description:
          'Newest first, each with its attempts. Where no callbackUrl is set they are captured here.',
        tags: TAGS,
        querystring: Query,
        response: { 200: CallbackListSchema, ...ERRORS },
      },
    },
    async (request) => listed(service, projectOf(request), request.query),
  )
  typed.get(
    '/callbacks/:id',
    {
      config: { face: 'control', operation: 'getCallback' },
      schema: {
        operationId: 'getCallback',
        summary: 'Read a callback',
        description: 'What it tells and every attempt to send it: request, answer, duration.',
        tags: TAGS,
        params: Params,
        response: { 200: CallbackSchema, ...ERRORS, ...NOT_FOUND },
      },
    },
    async (request) => {
      const id = idOf(request.params)
      const callback = await service.read(projectOf(request), (reads, spaceId) =>
        callbackById(reads, spaceId, id),
      )
      if (callback === undefined)
        throw new Fault('callback-not-found', 'There is no such callback.')
      return callbackView(callback)
    },
  )
  typed.post(
    '/callbacks/:id/resend',
    {
      config: { face: 'control', operation: 'resendCallback' },
      schema: {
        operationId: 'resendCallback',
        summary: 'Send a callback again',
        description:
          'Whatever became of it: it is queued at once and its schedule starts over. One that was captured goes to the callbackUrl set now. One that is being sent at this moment is not sent twice.',
        tags: TAGS,
        params: Params,
        response: { 202: CallbackSchema, ...ERRORS, ...NOT_FOUND },
      },
    },
    async (request, reply) => {
      const ask = { id: idOf(request.params) }
      const callback = await service.ask(projectOf(request), 'resendCallback', ask)
      return reply.code(202).send(callbackView(callback))
    },
  )
  typed.post(
    '/callbacks/resend',
    {
      config: { face: 'control', operation: 'resendCallbacks' },
      schema: {
        operationId: 'resendCallbacks',
        summary: 'Send all failed callbacks again',
        description: 'Every callback whose attempts are used up is queued at once.',
        tags: TAGS,
        body: ResendSchema,
        response: { 202: Type.Object({ resent: Type.Integer() }), ...ERRORS },
      },
    },
    async (request, reply) =>
      reply.code(202).send({ resent: await resendFailed(service, projectOf(request)) }),
  )
}

async function listed(
  service: Service,
  project: Project,
  { limit, cursor, state, orderId }: Static<typeof Query>,
): Promise<Static<typeof CallbackListSchema>> {
  const most = Number(limit ?? DEFAULT_LIMIT)
  const before = Number(cursor ?? Number.MAX_SAFE_INTEGER)
  // One more than asked tells whether more remain.
  const rows = await service.read(project, (reads, spaceId) =>
    callbacksOf(reads, spaceId, { state, orderId, before, limit: most + 1 }),
  )
  const page = rows.slice(0, most)
  const last = rows.length > page.length ? page.at(-1) : undefined
  return { items: page.map(callbackView), nextCursor: last === undefined ? null : String(last.id) }
}

/** In pages, newest first: those that fail again meanwhile are not met a second time. */
async function resendFailed(service: Service, project: Project): Promise<number> {
  let before = Number.MAX_SAFE_INTEGER
  let resent = 0
  for (;;) {
    const page = await service.read(project, (reads, spaceId) =>
      callbacksOf(reads, spaceId, { state: 'failed', before, limit: RESEND_PAGE }),
    )
    const last = page.at(-1)
    if (last === undefined) return resent
    resent += await service.ask(project, 'resendFailed', { ids: page.map(({ id }) => id) })
    before = last.id
  }
}

/** An id that cannot be one is that of no callback. */
function idOf({ id }: { readonly id: string }): number {
  if (!/^[1-9]\d{0,14}$/.test(id))
    throw new Fault('callback-not-found', 'There is no such callback.')
  return Number(id)
}
