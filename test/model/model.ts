// A model of a merchant's sandbox after a number of commands. It shares no code with the product
// and is as simple as possible: maps, two lists and a clock. A refused command changes nothing.

/**
 * The fault codes are the product's, because they are compared. The rules behind them are written
 * again here.
 */
class RefusalError extends Error {
  override readonly name = 'RefusalError'
  readonly code: string

  constructor(code: string) {
    super(code)
    this.code = code
  }
}

export function refuse(code: string): never {
  throw new RefusalError(code)
}

/** Card data as entered or stored. `card` is the index of a card of the project. */
export interface CardData {
  readonly kind: 'issued' | 'test' | 'rule' | 'unknown'
  readonly pan: string
  readonly expiry: number
  readonly card: number | null
}

export type Cvc = 'right' | 'wrong' | 'none'

/** The behaviour of a card: in 3-D Secure, and its result. */
export interface Behaviour {
  readonly flow: Flow
  readonly version: 1 | 2
  readonly code: string
  readonly actionCode: number
  readonly funds: number | null
}

/**
 * The outcome of a payment. It is determined when the payment is sent, by the rules at that time.
 */
export interface Decision {
  /** Undefined for an unknown card. */
  readonly behaviour: Behaviour | undefined
  readonly isRuled: boolean
}

/** A payment attempt, until the issuer decides. */
export interface Attempt extends Decision {
  readonly cardData: CardData
  readonly cvc: Cvc
  readonly way: 'CARD' | 'CARD_BINDING' | 'CARD_MOTO'
  readonly keep: boolean
  /** The binding that pays, or the id of the one to be created. */
  readonly binding: string | null
}

export interface Challenge {
  readonly id: string
  readonly version: 1 | 2
  readonly isOpen: boolean
  readonly code: string
  readonly wrongCodes: number
  readonly answer: string | null
  readonly attempt: Attempt
}

/**
 * The last attempt, as the status record shows it. `entry` is its purchase, if the issuer wrote
 * one.
 */
export interface Payment {
  readonly cardData: CardData
  readonly way: Attempt['way']
  readonly at: number
  readonly binding: string | null
  readonly entry: number | null
  readonly payer: string | null
}

interface RecurrenceTerms {
  readonly days: number
  /** YYYYMMDD. */
  readonly until: number
}

export interface Order {
  readonly id: string
  readonly number: string
  readonly twoStage: boolean
  readonly amount: number
  readonly currency: number
  readonly client: string | null
  readonly features: readonly string[]
  readonly onlyBinding: string | null
  readonly recurring: RecurrenceTerms | null
  readonly completesAt: number | null
  readonly reversesAt: number | null
  readonly status: number
  readonly approved: number
  readonly deposited: number
  readonly refunded: number
  readonly actionCode: number
  readonly endsAt: number | null
  readonly failures: number
  readonly wasOpened: boolean
  readonly challenge: Challenge | null
  /** The previous challenge, whose response must have no effect. */
  readonly replaced: string | null
  readonly payment: Payment | null
  readonly refunds: readonly { readonly amount: number; readonly externalId: string | null }[]
  /** The order is a payout without a previous payment. */
  readonly isCredit?: true
}

export interface Binding {
  readonly id: string
  readonly client: string
  readonly cardKey: string
  readonly cardData: CardData
  readonly active: boolean
  readonly recurring: RecurrenceTerms | null
  readonly chargedAt: number | null
}

/** A card of the project; its numbers are in `Model.numbers`. */
export interface Card {
  readonly status: 'active' | 'blocked' | 'lost' | 'stolen'
  readonly pan: string
  readonly limits: Readonly<Record<string, { readonly value: number; readonly cycle: 0 | 3 | 4 }>>
}

export interface CardNumber {
  readonly card: number
  readonly expiry: number
  readonly replaced: 'damaged' | 'expired' | 'lost' | 'stolen' | null
}

