// Values of the project for the example of an operation, so that the call succeeds unchanged. They
// are ids of the newest records, records in the state that the operation needs, and fresh values
// where a repetition is refused. Ids that belong together come from one record.

import { randomBytes, randomInt } from 'node:crypto'
import type { Perform } from '../../../api/endpoint/in-process.ts'
import { listAccounts } from '../../../api/control/accounts.ts'
import { listBindings } from '../../../api/control/bindings.ts'
import { listCallbackKeys } from '../../../api/control/callback-keys.ts'
import { listCallbacks } from '../../../api/control/callbacks.ts'
import { listCardholders, showCardholder } from '../../../api/control/cardholders.ts'
import { listCards } from '../../../api/control/cards.ts'
import { listEntries } from '../../../api/control/entries.ts'
import { listOrders } from '../../../api/control/orders.ts'
import type { OrderStatusWord } from '../../../api/control/order-view.ts'
import { base32 } from '../../../projects/project.ts'
import type { LearnContext } from '../shell/learn-screen.ts'
import { kindNamed, type NamedKind } from './ids.ts'
import { numberOfCard } from './credentials.ts'
import type { ReferenceOperation } from './reference.ts'

/** Values by member, or by `parent.member` for a member of an object in the body. */
type Values = Readonly<Record<string, string>>

/** A record in the state that an operation needs. */
interface Need {
  /** For the sentence that the project has none. */
  readonly noun: string
  /** Id of the operation that creates such a record. */
  readonly from: string
  readonly find: (perform: Perform) => Promise<Values | undefined>
}

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

/** Records that are searched for a fitting one; a page reads no more. */
const SEARCHED = '20'
const CARDHOLDERS_SEARCHED = '10'

const NEWEST_ONE = { query: { limit: '1' } } as const
const NEWEST = { query: { limit: SEARCHED } } as const

const ofOrder = (id: string): Values => ({
  ...{ orderId: id, mdOrder: id, mdorder: id, MDORDER: id, MD: id },
})

const ordersIn = async (perform: Perform, status?: OrderStatusWord) =>
  (await perform(listOrders, { query: { limit: SEARCHED, ...(status && { status }) } })).items

/** An order in a state; `amount` is what the operation may move. */
const order = (
  noun: string,
  from: string,
  status: OrderStatusWord,
  amount?: 'approvedAmount' | 'depositedAmount',
): Need => ({
  ...{ noun, from },
  async find(perform) {
    const found = (await ordersIn(perform, status)).find(
      (each) => amount === undefined || each[amount] > 0,
    )
    return found && { ...ofOrder(found.id), ...(amount && { amount: String(found[amount]) }) }
  },
})

const PAYABLE = order('an unpaid order', 'register', 'registered')
const CHALLENGED = order('an order in 3-D Secure', 'paymentorder', 'authenticating')
const HELD = order('an order with a hold', 'registerPreAuth', 'held', 'approvedAmount')
const PAID = order('a paid order', 'instantPayment', 'deposited', 'depositedAmount')

const ORDER_WITH_CARD: Need = {
  noun: 'an order with a payment',
  from: 'instantPayment',
  async find(perform) {
    const found = (await ordersIn(perform)).find(({ numberMask }) => numberMask !== null)
    return found && ofOrder(found.id)
  },
}

const ORDER_OF_BINDING: Need = {
  noun: 'an unpaid order of a client with an active binding',
  from: 'register',
  async find(perform) {
    const [orders, bindings] = await Promise.all([
      ordersIn(perform, 'registered'),
      perform(listBindings, NEWEST),
    ])
    for (const { id, clientId } of orders) {
      const binding = bindings.items.find((each) => each.active && each.clientId === clientId)
      if (binding !== undefined) return { ...ofOrder(id), bindingId: binding.id }
    }
    return undefined
  },
}

const binding = (noun: string, from: string, isActive: boolean): Need => ({
  ...{ noun, from },
  async find(perform) {
    const { items } = await perform(listBindings, NEWEST)
    const found = items.find(({ active }) => active === isActive)
    return found && { bindingId: found.id }
  },
})

const ACTIVE_BINDING = binding('an active binding', 'paymentorder', true)

const card = (noun: string, from: string, status: 'active' | 'blocked'): Need => ({
  ...{ noun, from },
  async find(perform) {
    const { items } = await perform(listCards, { query: { limit: '1', status } })
    return items[0] && { cardId: items[0].id, id: items[0].id }
  },
})

