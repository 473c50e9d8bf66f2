// Customers who pay orders through interface C while the database fails. The audit checks that each
// confirmed payment is stored, and that the merchant's balance contains no other money.

import assert from 'node:assert/strict'
import type { ProjectAccess } from '../kit/project-load.ts'
import { TEST_CARDS } from '../kit/test-cards.ts'

const AMOUNT = 100
const DEPOSITED = 2

interface Answer {
  readonly redirect?: string
  readonly orderId?: string
  readonly orderStatus?: number
}

export class PaymentLoad {
  readonly #url: string
  readonly #project: ProjectAccess
  /** Orders whose payment was confirmed, and orders whose payment got no response. */
  readonly #paid: string[] = []
  readonly #unclear: string[] = []
  #isOver = false

  constructor(url: string, project: ProjectAccess) {
    this.#url = url
    this.#project = project
  }

  get acknowledged(): number {
    return this.#paid.length
  }

  stop(): void {
    this.#isOver = true
  }

  async run(customers: number): Promise<void> {
    await Promise.all(Array.from({ length: customers }, () => this.#customer()))
  }

  async #customer(): Promise<void> {
    while (!this.#isOver) {
      const registered = await this.#send('register', {
        amount: String(AMOUNT),
        currency: '978',
        returnUrl: 'https://shop.example/',
      })
      const orderId = registered?.orderId
      if (orderId === undefined) continue
      const paid = await this.#send('paymentorder', {
        MDORDER: orderId,
        $PAN: TEST_CARDS.approved,
        $CVC: '123',
        $EXPIRY: '203412',
        TEXT: 'ANN DOE',
      })
      if (paid?.redirect !== undefined) this.#paid.push(orderId)
      else this.#unclear.push(orderId)
    }
  }

  /** Undefined without a response, or after an outage response. */
  async #send(
    operation: string,
    form: Readonly<Record<string, string>>,
  ): Promise<Answer | undefined> {
    const { userName, password } = this.#project.interfaceC
    try {
      const response = await fetch(`${this.#url}/payment/rest/${operation}.do`, {
        method: 'POST',
        body: new URLSearchParams({ userName, password, ...form }),
      })
      const text = await response.text()
      if (response.status === 503) return undefined
      assert.equal(response.status, 200, text)
      return JSON.parse(text) as Answer
    } catch (error) {
      if (error instanceof TypeError) return undefined
      throw error
    }
  }

  async audit(): Promise<void> {
    const isPaid = async (orderId: string): Promise<boolean> =>
      (await this.#send('getOrderStatusExtended', { orderId }))?.orderStatus === DEPOSITED
    for (const orderId of this.#paid) assert.ok(await isPaid(orderId), `${orderId} is not paid`)
    let late = 0
    for (const orderId of this.#unclear) if (await isPaid(orderId)) late += 1
    const { apiKey } = this.#project.interfaceB
    const response = await fetch(`${this.#url}/control/v1/ledger`, {
      headers: { 'x-api-key': apiKey },
    })
    const ledger = (await response.json()) as {
      trialBalance: number
      accounts: readonly { account: string; posted: number }[]
    }
    assert.equal(ledger.trialBalance, 0)
    const merchant = ledger.accounts.find(({ account }) => account === 'merchant-978')
    assert.equal(merchant?.posted ?? 0, (this.#paid.length + late) * AMOUNT)
  }
}
