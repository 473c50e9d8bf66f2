// Every command of the catalogue on rows that are not loaded: nothing is cached between batches,
// with and without a prefetch. Prefetching and caching may save time but must never be required.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { EngineOptions } from '../../src/engine/engine.ts'
import { cardOutcome } from '../../src/payments/methods/card-outcome.ts'
import { type CommandInput, type CommandName, commands } from '../../src/registry/commands.ts'
import { onEveryDatabase } from '../kit/databases.ts'
import { COLD } from '../kit/engine-variant.ts'
import { challengeId, cardEntry, EUR, MERCHANT, PaymentSandbox } from '../kit/payment-sandbox.ts'
import { setOrder } from '../kit/due-work.ts'
import {
  type ProjectCard,
  cardholderInput,
  START,
  topUpInput,
  transferInput,
} from '../kit/engine-sandbox.ts'
import { TEST_CARDS } from '../kit/test-cards.ts'

/** Maximum number of loading rounds of a command between lock and save: number, card, account. */
const ROUNDS_AT_MOST = 3

onEveryDatabase('Without a row cache', (database) => {
  for (const [how, engine] of [
    ['that are prefetched but not cached', { rowCache: false }],
    ['that are neither prefetched nor cached', COLD],
  ] as const)
    describe(`Rows ${how}`, () => {
      test('every command finds its rows', async (t) => {
        const walk = await Walk.open(database, engine)
        await walk.project()
        const card = await walk.issuing()
        await walk.orders(card)
        await walk.challenge(card)
        await walk.dueHolds(card)
        await walk.authorisations()
        await walk.bindings(card)
        await walk.callbacks()
        await walk.webhooks()
        const left = Object.keys(commands).filter((name) => !walk.rounds.has(name))
        assert.deepEqual(left, [])
        const rounds = [...walk.rounds].toSorted(([, a], [, b]) => b - a)
        t.diagnostic(rounds.map(([name, count]) => `${name} ${count}`).join(', '))
        // Only commands that prefetch may need more rounds without it.
        const slow = rounds.filter(
          ([name, count]) => count > ROUNDS_AT_MOST && !(engine === COLD && prefetches(name)),
        )
        assert.deepEqual(slow, [])
      })
    })
})

const prefetches = (name: string): boolean => 'prefetch' in commands[name as CommandName]

/** A project in which commands are sent one by one. */
class Walk {
  readonly sandbox: PaymentSandbox
  /** The maximum number of loading rounds of each command, by name. */
  readonly rounds = new Map<string, number>()

  private constructor(sandbox: PaymentSandbox) {
    this.sandbox = sandbox
  }

  static async open(
    database: Parameters<typeof PaymentSandbox.open>[0],
    engine: EngineOptions,
  ): Promise<Walk> {
    const url = 'https://shop.example/callback'
    return new Walk(await PaymentSandbox.open(database, { callbackUrl: url }, engine))
  }

  async run<N extends CommandName>(name: N, input: CommandInput<N>) {
    const { reports } = this.sandbox.process
    const before = reports.length
    const result = await this.sandbox.execute(name, input)
    const most = Math.max(...reports.slice(before).map(({ rounds }) => rounds))
    this.rounds.set(name, Math.max(this.rounds.get(name) ?? 0, most))
    return result
  }

