// A merchant with callbacks: it pays through the gateway and reads its inbox through the control
// API.

import assert from 'node:assert/strict'
import type { Project } from '../../src/engine/directory.ts'
import { bodyOf, projectCall, type ProjectCall } from './control.ts'
import { type Form, type Merchant, merchantOf, orderForm } from './merchant.ts'
import type { Sandbox } from './sandbox.ts'
import { TEST_CARD_EXPIRY, TEST_CARDS } from './test-cards.ts'

export interface CallbackShape {
  id: string
  orderId: string | null
  orderNumber: string | null
  bindingId: string | null
  operation: string
  status: number
  state: string
  url: string | null
  method: string
  parameters: Record<string, string>
  createdAt: string
  failures: number
  nextAttemptAt: string | null
  attempts: {
    at: string
    httpStatus: number | null
    durationMs: number
    error: string | null
    request: { method: string; url: string; body: string }
    answer: string
  }[]
}

/** The identifiers of an order at the gateway. */
interface OrderReference {
  readonly id: string
  readonly number: string
}

const CARD = {
  pan: TEST_CARDS.approvedWellKnown,
  expiry: TEST_CARD_EXPIRY,
  cvc: '123',
  cardholderName: 'ANNA BERG',
}

export class CallbackMerchant {
  readonly project: Project
  readonly call: ProjectCall
  readonly #gateway: Merchant

  private constructor(sandbox: Sandbox, project: Project) {
    this.project = project
    this.call = projectCall(sandbox, project.secrets.interfaceB.apiKey)
    this.#gateway = merchantOf(sandbox, project)
  }

  static async open(sandbox: Sandbox, settings: object = {}): Promise<CallbackMerchant> {
    return CallbackMerchant.of(sandbox, await sandbox.newProject('merchant'), settings)
  }

  /** The merchant of an existing project. */
  static async of(
    sandbox: Sandbox,
    project: Project,
    settings: object = {},
  ): Promise<CallbackMerchant> {
    const merchant = new CallbackMerchant(sandbox, project)
    await merchant.changeSettings(settings)
    return merchant
  }

  async changeSettings(settings: object): Promise<void> {
    bodyOf(await this.call('PATCH', '/control/v1/project', settings), 200)
  }

  /** Advances the project's clock. */
  async advance(duration: string): Promise<void> {
    bodyOf(await this.call('POST', '/control/v1/clock', { advance: duration }), 200)
  }

  /** Registers an order of 123.45 EUR and pays it, in one call. */
  async pay(
    options: {
      declined?: boolean
      twoStage?: boolean
      clientId?: string
      dynamicCallbackUrl?: string
    } = {},
  ): Promise<OrderReference> {
    const { declined = false, twoStage = false, clientId, dynamicCallbackUrl } = options
    const answer = await this.#gateway.callOk('instantPayment', {
      ...orderForm,
      ...CARD,
      ...(declined && { pan: TEST_CARDS.noFunds }),
      amount: 12_345,
      preAuth: String(twoStage),
      clientId,
      dynamicCallbackUrl,
    })
    const { orderId, orderNumber } = answer
    assert.ok(typeof orderId === 'string', JSON.stringify(answer))
    return { id: orderId, number: String(orderNumber) }
  }

  /** Captures the whole held amount. */
  async deposit({ id }: OrderReference): Promise<void> {
    await this.#succeeds('deposit', { orderId: id, amount: 0 })
  }

  async refund({ id }: OrderReference, amount: number): Promise<void> {
    await this.#succeeds('refund', { orderId: id, amount })
  }

  async #succeeds(operation: string, form: Form): Promise<void> {
    const answer = await this.#gateway.callOk(operation, form)
    assert.equal(Number(answer['errorCode']), 0, JSON.stringify(answer))
  }

  /** The inbox, oldest first. */
  async inbox(query = ''): Promise<CallbackShape[]> {
    const answered = await this.call('GET', `/control/v1/callbacks${query}`)
    return bodyOf<{ items: CallbackShape[] }>(answered, 200).items.reverse()
  }

  /**
   * Waits until the inbox is as expected: a sender commits its result after the receiver has
   * responded.
   */
  async inboxOnce(
    holds: (inbox: readonly CallbackShape[]) => boolean,
  ): Promise<readonly CallbackShape[]> {
    const deadline = performance.now() + 100_000
    for (;;) {
      const inbox = await this.inbox()
      if (holds(inbox)) return inbox
      assert.ok(performance.now() < deadline, JSON.stringify(inbox, undefined, 2))
    }
  }

  inboxInStates(...states: string[]): Promise<readonly CallbackShape[]> {
    return this.inboxOnce((inbox) => inbox.map(({ state }) => state).join() === states.join())
  }
}

/** Pays in the demo project over HTTP, as a merchant in another process; returns the order's id. */
export async function payAtDemoProject(url: string): Promise<string> {
  const form = new URLSearchParams({
    userName: 'demo-api',
    password: 'demo-password',
    amount: '1000',
    currency: '978',
    returnUrl: 'https://shop.example.com/back',
    ...CARD,
    expiry: String(TEST_CARD_EXPIRY),
  })
  const response = await fetch(`${url}/payment/rest/instantPayment.do`, {
    method: 'POST',
    body: form,
  })
  const text = await response.text()
  const { orderId } = JSON.parse(text) as { orderId?: string }
  assert.ok(orderId !== undefined, text)
  return orderId
}