const CARD_TO_CREDIT: Need = {
  noun: 'an active card',
  from: 'createVirtualCard',
  async find(perform) {
    const { items } = await perform(listCards, { query: { limit: '1', status: 'active' } })
    return items[0] && numbersOf('cardIdentification', 'destinationCard', items[0])
  },
}

/** The amount of the examples of transfers, minor units. */
const TRANSFERRED = 2500

const TWO_CARDS: Need = {
  noun: 'two active cards, one of them with 25.00 EUR',
  from: 'createTopup',
  async find(perform) {
    const { items } = await perform(listCards, { query: { limit: SEARCHED, status: 'active' } })
    const source = items.find(({ available }) => available >= TRANSFERRED)
    const destination = items.find(({ id }) => id !== source?.id)
    if (source === undefined || destination === undefined) return undefined
    return {
      ...numbersOf('sourceCardIdentification', 'sourceCard', source),
      ...numbersOf('destinationCardIdentification', 'destinationCard', destination),
    }
  },
}

/** The number and expiry of a card under the names of interfaces A and B. */
const numbersOf = (
  nameOfA: string,
  nameOfB: string,
  { id, expiry }: { readonly id: string; readonly expiry: string },
): Values => ({
  [`${nameOfA}.cardNumber`]: numberOfCard(id),
  [`${nameOfA}.expDate`]: expiry,
  [`${nameOfB}.cardNumber`]: numberOfCard(id),
  [`${nameOfB}.expiryDate`]: expiry,
})

const CARDHOLDER_WITHOUT_CARD: Need = {
  noun: 'a cardholder without a card',
  from: 'createCardholder',
  async find(perform) {
    const { items } = await perform(listCardholders, { query: { limit: CARDHOLDERS_SEARCHED } })
    for (const { id } of items) {
      const cards = await perform(listCards, { query: { limit: '1', cardholderId: id } })
      if (cards.items.length === 0) return { cardholder: id }
    }
    return undefined
  },
}

const CUSTOMER_WITH_ACCOUNT: Need = {
  noun: 'a customer with an account',
  from: 'registerCustomer',
  async find(perform) {
    const { items } = await perform(listCardholders, NEWEST_ONE)
    if (items[0] === undefined) return undefined
    const { id, customerNumber } = items[0]
    const { account } = await perform(showCardholder, { params: { id } })
    if (account === null) return undefined
    return {
      'cardIdentification.customerId': customerNumber,
      accountNumber: account.account,
    }
  },
}

const OLD_CALLBACK_KEY: Need = {
  noun: 'a callback key that is not the current one',
  from: 'rotateCallbackKey',
  async find(perform) {
    const { items } = await perform(listCallbackKeys)
    const old = items.find(({ current }) => !current)
    return old && { alias: old.alias }
  },
}

const ACCOUNT: Need = {
  noun: 'an account',
  from: 'registerCustomer',
  async find(perform) {
    const { items } = await perform(listAccounts, NEWEST_ONE)
    return items[0] && { account: items[0].account }
  },
}

/** The needs of operations, by id. */
// prettier-ignore
const NEEDS: Readonly<Record<string, Need>> = {
  createVirtualCard:    CUSTOMER_WITH_ACCOUNT,
  blockCard:            card('an active card', 'createVirtualCard', 'active'),
  changeCardStatus:     card('a blocked card', 'blockCard', 'blocked'),
  creditCard:           CARD_TO_CREDIT,
  p2pTransfer:          TWO_CARDS,
  createCard:           CARDHOLDER_WITHOUT_CARD,
  createTopup:          CARD_TO_CREDIT,
  createTransfer:       TWO_CARDS,
  paymentorder:         PAYABLE,
  paymentOrderBinding:  ORDER_OF_BINDING,
  processform:          PAYABLE,
  processBindingForm:   ORDER_OF_BINDING,
  decline:              PAYABLE,
  declineByClient:      PAYABLE,
  acsRedirect:          CHALLENGED,
  continue3ds:          CHALLENGED,
  finish3ds:            CHALLENGED,
  finish3dsPayment:     CHALLENGED,
  finish3dsVer2Payment: CHALLENGED,
  deposit:              HELD,
  reverse:              HELD,
  autoCompletion:       HELD,
  refund:               PAID,
  autoRefund:           PAID,
  updateSSLCardList:    ORDER_WITH_CARD,
  unBindCard:           ACTIVE_BINDING,
  extendBinding:        ACTIVE_BINDING,
  bindCard:             binding('an inactive binding', 'unBindCard', false),
  endCallbackKey:       OLD_CALLBACK_KEY,
  showAccount:          ACCOUNT,
  listAccountEntries:   ACCOUNT,
}

