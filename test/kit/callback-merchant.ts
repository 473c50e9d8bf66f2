// A merchant whose orders bring callbacks, driven through the service and watched through the control API.

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { gatewayId } from '../../src/payments/gateway-id.ts'
import type { Order } from '../../src/payments/order.ts'
import { presentCard } from '../../src/payments/payment-card.ts'
import type { Project } from '../../src/engine/directory.ts'
import type { Sandbox } from './sandbox.ts'
import { projectCall, type ProjectCall, bodyOf } from './control.ts'
import { TEST_CARDS } from './test-cards.ts'

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

/** A card that approves, one that has no money. */
const GOOD = TEST_CARDS.approvedWellKnown
const POOR = TEST_CARDS.noFunds

export class CallbackMerchant {
  readonly project: Project
  readonly call: ProjectCall
  readonly #sandbox: Sandbox

  private constructor(sandbox: Sandbox, project: Project) {
    this.#sandbox = sandbox
    this.project = project
    this.call = projectCall(sandbox, project.secrets.interfaceB.apiKey)
  }

  static async open(sandbox: Sandbox, settings: object = {}): Promise<CallbackMerchant> {
    const merchant = new CallbackMerchant(sandbox, await sandbox.newProject('shop'))
    await merchant.changeSettings(settings)
    return merchant
  }

  async changeSettings(settings: object): Promise<void> {
    bodyOf(await this.call('PATCH', '/control/v1/project', settings), 200)
  }

  /** Time passes for the project. */
  async advance(duration: string): Promise<void> {
    bodyOf(await this.call('POST', '/control/v1/clock', { advance: duration }), 200)
  }

  /** Registers and pays an order in one. */
  async pay(
    given: {
      declined?: boolean
      twoStage?: boolean
      clientId?: string
      dynamicCallbackUrl?: string
    } = {},
  ): Promise<Order> {
    const { declined = false, twoStage = false, clientId = null, dynamicCallbackUrl } = given
    const { service } = this.#sandbox.sandcard
    const id = () => gatewayId(this.project.number, Date.now(), randomBytes(8))
    const card = presentCard(
      {
        pan: declined ? POOR : GOOD,
        expiry: 203_412,
        cardholderName: 'ANNA BERG',
        cvc: '123',
      },
      this.project.vault,
    )
    const answered = await service.execute(this.project, 'registerAndPay', {
      register: {
        orderId: id(),
        number: null,
        twoStage,
        amount: 12_345,
        currency: 978,
        clientId,
        features: [],
        request: {
          returnUrl: 'https://shop.example.com/back',
          language: 'en',
          params: {},
          ...(dynamicCallbackUrl === undefined ? {} : { dynamicCallbackUrl }),
        },
      },
      pay: {
        paymentMethod: { kind: 'card', card, keepCard: clientId !== null },
        speaksVersion2: false,
        methodDone: false,
        newIds: { binding: id(), challenge: id() },
      },
    })
    return answered.order
  }

  deposit(order: Order, amount = 0): Promise<Order> {
    const input = { order: { id: order.id }, amount }
    return this.#sandbox.sandcard.service.execute(this.project, 'captureOrder', input)
  }

  refund(order: Order, amount: number): Promise<Order> {
    const input = { order: { id: order.id }, amount }
    return this.#sandbox.sandcard.service.execute(this.project, 'refundOrder', input)
  }

  /** The inbox, oldest first. */
  async inbox(query = ''): Promise<CallbackShape[]> {
    const answered = await this.call('GET', `/control/v1/callbacks${query}`)
    return bodyOf<{ items: CallbackShape[] }>(answered, 200).items.reverse()
  }

  /** The inbox once it is as expected: what a sender reports is committed after the receiver has heard. */
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

/** Pays at the demo project over HTTP, as a merchant of another process does; the id of the order. */
export async function payAtDemoProject(url: string): Promise<string> {
  const form = new URLSearchParams({
    userName: 'demo-api',
    password: 'demo-password',
    amount: '1000',
    currency: '978',
    returnUrl: 'https://shop.example.com/back',
    pan: TEST_CARDS.approvedWellKnown,
    expiry: '203412',
    cvc: '123',
    cardholderName: 'ANNA BERG',
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
