import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { actionCode } from '../../../src/payments/authorisation/action-code.ts'
import { FLOWS, authenticationRoute } from '../../../src/three-d-secure/authentication.ts'
import { isLuhnValid, maskPanShort } from '../../../src/issuing/pan.ts'
import {
  allTestCards,
  isReserved,
  testCard,
  type TestCard,
  testCardByMask,
  testCardOutcome,
} from '../../../src/payments/methods/test-card.ts'
import type { CardOutcome } from '../../../src/payments/methods/card-outcome.ts'
import { outsideActionCode } from '../../../src/payments/authorisation/outside-action-code.ts'

function outcomeOf({ pan }: TestCard): CardOutcome {
  const outcome = testCardOutcome(maskPanShort(pan))
  assert.ok(outcome)
  return outcome
}

// The behaviour of each card for a merchant of version 1, with the correct CVC and code.
// prettier-ignore
const rows = [
  // pan                  cvc    way          code        result
  ['5555555555555599',   '123', 'challenge', '123456',   0],
  ['4111111111111111',   '123', 'authorise', undefined,  0],
  ['4000001111111118',   '123', 'authorise', undefined,  0],
  ['4444555511113333',   '123', 'authorise', undefined,  0],
  ['5168494895055780',   '123', 'decline',   undefined,  -2025],
  ['5000001111111115',   '123', 'challenge', '123456',   0],
  ['4012001038166662',   '123', 'challenge', '12345678', 0],
  ['5100000000000008',   '123', 'challenge', '12345678', 0],
  ['6011000000000004',   '123', 'challenge', '12345678', 0],
  ['639002000000000003', '123', 'challenge', undefined,  0],
  ['4444000000001111',   '123', 'authorise', undefined,  0],
  ['4563960122001999',   '347', 'authorise', undefined,  0],
  ['5555555555555557',   '123', 'challenge', undefined,  -2011],
  ['4444333322221111',   '123', 'challenge', undefined,  -2011],
  ['5555555544444442',   '123', 'decline',   undefined,  -2016],
  ['4444444444444422',   '123', 'authorise', undefined,  913],
  ['4444444444444455',   '123', 'authorise', undefined,  902],
  ['4444444444443333',   '123', 'authorise', undefined,  123],
  ['4444444444446666',   '123', 'authorise', undefined,  -20010],
  ['4444444411111111',   '123', 'authorise', undefined,  5],
  ['4444444499999999',   '123', 'decline',   undefined,  151017],
  ['5432543254325430',   '521', 'authorise', undefined,  116],
  ['2202205000012424',   '649', 'authorise', undefined,  0],
  ['2202205300068092',   '583', 'challenge', '111111',   0],
  ['4006800900962514',   '941', 'challenge', '111111',   0],
  ['5469980100048525',   '041', 'challenge', '111111',   0],
  ['2202206100040083',   '061', 'authorise', undefined,  0],
  ['2202206000270541',   '123', 'challenge', '111111',   0],
  ['2202205000060910',   '810', 'challenge', '111111',   116],
  ['2202202107593166',   '123', 'challenge', '111111',   101],
  ['4242424242424242',   '123', 'authorise', undefined,  0],
  ['4000000000000002',   '123', 'authorise', undefined,  5],
  ['4000000000009995',   '123', 'authorise', undefined,  116],
] as const

describe('The test cards', () => {
  test('are a fixed list', () => {
    assert.deepEqual(
      allTestCards().map(({ pan }) => pan),
      rows.map(([pan]) => pan),
    )
  })

  for (const [pan, cvc, step, code, result] of rows) {
    test(`include ${pan}, with the step "${step}" and the result ${result}`, () => {
      const card = testCard(pan)
      assert.ok(card)
      assert.equal(isLuhnValid(pan), true)
      assert.equal(isReserved(pan), true)
      assert.equal(card.cvc, cvc)
      assert.equal(card.code, code)
      assert.equal(card.code !== undefined, FLOWS[card.flow].asksCode)
      const route = authenticationRoute(card, false)
      assert.equal(route.step, step)
      if (route.step === 'decline') assert.equal(route.actionCode, result)
      assert.equal(
        outsideActionCode(outcomeOf(card), { amount: 100, isCvcWrong: cvc !== card.cvc }),
        result,
      )
      assert.ok(actionCode(result))
    })
  }

  test('do not include any other number', () => {
    assert.equal(testCard('4000000000100018'), undefined)
    assert.equal(isReserved('4000000000100018'), false)
  })
})

describe('The issuer of a test card', () => {
  const card = testCard('4563960122001999')
  assert.ok(card)

  test('declines a wrong CVC', () => {
    assert.equal(outsideActionCode(outcomeOf(card), { amount: 100, isCvcWrong: false }), 0)
    assert.equal(outsideActionCode(outcomeOf(card), { amount: 100, isCvcWrong: true }), 82)
  })

  test('is found by the first six and last four digits, which are unique', () => {
    for (const each of allTestCards()) assert.equal(testCardByMask(maskPanShort(each.pan)), each)
  })

  test("declines more than the card's funds", () => {
    const limited = testCard('2202205300068092')
    assert.ok(limited)
    assert.equal(outsideActionCode(outcomeOf(limited), { amount: 10_000, isCvcWrong: false }), 0)
    assert.equal(outsideActionCode(outcomeOf(limited), { amount: 10_001, isCvcWrong: false }), 116)
  })
})
