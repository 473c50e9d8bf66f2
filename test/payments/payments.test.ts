// Paying an order: every test card, wrong data, 3-D Secure, tries that run out, and payments that race.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FLOWS } from '../../src/three-d-secure/authentication.ts'
import { cardOutcome, type OutcomeRule } from '../../src/payments/card-outcome.ts'
import { allTestCards, type TestCard } from '../../src/payments/test-card.ts'
import { onEveryDatabase } from '../kit/databases.ts'
import { CARDS, challengeId, Till } from './till.ts'

const rule = (
  match: OutcomeRule['match'],
  outcome: Parameters<typeof cardOutcome>[0],
): OutcomeRule => ({ id: 'rule', match, outcome: cardOutcome(outcome) })

/** Pays to the end, whatever the card's way through 3-D Secure; gives the last action code. */
async function outcomeOf(till: Till, card: TestCard, cvc: string) {
  const order = await till.register({ amount: 2000 })
  const paid = await till.pay(order, { pan: card.pan, cvc })
  if (paid.result !== 'challenge') return paid.order
  const { asksCode, status } = FLOWS[card.flow]
  await till.answer(
    paid.order,
    asksCode ? { kind: 'code', code: card.code ?? '' } : { kind: 'outcome', status: status ?? 'Y' },
  )
  return (await till.finish(paid.order)).order
}

