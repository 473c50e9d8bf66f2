// Reads callbacks: a project's inbox, and the callbacks to send.

import type { Callback, CallbackState } from '../../callbacks/callback.ts'
import type { Queryable, SqlRecord, Statement } from '../store.ts'
import { type Sendable, sendable, type SendableFilter, sendableStatement } from '../sendable-sql.ts'
import { decode } from '../table.ts'
import { TABLES } from '../tables.ts'

const columns = TABLES.callback.columns.join(', ')

const callbackStatement: Statement = {
  name: 'read_callback',
  text: `select ${columns} from callback where project_id = $1 and id = $2`,
}

const callbacksStatement: Statement = {
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
const countStatement: Statement = {
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

const sendableCallbacksStatement = sendableStatement('callback')

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

export const sendableCallbacks = (
  reads: Queryable,
  datasetId: number,
  filter: SendableFilter,
): Promise<readonly Sendable[]> => sendable(reads, sendableCallbacksStatement, datasetId, filter)
