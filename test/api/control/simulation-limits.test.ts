// The limits that the legs of authorisations use and give back, as stories over several days: each
// call with the counters of the card after it.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { bodyOf, projectCall } from '../../kit/control.ts'
import { onEveryDatabase } from '../../kit/databases.ts'
import { type Sandbox, startSandbox } from '../../kit/sandbox.ts'
import { type Body, SimulatedCard } from '../../kit/simulated-card.ts'
import { SimulatedStory } from '../../kit/simulated-story.ts'

/**
 * A call: a time of the clock, `authorise`, the name of a leg or a path; its body; and the line
 * after it: response code, and the amounts used of the daily and the monthly limit.
 */
type Call = readonly [call: string, body: Body, after: string]

interface Story {
  readonly what: string
  /** Balance of the card at the start, in cents; 5,000.00 EUR by default. */
  readonly funds?: number
  /** The value of the daily spending limit, in cents. */
  readonly daily?: number
  /** The daily and the monthly limit that are compared; by default the spending limits. */
  readonly limits?: readonly [daily: string, monthly: string]
  readonly calls: readonly Call[]
}

const SPENDING = ['LMTP0109', 'LMTP0110'] as const

/** The last hours of a month, the next month's first day, and its second. */
const MARCH = '2099-03-31T22:00:00Z'
const APRIL = '2099-04-01T01:00:00Z'
const NEXT_DAY = '2099-04-02T01:00:00Z'

// prettier-ignore
const STORIES: readonly Story[] = [
  { what: 'an increment of a later month is given back to that month', limits: ['LMTP0111', 'LMTP0112'],
    calls: [
      ['authorise', { amount: 1_000 }, '00 1000 1000'],
      [APRIL, {}, '0 0'],
      ['increment', { amount: 90_000 }, '00 90000 90000'],
      ['reverse', {}, '00 0 0'],
      ['authorise', { amount: 100_000 }, '00 100000 100000'],
    ] },
  { what: 'a partial reversal gives the latest amount back first',
    calls: [
      ['authorise', { amount: 1_000 }, '00 1000 1000'],
      [APRIL, {}, '0 0'],
      ['increment', { amount: 500 }, '00 500 500'],
      [NEXT_DAY, {}, '0 500'],
      ['increment', { amount: 300 }, '00 300 800'],
      ['reverse', { amount: 400 }, '00 0 400'],
      ['reverse', {}, '00 0 0'],
    ] },
  { what: 'an advice that raised the hold on a later day is given back when the hold expires',
    calls: [
      [APRIL, {}, '0 0'],
      ['authorise', { amount: 1_000, mcc: 7011 }, '00 1000 1000'],
      [NEXT_DAY, {}, '0 1000'],
      ['advice', { amount: 4_000 }, '00 3000 4000'],
      ['expire', {}, '00 0 0'],
    ] },
  { what: 'a clearing above the hold on a later day is given back by refunds',
    calls: [
      [APRIL, {}, '0 0'],
      ['authorise', { amount: 1_000 }, '00 1000 1000'],
      [NEXT_DAY, {}, '0 1000'],
      ['clear', { amount: 3_000 }, '00 2000 3000'],
      ['refund', { amount: 500 }, '00 1500 2500'],
      ['refund', {}, '00 0 0'],
    ] },
  { what: 'the part that the issuer paid counts, and is given back by refunds', funds: 1_000,
    calls: [
      ['authorise', { amount: 500 }, '00 500 500'],
      ['clear', { amount: 60_000 }, '00 60000 60000'],
      ['refund', { amount: 1_500 }, '00 58500 58500'],
      ['refund', {}, '00 0 0'],
    ] },
  { what: 'the part that the issuer paid for a force post is given back by refunds', funds: 1_000,
    calls: [
      ['force-posts', { amount: 60_000 }, '00 60000 60000'],
      ['refund', {}, '00 0 0'],
      ['reverse-refund', {}, '00 60000 60000'],
    ] },
  { what: 'a purchase counts again when its refund is reversed', daily: 2_000,
    calls: [
      ['authorise', { amount: 2_000 }, '00 2000 2000'],
      ['clear', {}, '00 2000 2000'],
      ['refund', {}, '00 0 0'],
      ['reverse-refund', {}, '00 2000 2000'],
      ['authorise', { amount: 1 }, '61 2000 2000'],
    ] },
  { what: 'a purchase counts again above the limit, because its money has moved', daily: 2_000,
    calls: [
      ['authorise', { amount: 2_000 }, '00 2000 2000'],
      ['clear', {}, '00 2000 2000'],
      ['refund', {}, '00 0 0'],
      ['other', { amount: 1_500 }, '00 1500 1500'],
      ['reverse-refund', {}, '00 3500 3500'],
      ['refund', {}, '00 1500 1500'],
    ] },
  { what: 'a reversed refund counts in the windows of the purchase',
    calls: [
      [APRIL, {}, '0 0'],
      ['authorise', { amount: 2_000 }, '00 2000 2000'],
      ['clear', {}, '00 2000 2000'],
      [NEXT_DAY, {}, '0 2000'],
      ['refund', {}, '00 0 0'],
      ['reverse-refund', {}, '00 0 2000'],
    ] },
  { what: 'a declined reversal of a refund counts nothing',
    funds: 2_000,
    calls: [
      ['authorise', { amount: 2_000 }, '00 2000 2000'],
      ['clear', {}, '00 2000 2000'],
      ['refund', {}, '00 0 0'],
      ['other', { amount: 1 }, '00 1 1'],
      ['reverse-refund', {}, '51 1 1'],
    ] },
  { what: 'the refund of a purchase made outside the sandbox counts nothing, nor does its reversal',
    calls: [
      ['authorise', { amount: 300 }, '00 300 300'],
      ['refunds', { amount: 200 }, '00 300 300'],
      ['reverse-refund', {}, '00 300 300'],
    ] },
  { what: 'a full refund gives back what was counted, whatever it is worth at the current rate',
    calls: [
      ['authorise', { amount: 1_100, currency: 'USD' }, '00 1000 1000'],
      ['clear', {}, '00 1000 1000'],
      ['rates', { rates: { USD: '2.2' } }, '1000 1000'],
      ['refund', { amount: 550 }, '00 500 500'],
      ['rates', { rates: { USD: '0.55' } }, '500 500'],
      ['refund', {}, '00 0 0'],
    ] },
  { what: 'cash that was not dispensed is given back to the cash limits', limits: ['LMTP0107', 'LMTP0108'],
    calls: [
      [APRIL, {}, '0 0'],
      ['authorise', { amount: 2_000, kind: 'cash' }, '00 2000 2000'],
      [NEXT_DAY, {}, '0 2000'],
      ['reverse', {}, '00 0 0'],
    ] },
]