onEveryDatabase('A payment', (database) => {
  test('by every test card ends as its row says, and with a wrong CVC it declines', async () => {
    const till = await Till.open(database)
    for (const card of allTestCards()) {
      const right = await outcomeOf(till, card, card.cvc)
      assert.equal(right.actionCode, card.flow === 'rejected' ? -2025 : card.actionCode, card.pan)
      assert.equal(right.status, card.actionCode === 0 ? 2 : 0, card.pan)
      assert.equal(right.depositedAmount, card.actionCode === 0 ? 2000 : 0)
      const wrong = await outcomeOf(till, card, '000')
      assert.equal(wrong.status, 0, card.pan)
      // What fails at 3-D Secure never reaches the issuer, who alone looks at the CVC.
      const before = ['rejected', 'unavailable', 'enrolment-unknown', 'communication-error']
      assert.equal(wrong.actionCode, before.includes(card.flow) ? right.actionCode : 82, card.pan)
    }
  })

  test('above the funds of a test card declines with 116', async () => {
    const till = await Till.open(database)
    const order = await till.challenged({ pan: '2202205300068092', cvc: '583' }, { amount: 10_001 })
    await till.answer(order, { kind: 'code', code: '111111' })
    const { order: declined } = await till.finish(order)
    assert.deepEqual([declined.status, declined.actionCode], [0, 116])
  })

  test('by a card nobody knows declines with 111', async () => {
    const till = await Till.open(database)
    const order = await till.register()
    const unknown = await till.pay(order, { pan: CARDS.unknown })
    assert.equal(unknown.order.actionCode, 111)
    assert.equal(unknown.order.progress.payment?.card.kind, 'unknown')
  })

  test('that fails three times ends the order with -2013, and nothing pays it any more', async () => {
    const till = await Till.open(database)
    const order = await till.register()
    const seen: unknown[] = []
    for (let attempt = 0; attempt < 3; attempt++) {
      const { order: after, result } = await till.pay(order, { pan: CARDS.poor })
      seen.push([result, after.status, after.actionCode, after.dueAt === null])
    }
    assert.deepEqual(seen, [
      ['declined', 0, 116, false],
      ['declined', 0, 116, false],
      ['declined', 6, -2013, true],
    ])
    await till.refused('order-processed', 'payOrder', till.payInput(order, { pan: CARDS.good }))
  })

  test('succeeds after two failures', async () => {
    const till = await Till.open(database)
    const order = await till.register()
    await till.pay(order, { pan: CARDS.poor })
    await till.pay(order, { pan: CARDS.good, cvc: '999' })
    const { order: paid } = await till.pay(order, { pan: CARDS.good })
    assert.deepEqual([paid.status, paid.actionCode, paid.progress.failedAttempts], [2, 0, 2])
  })

  test('without a CVC is refused and is no attempt; by mail or telephone none is needed', async () => {
    const till = await Till.open(database)
    const order = await till.register()
    const input = till.payInput(order, { pan: CARDS.challenge, cvc: undefined })
    await till.refused('cvc-missing', 'payOrder', input)
    assert.deepEqual(await till.settled(order), order)
    const { order: paid } = await till.input('payOrder', { ...input, way: 'CARD_MOTO' })
    assert.deepEqual([paid.status, paid.progress.payment?.way], [2, 'CARD_MOTO'])
  })

  test('of an order that nobody registered is refused', async () => {
    const till = await Till.open(database)
    const input = till.payInput({ id: till.id() }, { pan: CARDS.good })
    await till.refused('order-not-found', 'payOrder', input)
  })

  test('twenty times at the same moment succeeds once and moves the money once', async () => {
    const till = await Till.open(database)
    const card = await till.card(10_000)
    const { pan, cvc, expiry } = card
    for (const twoStage of [false, true]) {
      const [before] = await till.balance(card)
      const order = await till.register({ amount: 700, twoStage })
      const outcomes = await Promise.allSettled(
        Array.from({ length: 20 }, () => till.pay(order, { pan, cvc, expiry })),
      )
      assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1)
      for (const outcome of outcomes)
        if (outcome.status === 'rejected') assert.match(String(outcome.reason), /paid or declined/)
      const [posted, held] = await till.balance(card)
      assert.deepEqual([posted, held], twoStage ? [before, 700] : [before - 700, 0])
    }
    assert.equal((await till.records(card)).length, 2)
  })

  test('finished twenty times at the same moment is authorised once', async () => {
    const till = await Till.open(database)
    const order = await till.challenged({ pan: CARDS.challenge })
    await till.answer(order, { kind: 'code', code: '123456' })
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => till.finish(order)))
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1)
    const network = (await till.accounts()).find(({ kind }) => kind === 'network')
    assert.equal(network?.posted, -2000)
  })

  test('follows outcome rules before the list of test cards, and the first rule that matches', async () => {
    const till = await Till.open(database, {
      outcomeRules: [
        rule({ amountFrom: 500, amountTo: 600 }, { actionCode: 116 }),
        rule({ panSuffix: '3333' }, { actionCode: 5 }),
        rule({ currency: '840' }, { actionCode: 0 }),
      ],
    })
    const rows: [pan: string, amount: number, currency: number, actionCode: number][] = [
      [CARDS.good, 550, 978, 116],
      [CARDS.unknown, 500, 978, 116],
      [CARDS.good, 499, 978, 5],
      [CARDS.poor, 601, 840, 0],
      [CARDS.unknown, 601, 840, 0],
      [CARDS.unknown, 601, 978, 111],
      [CARDS.frictionless, 601, 978, 0],
    ]
    for (const [pan, amount, currency, actionCode] of rows) {
      const { order } = await till.pay(await till.register({ amount, currency }), { pan })
      assert.equal(order.actionCode, actionCode, `${pan} ${amount} ${currency}`)
    }
  })

  test('by a binding follows the rules too, those set since it was made', async () => {
    const till = await Till.open(database)
    const client = { clientId: 'client' }
    const { progress } = await till.paid({ pan: CARDS.good, keepCard: true }, client)
    const bindingId = progress.payment?.bindingId ?? ''
    const charge = async (over: object, cvc: { numberId: null; right: boolean } | null) => {
      const order = await till.register({ ...client, ...over })
      const paymentMethod = { kind: 'binding', bindingId, cvc } as const
      return till.input('payOrder', till.payInput(order, { pan: CARDS.good }, { paymentMethod }))
    }
    const outcomeRules = [
      rule({ amountFrom: 500, amountTo: 500 }, { actionCode: 116 }),
      rule({ amountFrom: 600, amountTo: 600 }, { flow: 'challenge' }),
      rule({ amountFrom: 700, amountTo: 700 }, { actionCode: 0 }),
    ]
    await till.input('changeSettings', { settings: { outcomeRules } })
    const automatic = { features: ['AUTO_PAYMENT'] }
    for (const over of [{}, automatic])
      for (const [amount, actionCode] of [
        [500, 116],
        [501, 0],
      ] as const) {
        const { order } = await charge({ ...over, amount }, null)
        assert.equal(order.actionCode, actionCode, `${amount} ${JSON.stringify(over)}`)
      }
    assert.equal((await charge({ amount: 600 }, null)).result, 'challenge')
    assert.equal((await charge({ amount: 600, ...automatic }, null)).result, 'approved')
    // Where a rule decides, any CVC is right; elsewhere a wrong one still declines.
    const wrong = { numberId: null, right: false }
    assert.equal((await charge({ amount: 700 }, wrong)).order.actionCode, 0)
    assert.equal((await charge({ amount: 701 }, wrong)).order.actionCode, 82)
  })

  test('by a card of the project follows the card, whatever the rules say', async () => {
    const till = await Till.open(database, { outcomeRules: [rule({}, { actionCode: 5 })] })
    const card = await till.card(5000)
    const paid = await till.paid(card)
    assert.equal(paid.progress.payment?.card.kind, 'issued')
    assert.deepEqual(await till.balance(card), [3000, 0, 3000])
  })
})

