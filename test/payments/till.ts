// A store's till on a real database without the web in front of it: orders registered, paid and followed up by single words, cards
// with real numbers issued to pay with, and the books to look into.

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after } from 'node:test'
import { Fault, type FaultCode } from '../../src/kernel/fault.ts'
import { gatewayId } from '../../src/payments/gateway-id.ts'
import { type Account, available } from '../../src/ledger/account.ts'
import type { JournalEntry } from '../../src/ledger/journal-entry.ts'
import type { Order } from '../../src/payments/order.ts'
import { issuePan, maskPan } from '../../src/issuing/pan.ts'
import { presentCard } from '../../src/payments/payment-card.ts'
import type { Rows, TableName } from '../../src/kernel/rows.ts'
import type { Settings } from '../../src/kernel/settings.ts'
import type { Usage } from '../../src/issuing/limits.ts'
import { type TransactionRecord, recordsOf } from '../../src/api/issuing-v1/record.ts'
import { transactionView } from '../../src/api/issuing-v1/views.ts'
import type { CandidateNumber } from '../../src/issuing/card-number.ts'
import type { CommandResult, CommandInput, CommandName } from '../../src/registry/commands.ts'
import { accountsOf } from '../../src/store/reads/ledger.ts'
import { cardById } from '../../src/store/reads/cards.ts'
import { entriesOfCard } from '../../src/store/reads/journal.ts'
import { decode } from '../../src/store/table.ts'
import { TABLES } from '../../src/store/tables.ts'
import type { EngineOptions } from '../../src/engine/engine.ts'
import type { TestDatabase } from '../kit/databases.ts'
import { engineOfThisRun } from '../kit/engine-variant.ts'
import { person, Stand, START, topup } from '../engine/stand.ts'

export const EUR = 978
export const MINUTE = 60_000
export const DAY = 86_400_000
/** Any future date serves a test card. */
export const TEST_EXPIRY = 203412

/** Test cards by what they do; the CVC of each is 123. */
export const CARDS = {
  good: '4444555511113333',
  challenge: '5555555555555599',
  frictionless: '4111111111111111',
  attempt: '4000001111111118',
  rejected: '5168494895055780',
  challenge1: '5000001111111115',
  poor: '4000000000009995',
  unknown: '4000000000000010',
} as const

/** A card of the project with what its holder knows of it. */
export interface HeldCard {
  readonly pan: string
  readonly hash: string
  readonly id: number
  readonly accountId: number
  readonly expiry: number
  readonly cvc: string
}

export interface Entered {
  readonly pan: string
  readonly expiry?: number
  readonly cvc?: string | undefined
  readonly keepCard?: boolean
}

type PayOrderInput = CommandInput<'payOrder'>
type RegisterAsk = CommandInput<'registerOrder'>

/** A project of its own is enough to keep tests apart; a database of its own for each would take longer than they do. */
const stands = new Map<string, Promise<Stand>>()
after(() => Promise.all([...stands.values()].map(async (stand) => (await stand).close())))

function standOn(database: TestDatabase, engine: EngineOptions): Promise<Stand> {
  const name = JSON.stringify([database.name, engine])
  const stand = stands.get(name) ?? Stand.open(database, { engine })
  stands.set(name, stand)
  return stand
}

export class Till {
  readonly stand: Stand
  #pans = 0

  private constructor(stand: Stand) {
    this.stand = stand
  }

  /** A new project whose clock stands still, on the one process that a test file has for a database. */
  static async open(
    database: TestDatabase,
    settings: Partial<Settings> = {},
    engine = engineOfThisRun,
  ): Promise<Till> {
    const till = new Till(await (await standOn(database, engine)).another())
    await Promise.all([
      till.input('changeSettings', { settings }),
      till.input('moveClock', { move: { kind: 'freeze', freeze: true } }),
      till.input('moveClock', { move: { kind: 'set', to: START } }),
    ])
    return till
  }

  input<N extends CommandName>(operation: N, input: CommandInput<N>): Promise<CommandResult<N>> {
    return this.stand.service.execute(this.stand.project, operation, input)
  }

  /** The ask is refused with the code. */
  async refused<N extends CommandName>(
    code: FaultCode,
    operation: N,
    input: CommandInput<N>,
  ): Promise<void> {
    await assert.rejects(this.input(operation, input), (error) => {
      assert.ok(error instanceof Fault, String(error))
      assert.equal(error.code, code)
      return true
    })
  }

  id(): string {
    return gatewayId(this.stand.project.number, START, randomBytes(8))
  }

