// Requests that are declined, one for each decline of the table, with what their decision says.

import {
  bodyOf,
  type IssuedCard,
  issueCard,
  type ProjectCall,
  projectCall,
  topUp,
} from '../../kit/control.ts'
import type { Answer } from '../../kit/http.ts'
import { type Merchant, newMerchant } from '../../kit/merchant.ts'
import { type Sandbox } from '../../kit/sandbox.ts'
import { TEST_CARDS } from '../../kit/test-cards.ts'
import { type DeclineCode } from '../../../src/ledger/decline.ts'

export interface Explained {
  readonly requestId: string
  readonly api: string | null
  readonly operation: string
  readonly outcome: string
  readonly code: string
  readonly reason: string
  readonly wouldChange: string
  readonly facts: Readonly<Record<string, unknown>>
}

export const PATH = '/control/v1/decisions'
const SIMULATION = '/control/v1/simulations/authorisations'

/** The project of a test: two cards with 5,000.00 EUR each, and a merchant. */
export class World {
  readonly merchant: Merchant
  readonly call: ProjectCall
  readonly cards: readonly [IssuedCard, IssuedCard]
  readonly #sandbox: Sandbox

  private constructor(
    sandbox: Sandbox,
    merchant: Merchant,
    call: ProjectCall,
    cards: readonly [IssuedCard, IssuedCard],
  ) {
    this.#sandbox = sandbox
    this.merchant = merchant
    this.call = call
    this.cards = cards
  }

  static async open(sandbox: Sandbox): Promise<World> {
    const merchant = await newMerchant(sandbox)
    const call = projectCall(sandbox, merchant.project.secrets.interfaceB.apiKey)
    const cards = [await issueCard(call), await issueCard(call)] as const
    for (const card of cards) bodyOf(await topUp(call, card, 500_000), 201)
    return new World(sandbox, merchant, call, cards)
  }

  transfer(amount = 2000, change: { to?: string; expiry?: string; from?: string } = {}) {
    const [one, other] = this.cards
    const { from = one.number, to = other.number, expiry = one.expiryDate } = change
    return this.call('POST', '/v2/transfers', {
      amount,
      currency: 'EUR',
      destinationCard: { cardNumber: to },
      sourceCard: { cardNumber: from, expiryDate: expiry },
    })
  }

  /** Changes the first card by interface B, then transfers from it. */
  async transferAfter(change: object): Promise<Answer> {
    bodyOf(await this.call('PATCH', `/v2/cards/${this.cards[0].id}`, change), 200)
    return this.transfer()
  }

  simulate(body: object): Promise<Answer> {
    return this.call('POST', SIMULATION, { cardId: this.cards[0].id, amount: 2000, ...body })
  }

  async pay(form: object = {}, order: object = {}): Promise<Answer> {
    const orderId = await this.merchant.register({ amount: 2000, ...order })
    return this.merchant.call('paymentorder', {
      MDORDER: orderId,
      TEXT: 'ANN DOE',
      $CVC: '123',
      YYYY: '2034',
      MM: '12',
      $PAN: TEST_CARDS.approved,
      ...form,
    })
  }

  /** Pays with the first issued card. */
  payIssued(form: object = {}, order: object = {}): Promise<Answer> {
    const { number, expiryDate } = this.cards[0]
    const expiry = { YYYY: expiryDate.slice(0, 4), MM: expiryDate.slice(4) }
    return this.pay({ $PAN: number, ...expiry, ...form }, order)
  }

  async why(asked: Promise<Answer>): Promise<Explained> {
    const { headers } = await asked
    const answer = await this.call('GET', `${PATH}/${String(headers['request-id'])}`)
    return bodyOf<Explained>(answer, 200)
  }

  callA(operation: string, body: object): Promise<Answer> {
    const { login, password } = this.merchant.project.secrets.interfaceA
    const credentials = Buffer.from(`${login}:${password}`).toString('base64')
    return this.#sandbox.call('POST', `/v1/apigate/ws/rest/${operation}`, {
      headers: { authorization: `Basic ${credentials}` },
      body,
    })
  }
}