onEveryDatabase('A challenge', (database) => {
  test('is answered once, and finished once', async () => {
    const till = await Till.open(database)
    const order = await till.challenged({ pan: CARDS.challenge })
    assert.equal(order.status, 5)
    const answer = { kind: 'code', code: '123456' } as const
    assert.equal((await till.answer(order, answer)).result, 'answered')
    const again = { orderId: order.id, challengeId: challengeId(order), answer }
    await till.refused('challenge-invalid', 'answerChallenge', again)
    assert.equal((await till.finish(order)).order.status, 2)
    const finish = { orderId: order.id, challengeId: challengeId(order), status: null }
    await till.refused('challenge-invalid', 'finishPayment', finish)
  })

  test('cannot be finished before it is answered, nor with another answer', async () => {
    const till = await Till.open(database)
    const order = await till.challenged({ pan: CARDS.challenge })
    const finish = { orderId: order.id, challengeId: challengeId(order), status: 'Y' } as const
    await till.refused('challenge-invalid', 'finishPayment', finish)
    await till.answer(order, { kind: 'cancel' })
    await till.refused('challenge-invalid', 'finishPayment', finish)
    const { order: failed } = await till.input('finishPayment', { ...finish, status: 'N' })
    assert.deepEqual([failed.status, failed.actionCode], [0, -2006])
  })

  test('takes three wrong codes, and a right one in between', async () => {
    const till = await Till.open(database)
    const order = await till.challenged({ pan: CARDS.challenge })
    const wrong = { kind: 'code', code: '000000' } as const
    const tries = [await till.answer(order, wrong), await till.answer(order, { kind: 'resend' })]
    tries.push(await till.answer(order, wrong), await till.answer(order, wrong))
    assert.deepEqual(
      tries.map(({ result, triesLeft }) => [result, triesLeft]),
      [
        ['again', 2],
        ['resent', 2],
        ['again', 1],
        ['answered', 0],
      ],
    )
    const { order: failed } = await till.finish(order)
    assert.deepEqual([failed.status, failed.progress.failedAttempts], [0, 1])

    const next = await till.challenged({ pan: CARDS.challenge })
    await till.answer(next, wrong)
    await till.answer(next, { kind: 'code', code: '123456' })
    assert.equal((await till.finish(next)).order.status, 2)
  })

  test('that a new attempt replaces accepts no answer any more', async () => {
    const till = await Till.open(database)
    const old = await till.challenged({ pan: CARDS.challenge })
    await till.answer(old, { kind: 'code', code: '123456' })
    const { order: fresh } = await till.pay(old, { pan: CARDS.challenge1 })
    assert.notEqual(challengeId(fresh), challengeId(old))
    assert.equal(fresh.status, 5)
    const finish = { orderId: old.id, challengeId: challengeId(old), status: null }
    await till.refused('challenge-invalid', 'finishPayment', finish)
    await till.refused('challenge-invalid', 'answerChallenge', {
      orderId: old.id,
      challengeId: challengeId(old),
      answer: { kind: 'cancel' },
    })
    await till.answer(fresh, { kind: 'code', code: '123456' })
    // The new answer does not serve the old challenge.
    await till.refused('challenge-invalid', 'finishPayment', { ...finish, status: 'Y' })
    assert.equal((await till.finish(fresh)).order.status, 2)
  })

  test('ends as a tester picks, by the version it speaks', async () => {
    const till = await Till.open(database)
    const rows: ['Y' | 'A' | 'N' | 'U' | 'R', one: number, two: number][] = [
      ['Y', 0, 0],
      ['A', 0, 0],
      ['N', -2006, -2025],
      ['U', -2011, -2011],
      ['R', -2006, -2006],
    ]
    for (const [status, ...codes] of rows)
      for (const [index, actionCode] of codes.entries()) {
        const over = { speaksVersion2: index === 1, methodDone: true }
        const order = await till.register()
        const { order: open } = await till.pay(order, { pan: CARDS.challenge }, over)
        assert.equal(open.progress.challenge?.version, index + 1)
        await till.answer(open, { kind: 'outcome', status })
        assert.equal((await till.finish(open)).order.actionCode, actionCode, `${status} ${index}`)
      }
  })

  test('of version 2 begins with the method call, which leaves the order as it was', async () => {
    const till = await Till.open(database)
    const order = await till.register()
    const first = await till.pay(order, { pan: CARDS.frictionless }, { speaksVersion2: true })
    assert.deepEqual(
      [first.result, first.order.status, first.order.actionCode],
      ['method', 0, -100],
    )
    const over = { speaksVersion2: true, methodDone: true }
    const second = await till.pay(order, { pan: CARDS.frictionless }, over)
    assert.equal(second.order.progress.payment?.threeDsType, 'THREE_DS2_FRICTIONLESS')
    assert.equal(second.order.status, 2)
  })

  test('ends with its order: declined by the store, or out of time', async () => {
    const till = await Till.open(database)
    const declined = await till.challenged({ pan: CARDS.challenge })
    await till.answer(declined, { kind: 'code', code: '123456' })
    await till.input('declineOrder', { order: { id: declined.id } })
    const late = await till.challenged({ pan: CARDS.challenge })
    await till.answer(late, { kind: 'code', code: '123456' })
    await till.advance(20 * 60_000)
    for (const order of [declined, late])
      await till.refused('challenge-invalid', 'finishPayment', {
        orderId: order.id,
        challengeId: challengeId(order),
        status: 'Y',
      })
  })
})

