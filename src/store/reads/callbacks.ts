// Reads callbacks: a project's inbox, and the callbacks to send.

import type { Callback, CallbackState } from '../../callbacks/callback.ts'
import { SENDABLE } from '../../callbacks/sendable.ts'
import type { Queryable, SqlRecord, Statement } from '../store.ts'
import { sqlOf } from '../sendable-sql.ts'
import { decode } from '../table.ts'
import { TABLES } from '../tables.ts'

const columns = TABLES.callback.columns.join(', ')

export const callbackStatement: Statement = {
  name: 'read_callback',
  text: `select ${columns} from callback where project_id = $1 and id = $2`,
}

export const callbacksStatement: Statement = {
  name: 'read_callbacks',
  text: `select ${columns} from callback where project_id = $1 and id < $2 order by id desc limit $3`,
}

/** The states of the inbox: a waiting callback is retrying if its last attempt failed. */
const INBOX_STATES = ['unaddressed', 'untried', 'retrying', 'delivered', 'failed'] as const
type InboxState = (typeof INBOX_STATES)[number]

/** Must be the same text as in its index, whose last key is the negated id. */
export const INBOX_STATE =
  "case when state <> 'waiting' then state when failures > 0 then 'retrying' else 'untried' end"
const inStateStatement: Statement = {
  name: 'read_callbacks_in_state',
  text: `select ${columns} from callback where project_id = $1 and -id > $2 and ${INBOX_STATE} = $4
    order by -id limit $3`,
}
/** Reads each of the two states from the index, newest first. */
const waitingIn = (state: InboxState): string =>
  `select * from (select ${columns} from callback
    where project_id = $1 and -id > $2 and ${INBOX_STATE} = '${state}' order by -id limit $3) ${state}`
const waitingStatement: Statement = {
  name: 'read_waiting_callbacks',
  text: `select * from (${waitingIn('untried')} union all ${waitingIn('retrying')}) waiting
    order by -id limit $3`,
}
/** As `isFailing`; must be the same text as in the partial index, whose key is the negated id. */
export const FAILING = "(state = 'failed' or (state = 'waiting' and failures > 0))"
const failingStatement: Statement = {
  name: 'read_failing_callbacks',
  text: `select ${columns} from callback where project_id = $1 and -id > $2 and ${FAILING}
    order by -id limit $3`,
}
/** The callbacks of two states. */
const GROUP_STATEMENTS = { waiting: waitingStatement, failing: failingStatement }
/** Up to $2 callbacks that meet a condition, which is written to match its index. */
const countOf = (condition: string): string =>
  `(select count(*) from (select 1 from callback where project_id = $1 and ${condition} limit $2) n)`
const countInState = (state: InboxState): string =>
  countOf(`-id < 0 and ${INBOX_STATE} = '${state}' order by -id`)
export const countStatement: Statement = {
  name: 'count_callbacks',
  text: `select ${countOf('id >= 0')} as "all", ${countOf(`-id < 0 and ${FAILING} order by -id`)} as failing,
    ${INBOX_STATES.map((state) => `${countInState(state)} as ${state}`).join(', ')}`,
}

/** The order is a range, so that the planner has to use its index. */
const ofOrderStatement: Statement = {
  name: 'read_callbacks_of_order',
  text: `select ${columns} from callback where project_id = $1
    and (order_id, id) < ($4, $2) and order_id >= $4
    and ($5 = '' or $5 in (state, ${INBOX_STATE}) or ($5 = 'failing' and ${FAILING}))
    order by order_id desc, id desc limit $3`,
}

// The partial index on due times requires `is not null`. Origins contain no space, so ` origin ` is
// searched for in a space-separated list on both databases.
export const sendableStatement: Statement = {
  name: 'read_sendable_callbacks',
  text: `select c.id, c.origin from callback c
    left join callback p on p.project_id = $1 and p.id = c.previous_id
    where c.project_id = $1 and c.due_at is not null and ${sqlOf('c', SENDABLE.own)}
      and (p.id is null or ${sqlOf('p', SENDABLE.previous)})
      and replace($4, ' ' || coalesce(c.origin, '') || ' ', '') = $4
    order by c.due_at, c.id limit $5`,
}

const callbackOf = (record: SqlRecord): Callback => decode(TABLES.callback, record) as Callback

export async function callbackById(
  reads: Queryable,
  datasetId: number,
  id: number,
): Promise<Callback | undefined> {
  const [record] = await reads.query(callbackStatement, [datasetId, id])
  return record && callbackOf(record)
}

/** A state, or `failing`: the last attempt failed, whether or not a retry follows. */
export type CallbackFilterState = CallbackState | InboxState | 'failing'

export interface CallbackFilter {
  readonly state?: CallbackFilterState | undefined
  readonly orderId?: string | undefined
  /** Only callbacks with a smaller id, after the previous page. */
  readonly before: number
  readonly limit: number
}

/** Callbacks of a project, newest first. */
export async function callbacksOf(
  reads: Queryable,
  datasetId: number,
  { state, orderId, before, limit }: CallbackFilter,
): Promise<readonly Callback[]> {
  const parameters = [datasetId, before, limit]
  const records =
    orderId !== undefined
      ? await reads.query(ofOrderStatement, [...parameters, orderId, state ?? ''])
      : state === undefined
        ? await reads.query(callbacksStatement, parameters)
        : state === 'failing' || state === 'waiting'
          ? await reads.query(GROUP_STATEMENTS[state], [datasetId, -before, limit])
          : await reads.query(inStateStatement, [datasetId, -before, limit, state])
  return records.map(callbackOf)
}

/** The number of all callbacks and of those in each state, each up to `most`. */
export async function countCallbacks(
  reads: Queryable,
  datasetId: number,
  most: number,
): Promise<Readonly<Record<'all' | CallbackFilterState, number>>> {
  const [record = {}] = await reads.query(countStatement, [datasetId, most])
  const countNamed = (name: string): number => Number(record[name] ?? 0)
  return {
    all: countNamed('all'),
    failing: countNamed('failing'),
    unaddressed: countNamed('unaddressed'),
    waiting: Math.min(countNamed('untried') + countNamed('retrying'), most),
    untried: countNamed('untried'),
    retrying: countNamed('retrying'),
    delivered: countNamed('delivered'),
    failed: countNamed('failed'),
  }
}

export interface Sendable {
  readonly id: number
  readonly origin: string
}

export interface SendableFilter {
  /** The project's time and real time. */
  readonly now: number
  readonly realNow: number
  /** Origins that have reached their limit of concurrent callbacks. */
  readonly full: readonly string[]
  readonly limit: number
}

/**
 * Callbacks to send now, longest overdue first: due, not blocked by an earlier one, and not
 * claimed.
 */
export async function sendableCallbacks(
  reads: Queryable,
  datasetId: number,
  { now, realNow, full, limit }: SendableFilter,
): Promise<readonly Sendable[]> {
  const excluded = full.map((origin) => ` ${origin} `).join('')
  const records = await reads.query(sendableStatement, [datasetId, now, realNow, excluded, limit])
  return records.map(({ id, origin }) => ({ id: Number(id), origin: String(origin ?? '') }))
}
