// Callbacks, orders and requests that a caller can wait for. Each kind has the schema of its match,
// the notifications that it waits for, and the candidates.

import { type Static, Type } from '../../../web/http/schemas/type.ts'
import { isWait } from '../../../activity/exchange-api.ts'
import { CALLBACK_OPERATIONS } from '../../../callbacks/callback-schedule.ts'
import { rowIdOf, ROW_ID_PATTERN } from '../../../kernel/row-id.ts'
import { logPage } from '../../../store/reads/request-log.ts'
import { callbacksOf } from '../../../store/reads/callbacks.ts'
import { ordersPage } from '../../../store/reads/order-lists.ts'
import { orderById, orderByNumber } from '../../../store/reads/orders.ts'
import { realNow } from '../../../time.ts'
import type { ChangedKind } from '../../../engine/project-watch.ts'
import type { ProjectCall } from '../../endpoint/operation.ts'
import {
  type CallbackAnswer,
  CallbackStateSchema,
  callbackView,
} from '../callbacks/callback-view.ts'
import {
  type OrderSchema,
  OrderStatusSchema,
  orderSummary,
  statusNameOf,
} from '../orders/order-view.ts'
import {
  ExchangeApiSchema,
  ExchangeOutcomeSchema,
  type RequestAnswer,
  requestView,
} from '../requests/request-view.ts'

/** Number of the newest rows that are compared. */
export const CANDIDATES_MAX = 200

const Text = (maxLength: number, description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength, description }))
const Amount = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 0, description: `${description}, minor units` }))

const ORDER_ID = Text(36, '`orderId`, also called `mdOrder`')
const ORDER_NUMBER = Text(64, "The merchant's order number")

export const CallbackMatch = Type.Object(
  {
    id: Type.Optional(Type.String({ pattern: ROW_ID_PATTERN })),
    orderId: ORDER_ID,
    orderNumber: ORDER_NUMBER,
    bindingId: Text(36, 'Id of the stored card that the callback reports'),
    operation: Type.Optional(Type.Enum([...CALLBACK_OPERATIONS])),
    status: Type.Optional(
      Type.Enum([0, 1], { description: '1: the operation succeeded; 0: it failed' }),
    ),
    state: Type.Optional(CallbackStateSchema),
    test: Type.Optional(Type.Boolean({ description: 'Whether it is a test callback' })),
    failures: Type.Optional(
      Type.Integer({
        minimum: 0,
        description: 'Number of failed attempts since the callback was last queued',
      }),
    ),
    parameters: Type.Optional(
      Type.Record(Type.String({ maxLength: 64 }), Type.String({ maxLength: 1024 }), {
        maxProperties: 50,
        description: 'Parameters that the callback must have; it may have others',
      }),
    ),
  },
  { additionalProperties: false },
)

export const OrderMatch = Type.Object(
  {
    orderId: ORDER_ID,
    orderNumber: ORDER_NUMBER,
    status: Type.Optional(
      Type.Union([OrderStatusSchema, Type.Integer({ minimum: 0, maximum: 6 })], {
        description: 'Name of the status, or `orderStatus` of interface C',
      }),
    ),
    amount: Amount('Registered amount'),
    approvedAmount: Amount('Authorised amount'),
    depositedAmount: Amount('Captured amount minus refunds'),
    refundedAmount: Amount('Refunded amount'),
    actionCode: Type.Optional(Type.Integer({ description: 'Result of the last attempt' })),
    failedAttempts: Type.Optional(Type.Integer({ minimum: 0 })),
    clientId: Text(255, "The client's id at the merchant"),
  },
  { additionalProperties: false },
)

export const RequestMatch = Type.Object(
  {
    id: Text(64, 'The Request-id, or an id that the request involved'),
    api: Type.Optional(ExchangeApiSchema),
    operation: Text(64, 'Name of the operation, as in the reference'),
    method: Text(10, 'HTTP method of the request'),
    path: Text(1024, 'Path and query of the request'),
    status: Type.Optional(
      Type.Integer({ minimum: 100, maximum: 599, description: 'HTTP status of the response' }),
    ),
    errorCode: Text(100, 'Error code of the interface'),
    outcome: Type.Optional(ExchangeOutcomeSchema),
  },
  { additionalProperties: false },
)