/** The record of an id in the example, if no more is needed. */
// prettier-ignore
const KINDS: Readonly<Record<NamedKind, Omit<Need, 'find'>>> = {
  order:      { noun: 'an order',      from: 'register' },
  binding:    { noun: 'a binding',     from: 'instantPayment' },
  card:       { noun: 'a card',        from: 'createVirtualCard' },
  cardholder: { noun: 'a cardholder',  from: 'createCardholder' },
  entry:      { noun: 'a ledger entry', from: 'instantPayment' },
  callback:   { noun: 'a callback',    from: 'instantPayment' },
}

const ISSUER_RESPONSE = 'Paste the response of the issuer’s page; the example is a placeholder.'

/** Steps that only the user can take, by operation. */
// prettier-ignore
const NOTES: Readonly<Record<string, string>> = {
  continue3ds:          ISSUER_RESPONSE,
  finish3ds:            ISSUER_RESPONSE,
  finish3dsPayment:     ISSUER_RESPONSE,
  finish3dsVer2Payment: 'Paste the threeDSServerTransId of a payment; the example is a placeholder.',
  ...Object.fromEntries(['giveProject', 'inviteMember', 'withdrawInvitation', 'changeMemberRole', 'removeMember'].map((name) => [name, 'A project has owners and members in hosted mode only.'])),
}

const FRESH_BYTES = 5
const freshName = (): string => `try-${base32(randomBytes(FRESH_BYTES))}`

/** Digits that the number of a new card keeps; the BIN and the check digit are computed. */
const freshCardNumber = (): string => `4000009${String(randomInt(FRESH_NUMBERS)).padStart(8, '0')}0`
const FRESH_NUMBERS = 10 ** 8

const FRESH_NAME = /\btry-[0-9a-z]{8}\b/g
const FRESH_CARD_NUMBER = /\b4000009\d{8}0\b/g

/** Members whose value must not repeat, by operation. */
// prettier-ignore
const FRESH: Readonly<Record<string, () => Values>> = {
  registerCustomer:  () => ({ customer_number: freshName() }),
  createVirtualCard: () => ({ 'cardIdentification.cardNumber': freshCardNumber() }),
  register:          () => ({ orderNumber: freshName() }),
  registerPreAuth:   () => ({ orderNumber: freshName() }),
  rotateCallbackKey: () => ({ alias: freshName() }),
}

/** Replaces the fresh values of a text that was sent, because a repetition is refused. */
export const refreshed = (text: string): string =>
  text.replaceAll(FRESH_NAME, freshName).replaceAll(FRESH_CARD_NUMBER, freshCardNumber)

/** True if the text contains a value that must not repeat. */
export const isFresh = (text: string): boolean =>
  [FRESH_NAME, FRESH_CARD_NUMBER].some((each) => text.search(each) >= 0)

const first = (found: { readonly items: readonly { readonly id: string }[] }) => found.items[0]?.id

const READ_NEWEST: Readonly<Record<NamedKind, (perform: Perform) => Promise<string | undefined>>> =
  {
    order: async (perform) => first(await perform(listOrders, NEWEST_ONE)),
    binding: async (perform) => first(await perform(listBindings, NEWEST_ONE)),
    card: async (perform) => first(await perform(listCards, NEWEST_ONE)),
    cardholder: async (perform) => first(await perform(listCardholders, NEWEST_ONE)),
    entry: async (perform) => first(await perform(listEntries, NEWEST_ONE)),
    callback: async (perform) => first(await perform(listCallbacks, NEWEST_ONE)),
  }

/** The values of the project for an operation; outside a project only fresh ones. */
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

/** A new card of the example expires after so many years. */
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

/** A plain `id` in a body is not the id of the path. */
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

/** Replaces the values of a body; numbers remain numbers if they can. */
export function bodyOf<T>(example: T, { values, newest }: ProjectValues, path: string): T {
  const replaced = (value: unknown, name: string, parent: string): unknown => {
    if (Array.isArray(value)) return value.map((each) => replaced(each, name, parent))
    if (typeof value === 'object' && value !== null) {
      // Interface A sends parameters as pairs of name and value.
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
