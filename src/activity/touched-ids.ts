// The ids that an exchange touched: in its path, its bodies and the results of its commands.

import { scrubPans } from '../issuing/pan.ts'
import type { Order } from '../payments/orders/order.ts'
import { kindInList, kindNamed, type NamedKind } from './named-kind.ts'

export interface TouchedId {
  readonly kind: NamedKind
  readonly id: string
}

/** A list response has up to a page of records; the log only links the first ones. */
const IDS_MAX = 20
const ID_PATTERN = /^[\w-]{1,64}$/
const DEPTH_MAX = 6

/**
 * After the name of a list: a number, or the id of an order or a binding. Other segments are names
 * of operations.
 */
const RECORD_ID_PATTERN = /^(\d{1,19}|[\da-f]{8}-[\da-f-]{27})$/

export function touchedIds({
  url,
  bodies,
  results,
}: {
  readonly url: string
  readonly bodies: readonly unknown[]
  readonly results: readonly unknown[]
}): readonly TouchedId[] {
  const found = new FoundIds()
  const [path = '', query = ''] = url.split('?', 2)
  ofPath(path, found)
  if (query !== '')
    for (const [name, value] of new URLSearchParams(query))
      ofMember([name, value], { within: '', path }, found)
  for (const body of bodies) ofBody(body, { within: '', path, depth: 0 }, found)
  for (const result of results) ofResult(result, found)
  return found.all()
}

/** A caller may send a card number where an id is expected. */
const isCardNumber = (text: string): boolean => /^\d+$/.test(text) && scrubPans(text) !== text

/** Collects unique ids in the order in which they were found. */
class FoundIds {
  readonly #byKey = new Map<string, TouchedId>()

  get isFull(): boolean {
    return this.#byKey.size >= IDS_MAX
  }

  add(kind: NamedKind, id: unknown): void {
    if (this.isFull || (typeof id !== 'string' && typeof id !== 'number')) return
    const text = String(id)
    if (!ID_PATTERN.test(text) || isCardNumber(text)) return
    this.#byKey.set(`${kind} ${text}`, { kind, id: text })
  }

  all(): readonly TouchedId[] {
    return [...this.#byKey.values()]
  }
}

function ofPath(path: string, found: FoundIds): void {
  const segments = path.split('/')
  for (const [index, segment] of segments.entries()) {
    const kind = kindInList(segment)
    const id = segments[index + 1]
    if (kind !== undefined && id !== undefined && RECORD_ID_PATTERN.test(id)) found.add(kind, id)
  }
}

function ofMember(
  [name, value]: readonly [string, unknown],
  place: Pick<Place, 'within' | 'path'>,
  found: FoundIds,
): void {
  const kind = kindNamed(name, place)
  if (kind !== undefined) found.add(kind, value)
}

interface Place {
  readonly within: string
  readonly path: string
  readonly depth: number
}

function ofBody(body: unknown, { within, path, depth }: Place, found: FoundIds): void {
  if (typeof body !== 'object' || body === null || depth > DEPTH_MAX || found.isFull) return
  if (Array.isArray(body)) {
    for (const item of body) ofBody(item, { within, path, depth: depth + 1 }, found)
    return
  }
  for (const [name, value] of Object.entries(body)) {
    if (typeof value === 'object') ofBody(value, { within: name, path, depth: depth + 1 }, found)
    else ofMember([name, value], { within, path }, found)
  }
}

/** A command returns the rows that it changed: an order, an entry, a card. */
function ofResult(result: unknown, found: FoundIds): void {
  if (typeof result !== 'object' || result === null) return
  if ('result' in result) ofResult(result.result, found)
  const { order, entry, card, cardholder, authorisation } = result as Readonly<
    Record<string, unknown>
  >
  const rows = [
    ['order', order],
    ['entry', entry],
    ['card', card],
    ['cardholder', cardholder],
  ] as const
  for (const [kind, row] of rows) if (hasId(row)) found.add(kind, row.id)
  if (hasId(order)) found.add('card', payingCard(order['progress']))
  if (hasId(authorisation)) found.add('card', authorisation['cardId'])
  if (!hasId(entry)) return
  found.add('card', entry['sourceCardId'])
  found.add('card', entry['destinationCardId'])
  found.add('order', entry['orderId'])
}

/** The issued card of the last payment attempt. */
const payingCard = (progress: unknown): unknown =>
  (progress as Partial<Order['progress']> | undefined)?.payment?.card.cardId

const hasId = (row: unknown): row is Readonly<Record<string, unknown>> & { readonly id: unknown } =>
  typeof row === 'object' && row !== null && 'id' in row
