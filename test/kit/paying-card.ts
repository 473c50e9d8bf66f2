// An issued card that pays at interface C of its own project, and the decision server.

import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import type { CommandInput, CommandName, CommandResult } from '../../src/registry/commands.ts'
import { type Behaviour, Receiver } from './callback-receiver.ts'
import { bodyOf } from './control.ts'
import { onEveryDatabase, type TestDatabase } from './databases.ts'
import { type Form, type Json, type Merchant, merchantOf } from './merchant.ts'
import { type Sandbox, startSandbox } from './sandbox.ts'
import { type Body, SimulatedCard } from './simulated-card.ts'

interface Exchange {
  httpStatus: number | null
  latencyMs: number
  error: string | null
  answer: string
}

export interface RealTime {
  id: string
  state: string
  decidedBy: string | null
  authorisationId: string | null
  question: string
  exchange: Exchange | null
  late: Exchange | null
}

export const ENDPOINT = '/control/v1/real-time-decisions/endpoint'

/** Answers with JSON. */
export const json =
  (body: unknown, status = 200): Behaviour =>
  (response) =>
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(typeof body === 'string' ? body : JSON.stringify(body))

/** Leaves the next decision request open; resolves with a function that answers it. */
export function openQuestion(server: Receiver): Promise<(body: unknown) => void> {
  const { promise, resolve } = Promise.withResolvers<(body: unknown) => void>()
  server.script.push((response, received) => resolve((body) => json(body)(response, received)))
  return promise
}

export class PayingCard {
  readonly at: SimulatedCard
  readonly merchant: Merchant
  readonly form: Form
  readonly #sandbox: Sandbox

  private constructor(sandbox: Sandbox, at: SimulatedCard, merchant: Merchant) {
    this.#sandbox = sandbox
    this.at = at
    this.merchant = merchant
    const { number, expiryDate, cvc } = at.card
    const [year, month] = [expiryDate.slice(0, 4), expiryDate.slice(-2)]
    this.form = { $PAN: number, $CVC: cvc, YYYY: year, MM: month, TEXT: 'ANNA BERG' }
  }

  static async open(sandbox: Sandbox, funds = 10_000): Promise<PayingCard> {
    const at = await SimulatedCard.open(sandbox, funds)
    return new PayingCard(sandbox, at, merchantOf(sandbox, at.project))
  }

  /** Sets the project's decision server; returns the secret. */
  async asks(server: Receiver, endpoint: Body = {}): Promise<string> {
    const body = { url: server.url('/decide'), timeoutMs: 10_000, ...endpoint }
    return bodyOf<{ secret: string }>(await this.at.call('PUT', ENDPOINT, body), 200).secret
  }

  /** Runs a command of the engine. */
  execute<N extends CommandName>(name: N, input: CommandInput<N>): Promise<CommandResult<N>> {
    return this.#sandbox.sandcard.service.execute(this.at.project, name, input)
  }

  /** Pays a new order of 20.00 EUR. */
  async pay(order: Form = {}, twoStage = false): Promise<{ orderId: string; answer: Json }> {
    const orderId = await (twoStage
      ? this.merchant.registerPreAuth(order)
      : this.merchant.register(order))
    return { orderId, answer: await this.merchant.pay(orderId, this.form) }
  }

  /** Order status and action code. */
  async outcome(orderId: string): Promise<readonly unknown[]> {
    const { orderStatus, actionCode } = await this.merchant.status(orderId)
    return [orderStatus, actionCode]
  }

  /** Posted balance and holds of the card. The trial balance must be 0. */
  async funds(): Promise<readonly [posted: number, held: number]> {
    const { trialBalance, accounts } = await this.at.get<{
      trialBalance: number
      accounts: { account: string; posted: number; held: number }[]
    }>('ledger')
    assert.equal(trialBalance, 0)
    const own = accounts.find(({ account }) => account === this.at.card.account.accountNumber)
    return [own?.posted ?? 0, own?.held ?? 0]
  }

  /** The decisions, newest first. */
  async decisions(): Promise<readonly RealTime[]> {
    return (await this.at.get<{ items: RealTime[] }>('real-time-decisions')).items
  }

  async lastDecision(): Promise<RealTime> {
    const [decision] = await this.decisions()
    assert.ok(decision !== undefined)
    return decision
  }
}

export interface DecidedPayments {
  readonly database: TestDatabase
  readonly sandbox: Sandbox
  /** The project's decision server. */
  readonly server: Receiver
}

/** A suite on every database, with a service and a decision server. */
export function withDecisionServer(title: string, tests: (at: DecidedPayments) => void): void {
  onEveryDatabase(title, (database) => {
    let sandbox: Sandbox
    let server: Receiver
    before(async () => {
      sandbox = await startSandbox(database)
      server = await Receiver.open()
    })
    after(async () => {
      await server.close()
      await sandbox.close()
    })
    tests({
      database,
      get sandbox() {
        return sandbox
      },
      get server() {
        return server
      },
    })
  })
}

/** An issued card with 100.00 EUR whose payments the server decides. */
export async function payerOf({ sandbox, server }: DecidedPayments, endpoint = {}) {
  const card = await PayingCard.open(sandbox, 10_000)
  await card.asks(server, endpoint)
  return card
}
