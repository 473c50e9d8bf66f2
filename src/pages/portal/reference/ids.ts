// The pages of records, by the kind of their ids.

import type { NamedKind } from '../../../activity/named-kind.ts'

/** Portal paths relative to a project's URL; bindings have no page. */
const PAGE_OF_KIND: Readonly<Partial<Record<NamedKind, string>>> = {
  order: '/orders/',
  card: '/cards/',
  cardholder: '/cardholders/',
  entry: '/ledger/entries/',
  callback: '/callbacks/',
  authorisation: '/authorisations/',
}

/** Digits, or ids of the gateway; other values do not become links. */
const ID_PATTERN = /^[\da-f-]{1,40}$/

export function pageOf(thing: NamedKind, id: string): string | undefined {
  const place = PAGE_OF_KIND[thing]
  return place === undefined || !ID_PATTERN.test(id) ? undefined : place + id
}
