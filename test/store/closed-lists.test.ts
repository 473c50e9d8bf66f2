// Lists of values in both the code and a check of the schema: if they differ, the database rejects
// values that the rules allow.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { CALLBACK_STATES } from '../../src/callbacks/callback.ts'
import { CALLBACK_OF_EVENT } from '../../src/callbacks/callback-schedule.ts'
import { CARD_STATUSES } from '../../src/issuing/card.ts'
import { BALANCE_MAX } from '../../src/ledger/account.ts'
import { ORDER_STATUS } from '../../src/payments/orders/order-status.ts'
import { STAN_MAX } from '../../src/kernel/dataset.ts'
import { EVENT_STATES } from '../../src/webhooks/webhook.ts'
import { dumpFile } from './catalogue.ts'

type Lists = Readonly<Record<string, readonly string[]>>

/** By table and column. A range is given by its ends. */
const IN_THE_CODE: Lists = {
  'account.held': [ends([0, BALANCE_MAX])],
  'account.posted': [ends([-BALANCE_MAX, BALANCE_MAX])],
  'callback.state': sorted(CALLBACK_STATES),
  'callback.status': sorted(new Set(Object.values(CALLBACK_OF_EVENT).map(([, status]) => status))),
  'card.status': sorted(CARD_STATUSES),
  // One card of the pool per cardholder: `issueCard` refuses the second.
  'cardholder.pool_cards': ['0..1'],
  'gateway_order.status': [ends(Object.values(ORDER_STATUS))],
  'real_time_decision.state': sorted(['pending', 'approved', 'declined']),
  'webhook.state': sorted(['active', 'gone', 'deleted']),
  'webhook_event.state': sorted(EVENT_STATES),
  'dataset.next_stan': [ends([1, STAN_MAX])],
}

const COLUMN = /\(?(\w+)\)?/.source
const LIST = new RegExp(`${COLUMN} (?:in|= ANY) \\((?:ARRAY\\[)?([^\\])]+)\\]?\\)`, 'gi')
const RANGE_OF_SQLITE = new RegExp(`${COLUMN} between (-?\\d+) and (-?\\d+)`, 'g')
const RANGE_OF_POSTGRES =
  /\((\w+) >= (?:'?(-?\d+)'?(?:::bigint)?)\) AND \(\1 <= (?:'?(\d+)'?(?:::bigint)?)\)/g
/** A comparison with one text is a list of one. */
const TEXT = new RegExp(`${COLUMN} (?:=|<>) '(\\w+)'`, 'g')

for (const dialect of ['sqlite', 'postgres'] as const)
  test(`Every list in a check of the schema matches the code (${dialect})`, () => {
    const { 'account.kind': kinds, ...lists } = listsOf(readFileSync(dumpFile(dialect), 'utf8'))
    assert.deepEqual(lists, IN_THE_CODE)
    assert.deepEqual(kinds, ['customer'])
  })

test('A check constraint whose list differs from the code is reported', () => {
  const lists = listsOf(
    "create table card (\n  status text check (status in ('active', 'gone'))\n);",
  )
  assert.deepEqual(lists, { 'card.status': ['active', 'gone'] })
})

function listsOf(dump: string): Lists {
  const lists: Record<string, readonly string[]> = {}
  for (const [, table = '', body = ''] of dump.matchAll(/^create table (\w+) ([^;]*);/gim)) {
    const checks = body.split('\n').filter((line) => /check \(/i.test(line))
    for (const line of checks) {
      for (const [, column = '', list = ''] of line.matchAll(LIST))
        lists[`${table}.${column}`] = sorted(list.split(',').map(bare))
      for (const range of [RANGE_OF_SQLITE, RANGE_OF_POSTGRES])
        for (const [, column = '', from = '', to = ''] of line.matchAll(range))
          lists[`${table}.${column}`] = [`${from}..${to}`]
      for (const [, column = '', text = ''] of line.matchAll(TEXT))
        lists[`${table}.${column}`] = [text]
    }
  }
  return lists
}

function bare(value: string): string {
  return value.trim().replace(/^'([^']*)'(?:::text)?$/, '$1')
}

function sorted(values: Iterable<string | number>): readonly string[] {
  return [...values].map(String).toSorted()
}

function ends(values: readonly number[]): string {
  return `${Math.min(...values)}..${Math.max(...values)}`
}
