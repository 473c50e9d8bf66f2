// An exchange of the request log as the control API shows it.

import { type Static, Type } from '../../../web/http/schemas/type.ts'
import { EXCHANGE_APIS } from '../../../activity/exchange-api.ts'
import type { LoggedDetail, StoredMessage } from '../../../activity/log-entry.ts'
import { EXCHANGE_OUTCOMES } from '../../../activity/outcome.ts'
import { CHANGED_FIELDS_MAX, CHANGED_RECORDS_MAX } from '../../../activity/record-changes.ts'
import { RECORD_KINDS } from '../../../activity/record-fields.ts'
import type { TouchedId } from '../../../activity/touched-ids.ts'
import type { DetailedLogEntry } from '../../../store/reads/request-log.ts'
import { iso, orNull } from '../schemas.ts'

const Message = Type.Object({
  headers: Type.Record(Type.String(), Type.String(), {
    description: 'Headers; credentials are replaced by `***`',
  }),
  body: orNull(
    Type.String(),
    'Body without card numbers, CVC, PIN, passwords, keys and tokens; null if there is no body, or if it is a page',
  ),
  isCut: Type.Boolean({ description: 'True if only the first 8,192 characters are stored' }),
})

export const ExchangeApiSchema = Type.Enum([...EXCHANGE_APIS], {
  description:
    "The called interface: `A`, `B`, `C` or `control`. `page`: a payer's browser on the payment page or at the issuer. `callback`, `webhook`, `decision-server`: requests that the service sends. `due-work`: orders and holds that became due, without a request",
})

export const ExchangeOutcomeSchema = Type.Enum([...EXCHANGE_OUTCOMES], {
  description:
    '`approved`: the request succeeded, and a payment in it was approved. `declined`: a payment, transfer or top-up was declined. `refused`: the request has an error, and nothing changed. `error`: the service or the receiver failed',
})

const TouchedIdSchema = Type.Object({
  kind: Type.Enum(['order', 'binding', 'card', 'cardholder', 'entry', 'callback', 'authorisation']),
  id: Type.String(),
})

const FieldValueSchema = (description: string) =>
  Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()], { description })

const ChangedRecordSchema = Type.Object({
  kind: Type.Enum([...RECORD_KINDS]),
  id: Type.String({ description: 'Id of the record; for limits and numbers, the id of the card' }),
  change: Type.Enum(['created', 'changed']),
  currency: Type.Optional(
    Type.String({ description: 'ISO 4217 numeric code of the amounts', examples: ['978'] }),
  ),
  fields: Type.Array(
    Type.Object({
      name: Type.String(),
      before: FieldValueSchema(
        'Value before the request, amounts in minor units; null if the record is new',
      ),
      after: FieldValueSchema('Value after the request; secrets are `***`'),
    }),
    { description: `The fields that differ, at most ${CHANGED_FIELDS_MAX}` },
  ),
})

export const RequestAnswer = Type.Object({
  id: Type.String({ description: 'Id of the request, as in the header `Request-id`' }),
  seq: Type.Integer({
    description: 'Position in the log; ids of events contain it too',
  }),
  at: Type.String({
    format: 'date-time',
    description: 'Time at which the exchange ended, real time',
  }),
  api: ExchangeApiSchema,
  operation: Type.String({ description: 'Name of the operation, as in the reference' }),
  method: Type.String(),
  path: Type.String({ description: 'Path and query without secrets; of a callback, its URL' }),
  status: orNull(Type.Integer(), 'HTTP status; null if a receiver did not respond'),
  errorCode: orNull(
    Type.String(),
    '`errorCode` of C, `errorCode` or `responseCode` of A, `code` of a problem, or why a callback failed; null if there is none',
  ),
  outcome: ExchangeOutcomeSchema,
  durationMs: Type.Number(),
  request: Message,
  response: Message,
  ids: Type.Array(TouchedIdSchema, { description: 'Records that the exchange touched' }),
  changes: orNull(
    Type.Array(ChangedRecordSchema),
    `The first ${CHANGED_RECORDS_MAX} records that the request changed, including records changed by due work that a clock move ran; null if they were not stored`,
  ),
  moreChanges: Type.Array(
    Type.Object({
      kind: Type.Enum([...RECORD_KINDS]),
      change: Type.Enum(['created', 'changed', 'deleted']),
      count: Type.Integer(),
    }),
    {
      description:
        'Number of other records that changed. For a reset or a restore, only these numbers exist: the old records count as deleted, the new ones as created. Counted up to 10,000',
    },
  ),
  decision: orNull(Type.String(), 'Path of the explanation, if a payment or transfer was decided'),
  injectedFault: orNull(Type.String(), 'The fault that was injected into the response'),
})
export type RequestAnswer = Static<typeof RequestAnswer>

/** Callbacks and events have full URLs. A path may start with two slashes. */
export const absoluteUrl = (path: string, origin: string): string =>
  (URL.parse(path.startsWith('/') ? origin + path : path) ?? new URL(origin)).href

export const EXAMPLE_REQUEST_ID = '0198a1f2-8d1c-4c55-9a3b-2f6f0e6f7d10'

/** This includes the data of an event. */
export function requestView(entry: DetailedLogEntry): RequestAnswer {
  const { seq, at, requestId, operation, method, path, status, errorCode } = entry
  const detail = JSON.parse(entry.detail) as LoggedDetail
  const { request, response, changes = [], moreChanges = [], injectedFault = null } = detail
  return {
    id: requestId,
    seq,
    at: iso(at),
    api: entry.api as RequestAnswer['api'],
    operation,
    method,
    path,
    status,
    errorCode,
    outcome: entry.outcome as RequestAnswer['outcome'],
    durationMs: entry.durationUs / 1000,
    request: messageView(request),
    response: messageView(response),
    ids: JSON.parse(entry.ids) as TouchedId[],
    changes:
      changes?.map((record) => ({
        ...record,
        fields: record.fields.map((field) => ({ ...field })),
      })) ?? null,
    moreChanges: moreChanges.map((more) => ({ ...more })),
    decision: entry.isDecision ? `/control/v1/decisions/${requestId}` : null,
    injectedFault,
  }
}

const messageView = ({ headers, body, isCut }: StoredMessage): Static<typeof Message> => ({
  headers: { ...headers },
  body,
  isCut,
})
