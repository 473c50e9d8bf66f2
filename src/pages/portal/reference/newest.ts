// The ids in a composed call are those of the newest records of the project, so that the call
// succeeds unchanged. If an operation needs an order in some state, it gets the newest such order.

import { ORDER_STATUS, type OrderStatus } from '../../../payments/orders/order-status.ts'
import { bindingsPage } from '../../../store/reads/bindings.ts'
import { callbacksOf } from '../../../store/reads/callbacks.ts'
import { cardholdersPage } from '../../../store/reads/cardholders.ts'
import { cardsPage } from '../../../store/reads/cards.ts'
import { entriesPage } from '../../../store/reads/entries.ts'
import { ordersPage } from '../../../store/reads/order-lists.ts'
import type { Queryable } from '../../../store/store.ts'
import type { LearnContext } from '../shell/learn-screen.ts'
import { type NamedKind, kindNamed } from './ids.ts'
import type { ReferenceOperation } from './reference.ts'

export type Newest = Readonly<Partial<Record<NamedKind, string>>>

// prettier-ignore
const ORDERS_WANTED: Readonly<Record<string, OrderStatus>> = {
  paymentorder:         ORDER_STATUS.registered,
  paymentOrderBinding:  ORDER_STATUS.registered,
  processform:          ORDER_STATUS.registered,
  processBindingForm:   ORDER_STATUS.registered,
  decline:              ORDER_STATUS.registered,
  declineByClient:      ORDER_STATUS.registered,
  acsRedirect:          ORDER_STATUS.authenticating,
  continue3ds:          ORDER_STATUS.authenticating,
  finish3ds:            ORDER_STATUS.authenticating,
  finish3dsPayment:     ORDER_STATUS.authenticating,
  deposit:              ORDER_STATUS.held,
  reverse:              ORDER_STATUS.held,
  autoCompletion:       ORDER_STATUS.held,
  refund:               ORDER_STATUS.deposited,
  autoRefund:           ORDER_STATUS.deposited,
}

const NEWEST_ONE = { limit: 1 } as const

type ReadLast = (
  context: LearnContext,
  operation: ReferenceOperation,
) => Promise<string | undefined>

const READ_NEWEST: Readonly<Record<NamedKind, ReadLast>> = {
  order: lastOrder,
  binding: async (context) => (await read(context, bindingsPage, NEWEST_ONE))?.items[0]?.id,
  card: async (context) => textOf((await read(context, cardsPage, NEWEST_ONE))?.items[0]?.card.id),
  cardholder: async (context) =>
    textOf((await read(context, cardholdersPage, NEWEST_ONE))?.items[0]?.id),
  entry: async (context) =>
    textOf((await read(context, entriesPage, NEWEST_ONE))?.items[0]?.entry.id),
  callback: async (context) =>
    textOf(
      (await read(context, callbacksOf, { ...NEWEST_ONE, before: Number.MAX_SAFE_INTEGER }))?.[0]
        ?.id,
    ),
}

const textOf = (id: number | undefined): string | undefined =>
  id === undefined ? undefined : String(id)

/** Undefined outside a project. */
const read = async <A extends readonly unknown[], T>(
  { service, project }: LearnContext,
  work: (reads: Queryable, datasetId: number, ...rest: A) => Promise<T>,
  ...rest: A
): Promise<T | undefined> =>
  project === undefined
    ? undefined
    : service.read(project, (reads, datasetId) => work(reads, datasetId, ...rest))

async function lastOrder(
  context: LearnContext,
  { id }: ReferenceOperation,
): Promise<string | undefined> {
  const status = ORDERS_WANTED[id]
  const fitting =
    status === undefined ? undefined : await read(context, ordersPage, { ...NEWEST_ONE, status })
  const [order] = fitting?.items[0]
    ? fitting.items
    : ((await read(context, ordersPage, NEWEST_ONE))?.items ?? [])
  return order?.id
}

/** The newest record of each kind in the operation's example. */
export async function newestFor(
  context: LearnContext,
  operation: ReferenceOperation,
): Promise<Newest> {
  const named = thingsNamedBy(operation)
  const found = await Promise.all(
    [...named].map(async (thing) => [thing, await READ_NEWEST[thing](context, operation)] as const),
  )
  return Object.fromEntries(found.filter(([, id]) => id !== undefined))
}

function thingsNamedBy(operation: ReferenceOperation): ReadonlySet<NamedKind> {
  const named = new Set<NamedKind>()
  const note = (name: string, within = ''): void => {
    const thing = kindNamed(name, { within, path: operation.path })
    if (thing !== undefined) named.add(thing)
  }
  for (const { name } of operation.parameters) note(name)
  for (const example of operation.body?.examples ?? [])
    JSON.stringify(example, (name, value: unknown) => (note(name, BODY_LIST), value))
  return named
}

/** A plain `id` in a body is not the id of the path. */
const BODY_LIST = 'body'

/** Replaces the example ids in path and query parameters. */
export const parametersWithNewest = (
  parameters: Readonly<Record<string, string>>,
  newest: Newest,
  path: string,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => {
      const thing = value === '' ? undefined : kindNamed(name, { within: '', path })
      return [name, (thing && newest[thing]) ?? value]
    }),
  )

/** Replaces the example ids in a body; numbers remain numbers. */
export function bodyWithNewest<T>(example: T, newest: Newest, path: string): T {
  return JSON.parse(JSON.stringify(example), (name, value: unknown) => {
    const thing = kindNamed(name, { within: BODY_LIST, path })
    const id = thing && newest[thing]
    if (id === undefined) return value
    return typeof value === 'number' ? Number(id) : typeof value === 'string' ? id : value
  }) as T
}