  registerInput(over: Partial<RegisterAsk> = {}): RegisterAsk {
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

  register(over: Partial<RegisterAsk> = {}): Promise<Order> {
    return this.input('registerOrder', this.registerInput(over))
  }

  payInput(
    order: Pick<Order, 'id'>,
    entered: Entered,
    over: Partial<PayOrderInput> = {},
  ): PayOrderInput {
    const { pan, expiry = TEST_EXPIRY, keepCard = false } = entered
    const cvc = 'cvc' in entered ? entered.cvc : '123'
    const card = presentCard(
      { pan, expiry, cvc, cardholderName: 'ADA LOVELACE' },
      this.stand.project.vault,
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

  pay(order: Pick<Order, 'id'>, entered: Entered, over: Partial<PayOrderInput> = {}) {
    return this.input('payOrder', this.payInput(order, entered, over))
  }

  /** An order paid by a card: held where it is of two stages. */
  async paid(entered: Entered, over: Partial<RegisterAsk> = {}): Promise<Order> {
    const answer = await this.pay(await this.register(over), entered)
    assert.equal(answer.result, 'approved', String(answer.order.actionCode))
    return answer.order
  }

  /** Registers an order and opens its challenge. */
  async challenged(entered: Entered, over: Partial<RegisterAsk> = {}): Promise<Order> {
    const { result, order } = await this.pay(await this.register(over), entered)
    assert.equal(result, 'challenge')
    return order
  }

  answer(order: Order, answer: CommandInput<'answerChallenge'>['answer']) {
    return this.input('answerChallenge', {
      orderId: order.id,
      challengeId: challengeId(order),
      answer,
    })
  }

  finish(order: Order) {
    return this.input('finishPayment', {
      orderId: order.id,
      challengeId: challengeId(order),
      status: null,
    })
  }

  settled(order: Pick<Order, 'id'>): Promise<Order> {
    return this.input('updateOrder', { order: { id: order.id } })
  }

  advance(ms: number) {
    return this.input('moveClock', { move: { kind: 'advance', ms } })
  }

  number(): { readonly pan: string; readonly prepared: CandidateNumber } {
    const { vault } = this.stand.project
    const pan = issuePan('400000', String((this.#pans += 1)).padStart(9, '0'))
    const prepared = { hash: vault.numberHash(pan), sealed: vault.seal(pan), mask: maskPan(pan) }
    return { pan, prepared }
  }

  async card(funds = 0): Promise<HeldCard> {
    const { cardholder } = await this.input('registerCardholder', person())
    const { pan, prepared } = this.number()
    const issued = await this.input('issueCard', {
      cardholderId: cardholder.id,
      candidates: [prepared],
    })
    if (funds > 0) await this.input('topup', topup(prepared.hash, funds))
    return this.#held(pan, prepared.hash, issued)
  }

  async reissue(card: HeldCard, reason: 'damaged' | 'lost' | 'stolen' = 'damaged') {
    const { pan, prepared } = this.number()
    const input = { cardId: card.id, reason, candidates: [prepared] }
    return this.#held(pan, prepared.hash, await this.input('reissueCard', input))
  }

  #held(pan: string, hash: string, { card, number }: CommandResult<'issueCard'>): HeldCard {
    const { expiry } = number
    const cvc = this.stand.project.vault.cvc(pan, expiry)
    return { pan, hash, id: card.id, accountId: card.accountId, expiry, cvc }
  }

  status(card: HeldCard, status: 'active' | 'blocked' | 'lost' | 'stolen') {
    return this.input('setCardStatus', { cardId: card.id, status })
  }

  accounts(): Promise<readonly Account[]> {
    return accountsOf(this.stand.process.reads, this.stand.project.datasetId)
  }

  /** Posted, held and available on a card's account. */
  async balance(card: HeldCard): Promise<readonly [number, number, number]> {
    const account = (await this.accounts()).find(({ id }) => id === card.accountId)
    assert.ok(account !== undefined)
    return [account.posted, account.held, available(account)]
  }

  async usage(card: HeldCard): Promise<Usage> {
    const { process, project } = this.stand
    const found = await cardById(process.reads, project.datasetId, card.id)
    assert.ok(found !== undefined)
    return found.usage.usage
  }

  operations(card: HeldCard): Promise<readonly JournalEntry[]> {
    const { process, project } = this.stand
    const period = { from: 0, until: Number.MAX_SAFE_INTEGER }
    return entriesOfCard(process.reads, project.datasetId, card.id, period)
  }

  /** What interface A lists of a card, without its top-ups. */
  async records(card: HeldCard): Promise<readonly TransactionRecord[]> {
    const operations = await this.operations(card)
    return operations
      .filter(({ kind }) => kind !== 'topup')
      .flatMap((operation) => recordsOf(operation, card.id))
  }

  /** The same as interface A answers it, and with the top-ups. */
  async transactions(card: HeldCard): Promise<ReturnType<typeof transactionView>[]> {
    const operations = await this.operations(card)
    return operations.flatMap((each) => recordsOf(each, card.id)).map(transactionView)
  }

  /** The keyed hash that a number is found by. */
  hash(pan: string): string {
    return this.stand.project.vault.numberHash(pan)
  }

  /** Every row of a table, as it is stored. */
  async rows<T extends TableName>(table: T): Promise<readonly Rows[T][]> {
    const { name, columns } = TABLES[table]
    const { process, project } = this.stand
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

/** What an issued card's holder enters. */
export const entered = ({ pan, expiry, cvc }: HeldCard): Entered => ({ pan, expiry, cvc })
