// The commands of one project on a real database, without the web layer: orders, payments, issued
// cards, and the ledger.

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after } from 'node:test'
import type { CardStatus } from '../../src/issuing/card.ts'
import { Fault, type FaultCode } from '../../src/kernel/fault.ts'
import { gatewayId } from '../../src/payments/orders/gateway-id.ts'
import { type Account, available } from '../../src/ledger/account.ts'
import type { JournalEntry } from '../../src/ledger/journal-entry.ts'
import type { Order } from '../../src/payments/orders/order.ts'
import { presentCard } from '../../src/payments/methods/payment-card.ts'
import type { Rows, TableName } from '../../src/kernel/rows.ts'
import type { Settings } from '../../src/kernel/settings.ts'
import type { Usage } from '../../src/issuing/limits.ts'
import { type TransactionRecord, recordsOf } from '../../src/web/views/record.ts'
import { transactionView } from '../../src/web/views/transaction-view.ts'
import type { CommandInput, CommandName } from '../../src/registry/commands.ts'
import { accountsOf } from '../../src/store/reads/ledger.ts'
import { cardById } from '../../src/store/reads/cards.ts'
import { journalOf } from './journal.ts'
import { decode } from '../../src/store/table.ts'
import { TABLES } from '../../src/store/tables.ts'
import type { EngineOptions } from '../../src/engine/engine.ts'
import { freezeClock } from './clock.ts'
import type { TestDatabase } from './databases.ts'
import { engineOfThisRun } from './engine-variant.ts'
import { EngineSandbox, type ProjectCard, START } from './engine-sandbox.ts'
import { TEST_CARD_EXPIRY } from './test-cards.ts'

export const EUR = 978
export const MINUTE = 60_000
export const DAY = 86_400_000
/** The merchant of simulated payments. */
export const MERCHANT = {
  merchantName: 'Cafe',
  merchantId: 'M1',
  mcc: 5812,
  terminalId: 'T1',
  merchantCountry: 'CY',
  merchantCity: 'Nicosia',
}

export interface CardEntry {
  readonly pan: string
  readonly expiry?: number
  readonly cvc?: string | undefined
  readonly keepCard?: boolean
}

type PayOrderInput = CommandInput<'payOrder'>
type RegisterOrderInput = CommandInput<'registerOrder'>

/**
 * Tests are separated by projects, because a database for each would take longer than the tests.
 */
const engineSandboxes = new Map<string, Promise<EngineSandbox>>()
after(() =>
  Promise.all([...engineSandboxes.values()].map(async (sandbox) => (await sandbox).close())),
)

function engineSandboxOn(database: TestDatabase, engine: EngineOptions): Promise<EngineSandbox> {
  const name = JSON.stringify([database.name, engine])
  const sandbox = engineSandboxes.get(name) ?? EngineSandbox.start(database, { engine })
  engineSandboxes.set(name, sandbox)
  return sandbox
}

/** A project for payments. Its process closes with the test file. */
export class PaymentSandbox extends EngineSandbox {
  /**
   * A new project whose clock is frozen at `START`, in the only process that a test file has per
   * database.
   */
  static async open(
    database: TestDatabase,
    settings: Partial<Settings> = {},
    engine = engineOfThisRun,
  ): Promise<PaymentSandbox> {
    const shared = await engineSandboxOn(database, engine)
    const { opened, process, project } = await shared.newProject()
    const sandbox = new PaymentSandbox(opened, process, project)
    await Promise.all([
      sandbox.execute('changeSettings', { settings }),
      freezeClock(sandbox.service, project, START),
    ])
    return sandbox
  }

  /** Checks that the command is refused with the code. */
  async assertRefused<N extends CommandName>(
    code: FaultCode,
    operation: N,
    input: CommandInput<N>,
  ): Promise<void> {
    await assert.rejects(this.execute(operation, input), (error) => {
      assert.ok(error instanceof Fault, String(error))
      assert.equal(error.code, code)
      return true
    })
  }

  id(): string {
    return gatewayId(this.project.number, START, randomBytes(8))
  }

  registerInput(over: Partial<RegisterOrderInput> = {}): RegisterOrderInput {
    return {
      orderId: this.id(),
      number: null,
      twoStage: false,
      amount: 2000,
      currency: EUR,
      clientId: null,
      features: [],
      request: { returnUrl: 'https://shop.example/ok', language: 'en', params: {} },
      ...over,
    }
  }

  async register(over: Partial<RegisterOrderInput> = {}): Promise<Order> {
    return (await this.execute('registerOrder', this.registerInput(over))).order
  }