onEveryDatabase('The limits of a card', (database) => {
  let sandbox: Sandbox
  before(async () => (sandbox = await startSandbox(database)))
  after(() => sandbox.close())

  describe('Every leg counts in the windows in which its amount was taken', () => {
    for (const { what, funds = 500_000, daily, limits = SPENDING, calls } of STORIES)
      test(what, async () => {
        const project = await sandbox.newProject()
        const call = projectCall(sandbox, project.secrets.interfaceB.apiKey)
        for (const move of [{ freeze: true }, { set: MARCH }])
          bodyOf(await call('POST', '/control/v1/clock', move), 200)
        const at = await SimulatedCard.open(sandbox, funds, project)
        const story = new SimulatedStory(at)
        if (daily !== undefined) {
          const spendingLimits = [{ interval: 'daily', amount: daily }]
          bodyOf(await call('PATCH', `/v2/cards/${at.card.id}`, { spendingLimits }), 200)
        }
        for (const [step, body, expected] of calls) {
          const code = await told(story, step, body)
          const used = await at.usedLimits()
          assert.equal(
            [...code, ...limits.map((name) => used[name] ?? 0)].join(' '),
            expected,
            `${step} ${JSON.stringify(body)}`,
          )
        }
      })
  })
})

/** Makes a step of a story. The response code of a leg; nothing for another call. */
async function told(story: SimulatedStory, call: string, body: Body): Promise<readonly string[]> {
  if (!call.startsWith('20') && call !== 'rates')
    return [(await story.make(call, body)).responseCode]
  const changed =
    call === 'rates'
      ? await story.at.call('PUT', '/control/v1/rates', body)
      : await story.at.call('POST', '/control/v1/clock', { set: call })
  bodyOf(changed, 200)
  return []
}