onEveryDatabase('What the store demands of 3-D Secure', (database) => {
  test('decides whether a card is challenged, paid at once or declined', async () => {
    const till = await Till.open(database)
    const rows: [feature: string, pan: string, result: string, actionCode: number][] = [
      ['FORCE_SSL', CARDS.challenge, 'approved', 0],
      ['FORCE_SSL', CARDS.rejected, 'declined', -2025],
      ['FORCE_TDS', CARDS.good, 'declined', 2003],
      ['FORCE_TDS', CARDS.attempt, 'approved', 0],
      ['FORCE_FULL_TDS', CARDS.attempt, 'declined', -2017],
      ['FORCE_FULL_TDS', CARDS.good, 'declined', -2017],
      ['FORCE_FULL_TDS', CARDS.frictionless, 'approved', 0],
      ['FORCE_TDS', CARDS.challenge, 'challenge', -100],
    ]
    for (const [feature, pan, result, actionCode] of rows) {
      const paid = await till.pay(await till.register({ features: [feature] }), { pan })
      assert.deepEqual(
        [paid.result, paid.order.actionCode],
        [result, actionCode],
        `${feature} ${pan}`,
      )
    }
  })

  test('holds after the challenge too: an attempt is not enough for FORCE_FULL_TDS', async () => {
    const till = await Till.open(database)
    const order = await till.challenged({ pan: CARDS.challenge }, { features: ['FORCE_FULL_TDS'] })
    await till.answer(order, { kind: 'outcome', status: 'A' })
    assert.equal((await till.finish(order)).order.actionCode, -2017)
  })
})

onEveryDatabase('A verification', (database) => {
  test('moves no money, ends reversed and may be of nothing', async () => {
    const till = await Till.open(database)
    const card = await till.card(100)
    for (const amount of [0, 100])
      for (const twoStage of [false, true]) {
        const order = await till.paid(card, { features: ['VERIFY'], amount, twoStage })
        assert.deepEqual(
          [order.status, order.approvedAmount, order.depositedAmount, order.refundedAmount],
          [3, 0, 0, 0],
        )
        await till.refused('refund-state', 'refundOrder', { order: { id: order.id }, amount: 0 })
        await till.refused('deposit-state', 'captureOrder', { order: { id: order.id }, amount: 0 })
      }
    assert.deepEqual(await till.balance(card), [100, 0, 100])
    assert.equal((await till.usage(card)).spending.day, 0)
    await till.refused('value-invalid', 'registerOrder', till.registerInput({ amount: 0 }))
  })
})
