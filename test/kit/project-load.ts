// A load of top-ups in many projects through one URL, and an audit afterwards: the card of each
// project has all acknowledged amounts, and at most the amounts of all requests.

import assert from 'node:assert/strict'
import { Progress } from './progress.ts'

/** The response of `POST /control/v1/projects`, as far as tests use it. */
export interface ProjectAccess {
  readonly id: string
  readonly interfaceA: { readonly login: string; readonly password: string }
  readonly interfaceB: { readonly apiKey: string }
  readonly interfaceC: {
    readonly userName: string
    readonly password: string
    readonly token: string
  }
}

/** Minor units; below it the number of top-ups is the balance. */
const AMOUNT = 1
const PERSON = {
  firstName: 'Ann',
  lastName: 'Doe',
  phoneNumber: '+35700000001',
  billingAddress: { country: 'CY', postalCode: '3000' },
}

interface Member {
  readonly apiKey: string
  readonly cardId: string
  readonly number: string
  acknowledged: number
  /** Number of requests without a response, or with 503, which may have taken effect. */
  unclear: number
}

export class ProjectLoad {
  readonly #url: string
  readonly #members: readonly Member[]
  readonly #progress = new Progress()
  #isSlow = false
  /** Resolves when the last request in turn has its response. */
  #turn: Promise<void> = Promise.resolve()
  #isOver = false

  private constructor(url: string, members: readonly Member[]) {
    this.#url = url
    this.#members = members
  }

  /** A new card in each project. */
  static async prepare(url: string, projects: readonly ProjectAccess[]): Promise<ProjectLoad> {
    const members = await Promise.all(
      projects.map(async ({ interfaceB: { apiKey } }): Promise<Member> => {
        const { id: cardholder } = await call<{ id: string }>(
          url,
          apiKey,
          '/v2/cardholders',
          PERSON,
        )
        const { id } = await call<{ id: string }>(url, apiKey, '/v2/cards', {
          productName: 'VISA_CLASSIC_VIRTUAL',
          cardholder,
        })
        const { number } = await call<{ number: string }>(url, apiKey, `/v2/cards/${id}`)
        return { apiKey, cardId: id, number, acknowledged: 0, unclear: 0 }
      }),
    )
    return new ProjectLoad(url, members)
  }

  get acknowledged(): number {
    return this.#members.reduce((sum, { acknowledged }) => sum + acknowledged, 0)
  }

  get failed(): number {
    return this.#members.reduce((sum, { unclear }) => sum + unclear, 0)
  }

  /** One customer per project, until the load is over. */
  async run(): Promise<void> {
    await Promise.all(this.#members.map((member) => this.#customer(member)))
  }

  /**
   * From now on, the customers take turns, which is enough to see a failure while a process starts.
   */
  slow(): void {
    this.#isSlow = true
  }

  stop(): void {
    this.#isOver = true
  }

  /** Resolves when this many top-ups were acknowledged. */
  reached(count: number): Promise<void> {
    return this.#progress.until(() => this.acknowledged >= count)
  }

  /** Resolves when each project has got this many more. */
  async reachedByEach(count: number): Promise<void> {
    const goals = this.#members.map((member) => ({ member, goal: member.acknowledged + count }))
    await this.#progress.until(() => goals.every(({ member, goal }) => member.acknowledged >= goal))
  }

  async #customer(member: Member): Promise<void> {
    while (!this.#isOver) {
      if (!this.#isSlow) await this.#topUp(member)
      else {
        this.#turn = this.#turn.then(() => this.#topUp(member))
        await this.#turn
      }
      this.#progress.changed()
    }
  }

  async #topUp(member: Member): Promise<void> {
    const body = { amount: AMOUNT, currency: 'EUR', destinationCard: { cardNumber: member.number } }
    const response = await fetch(`${this.#url}/v2/topups`, {
      method: 'POST',
      headers: { 'x-api-key': member.apiKey, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
      .then(async (answer) => ({ status: answer.status, text: await answer.text() }))
      .catch(() => undefined)
    if (response?.status === 201) {
      member.acknowledged += 1
      return
    }
    if (response !== undefined) assert.ok(response.status >= 502, response.text)
    member.unclear += 1
  }

  /** Checks that nothing acknowledged is missing and that the ledger of each project balances. */
  async audit(url = this.#url): Promise<void> {
    for (const { apiKey, cardId, acknowledged, unclear } of this.#members) {
      const { account } = await call<{ account: { balance: number } }>(
        url,
        apiKey,
        `/v2/cards/${cardId}`,
      )
      const ledger = await call<{ trialBalance: number }>(url, apiKey, '/control/v1/ledger')
      assert.equal(ledger.trialBalance, 0)
      assert.ok(
        account.balance >= acknowledged,
        `${acknowledged} acknowledged, ${account.balance} stored`,
      )
      assert.ok(account.balance <= acknowledged + unclear)
    }
  }
}

async function call<T>(url: string, apiKey: string, path: string, body?: unknown): Promise<T> {
  const response = await fetch(url + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  assert.ok(response.ok, `${path}: ${response.status} ${text}`)
  return JSON.parse(text) as T
}
