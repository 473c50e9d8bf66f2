// The kind of record that an id refers to: derived from the field name or, for a plain `id`, from
// its list or the path of the operation.

/** Kinds of records by whose ids an entry can be found. */
const NAMED_KINDS = [
  'order',
  'binding',
  'card',
  'cardholder',
  'entry',
  'callback',
  'authorisation',
] as const
export type NamedKind = (typeof NAMED_KINDS)[number]

export const isNamed = (kind: string): kind is NamedKind =>
  NAMED_KINDS.some((named) => named === kind)

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
  authorisationId: 'authorisation',
}

/**
 * The kinds of records in lists. Top-ups, transfers and legs are entries of the journal; the
 * issuer's pages have the id of the order in their path.
 */
const BY_LIST: Readonly<Record<string, NamedKind>> = {
  acs: 'order',
  orders: 'order',
  bindings: 'binding',
  cards: 'card',
  cardholders: 'cardholder',
  entries: 'entry',
  topups: 'entry',
  transfers: 'entry',
  callbacks: 'callback',
  authorisations: 'authorisation',
  legs: 'entry',
}

/** The kind of the records of a list. */
export const kindInList = (list: string): NamedKind | undefined =>
  Object.hasOwn(BY_LIST, list) ? BY_LIST[list] : undefined

/** The last path segment that is a list name: `cards` for `/v2/cards/{id}`. */
const listOf = (path: string): string =>
  path.split('/').findLast((part) => kindInList(part) !== undefined) ?? ''

/**
 * The kind of record that an id refers to. `within` is the field that contains the object, empty at
 * the top level. The list `items` contains the records that the path names.
 */
export function kindNamed(
  member: string,
  { within, path }: { readonly within: string; readonly path: string },
): NamedKind | undefined {
  if (Object.hasOwn(BY_MEMBER, member)) return BY_MEMBER[member]
  if (member !== 'id') return undefined
  return kindInList(within === '' || within === 'items' ? listOf(path) : within)
}
