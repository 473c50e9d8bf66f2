// The inbox of callbacks, including those without a callback URL, and resending.

import { rowIdOf } from '../../../kernel/row-id.ts'
import { Type } from '../../../web/http/schemas/type.ts'
import type { CommandInput } from '../../../registry/commands.ts'
import { pageOf } from '../../../store/keyset.ts'
import { datasetById } from '../../../store/reads/ledger.ts'
import { ordersPage } from '../../../store/reads/order-lists.ts'
import {
  callbackById,
  callbacksOf,
  countCallbacks as countOf,
} from '../../../store/reads/callbacks.ts'
import { RESEND_MAX, resendAllFailed } from './resend-failed.ts'
import { operation } from '../api.ts'
import {
  CallbackAnswer,
  callbackDetails,
  CallbackDetailsAnswer,
  callbackFilterOf,
  CallbackFilterSchema,
  callbackView,
} from './callback-view.ts'
import { List, listAnswer, listQuery } from '../list.ts'
import { problem } from '../problems.ts'
import { NO_CONTROL_CHARACTERS } from '../projects/project-view.ts'

const CallbackQuery = listQuery({
  state: Type.Optional(CallbackFilterSchema),
  orderId: Type.Optional(
    Type.String({ pattern: '^[0-9A-Fa-f-]{1,36}$', description: 'Only callbacks of this order' }),
  ),
  orderNumber: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      pattern: NO_CONTROL_CHARACTERS,
      description: "Only callbacks of the newest order with this merchant's number",
    }),
  ),
})

const callbackList = new List<readonly [id: number]>('callbacks')

const CallbackId = Type.String({ maxLength: 20, examples: ['100006'] })
const CallbackParameters = Type.Object({
  id: Type.String({ description: 'Id of the callback', examples: ['100006'] }),
})

/** Maximum number of callbacks in one request. */
const RESEND_IDS_MAX = 200

/** The body is optional. */
const ResendBody = Type.Union([
  Type.Object(
    {
      state: Type.Optional(
        Type.Enum(['failed', 'failing'], {
          description:
            '`failed` (default): all attempts are used up. `failing`: the last attempt failed, even if a retry follows',
        }),
      ),
      ids: Type.Optional(
        Type.Array(CallbackId, {
          minItems: 1,
          maxItems: RESEND_IDS_MAX,
          description: 'Ids of the callbacks to resend, in any state; `state` is then ignored',
        }),
      ),
    },
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
    'Lists the callbacks, newest first, each with its attempts. If no URL was set for a callback, it is only stored here.',
  query: CallbackQuery,
  answer: listAnswer(CallbackAnswer),
  reads: ['callback'],
  errors: ['cursor-invalid'],
  async handle({ project, query: { state, orderId: id, orderNumber, ...page }, read }) {
    const { after: [before] = [Number.MAX_SAFE_INTEGER], limit } = callbackList.request(
      project,
      page,
    )
    const inState = state && callbackFilterOf(state)
    const numbered =
      orderNumber !== undefined &&
      (await read(ordersPage, { number: orderNumber, limit: 1 })).items[0]?.id
    const orderId = numbered === false ? id : numbered
    if (numbered === undefined || (id !== undefined && id.toLowerCase() !== orderId?.toLowerCase()))
      return callbackList.answer(project, { items: [], next: null }, callbackView)
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
    'Returns the parameters of a callback, how they are signed, and every attempt with its request, response and duration.',
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
    'Sends the callback now, even if it was delivered, and restarts the retry schedule. A captured callback goes to the current `callbackUrl`. A callback that is being sent at this moment is not sent twice.',
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
  summary: 'Resend callbacks',
  description: `Sends every callback whose attempts are used up, or the named callbacks, up to ${RESEND_MAX.toLocaleString('en')} per call. Their retry schedules restart. Named callbacks without a URL are skipped if the project has no \`callbackUrl\`.`,
  body: ResendBody,
  examples: [{ state: 'failed' }, { state: 'failing' }, { ids: ['100006'] }],
  status: 202,
  answer: Type.Object({
    resent: Type.Integer(),
    more: Type.Boolean({ description: 'True if more are left: call again' }),
  }),
  async handle({ body, read, command }) {
    const resend = (input: CommandInput<'resendCallbacks'>) => command('resendCallbacks', input)
    if (body?.ids === undefined) return resendAllFailed(body?.state ?? 'failed', { read, resend })
    const ids = body.ids.flatMap((id) => rowIdOf(id) ?? [])
    return { resent: await resend({ ids, which: 'chosen' }), more: false }
  },
})

/** Counting stops here, so that it takes the same time in projects of any size. */
const COUNT_MAX = 1000

export const countCallbacks = operation({
  name: 'countCallbacks',
  method: 'GET',
  path: '/callbacks/counts',
  summary: 'Count the callbacks',
  description:
    'Counts the callbacks by state, up to `most` of each. If a count is `most`, there may be more. `waiting` includes `untried` and `retrying`.',
  query: Type.Object(
    {
      most: Type.Optional(
        Type.String({
          pattern: '^([1-9][0-9]{0,2}|1000)$',
          description: `Highest count of each state, 1 to ${COUNT_MAX} (default ${COUNT_MAX})`,
          examples: ['100'],
        }),
      ),
    },
    { additionalProperties: false },
  ),
  answer: Type.Object({
    all: Type.Integer(),
    failing: Type.Integer({
      description: 'The last attempt failed: all of retrying and failed',
    }),
    failed: Type.Integer(),
    waiting: Type.Integer(),
    untried: Type.Integer({ description: 'Waiting, and no attempt has failed' }),
    retrying: Type.Integer({ description: 'Waiting, and the last attempt failed' }),
    delivered: Type.Integer(),
    captured: Type.Integer(),
    most: Type.Integer({ description: 'Highest count of a state' }),
  }),
  reads: ['callback'],
  async handle({ read, query }) {
    const most = Number(query.most ?? COUNT_MAX)
    const { unaddressed: captured, ...counts } = await read(countOf, most)
    return { ...counts, captured, most }
  },
})

export const callbackOperations = [
  listCallbacks,
  countCallbacks,
  getCallback,
  resendCallback,
  resendCallbacks,
]

/** Throws the problem `callback-not-found`, even for text that is not an id. */
function callbackIdOf({ id }: { readonly id: string }): number {
  const callbackId = rowIdOf(id)
  if (callbackId === undefined) throw callbackNotFound()
  return callbackId
}

const callbackNotFound = () => problem('callback-not-found', 'This project has no such callback.')