  async project(): Promise<void> {
    await this.run('changeSettings', { settings: { cardPool: 100 } })
    await this.run('takeDraw', {})
    const claim = { scope: 'scope', request: 'request' }
    await this.run('claimResponse', claim)
    await this.run('storeResponse', { ...claim, answer: 'answer' })
    const outcome = cardOutcome({ actionCode: 116 })
    await this.run('changeOutcomeRules', {
      kind: 'add',
      rule: { match: { orderNumber: 'none' }, outcome },
    })
    await this.run('addCallbackKey', { alias: 'old', sealed: 'sealed' })
    await this.run('addCallbackKey', { alias: 'new', sealed: 'sealed' })
    await this.run('endCallbackKey', { alias: 'old' })
    const receiver = await this.run('createReceiver', { random: 'a'.repeat(26) })
    assert.ok(typeof receiver === 'object' && receiver.id !== null)
    const { id } = receiver
    await this.run('changeReceiver', { id, delayMs: 1 })
    const request = { method: 'GET', target: '/', headers: [], content: null, isCut: false }
    const received = { id, request: { ...request, checksumFits: null } }
    assert.equal((await this.run('receiveRequest', received))?.status, 200)
    await this.run('deleteReceiver', { id })
    const fault = { kind: 'latency' } as const
    await this.run('changeFaults', { kind: 'add', seed: 1, fault })
    await this.run('meetFaults', { api: 'C', operation: 'register' })
    await this.run('moveClock', { move: { kind: 'advance', ms: 1000 } })
    const { now } = await this.run('moveClock', { move: { kind: 'advance', ms: 1000 } })
    await this.run('reachClock', { target: now, ranBefore: 0 })
    await this.run('runDue', {})
  }

  async issuing(): Promise<ProjectCard> {
    const { sandbox } = this
    const number = () => sandbox.newNumber().candidate
    const customer = await this.run('registerCardholder', {
      ...cardholderInput(),
      customerNumber: '77',
    })
    const { id: cardholderId } = customer.cardholder
    await this.run('updateCardholder', { cardholderId, firstName: 'Grace', profile: {} })
    await this.run('createVirtualCard', {
      customerId: '77',
      accountNumber: customer.accountNumber,
      candidates: [number()],
      expiry: 203412,
      productType: '1',
      amount: 500,
      currency: EUR,
    })
    const { cardholder } = await this.run('registerCardholder', cardholderInput())
    const candidates = [number(), number()]
    await this.run('issueCard', { cardholderId: cardholder.id, candidates })
    const registered = await this.run('registerCardholders', { people: [cardholderInput()] })
    const owner = registered.map((each) => each.cardholder.id)
    const balance = { initialBalance: 700 }
    await this.run('issueCards', {
      cards: [...owner, cardholderInput()].map((each) => ({
        ...balance,
        cardholder: each,
        candidates: [number()],
      })),
    })
    const card = await sandbox.card(90_000)
    const other = candidates[0]?.hash ?? ''
    await this.run('topup', topUpInput(other, 5_000))
    await this.run('transfer', transferInput(other, card.hash, 700))
    const limit = { name: 'LMTP0109', value: 90_000, cycleType: 0, cycleLength: 1 }
    await this.run('changeLimits', { cardId: card.id, limits: [limit] })
    await this.run('setCardStatus', { cardId: card.id, status: 'blocked' })
    await this.run('setCardStatus', { cardId: card.id, status: 'active' })
    await this.run('blockCard', { cardId: card.id })
    await this.run('unblockCard', { cardId: card.id })
    await this.run('setPin', { cardId: card.id, pinHash: 'hash', nonce: 'nonce' })
    await this.run('resetPinCounter', { cardId: card.id })
    return card
  }

  async orders(card: ProjectCard): Promise<void> {
    const { sandbox } = this
    const { order: held } = await this.run(
      'registerOrder',
      sandbox.registerInput({ twoStage: true }),
    )
    await this.run('openPage', { orderId: held.id })
    await this.run('addOrderParams', { order: { id: held.id }, params: { color: 'red' } })
    await this.run('commentOrder', { order: { id: held.id }, text: 'Held for a test' })
    await this.run('labelOrder', { order: { id: held.id }, labels: ['checkout'] })
    await this.run('payOrder', sandbox.payInput(held, cardEntry(card)))
    await this.run('updateOrder', { order: { number: held.number } })
    await this.run('captureOrder', { order: { id: held.id }, amount: 1_500 })
    await this.run('refundOrder', { order: { id: held.id }, amount: 400 })
    const reversed = await sandbox.paidOrder(cardEntry(card), { twoStage: true })
    await this.run('reverseOrder', { order: { id: reversed.id } })
    const unpaid = await sandbox.register()
    await this.run('declineOrder', { order: { id: unpaid.id } })
    const givenUp = await sandbox.register()
    await this.run('declineOrderByPayer', { orderId: givenUp.id })
    await this.run('addSslCard', { order: { id: held.id } })
    await this.run('changeSettings', { settings: { sslCards: [] } })
    const { paymentMethod } = sandbox.payInput(unpaid, cardEntry(card))
    const refund = await this.run('instantRefund', {
      register: sandbox.registerInput({ amount: 300 }),
      paymentMethod,
    })
    assert.equal(refund.result, 'approved')
    const bought = await sandbox.register()
    await this.run('payOrder', sandbox.payInput(bought, { pan: TEST_CARDS.approved }))
  }