interface DeclineCase {
  readonly ask: (world: World) => Promise<Answer>
  /** Fields of the facts. */
  readonly facts?: object
  readonly reason?: RegExp
  readonly wouldChange?: RegExp
}

const forced = (decline: DeclineCode): DeclineCase => ({
  ask: (world) => world.simulate({ decline }),
})

const CLOSED = { status: 'lost' }
export const DAILY_LIMIT = {
  name: 'LMTP0109',
  label: 'daily spending limit',
  value: 100_000,
  endsAt: '2031-05-11T00:00:00.000Z',
}

/** A new decline without a row here does not compile. */
export const DECLINE_CASES: Readonly<Record<DeclineCode, DeclineCase>> = {
  'same-card': { ask: (world) => world.transfer(2000, { to: world.cards[0].number }) },
  'wrong-expiry': { ask: (world) => world.transfer(2000, { expiry: '203001' }) },
  expired: {
    ask: async (world) => {
      await world.merchant.advanceClock(61 * 31 * 86_400_000)
      return world.transfer()
    },
  },
  'wrong-cvc': {
    ask: (world) => world.payIssued({ $CVC: world.cards[0].cvc === '000' ? '001' : '000' }),
  },
  blocked: {
    ask: (world) => world.transferAfter({ status: 'blocked' }),
    facts: { card: { status: 'blocked' } },
  },
  lost: { ask: (world) => world.transferAfter(CLOSED), facts: { card: { status: 'lost' } } },
  stolen: {
    ask: (world) => world.transferAfter({ status: 'stolen' }),
    facts: { card: { status: 'stolen' } },
  },
  replaced: {
    ask: (world) => world.transferAfter({ reissueCard: 'damaged' }),
    facts: { card: { status: 'replaced (damaged)' } },
  },
  'insufficient-funds': {
    ask: (world) => world.transfer(600_000),
    facts: { available: 500_000, asked: { amount: 600_000, currency: '978' } },
    reason: /^6,000\.00 EUR is more than the available balance of 5,000\.00 EUR\.$/,
    wouldChange:
      /^Top up the card by at least 1,000\.00 EUR and raise its limit, or send at most 1,000\.00 EUR\.$/,
  },
  'limit-exceeded': {
    async ask(world) {
      bodyOf(await world.transfer(30_000), 201)
      return world.transfer(80_000)
    },
    facts: {
      asked: { amount: 80_000 },
      available: 470_000,
      limit: { ...DAILY_LIMIT, used: 30_000, asked: 80_000, left: 70_000 },
    },
    reason: /^800\.00 EUR is above the daily spending limit of 1,000\.00 EUR \(300\.00 used\)\.$/,
    wouldChange:
      /^Raise the daily spending limit to at least 1,100\.00 EUR, send at most 700\.00 EUR, or advance the clock to 2031-05-11T00:00:00\.000Z\.$/,
  },
  currency: {
    ask: (world) => world.payIssued({}, { currency: '840' }),
    facts: { asked: { amount: 2000, currency: '840' } },
  },
  'account-full': forced('account-full'),
  'amount-too-large': forced('amount-too-large'),
  'wrong-pin': forced('wrong-pin'),
  'pin-tries-exceeded': forced('pin-tries-exceeded'),
  'rate-missing': forced('rate-missing'),
  'do-not-honour': forced('do-not-honour'),
  'suspected-fraud': forced('suspected-fraud'),
  'not-permitted': forced('not-permitted'),
  'issuer-unavailable': forced('issuer-unavailable'),
  'by-rule': {
    ask: async (world) => {
      const rule = { id: 'mine', match: { api: 'B' }, outcome: { actionCode: 208 } }
      bodyOf(await world.call('POST', '/control/v1/outcome-rules', rule), 201)
      return world.transfer()
    },
    facts: { ruleId: 'mine', answers: { actionCode: 208, responseCode: '41' } },
    reason: /^The outcome rule mine declined the transfer\.$/,
    wouldChange: /^Turn off or delete the rule mine, or send a transfer that/,
  },
}
