// When a callback may be sent, as a table of conditions. A claim evaluates it. The search for
// callbacks translates it to SQL, where a comparison with NULL is also false.

import { FAILURES_THAT_FREE_THE_NEXT } from './callback-schedule.ts'

/** The project's time and real time. */
interface SendTimes {
  readonly now: number
  readonly realNow: number
}

interface Row {
  readonly failures: number
  readonly dueAt: number | null
  readonly leaseUntil: number | null
  readonly state: string
  readonly heldBack?: boolean
}

type Condition =
  | readonly [member: keyof Row, is: 'null']
  | readonly [member: keyof Row, is: '<>' | '<' | '<=' | '>=', value: string | number]

/** The callback may be sent if each line has at least one true condition. */
export type Conditions = readonly (readonly Condition[])[]

const IS_FREE: readonly Condition[] = [
  ['leaseUntil', 'null'],
  ['leaseUntil', '<', 'realNow'],
]

/** `previous` is the order's earlier callback, if there is one. Values may name a time. */
export const SENDABLE: { readonly own: Conditions; readonly previous: Conditions } = {
  own: [[['dueAt', '<=', 'now']], IS_FREE],
  previous: [
    [
      ['state', '<>', 'waiting'],
      ['failures', '>=', FAILURES_THAT_FREE_THE_NEXT],
      ['heldBack', '>=', 1],
    ],
  ],
}

/** True while a sender is sending it. */
export const isLeased = (
  row: Pick<Row, 'leaseUntil'>,
  { realNow }: { readonly realNow: number },
): boolean => !holds([IS_FREE], row, { realNow })

export const isSendable = (row: Row, previous: Row | null, times: SendTimes): boolean =>
  holds(SENDABLE.own, row, times) &&
  (previous === null || holds(SENDABLE.previous, previous, times))

const holds = (conditions: Conditions, row: Partial<Row>, times: Partial<SendTimes>): boolean =>
  conditions.every((line) =>
    line.some(([member, is, value]) => {
      const stored = row[member] ?? null
      if (is === 'null') return stored === null
      if (stored === null) return false
      const comparable = typeof stored === 'boolean' ? Number(stored) : stored
      return compare(is, comparable, { ...times }[value as keyof SendTimes] ?? value)
    }),
  )

function compare(
  is: '<>' | '<' | '<=' | '>=',
  left: string | number,
  right: string | number,
): boolean {
  switch (is) {
    case '<>':
      return left !== right
    case '<':
      return left < right
    case '<=':
      return left <= right
    case '>=':
      return left >= right
  }
}
