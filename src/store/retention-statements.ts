// The statements that delete expired rows of a dataset. Each works on a small part after a key, so
// that rows that must be kept are only scanned once.

import { REQUEST_LOG_TABLES } from './request-log-statements.ts'
import { rowBytes } from './row-bytes.ts'
import type { Dialect, Statement } from './store.ts'
import { DATASET_TABLE } from './tables.ts'

/**
 * Maximum number of orders and messages deleted by one transaction, which bounds how long a writer
 * waits.
 */
export const EXPIRED_ORDERS = 100
const EXPIRED_MESSAGES = 250

/** Projects per page of a round. */
export const RETENTION_PAGE = 100

/** Without statistics, SQLite would read all callbacks of a project by their primary key. */
const ALONG_ORDERS = 'indexed by callback_order'

/** A page of projects after a number, with their datasets. */
export const findProjectDatasets: Statement = {
  name: 'find_project_datasets',
  text: `select number, dataset_id from project where number > $1
    order by number limit ${RETENTION_PAGE}`,
}

/** The dataset's own row and its marks; no row once it is retired. */
export const readRetention: Statement = {
  name: 'read_retention',
  isLookup: true,
  text: `select ${DATASET_TABLE.columns.map((column) => `d.${column}`).join(', ')},
      d.recent_batches, r.marks
    from dataset d left join retention r on r.project_id = $1
    where d.project_id = $1 and d.retired = 0`,
}

export const saveMarks: Statement = {
  name: 'save_retention',
  text: `insert into retention (project_id, marks) values ($1, $2)
    on conflict (project_id) do update set marks = excluded.marks`,
}

/**
 * A part of the orders created before $2, sorted by creation, after the order $4, which was created
 * at $3. Orders that are open, are due or have a callback to send must be kept.
 */
const findOrders = (callbacks: string): string => `select o.id, o.created_at,
      case when o.status in (2, 3, 4, 6) and o.due_at is null and not exists (
        select 1 from ${callbacks} where c.project_id = $1 and c.order_id is not null
          and c.order_id = o.id and c.due_at is not null)
      then ${rowBytes('order')} else -1 end as bytes
    from gateway_order o
    where o.project_id = $1 and o.created_at < $2 and (o.created_at, o.id) > ($3, $4)
    order by o.created_at, o.id limit ${EXPIRED_ORDERS}`

export const findExpiredOrders: Statement = {
  name: 'find_expired_orders',
  text: findOrders('callback c'),
  onSqlite: findOrders(`callback c ${ALONG_ORDERS}`),
}

/** The parameter $2 is a list created by `textList`. */
const inList = (dialect: Dialect, column: string): string =>
  dialect === 'sqlite'
    ? `${column} in (select value from json_each($2))`
    : `${column} = any($2::text[])`

/** Texts without commas, quotes and braces, such as order ids. */
export const textList = (dialect: Dialect, texts: readonly string[]): string =>
  dialect === 'sqlite' ? JSON.stringify(texts) : `{${texts.join(',')}}`

export const deleteOrders = (dialect: Dialect): Statement => ({
  name: 'delete_expired_orders',
  text: `delete from gateway_order where project_id = $1 and ${inList(dialect, 'id')}`,
})

export const deleteCallbacksOfOrders = (dialect: Dialect): Statement => ({
  name: 'delete_callbacks_of_expired_orders',
  text: `delete from callback ${dialect === 'sqlite' ? ALONG_ORDERS : ''}
    where project_id = $1 and order_id is not null and ${inList(dialect, 'order_id')}
    returning ${rowBytes('callback')} as bytes`,
})

/** A part of the messages with ids between $2 and $3 that will not be sent again. */
const deleteMessages = (table: 'callback' | 'webhookEvent', name: string): Statement => ({
  name: `delete_expired_${name}`,
  text: `delete from ${name} where project_id = $1 and due_at is null and id in (
      select id from ${name} where project_id = $1 and id > $2 and id < $3
      order by id limit ${EXPIRED_MESSAGES})
    returning id, ${rowBytes(table)} as bytes`,
})

/** The last id of the part. */
const endOfMessages = (name: string): Statement => ({
  name: `end_of_expired_${name}`,
  text: `select max(id) as last from (select id from ${name}
    where project_id = $1 and id > $2 and id < $3 order by id limit ${EXPIRED_MESSAGES}) part`,
})

export const EXPIRED_MESSAGE_TABLES = [
  { end: endOfMessages('callback'), remove: deleteMessages('callback', 'callback') },
  { end: endOfMessages('webhook_event'), remove: deleteMessages('webhookEvent', 'webhook_event') },
] as const

/** The newest entry is kept, because later numbers continue from it. */
export const findExpiredEntries: Statement = {
  name: 'find_expired_request_log',
  text: `select max(seq) as last, count(*) as entries from (
    select seq, at from request_log where project_id = $1
      and seq < (select max(seq) from request_log where project_id = $1)
    order by seq limit ${EXPIRED_MESSAGES}) oldest
    where at < $2`,
}

export const deleteExpiredEntries: readonly Statement[] = REQUEST_LOG_TABLES.map((name) => ({
  name: `delete_expired_${name}`,
  text: `delete from ${name} where project_id = $1 and seq <= $2`,
}))
