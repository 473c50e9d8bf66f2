// A project's values for the example of an operation, so that the call succeeds unchanged. They are
// ids of the newest records, records in the state that the operation needs, and fresh values where
// a repetition is refused. Ids that belong together come from one record.

import type { Perform } from '../../../api/endpoint/in-process.ts'
import { listBindings } from '../../../api/control/cards/bindings.ts'
import { listCallbacks } from '../../../api/control/callbacks/callbacks.ts'
import { listCardholders } from '../../../api/control/cards/cardholders.ts'
import { listCards } from '../../../api/control/cards/cards.ts'
import { listAuthorisations } from '../../../api/control/simulations/authorisations.ts'
import { listEntries } from '../../../api/control/ledger/entries.ts'
import { listOrders } from '../../../api/control/orders/orders.ts'
import type { LearnContext } from '../shell/learn-screen.ts'
import { FRESH } from './fresh-values.ts'
import { kindNamed, type NamedKind } from '../../../activity/named-kind.ts'
import { type Need, NEEDS, NEWEST_ONE, type Values } from './needs.ts'
import type { ReferenceOperation } from './reference.ts'

export interface ProjectValues {
  readonly values: Values
  readonly newest: Readonly<Partial<Record<NamedKind, string>>>
  /** Steps that the user has to take before the call can succeed. */
  readonly missing: readonly Missing[]
}

export interface Missing {
  /** A sentence. */
  readonly text: string
  /** Id of the operation that helps, if there is one. */
  readonly from?: string
}

/** The record of an id in the example, if nothing else is needed. */
// prettier-ignore
const KINDS: Readonly<Record<NamedKind, Omit<Need, 'find'>>> = {
  order:      { noun: 'an order',      from: 'register' },
  binding:    { noun: 'a binding',     from: 'instantPayment' },
  card:       { noun: 'a card',        from: 'createVirtualCard' },
  cardholder: { noun: 'a cardholder',  from: 'createCardholder' },
  entry:      { noun: 'a ledger entry', from: 'instantPayment' },
  callback:   { noun: 'a callback',    from: 'instantPayment' },
  authorisation: { noun: 'an authorisation', from: 'simulateAuthorisation' },
}

const ISSUER_RESPONSE = 'Paste the response of the issuer’s page; the example is a placeholder.'

/** Steps that only the user can take, by operation. */
// prettier-ignore
const NOTES: Readonly<Record<string, string>> = {
  continue3ds:          ISSUER_RESPONSE,
  finish3ds:            ISSUER_RESPONSE,
  finish3dsPayment:     ISSUER_RESPONSE,
  finish3dsVer2Payment: 'Paste the threeDSServerTransId of a payment; the example is a placeholder.',
  ...Object.fromEntries(['giveProject', 'inviteMember', 'withdrawInvitation', 'changeMemberRole', 'removeMember', 'changeMemberAlerts'].map((name) => [name, 'A project has owners and members in hosted mode only.'])),
}

const first = (found: { readonly items: readonly { readonly id: string }[] }) => found.items[0]?.id

const READ_NEWEST: Readonly<Record<NamedKind, (perform: Perform) => Promise<string | undefined>>> =
  {
    order: async (perform) => first(await perform(listOrders, NEWEST_ONE)),
    binding: async (perform) => first(await perform(listBindings, NEWEST_ONE)),
    card: async (perform) => first(await perform(listCards, NEWEST_ONE)),
    cardholder: async (perform) => first(await perform(listCardholders, NEWEST_ONE)),
    entry: async (perform) => first(await perform(listEntries, NEWEST_ONE)),
    callback: async (perform) => first(await perform(listCallbacks, NEWEST_ONE)),
    authorisation: async (perform) => first(await perform(listAuthorisations, NEWEST_ONE)),
  }

/** The project's values for an operation; outside a project, only fresh ones. */
export async function projectValues(
  { perform, now }: LearnContext,
  operation: ReferenceOperation,
): Promise<ProjectValues> {
  const fresh: Values = {
    ...FRESH[operation.id]?.(),
    'virtualCardIdentification.expDate': `${new Date(now).getUTCFullYear() + YEARS_OF_CARD}12`,
  }
  if (perform === undefined) return { values: fresh, newest: {}, missing: [] }
  const need = NEEDS[operation.id]
  const [found, newest] = await Promise.all([
    need?.find(perform),
    Promise.all(
      [...kindsNamedBy(operation)].map(
        async (kind) => [kind, await READ_NEWEST[kind](perform)] as const,
      ),
    ),
  ])
  const note = NOTES[operation.id]
  const absent =
    need === undefined
      ? newest.filter(([, id]) => id === undefined).map(([kind]) => KINDS[kind])
      : found === undefined
        ? [need]
        : []
  return {
    values: { ...fresh, ...found },
    newest: Object.fromEntries(newest.filter(([, id]) => id !== undefined)),
    missing: [
      ...absent.map(({ noun, from }) => ({ text: `The project does not have ${noun}.`, from })),
      ...(note === undefined ? [] : [{ text: note }]),
    ],
  }
}

/** Number of years after which a new card in the example expires. */
const YEARS_OF_CARD = 4

function kindsNamedBy(operation: ReferenceOperation): ReadonlySet<NamedKind> {
  const kinds = new Set<NamedKind>()
  const note = (name: string, within = ''): void => {
    const kind = kindNamed(name, { within, path: operation.path })
    if (kind !== undefined) kinds.add(kind)
  }
  for (const { name } of operation.parameters) note(name)
  for (const example of operation.body?.examples ?? [])
    JSON.stringify(example, (name, value: unknown) => (note(name, IN_BODY), value))
  return kinds
}

/** A plain `id` in a body is not the id in the path. */
const IN_BODY = 'body'

/** Replaces the values of path and query parameters. */
export const parametersOf = (
  parameters: Readonly<Record<string, string>>,
  { values, newest }: ProjectValues,
  path: string,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => {
      const kind = value === '' ? undefined : kindNamed(name, { within: '', path })
      return [name, values[name] ?? (kind && newest[kind]) ?? value]
    }),
  )

/** Replaces the values in a body; numbers remain numbers if possible. */
export function bodyOf<T>(example: T, { values, newest }: ProjectValues, path: string): T {
  const replaced = (value: unknown, name: string, parent: string): unknown => {
    if (Array.isArray(value)) return value.map((each) => replaced(each, name, parent))
    if (typeof value === 'object' && value !== null) {
      // Interface A sends parameters as name and value pairs.
      const pair = 'value' in value && 'name' in value && String(value.name)
      return Object.fromEntries(
        Object.entries(value).map(([member, each]) => [
          member,
          replaced(each, member === 'value' && pair !== false ? pair : member, name),
        ]),
      )
    }
    const kind = kindNamed(name, { within: IN_BODY, path })
    const found = values[`${parent}.${name}`] ?? values[name] ?? (kind && newest[kind])
    if (found === undefined) return value
    return typeof value === 'number' && /^\d+$/.test(found) ? Number(found) : found
  }
  return replaced(example, '', '') as T
}
