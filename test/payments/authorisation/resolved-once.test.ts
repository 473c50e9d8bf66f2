// The outcome of a payment is determined when it is sent: changes of the rules between its steps
// have no effect.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FlowName } from '../../../src/three-d-secure/authentication.ts'
import { cardOutcome } from '../../../src/payments/methods/card-outcome.ts'
import type { OutcomeRule } from '../../../src/payments/methods/outcome-rules.ts'
import type { Order } from '../../../src/payments/orders/order.ts'
import { onEveryDatabase } from '../../kit/databases.ts'
import { cardEntry, type CardEntry, PaymentSandbox } from '../../kit/payment-sandbox.ts'
import { assertProperty, fc } from '../../kit/property.ts'
import { TEST_CARDS } from '../../kit/test-cards.ts'

const UNKNOWN_CARD = '4916338506082832'
const CODE = '9876'
const FINAL_CODES = [0, 5, 116, 208] as const

const CARDS = {
  test: () => Promise.resolve({ pan: TEST_CARDS.approved }),
  unknown: () => Promise.resolve({ pan: UNKNOWN_CARD }),
  issued: async (sandbox: PaymentSandbox) => cardEntry(await sandbox.card(5000)),
} as const satisfies Record<string, (sandbox: PaymentSandbox) => Promise<CardEntry>>

/** The three kinds of payments that take several 3-D Secure steps. */
const WAYS = {
  challenge: { flow: 'challenge', speaksVersion2: false },
  'second call': { flow: 'frictionless', speaksVersion2: true },
  continue: { flow: 'frictionless', speaksVersion2: true },
} as const satisfies Record<string, { flow: FlowName; speaksVersion2: boolean }>

type Way = keyof typeof WAYS

async function finish(
  sandbox: PaymentSandbox,
  way: Way,
  order: Order,
  entered: CardEntry,
): Promise<Order> {
  switch (way) {
    case 'challenge':
      await sandbox.answer(order, { kind: 'code', code: CODE })
      return (await sandbox.finish(order)).order
    case 'second call': {
      const over = { speaksVersion2: true, methodDone: true }
      return (await sandbox.pay(order, entered, over)).order
    }
    case 'continue': {
      const input = { orderId: order.id, challengeId: sandbox.id() }
      return (await sandbox.execute('continuePayment', input)).order
    }
  }
}

onEveryDatabase('The outcome of a payment', (database) => {
  test('is determined when it is sent, not by the rules at its completion', async () => {
    const sandbox = await PaymentSandbox.open(database)
    const rule = (id: string, entered: CardEntry, outcome: Partial<OutcomeRule['outcome']>) => ({
      id,
      match: { panSuffix: entered.pan.slice(-4) },
      outcome: cardOutcome(outcome),
    })
    const setRules = (outcomeRules: readonly OutcomeRule[]) =>
      sandbox.execute('changeSettings', { settings: { outcomeRules } })
    const walk = fc.record({
      card: fc.constantFrom(...(Object.keys(CARDS) as (keyof typeof CARDS)[])),
      way: fc.constantFrom(...(Object.keys(WAYS) as Way[])),
      first: fc.constantFrom(...FINAL_CODES),
      times: fc.constantFrom(undefined, 1, 2),
      then: fc.option(fc.constantFrom(...FINAL_CODES), { nil: undefined }),
    })
    await assertProperty(
      fc.asyncProperty(walk, async ({ card, way, first, times, then }) => {
        const entered = await CARDS[card](sandbox)
        const issued = (await sandbox.rows('cardNumber')).find(
          ({ hash }) => hash === sandbox.hash(entered.pan),
        )
        const onlyIt = issued && { match: { cardId: String(issued.cardId) } }
        const { flow, speaksVersion2 } = WAYS[way]
        const decides = rule('decides', entered, { flow, code: CODE, actionCode: first })
        await setRules([{ ...decides, ...onlyIt, ...(times !== undefined && { times }) }])
        const begun = await sandbox.pay(await sandbox.register(), entered, { speaksVersion2 })
        assert.equal(begun.result, way === 'challenge' ? 'challenge' : 'method')
        // Another rule, or none, each of which would change the outcome.
        const other =
          then === undefined ? [] : [{ ...rule('other', entered, { actionCode: then }), ...onlyIt }]
        await setRules(other)
        const order = await finish(sandbox, way, begun.order, entered)
        assert.equal(order.actionCode, first)
        assert.equal(order.status, first === 0 ? 2 : 0)
      }),
      { numRuns: 40 },
    )
  })

  test('depends on the current rules for a new attempt with the same card', async () => {
    const sandbox = await PaymentSandbox.open(database, {
      outcomeRules: [{ id: 'a', match: {}, outcome: cardOutcome({ flow: 'challenge' }) }],
    })
    const order = await sandbox.challengedOrder({ pan: TEST_CARDS.approved })
    const outcomeRules = [{ id: 'b', match: {}, outcome: cardOutcome({ actionCode: 5 }) }]
    await sandbox.execute('changeSettings', { settings: { outcomeRules } })
    const again = await sandbox.pay(order, { pan: TEST_CARDS.approved })
    assert.deepEqual([again.result, again.order.actionCode], ['declined', 5])
  })
})
