// The context in which commands are prepared: the sandbox and its model, and the objects to which
// small numbers refer.

import { type ProjectCard, START } from '../kit/engine-sandbox.ts'
import type { PaymentSandbox } from '../kit/payment-sandbox.ts'
import type { Command, OrderPick } from './command.ts'
import type { Order, Model } from './model.ts'
import { gatewayId } from '../../src/payments/orders/gateway-id.ts'

/** The expectation of the model, and the running command. */
export interface PreparedCommand {
  readonly expected: string
  readonly send: () => Promise<unknown>
}

/** A binding as the merchant knows it: the number behind it, if it is a card of the project. */
interface ListedBinding {
  readonly id: string
  readonly kind: string
  readonly numberId: number | null
  readonly pan: string | null
}

export type CommandNamed<Name extends Command['do']> = Extract<Command, { do: Name }>

export class CommandContext {
  readonly sandbox: PaymentSandbox
  readonly model: Model
  readonly cards: readonly ProjectCard[]
  /** Orders and bindings that existed before the commands that are sent together. */
  orders: readonly string[] = []
  bindings: readonly ListedBinding[] = []
  #ids = 0

  constructor(sandbox: PaymentSandbox, model: Model, cards: readonly ProjectCard[]) {
    this.sandbox = sandbox
    this.model = model
    this.cards = cards
  }

  /** Ids in the order of creation, so that a sequence is the same every time. */
  id(): string {
    const random = Buffer.alloc(8)
    random.writeUInt16BE((this.#ids += 1), 4)
    return gatewayId(this.sandbox.project.number, START, random)
  }

  /** Undefined if no object is suitable for the command. */
  order({ index, apt }: OrderPick, fits: (order: Order) => boolean): Order | undefined {
    const all = this.orders.map((id) => this.model.order(id)).toReversed()
    const chosen = apt ? all.filter(fits) : all
    return chosen[index % chosen.length]
  }

  binding(index: number): ListedBinding | undefined {
    return this.bindings[index % this.bindings.length]
  }
}