  payInput(
    order: Pick<Order, 'id'>,
    entered: CardEntry,
    over: Partial<PayOrderInput> = {},
  ): PayOrderInput {
    const { pan, expiry = TEST_CARD_EXPIRY, keepCard = false } = entered
    const cvc = 'cvc' in entered ? entered.cvc : '123'
    const card = presentCard(
      { pan, expiry, cvc, cardholderName: 'ADA LOVELACE' },
      this.project.vault,
    )
    return {
      orderId: order.id,
      paymentMethod: { kind: 'card', card, keepCard },
      speaksVersion2: false,
      methodDone: false,
      newIds: { binding: this.id(), challenge: this.id() },
      ...over,
    }
  }

  pay(order: Pick<Order, 'id'>, entered: CardEntry, over: Partial<PayOrderInput> = {}) {
    return this.execute('payOrder', this.payInput(order, entered, over))
  }

  /** An order paid by card: held if it has two stages. */
  async paidOrder(entered: CardEntry, over: Partial<RegisterOrderInput> = {}): Promise<Order> {
    const answer = await this.pay(await this.register(over), entered)
    assert.equal(answer.result, 'approved', String(answer.order.actionCode))
    return answer.order
  }

  /** Registers an order and opens its challenge. */
  async challengedOrder(
    entered: CardEntry,
    over: Partial<RegisterOrderInput> = {},
  ): Promise<Order> {
    const { result, order } = await this.pay(await this.register(over), entered)
    assert.equal(result, 'challenge')
    return order
  }

  answer(order: Order, answer: CommandInput<'answerChallenge'>['answer']) {
    return this.execute('answerChallenge', {
      orderId: order.id,
      challengeId: challengeId(order),
      answer,
    })
  }

  finish(order: Order) {
    return this.execute('finishPayment', {
      orderId: order.id,
      challengeId: challengeId(order),
      status: null,
    })
  }

  updated(order: Pick<Order, 'id'>): Promise<Order> {
    return this.execute('updateOrder', { order: { id: order.id } })
  }

  advance(ms: number) {
    return this.execute('moveClock', { move: { kind: 'advance', ms } })
  }

  setCardStatus(card: ProjectCard, status: CardStatus) {
    return this.execute('setCardStatus', { cardId: card.id, status })
  }

  accounts(): Promise<readonly Account[]> {
    return accountsOf(this.process.reads, this.project.datasetId)
  }

  /** Posted, held and available on a card's account. */
  async balance(card: ProjectCard): Promise<readonly [number, number, number]> {
    const account = (await this.accounts()).find(({ id }) => id === card.accountId)
    assert.ok(account !== undefined)
    return [account.posted, account.held, available(account)]
  }

  async usage(card: ProjectCard): Promise<Usage> {
    const { process, project } = this
    const found = await cardById(process.reads, project.datasetId, card.id)
    assert.ok(found !== undefined)
    return found.usage.usage
  }

  async journal(card: ProjectCard): Promise<readonly JournalEntry[]> {
    const { process, project } = this
    return journalOf(process.reads, project.datasetId, card.id)
  }

  /** The transactions of a card as interface A lists them, without top-ups. */
  async records(card: ProjectCard): Promise<readonly TransactionRecord[]> {
    const operations = await this.journal(card)
    return operations
      .filter(({ kind }) => kind !== 'topup')
      .flatMap((operation) => recordsOf(operation, card.id))
  }

  /** As before, with top-ups, as interface A returns it. */
  async transactions(card: ProjectCard): Promise<ReturnType<typeof transactionView>[]> {
    const operations = await this.journal(card)
    return operations.flatMap((each) => recordsOf(each, card.id)).map(transactionView)
  }

  /** The keyed hash of a number. */
  hash(pan: string): string {
    return this.project.vault.numberHash(pan)
  }

  /** Every stored row of a table. */
  async rows<T extends TableName>(table: T): Promise<readonly Rows[T][]> {
    const { name, columns } = TABLES[table]
    const { process, project } = this
    const text = `select ${columns.join(', ')} from ${name} where project_id = $1 order by 1`
    const records = await process.reads.query({ name: `read_all_${name}`, text }, [
      project.datasetId,
    ])
    return records.map((record) => decode(TABLES[table], record) as Rows[T])
  }
}

export function challengeId({ progress }: Order): string {
  assert.ok(progress.challenge !== null, 'no challenge is open')
  return progress.challenge.id
}

/** The card data that the holder of an issued card enters. */
export const cardEntry = ({ pan, expiry, cvc }: ProjectCard): CardEntry => ({ pan, expiry, cvc })