  async challenge(card: ProjectCard): Promise<void> {
    const { sandbox } = this
    await this.run('changeSettings', { settings: { issuedCardChallenge: 'challenge' } })
    const order = await sandbox.challengedOrder(
      { ...cardEntry(card), keepCard: true },
      { clientId: 'ann' },
    )
    const challenge = { orderId: order.id, challengeId: challengeId(order) }
    const answer = { kind: 'code', code: '123456' } as const
    await this.run('answerChallenge', { ...challenge, answer })
    const { result } = await this.run('finishPayment', { ...challenge, status: null })
    assert.equal(result, 'approved')
    const version2 = { speaksVersion2: true }
    const next = await sandbox.register()
    const method = await sandbox.pay(next, cardEntry(card), version2)
    assert.equal(method.result, 'method')
    const gone = await this.run('continuePayment', {
      orderId: next.id,
      challengeId: sandbox.id(),
    })
    assert.equal(gone.result, 'challenge')
    await this.run('changeSettings', { settings: { issuedCardChallenge: 'off' } })
  }

  /** A command on an expired hold first releases or captures it. */
  async dueHolds(card: ProjectCard): Promise<void> {
    const { sandbox } = this
    const due = async (end: 'autocompletionAt' | 'autoReverseAt') => {
      const { request } = sandbox.registerInput()
      const over = { twoStage: true, request: { ...request, [end]: START + 86_400_000 } }
      const { id } = await sandbox.paidOrder(cardEntry(card), over)
      await setOrder(sandbox, id, 'due_at = 1')
      return id
    }
    const captured = await this.run('openPage', { orderId: await due('autocompletionAt') })
    const released = await this.run('updateOrder', { order: { id: await due('autoReverseAt') } })
    assert.deepEqual([captured.status, released.status], [2, 3])
    await due('autoReverseAt')
    await this.run('moveClock', { move: { kind: 'advance', ms: 2 * 86_400_000 } })
  }

  async authorisations(): Promise<void> {
    const card = await this.sandbox.card(90_000)
    await this.run('changeRates', { rates: { markupBp: 100, rates: { USD: '1.1' } } })
    const where = { cardId: card.id, numberId: card.numberId, currency: 840, merchant: MERCHANT }
    const authorise = async () => {
      const { authorisation } = await this.run('authoriseCard', {
        ...where,
        amount: 1_000,
        kind: 'purchase',
        entryMode: 'chip',
        cvc: 'none',
        pin: null,
        partialApproval: false,
      })
      return authorisation.id
    }
    // The service calls the decision server and settles in one call.
    const asked = await this.run('authoriseCard', {
      ...where,
      amount: 500,
      kind: 'purchase',
      entryMode: 'chip',
      cvc: 'none',
      pin: null,
      partialApproval: false,
      forced: 'timeout',
    })
    const { decisionId: id = 0 } = asked.leg
    const programmeAnswer = { kind: 'timeout' } as const
    const { decision } = await this.run('settleDecision', { id, programmeAnswer, exchange: null })
    assert.equal(decision.state, 'declined')
    const exchange = { httpStatus: 200, latencyMs: 1, error: null, answer: '' }
    assert.equal(await this.run('recordLateAnswer', { id, exchange }), true)
    const params = { 'sandcard.realTimeDecision': 'approve' }
    const { orderId, ...pay } = this.sandbox.payInput({ id: this.sandbox.id() }, cardEntry(card))
    const request = { returnUrl: 'https://shop.example/ok', language: 'en', params }
    const register = this.sandbox.registerInput({ orderId, request })
    assert.equal((await this.run('registerAndPay', { register, pay })).result, 'approved')
    const authorisationId = await authorise()
    await this.run('incrementAuthorisation', { authorisationId, amount: 500 })
    await this.run('adviseAuthorisation', { authorisationId, amount: 1_200 })
    await this.run('clearAuthorisation', { authorisationId, amount: 700, final: true })
    const { leg } = await this.run('refundAuthorisation', { authorisationId, amount: 300 })
    await this.run('reverseRefund', { refundId: leg.id })
    await this.run('reverseAuthorisation', { authorisationId: await authorise() })
    await this.run('expireAuthorisation', { authorisationId: await authorise() })
    await this.run('forcePost', { ...where, amount: 100, entryMode: 'swipe' })
    await this.run('refundUnlinked', { ...where, amount: 100, entryMode: 'swipe' })
    await this.run('playScenario', { ...where, name: 'hotel', amount: 1_000 })
    await authorise()
    await this.run('moveClock', { move: { kind: 'advance', ms: 8 * 86_400_000 } })
  }

