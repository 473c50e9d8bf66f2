// What the ids in requests and responses name: derived from the member, or for a plain `id` from its list or the path of the operation.

/** What a project holds and an id may name. */
export type NamedKind = 'order' | 'binding' | 'card' | 'cardholder' | 'entry' | 'callback'

const BY_MEMBER: Readonly<Record<string, NamedKind>> = {
  orderId: 'order',
  mdOrder: 'order',
  mdorder: 'order',
  MDORDER: 'order',
  MD: 'order',
  bindingId: 'binding',
  cardId: 'card',
  cardholder: 'cardholder',
  cardholderId: 'cardholder',
  entryId: 'entry',
  callbackId: 'callback',
}

/** Top-ups and transfers are entries of the journal. */
const BY_LIST: Readonly<Record<string, NamedKind>> = {
  orders: 'order',
  bindings: 'binding',
  cards: 'card',
  cardholders: 'cardholder',
  entries: 'entry',
  topups: 'entry',
  transfers: 'entry',
  callbacks: 'callback',
}

/** The last part of a path that says what is there: `/v2/cards/{id}` is about cards. */
const listOf = (path: string): string =>
  path.split('/').findLast((part) => Object.hasOwn(BY_LIST, part)) ?? ''

/** What an id is of; `within` is the member that holds the object, empty for the outermost. A list of what the path names is called `items`. */
export function kindNamed(
  member: string,
  { within, path }: { readonly within: string; readonly path: string },
): NamedKind | undefined {
  if (Object.hasOwn(BY_MEMBER, member)) return BY_MEMBER[member]
  if (member !== 'id') return undefined
  return BY_LIST[within === '' || within === 'items' ? listOf(path) : within]
}

/** Where the portal shows it, below the address of a project; a binding has no page of its own. */
const PAGE_OF_KIND: Readonly<Partial<Record<NamedKind, string>>> = {
  order: '/orders/',
  card: '/cards/',
  cardholder: '/cardholders/',
  entry: '/ledger/entries/',
  callback: '/callbacks/',
}

/** Ids are digits or those of the gateway; other values are not linked. */
const ID_PATTERN = /^[\da-f-]{1,40}$/

export function pageOf(thing: NamedKind, id: string): string | undefined {
  const place = PAGE_OF_KIND[thing]
  return place === undefined || !ID_PATTERN.test(id) ? undefined : place + id
}