/** The part of a call that finds candidates, with the project's current dataset. */
type Reading = Pick<ProjectCall, 'read' | 'service' | 'project'>

/** A kind of candidate: `M` is the match that the caller sends, `V` the view that it gets. */
export interface Expectation<M, V> {
  readonly kind: 'callback' | 'order' | 'request'
  /** Calls the listener when something may match, until the returned function is called. */
  readonly watch: (call: Reading, changed: () => void) => Promise<() => void>
  /**
   * The candidates, newest first; only those after `after` if it is given. The ids of the match
   * narrow them.
   */
  readonly candidates: (match: Partial<M>, call: Reading, after?: number) => Promise<readonly V[]>
  /** The fields of a candidate under the names that a match uses. */
  readonly compared: (candidate: V) => object
}

/** Notifies of commits that contain rows of this kind. */
const commitsOf =
  (kind: ChangedKind) =>
  ({ service, project }: Reading, changed: () => void): Promise<() => void> =>
    service.watch(project, '', ({ kinds }) => {
      if (kinds?.includes(kind) ?? true) changed()
    })

export const callbackExpectation: Expectation<
  Static<typeof CallbackMatch>,
  Static<typeof CallbackAnswer>
> = {
  kind: 'callback',
  watch: commitsOf('callback'),
  async candidates({ id, orderId }, { read }, after = 0) {
    const before = id === undefined ? Number.MAX_SAFE_INTEGER : (rowIdOf(id) ?? 0) + 1
    const limit = id === undefined ? CANDIDATES_MAX : 1
    const rows = await read(callbacksOf, { orderId, before, limit })
    return rows.filter((row) => row.id > after).map(callbackView)
  },
  compared: (callback) => callback,
}

export const orderExpectation: Expectation<
  Static<typeof OrderMatch>,
  Static<typeof OrderSchema>
> = {
  kind: 'order',
  watch: commitsOf('order'),
  async candidates({ orderId, orderNumber, clientId }, { read }) {
    if (orderId !== undefined || orderNumber !== undefined) {
      const found =
        orderId === undefined
          ? await read(orderByNumber, orderNumber ?? '', realNow())
          : await read(orderById, orderId, realNow())
      return found === undefined ? [] : [orderSummary(found.order)]
    }
    const { items } = await read(ordersPage, { clientId, limit: CANDIDATES_MAX })
    return items.map(orderSummary)
  },
  compared: ({ id: orderId, number: orderNumber, ...order }) => ({
    ...order,
    orderId,
    orderNumber,
  }),
}

export const requestExpectation: Expectation<Static<typeof RequestMatch>, RequestAnswer> = {
  kind: 'request',
  watch({ service, project }, changed) {
    // Reports exchanges of this process immediately, and those of other processes once they are in
    // the log.
    const ends = [
      service.exchanges.subscribe(project.number, changed),
      service.watchLog(project, changed),
    ]
    return Promise.resolve(() => {
      for (const end of ends) end()
    })
  },
  async candidates({ id }, { service, project }, after = 0) {
    const { items } = await service.readLog(project, (reads, datasetId) =>
      logPage(reads, datasetId, { id, limit: CANDIDATES_MAX }),
    )
    return items.filter((entry) => entry.seq > after && !isWait(entry)).map(requestView)
  },
  compared: ({ id, ids, ...request }) => ({ ...request, id: [id, ...ids.map((each) => each.id)] }),
}

/** The status of an order as its name, whether the caller sent a name or a number. */
export const withStatusName = ({
  status,
  ...match
}: Static<typeof OrderMatch>): Static<typeof OrderMatch> =>
  status === undefined
    ? match
    : { ...match, status: typeof status === 'number' ? statusNameOf(status) : status }