/** An entry of the ledger; between accounts if money moved. */
export interface Entry {
  readonly kind: string
  readonly order: string | null
  readonly card: number | null
  readonly approved: boolean
  readonly amount: number
  readonly currency: number
  readonly from: string | null
  readonly to: string | null
  readonly at: number
  readonly posDataCode: string | null
  /** The reason at interface A; -1 for none. */
  readonly reason: number
}

/** An event with a callback. */
export interface Event {
  readonly order: string | null
  readonly binding: string | null
  readonly operation: string
  readonly status: 0 | 1
}

export interface Rule {
  readonly prefix: string | null
  readonly amountFrom: number | null
  readonly amountTo: number | null
  readonly client: string | null
  readonly flow: Flow
  readonly version: 1 | 2
  readonly actionCode: number
  readonly funds: number | null
}

export type Flow =
  | 'ssl'
  | 'frictionless'
  | 'challenge'
  | 'attempt'
  | 'rejected'
  | 'unavailable'
  | 'enrolment-unknown'
  | 'communication-error'

/** The state that a refused command must not change. */
interface ModelState {
  orders: Map<string, Order>
  bindings: Map<string, Binding>
  cards: Map<number, Card>
  numbers: Map<string, CardNumber>
  posted: Map<string, number>
  held: Map<string, number>
}

export class Model implements ModelState {
  now: number
  orders = new Map<string, Order>()
  bindings = new Map<string, Binding>()
  cards = new Map<number, Card>()
  numbers = new Map<string, CardNumber>()
  /** Balances and holds by account: `card-0`, `network-978`. */
  posted = new Map<string, number>()
  held = new Map<string, number>()
  readonly entries: Entry[] = []
  readonly events: Event[] = []
  rules: readonly Rule[] = []
  issuedFlow: Flow = 'ssl'
  prefersVersion2 = false

  constructor(now: number) {
    this.now = now
  }

  /** Runs a command; returns `done` or the fault code. */
  attempt(command: () => void): string {
    const kept: ModelState = {
      orders: new Map(this.orders),
      bindings: new Map(this.bindings),
      cards: new Map(this.cards),
      numbers: new Map(this.numbers),
      posted: new Map(this.posted),
      held: new Map(this.held),
    }
    const [entries, events] = [this.entries.length, this.events.length]
    try {
      command()
      return 'done'
    } catch (error) {
      if (!(error instanceof RefusalError)) throw error
      Object.assign(this, kept)
      this.entries.length = entries
      this.events.length = events
      return error.code
    }
  }

  order(id: string): Order {
    return required(this.orders.get(id))
  }

  binding(id: string): Binding {
    return this.bindings.get(id) ?? refuse('binding-not-found')
  }

  card(index: number): Card {
    return required(this.cards.get(index))
  }

  number(pan: string): CardNumber {
    return required(this.numbers.get(pan))
  }

  put(order: Order): Order {
    this.orders.set(order.id, order)
    return order
  }

  notify(
    operation: string,
    status: 0 | 1,
    about: { order?: Order; binding?: string | null },
  ): void {
    const { order, binding = null } = about
    this.events.push({ order: order?.id ?? null, binding, operation, status })
  }

  hold(account: string, amount: number): void {
    this.held.set(account, (this.held.get(account) ?? 0) + amount)
  }

  /** Writes an entry and moves its money; returns its index. */
  write(entry: Omit<Entry, 'at'>): number {
    const { from, to, amount } = entry
    if (from !== null && to !== null) {
      this.posted.set(from, (this.posted.get(from) ?? 0) - amount)
      this.posted.set(to, (this.posted.get(to) ?? 0) + amount)
    }
    return this.entries.push({ ...entry, at: this.now }) - 1
  }

  available(account: string): number {
    return (this.posted.get(account) ?? 0) - (this.held.get(account) ?? 0)
  }

  /** `2028-01-30`. */
  get today(): string {
    return new Date(this.now).toISOString().slice(0, 10)
  }

  /** YYYYMM, this many months from now. */
  month(offset = 0): number {
    const date = new Date(this.now)
    const moved = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + offset, 1))
    return moved.getUTCFullYear() * 100 + moved.getUTCMonth() + 1
  }
}

export function required<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('the model names something that it does not have')
  return value
}