  async bindings(card: ProjectCard): Promise<void> {
    const { sandbox } = this
    const [binding] = await sandbox.rows('binding')
    assert.ok(binding !== undefined)
    const bindingId = binding.id
    const method = { paymentMethod: { kind: 'binding', bindingId, cvc: null } } as const
    const { orderId, ...pay } = sandbox.payInput({ id: sandbox.id() }, cardEntry(card), method)
    const features = ['AUTO_PAYMENT']
    const register = sandbox.registerInput({ orderId, clientId: 'ann', features })
    const { result } = await this.run('registerAndPay', { register, pay })
    assert.equal(result, 'approved')
    const candidates = [sandbox.newNumber().candidate, sandbox.newNumber().candidate]
    await this.run('reissueCard', { cardId: card.id, reason: 'damaged', candidates })
    const extended = await this.run('extendBinding', { bindingId, expiry: 203612 })
    assert.equal(extended.card.hash, candidates[0]?.hash)
    const testCallback = { order: { id: orderId }, event: 'binding-changed' } as const
    assert.equal((await this.run('sendTestCallback', testCallback)).bindingId, bindingId)
    await this.run('setBindingActive', { bindingId, active: false })
  }

  async callbacks(): Promise<void> {
    const ids = (await this.sandbox.rows('callback')).map(({ id }) => id)
    const { callbacks } = await this.run('claimCallbacks', { ids })
    const [claimed] = callbacks
    assert.ok(claimed !== undefined)
    const { id, attempt } = claimed
    const request = { method: 'GET', url: 'https://shop.example/callback', body: '' } as const
    const outcome = { at: START, httpStatus: 200, durationMs: 5, error: null, request, answer: '' }
    assert.equal(await this.run('recordAttempt', { id, attempt, outcome }), true)
    await this.run('resendCallback', { id })
    assert.equal(await this.run('resendCallbacks', { ids, which: 'failed' }), 0)
  }

  async webhooks(): Promise<void> {
    const subscription = { url: 'https://shop.example/events', events: ['*'], sealed: 'sealed' }
    const { id: webhookId } = await this.run('addWebhook', subscription)
    await this.run('rotateWebhookSecret', { id: webhookId, sealed: 'sealed', overlapMs: 1000 })
    const { id } = await this.run('sendTestEvent', { id: webhookId })
    const { events } = await this.run('claimWebhookEvents', { ids: [id] })
    const { attempt = 0 } = events[0]?.event ?? {}
    const exchange = { httpStatus: 200, durationMs: 5, error: null, answer: '' }
    const outcome = { at: START, ...exchange, timestamp: '1', signature: 'v1,' }
    const report = { id, attempt, outcome, retryAfterMs: 0 }
    assert.equal(await this.run('recordEventAttempt', report), true)
    await this.run('resendWebhookEvent', { id, webhookId })
    await this.run('deleteWebhook', { id: webhookId })
  }
}
