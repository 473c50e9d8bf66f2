// A load of transfers in the demo project: cards with a balance, customers who keep transferring,
// and an audit afterwards.

import assert from 'node:assert/strict'
import { Progress } from './progress.ts'

const HEADERS = { 'x-api-key': 'demo-api-key', 'content-type': 'application/json' }
const FUNDS = 20_000
const PERSON = {
  firstName: 'Ann',
  lastName: 'Doe',
  phoneNumber: '+35700000001',
  billingAddress: { country: 'CY', postalCode: '3000' },
}

interface Card {
  readonly id: string
  readonly number: string
  readonly expiryDate: string
}

interface Transfer {
  readonly id: string
  readonly amount: number
  readonly status: string
  readonly sourceCard: { readonly cardNumber: string }
  readonly destinationCard: { readonly cardNumber: string }
}

export async function call<T>(
  url: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<T> {
  const response = await fetch(url + path, {
    method,
    headers: HEADERS,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  assert.ok(response.ok, `${method} ${path}: ${response.status} ${text}`)
  return JSON.parse(text) as T
}

const topUp = (url: string, card: Card, amount: number): Promise<unknown> =>
  call(url, 'POST', '/v2/topups', topUpBody(card, amount))

export const topUpBody = (card: Card, amount: number) => ({
  amount,
  currency: 'EUR',
  destinationCard: { cardNumber: card.number },
})

export class TransferLoad {
  readonly cards: readonly Card[]
  /** Ids of the transfers whose response arrived. */
  readonly acknowledged: string[] = []
  readonly #progress = new Progress()
  #isOver = false

  private constructor(cards: readonly Card[]) {
    this.cards = cards
  }

  static async prepare(url: string, count: number): Promise<TransferLoad> {
    const cards: Card[] = []
    for (let index = 0; index < count; index++) {
      const { id: cardholder } = await call<Card>(url, 'POST', '/v2/cardholders', PERSON)
      const body = { productName: 'VISA_CLASSIC_VIRTUAL', cardholder }
      const { id } = await call<Card>(url, 'POST', '/v2/cards', body)
      const card = await call<Card>(url, 'GET', `/v2/cards/${id}`)
      await topUp(url, card, FUNDS)
      cards.push(card)
    }
    return new TransferLoad(cards)
  }

  /** Customers keep transferring until the load is over or the process has ended. */
  async run(url: string, customers: number): Promise<void> {
    await Promise.all(Array.from({ length: customers }, (_, index) => this.#customer(url, index)))
  }

  stop(): void {
    this.#isOver = true
  }

  async #customer(url: string, first: number): Promise<void> {
    const { length } = this.cards
    for (let turn = first; !this.#isOver; turn++) {
      const source = this.cards[turn % length]
      const destination = this.cards[(turn + 1 + (turn % (length - 1))) % length]
      assert.ok(source !== undefined && destination !== undefined)
      const { number: cardNumber, expiryDate } = source
      const input = {
        amount: 1 + (turn % 50),
        currency: 'EUR',
        sourceCard: { cardNumber, expiryDate },
        destinationCard: { cardNumber: destination.number },
      }
      const response = await fetch(`${url}/v2/transfers`, {
        method: 'POST',
        headers: HEADERS,
        body: JSON.stringify(input),
      })
        .then(async (answer) => ({ status: answer.status, text: await answer.text() }))
        // The process ended, so the result of this transfer is unknown.
        .catch(() => undefined)
      if (response === undefined || response.status === 503) return
      assert.equal(response.status, 201, response.text)
      this.acknowledged.push((JSON.parse(response.text) as Transfer).id)
      this.#progress.changed()
    }
  }

  /** Resolves when this many transfers were acknowledged. */
  reached(count: number): Promise<void> {
    return this.#progress.until(() => this.acknowledged.length >= count)
  }

  /**
   * Checks that no acknowledged transfer is missing, that every balance matches its transfers, and
   * that the ledger balances. Returns the number of stored transfers.
   */
  async audit(url: string): Promise<number> {
    const stored = new Map<string, Transfer>()
    for (const { number } of this.cards) {
      const path = `/v2/transfers?cardNumberFltr=${number}`
      for (let cursor = ''; ;) {
        const page = await call<{ transfers: Transfer[]; nextCursor?: string }>(
          url,
          'GET',
          path + cursor,
        )
        for (const transfer of page.transfers) stored.set(transfer.id, transfer)
        if (page.nextCursor === undefined) break
        cursor = `&cursor=${page.nextCursor}`
      }
    }
    const missing = this.acknowledged.filter((id) => !stored.has(id))
    assert.deepEqual(missing, [], `${missing.length} acknowledged transfers are missing`)
    assert.equal(new Set(this.acknowledged).size, this.acknowledged.length)
    const ledger = await call<{
      trialBalance: number
      accounts: readonly { kind: string; posted: number }[]
    }>(url, 'GET', '/control/v1/ledger')
    assert.equal(ledger.trialBalance, 0)
    const customers = ledger.accounts.filter(({ kind }) => kind === 'customer')
    assert.ok(customers.every(({ posted }) => posted >= 0))
    const total = customers.reduce((sum, { posted }) => sum + posted, 0)
    assert.equal(total, FUNDS * this.cards.length)
    await this.#auditBalances(url, [...stored.values()])
    return stored.size
  }

  async #auditBalances(url: string, transfers: readonly Transfer[]): Promise<void> {
    for (const card of this.cards) {
      const { account } = await call<{ account: { balance: number } }>(
        url,
        'GET',
        `/v2/cards/${card.id}`,
      )
      const expected = transfers
        .filter(({ status }) => status === 'approved')
        .reduce((sum, { amount, sourceCard, destinationCard }) => {
          const spent = sourceCard.cardNumber === card.number ? amount : 0
          const received = destinationCard.cardNumber === card.number ? amount : 0
          return sum - spent + received
        }, FUNDS)
      assert.equal(account.balance, expected)
    }
  }
}
