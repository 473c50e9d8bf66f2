// A store's desk: the product and its model side by side, and what a command's small numbers mean there.

import { START } from '../engine/stand.ts'
import type { HeldCard, Till } from '../payments/till.ts'
import type { Command, OrderPick } from './command.ts'
import type { Order, Shop } from './shop.ts'
import { gatewayId } from '../../src/payments/gateway-id.ts'

/** What the model expects of a command, and the command on its way. */
export interface Sent {
  readonly expected: string
  readonly send: () => Promise<unknown>
}

/** What a store has read of a binding: the number behind it, where it is a card of the project. */
export interface SeenBinding {
  readonly id: string
  readonly kind: string
  readonly numberId: number | null
  readonly pan: string | null
}

export type Of<Name extends Command['do']> = Extract<Command, { do: Name }>

export class Desk {
  readonly till: Till
  readonly shop: Shop
  readonly cards: readonly HeldCard[]
  /** Orders and bindings that were there before the commands that are sent together. */
  orders: readonly string[] = []
  bindings: readonly SeenBinding[] = []
  #ids = 0

  constructor(till: Till, shop: Shop, cards: readonly HeldCard[]) {
    this.till = till
    this.shop = shop
    this.cards = cards
  }

  /** Ids in the order they are made, so that a sequence is the same each time. */
  id(): string {
    const random = Buffer.alloc(8)
    random.writeUInt16BE((this.#ids += 1), 4)
    return gatewayId(this.till.stand.project.number, START, random)
  }

  /** Undefined where there is none that the command could mean. */
  order({ index, apt }: OrderPick, fits: (order: Order) => boolean): Order | undefined {
    const all = this.orders.map((id) => this.shop.order(id)).toReversed()
    const chosen = apt ? all.filter(fits) : all
    return chosen[index % chosen.length]
  }

  binding(index: number): SeenBinding | undefined {
    return this.bindings[index % this.bindings.length]
  }
}
