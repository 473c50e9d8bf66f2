// Card numbers that somebody writes where only words belong: a description, a note, a name. They are masked before anything is decided, so
// that no row, callback or stored answer ever has one.

import { scrubPans } from './pan.ts'

/**
 * Members of a command's input that hold what people write, with all the texts beneath them and the names of those. A number of a card has
 * members of its own; ids (`clientId`, `orderNumber`, a document's number) and addresses come back as they were sent, or are of no use.
 */
const FREE_TEXT_MEMBERS: ReadonlySet<string> = new Set([
  'bundle',
  'cardholderName',
  'city',
  'description',
  'email',
  'embossedName',
  'firstName',
  'lastName',
  'line1',
  'line2',
  'merchantName',
  'params',
  'postAddress',
  'postalCode',
  'secondName',
  'state',
])

/** The input of a command with the card numbers in its free texts masked: first six and last four digits stay. The same object if there are none. */
export function maskFreeTexts<T>(input: T): T {
  return masked(input, false) as T
}

function masked(value: unknown, isFreeText: boolean): unknown {
  if (typeof value === 'string') return isFreeText ? scrubPans(value) : value
  if (typeof value === 'number') return isFreeText ? maskedNumber(value) : value
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const items = value.map((item) => masked(item, isFreeText))
    return items.some((item, index) => item !== value[index]) ? items : value
  }
  const members = value as Readonly<Record<string, unknown>>
  let changed: Readonly<Record<string, unknown>> = members
  for (const name of Object.keys(members)) {
    const member = members[name]
    const after = masked(member, isFreeText || FREE_TEXT_MEMBERS.has(name))
    if (after !== member) changed = { ...changed, [name]: after }
  }
  return isFreeText ? withMaskedNames(changed) : changed
}

/** The code of an item is a number to some callers. */
function maskedNumber(value: number): number | string {
  const text = String(value)
  const scrubbed = scrubPans(text)
  return scrubbed === text ? value : scrubbed
}

function withMaskedNames(
  members: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const names = Object.keys(members)
  if (names.every((name) => scrubPans(name) === name)) return members
  return Object.fromEntries(names.map((name) => [scrubPans(name), members[name]]))
}
