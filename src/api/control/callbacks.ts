// The inbox of callbacks, also of those without a callback URL, and resending.

import { rowIdOf } from '../../kernel/row-id.ts'
import Type from 'typebox'
import { pageOf } from '../../store/keyset.ts'
import { datasetById } from '../../store/reads/ledger.ts'
import { callbackById, callbacksOf } from '../../store/reads/callbacks.ts'
import { RESEND_MAX, resendAllFailed } from './resend-failed.ts'
import { operation } from './api.ts'
import {
  CallbackAnswer,
  callbackDetails,
  CallbackDetailsAnswer,
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

export const listCallbacks = operation({
  name: 'listCallbacks',
  method: 'GET',
  path: '/callbacks',
  summary: 'List the callbacks',
  description:
    'Newest first, each with its attempts. Callbacks without a callbackUrl are captured here.',
  query: CallbackQuery,
  answer: listAnswer(CallbackAnswer),
  reads: ['callback'],
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
})

export const getCallback = operation({
  name: 'getCallback',
  method: 'GET',
  path: '/callbacks/:id',
  summary: 'Read a callback',
  description:
    'Its parameters, how they are signed, and every attempt with request, response and duration.',
  params: CallbackParameters,
  answer: CallbackDetailsAnswer,
  reads: ['callback'],
  errors: ['callback-not-found'],
  async handle({ service: { directory }, project, params, read }) {
    const [callback, dataset] = await Promise.all([
      read(callbackById, callbackIdOf(params)),
      read(datasetById),
    ])
    if (callback === undefined) throw callbackNotFound()
    return callbackDetails(callback, project, { directory, keys: dataset.settings.callbackKeys })
  },
})

export const resendCallback = operation({
  name: 'resendCallback',
  method: 'POST',
  path: '/callbacks/:id/resend',
  summary: 'Resend a callback',
  description:
    'Sends it now, even if it was delivered, and restarts the retry schedule. A captured callback goes to the current callbackUrl. A callback that is being sent at this moment is not sent twice.',
  params: CallbackParameters,
  status: 202,
  answer: CallbackAnswer,
  errors: ['callback-not-found', 'parameter-invalid'],
  async handle({ params, command }) {
    return callbackView(await command('resendCallback', { id: callbackIdOf(params) }))
  },
})

export const resendCallbacks = operation({
  name: 'resendCallbacks',
  method: 'POST',
  path: '/callbacks/resend',
  summary: 'Resend all failed callbacks',
  description: `Sends every callback whose attempts are used up, up to ${RESEND_MAX} per call.`,
  body: ResendBody,
  examples: [{ state: 'failed' }],
  status: 202,
  answer: Type.Object({
    resent: Type.Integer(),
    more: Type.Boolean({ description: 'True if more are left: call again' }),
  }),
  handle: ({ read, command }) =>
    resendAllFailed({ read, resend: (input) => command('resendFailed', input) }),
})

export const callbackOperations = [listCallbacks, getCallback, resendCallback, resendCallbacks]

/** Text that cannot be an id names no callback. */
function callbackIdOf({ id }: { readonly id: string }): number {
  const callbackId = rowIdOf(id)
  if (callbackId === undefined) throw callbackNotFound()
  return callbackId
}

const callbackNotFound = () => problem('callback-not-found', 'No callback has this id.')
