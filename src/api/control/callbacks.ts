// The inbox of callbacks: every one with its attempts, also where no address is set, and sending again.

import { rowIdOf } from '../../kernel/row-id.ts'
import Type from 'typebox'
import { pageOf } from '../../store/keyset.ts'
import { callbackById, callbacksOf } from '../../store/reads/callbacks.ts'
import { RESEND_MAX, resendAllFailed } from '../../web/callbacks/resend-failed.ts'
import { operation } from './api.ts'
import {
  CallbackAnswer,
  callbackStateOf,
  CallbackStateSchema,
  callbackView,
} from './callback-view.ts'
import { List, listAnswer, listQuery } from './list.ts'
import { problem } from './problems.ts'

const CallbackQuery = listQuery({
  state: Type.Optional(CallbackStateSchema),
  orderId: Type.Optional(
    Type.String({ pattern: '^[0-9A-Fa-f-]{1,36}$', description: 'Only those of this order' }),
  ),
})

const callbackList = new List<readonly [id: number]>('callbacks')

const CallbackParameters = Type.Object({ id: Type.String({ examples: ['100006'] }) })

/** The body may be missing altogether. */
const ResendBody = Type.Union([
  Type.Object(
    { state: Type.Optional(Type.Enum(['failed'], { description: 'Which ones' })) },
    { additionalProperties: false },
  ),
  Type.Null(),
])

export const callbackOperations = [
  operation({
    name: 'listCallbacks',
    method: 'GET',
    path: '/callbacks',
    summary: 'List the callbacks',
    description:
      'Newest first, each with its attempts. Where no callbackUrl is set they are captured here.',
    query: CallbackQuery,
    answer: listAnswer(CallbackAnswer),
    errors: ['cursor-invalid'],
    async handle({ project, query: { state, orderId, ...page }, read }) {
      const { after: [before] = [Number.MAX_SAFE_INTEGER], limit } = callbackList.request(
        project,
        page,
      )
      const inState = state && callbackStateOf(state)
      const rows = await read(callbacksOf, { state: inState, orderId, before, limit: limit + 1 })
      return callbackList.answer(
        project,
        pageOf(rows, limit, ({ id }) => [id]),
        callbackView,
      )
    },
  }),
  operation({
    name: 'getCallback',
    method: 'GET',
    path: '/callbacks/:id',
    summary: 'Read a callback',
    description: 'What it tells and every attempt to send it: request, answer, duration.',
    params: CallbackParameters,
    answer: CallbackAnswer,
    errors: ['callback-not-found'],
    async handle({ params, read }) {
      const callback = await read(callbackById, callbackIdOf(params))
      if (callback === undefined) throw callbackNotFound()
      return callbackView(callback)
    },
  }),
  operation({
    name: 'resendCallback',
    method: 'POST',
    path: '/callbacks/:id/resend',
    summary: 'Send a callback again',
    description:
      'Whatever became of it: it is queued at once and its schedule starts over. One that was captured goes to the callbackUrl set now. One that is being sent at this moment is not sent twice.',
    params: CallbackParameters,
    status: 202,
    answer: CallbackAnswer,
    errors: ['callback-not-found', 'parameter-invalid'],
    async handle({ params, command }) {
      return callbackView(await command('resendCallback', { id: callbackIdOf(params) }))
    },
  }),
  operation({
    name: 'resendCallbacks',
    method: 'POST',
    path: '/callbacks/resend',
    summary: 'Send all failed callbacks again',
    description: `Every callback whose attempts are used up is queued at once, up to ${RESEND_MAX} in one call.`,
    body: ResendBody,
    examples: [{ state: 'failed' }],
    status: 202,
    answer: Type.Object({
      resent: Type.Integer(),
      more: Type.Boolean({ description: 'True where others are left: call again' }),
    }),
    handle: ({ read, command }) =>
      resendAllFailed({ read, resend: (input) => command('resendFailed', input) }),
  }),
]

/** An id that cannot be one is that of no callback. */
function callbackIdOf({ id }: { readonly id: string }): number {
  const callbackId = rowIdOf(id)
  if (callbackId === undefined) throw callbackNotFound()
  return callbackId
}

const callbackNotFound = () => problem('callback-not-found', 'There is no such callback.')
