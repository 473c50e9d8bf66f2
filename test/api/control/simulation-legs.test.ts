// The legs of authorisations as stories: each call with its response, and with the authorisation
// and the card after it. At the end, the ledger, the limits and interface A's records must agree.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { onEveryDatabase } from '../../kit/databases.ts'
import { bodyOf, topUp, transfer, issueCard } from '../../kit/control.ts'
import { type Sandbox, startSandbox } from '../../kit/sandbox.ts'
import { type Body, SimulatedCard } from '../../kit/simulated-card.ts'
import { SimulatedStory } from '../../kit/simulated-story.ts'

/**
 * A call: `authorise`, the name of a leg, or a path; its body; and the line after it: response
 * code, status, held, cleared, suspense, refunded, and the available balance of the card.
 */
type Call = readonly [call: string, body: Body, after: string]

interface Story {
  readonly what: string
  /** Balance of the card at the start; 100.00 EUR by default. */
  readonly funds?: number
  readonly calls: readonly Call[]
  readonly records: readonly string[]
  /** The used amount of the spending limits at the end; 0 by default. */
  readonly used?: number
  /** Posted balances of accounts other than the card's and the funding account. */
  readonly network: number
  readonly suspense?: number
}

// prettier-ignore
const STORIES: readonly Story[] = [
  { what: 'a purchase is cleared',
    calls: [
      ['authorise', { amount: 2_000 }, '00 pending 2000 0 0 0 | 8000'],
      ['clear', {}, '00 cleared 0 2000 0 0 | 8000'],
    ],
    records: ['774 DEBIT 2000', '737 DEBIT 2000'], used: 2_000, network: 2_000 },
  { what: 'less is cleared and the rest is released',
    calls: [
      ['authorise', { amount: 2_000 }, '00 pending 2000 0 0 0 | 8000'],
      ['clear', { amount: 1_200 }, '00 cleared 0 1200 0 0 | 8800'],
    ],
    records: ['774 DEBIT 2000', '737 DEBIT 1200'], used: 1_200, network: 1_200 },
  { what: 'several parts are cleared, the last one is final',
    calls: [
      ['authorise', { amount: 2_000 }, '00 pending 2000 0 0 0 | 8000'],
      ['clear', { amount: 500, final: false }, '00 partlyCleared 1500 500 0 0 | 8000'],
      ['clear', { amount: 700, final: false }, '00 partlyCleared 800 1200 0 0 | 8000'],
      ['clear', { amount: 300, final: true }, '00 cleared 0 1500 0 0 | 8500'],
    ],
    records: ['774 DEBIT 2000', '737 DEBIT 500', '737 DEBIT 700', '737 DEBIT 300'], used: 1_500, network: 1_500 },
  { what: 'a part is cleared and the rest is reversed',
    calls: [
      ['authorise', { amount: 2_000 }, '00 pending 2000 0 0 0 | 8000'],
      ['clear', { amount: 500, final: false }, '00 partlyCleared 1500 500 0 0 | 8000'],
      ['reverse', {}, '00 cleared 0 500 0 0 | 9500'],
    ],
    records: ['774 DEBIT 2000', '737 DEBIT 500', '774 CREDIT 1500 R'], used: 500, network: 500 },
  { what: 'a tip is cleared above the hold if the balance covers it',
    calls: [
      ['authorise', { amount: 2_000 }, '00 pending 2000 0 0 0 | 8000'],
      ['clear', { amount: 2_400 }, '00 cleared 0 2400 0 0 | 7600'],
    ],
    records: ['774 DEBIT 2000', '737 DEBIT 2400'], used: 2_400, network: 2_400 },
  { what: 'a clearing above the balance takes the rest from the suspense account', funds: 2_000,
    calls: [
      ['authorise', { amount: 2_000 }, '00 pending 2000 0 0 0 | 0'],
      ['clear', { amount: 2_500 }, '00 cleared 0 2000 500 0 | 0'],
      ['refund', { amount: 300 }, '00 cleared 0 2000 500 0 | 0'],
      ['refund', { amount: 700 }, '00 cleared 0 2000 500 500 | 500'],
    ],
    records: ['774 DEBIT 2000', '737 DEBIT 2000', '775 CREDIT 0', '775 CREDIT 500'], used: 1_500, network: 1_500, suspense: 0 },
  { what: 'an increment is held, and one without cover is declined',
    calls: [
      ['authorise', { amount: 2_000, kind: 'preauthorisation' }, '00 pending 2000 0 0 0 | 8000'],
      ['increment', { amount: 3_000 }, '00 pending 5000 0 0 0 | 5000'],
      ['increment', { amount: 5_001 }, '51 pending 5000 0 0 0 | 5000'],
      ['clear', {}, '00 cleared 0 5000 0 0 | 5000'],
    ],
    records: ['774 DEBIT 2000', '774 DEBIT 3000', '774 NOOP 0 116', '737 DEBIT 5000'], used: 5_000, network: 5_000 },
  { what: 'an advice lowers and raises the hold',
    calls: [
      ['authorise', { amount: 10_000, mcc: 5542 }, '00 pending 10000 0 0 0 | 0'],
      ['advice', { amount: 4_500 }, '00 pending 4500 0 0 0 | 5500'],
      ['advice', { amount: 4_500 }, '00 pending 4500 0 0 0 | 5500'],
      ['advice', { amount: 6_000 }, '00 pending 6000 0 0 0 | 4000'],
      ['advice', { amount: 10_001 }, '51 pending 6000 0 0 0 | 4000'],
    ],
    records: ['774 DEBIT 10000', '774 CREDIT 5500 R', '774 CREDIT 0 R', '774 DEBIT 1500', '774 NOOP 0 116'], used: 6_000, network: 0 },
  { what: 'a hold is reversed in parts',
    calls: [
      ['authorise', { amount: 2_000 }, '00 pending 2000 0 0 0 | 8000'],
      ['reverse', { amount: 500 }, '00 pending 1500 0 0 0 | 8500'],
      ['reverse', {}, '00 reversed 0 0 0 0 | 10000'],
    ],
    records: ['774 DEBIT 2000', '774 CREDIT 500 R', '774 CREDIT 1500 R'], network: 0 },
  { what: 'a hold expires on request',
    calls: [
      ['authorise', { amount: 2_000 }, '00 pending 2000 0 0 0 | 8000'],
      ['expire', {}, '00 expired 0 0 0 0 | 10000'],
    ],
    records: ['774 DEBIT 2000', '774 CREDIT 2000 R'], network: 0 },
  { what: 'a purchase is refunded in parts, up to the cleared amount',
    calls: [
      ['authorise', { amount: 2_000 }, '00 pending 2000 0 0 0 | 8000'],
      ['clear', {}, '00 cleared 0 2000 0 0 | 8000'],
      ['refund', { amount: 500 }, '00 cleared 0 2000 0 500 | 8500'],
      ['refund', {}, '00 cleared 0 2000 0 2000 | 10000'],
    ],
    records: ['774 DEBIT 2000', '737 DEBIT 2000', '775 CREDIT 500', '775 CREDIT 1500'], network: 0 },
  { what: 'cash that was not dispensed is returned',
    calls: [
      ['authorise', { amount: 2_000, kind: 'cash' }, '00 cleared 0 2000 0 0 | 8000'],
      ['reverse', {}, '00 reversed 0 0 0 0 | 10000'],
    ],
    records: ['700 DEBIT 2000', '700 CREDIT 2000 R'], network: 0 },
  { what: 'a credit is reversed, and the reversal declined once it is spent', funds: 0,
    calls: [
      ['authorise', { amount: 2_000, kind: 'credit' }, '00 cleared 0 2000 0 0 | 2000'],
      ['reverse', {}, '00 reversed 0 0 0 0 | 0'],
      ['authorise', { amount: 2_000, kind: 'credit' }, '00 cleared 0 2000 0 0 | 2000'],
      ['spend', { amount: 1 }, ''],
      ['reverse', {}, '51 cleared 0 2000 0 0 | 1999'],
    ],
    records: ['698 CREDIT 2000', '698 DEBIT 2000 R', '698 CREDIT 2000', '689 NOOP 0', '781 DEBIT 1', '774 NOOP 0 116'], used: 1, network: -2_000 },
  { what: 'a force post needs no authorisation and never overdraws',
    calls: [
      ['force-posts', { amount: 7_000 }, '00 cleared 0 7000 0 0 | 3000'],
      ['force-posts', { amount: 5_000 }, '00 cleared 0 3000 2000 0 | 0'],
      ['refund', {}, '00 cleared 0 3000 2000 3000 | 3000'],
    ],
    records: ['737 DEBIT 7000', '737 DEBIT 3000', '775 CREDIT 3000'], used: 7_000, network: 7_000, suspense: 0 },
  { what: 'held money is not available to a force post', funds: 2_000,
    calls: [
      ['authorise', { amount: 1_500 }, '00 pending 1500 0 0 0 | 500'],
      ['force-posts', { amount: 2_000 }, '00 cleared 0 500 1500 0 | 0'],
    ],
    records: ['774 DEBIT 1500', '737 DEBIT 500'], used: 3_500, network: 2_000, suspense: -1_500 },
  { what: 'a refund of an unknown purchase is credited and reversed',
    calls: [
      ['refunds', { amount: 1_000 }, '00 cleared 0 0 0 1000 | 11000'],
      ['reverse-refund', {}, '00 reversed 0 0 0 0 | 10000'],
    ],
    records: ['775 CREDIT 1000', '775 DEBIT 1000 R'], network: 0 },
  { what: 'a refund that was spent cannot be reversed', funds: 0,
    calls: [
      ['refunds', { amount: 1_000 }, '00 cleared 0 0 0 1000 | 1000'],
      ['spend', { amount: 1 }, ''],
      ['reverse-refund', {}, '51 cleared 0 0 0 1000 | 999'],
    ],
    records: ['775 CREDIT 1000', '689 NOOP 0', '781 DEBIT 1', '775 NOOP 0 116'], used: 1, network: -1_000 },
  { what: 'a linked refund is reversed and can be made again',
    calls: [
      ['authorise', { amount: 2_000 }, '00 pending 2000 0 0 0 | 8000'],
      ['clear', {}, '00 cleared 0 2000 0 0 | 8000'],
      ['linked-refund', { amount: 700 }, '00 cleared 0 2000 0 700 | 8700'],
      ['reverse-refund', {}, '00 cleared 0 2000 0 0 | 8000'],
      ['linked-refund', {}, '00 cleared 0 2000 0 2000 | 10000'],
    ],
    records: ['774 DEBIT 2000', '737 DEBIT 2000', '775 CREDIT 700', '775 DEBIT 700 R', '775 CREDIT 2000'], network: 0 },
  { what: 'an amount in dollars is held, cleared and released in proportion',
    calls: [
      ['authorise', { amount: 1_100, currency: 'USD' }, '00 pending 1000 0 0 0 | 9000'],
      ['reverse', { amount: 550 }, '00 pending 500 0 0 0 | 9500'],
      ['clear', { amount: 330, final: false }, '00 partlyCleared 200 300 0 0 | 9500'],
      ['clear', { amount: 110 }, '00 cleared 0 400 0 0 | 9600'],
      ['refund', { amount: 220 }, '00 cleared 0 400 0 200 | 9800'],
    ],
    records: ['774 DEBIT 1100', '774 CREDIT 550 R', '737 DEBIT 330', '737 DEBIT 110', '775 CREDIT 220'], used: 200, network: 200 },
]

const MOVES = ['increment', 'advice', 'clear', 'reverse', 'expire', 'refund'] as const

onEveryDatabase('The legs of an authorisation', (database) => {
  let sandbox: Sandbox
  before(async () => (sandbox = await startSandbox(database)))
  after(() => sandbox.close())

  describe('Every leg changes the hold, the ledger, the limits and the records', () => {
    for (const { what, funds = 10_000, calls, records, used = 0, network, suspense = 0 } of STORIES)
      test(what, async () => {
        const at = await SimulatedCard.open(sandbox, funds)
        const story = new SimulatedStory(at)
        for (const [call, body, line] of calls)
          assert.equal(await told(story, call, body), line, `${call} ${JSON.stringify(body)}`)
        const first = funds > 0 ? [`760 CREDIT ${funds}`] : []
        assert.deepEqual(await at.records(), [...first, ...records])
        const { card, ...others } = await at.ledger()
        assert.equal(others['network-978'] ?? 0, network)
        assert.equal(others['suspense-978'] ?? 0, suspense)
        const limits = await at.usedLimits()
        assert.equal(limits['LMTP0109'] ?? 0, used)
        assert.equal(limits['LMTP0110'] ?? 0, used)
        assert.ok((card ?? 0) >= 0)
      })
  })

  test('a leg that the state does not allow is refused and changes nothing', async () => {
    const at = await SimulatedCard.open(sandbox)
    const make = {
      declined: () => at.authorise({ decline: true }),
      cleared: async () => at.leg((await at.authorise({ amount: 100 })).id, 'clear'),
      reversed: async () => at.leg((await at.authorise({ amount: 100 })).id, 'reverse'),
      expired: async () => at.leg((await at.authorise({ amount: 100 })).id, 'expire'),
      verified: () => at.authorise({ kind: 'verification' }),
      asked: () => at.authorise({ kind: 'balanceInquiry' }),
      cash: () => at.authorise({ kind: 'cash', amount: 100 }),
      credited: () => at.authorise({ kind: 'credit', amount: 100 }),
      pending: () => at.authorise({ amount: 100 }),
      refunded: () => at.post('refunds', { cardId: at.card.id, amount: 100 }),
    }
    const allowed: Readonly<Record<keyof typeof make, readonly (typeof MOVES)[number][]>> = {
      declined: [],
      reversed: [],
      expired: [],
      verified: [],
      asked: [],
      refunded: [],
      cleared: ['refund'],
      cash: ['reverse'],
      credited: ['reverse'],
      pending: ['increment', 'advice', 'clear', 'reverse', 'expire'],
    }
    for (const [name, making] of Object.entries(make)) {
      const { authorisation } = await making()
      const refused = MOVES.filter((move) => !allowed[name as keyof typeof make].includes(move))
      for (const move of refused) {
        const body = move === 'expire' ? undefined : { amount: 1 }
        const path = `authorisations/${authorisation.id}/${move}`
        assert.deepEqual(
          await at.refused(path, body),
          [409, 'authorisation-state'],
          `${name} ${move}`,
        )
      }
      assert.deepEqual(await at.get(`authorisations/${authorisation.id}`), authorisation)
    }
  })

  test('an invalid amount, id or body is refused', async () => {
    const at = await SimulatedCard.open(sandbox)
    const { id } = await at.authorise({ amount: 2_000 })
    const cleared = (await at.leg((await at.authorise({ amount: 500 })).id, 'clear')).id
    const invalid = (pointer: string) => [422, 'validation-failed', pointer]
    // prettier-ignore
    for (const [path, body, expected] of [
      [`${id}/reverse`, { amount: 2_001 }, invalid('/amount')],
      [`${id}/reverse`, { amount: 0 }, invalid('/amount')],
      [`${id}/increment`, {}, invalid('/amount')],
      [`${id}/increment`, { amount: 999_999_999_999 }, invalid('/amount')],
      [`${id}/advice`, { amount: -1 }, invalid('/amount')],
      [`${id}/clear`, { amount: 1.5 }, invalid('/amount')],
      [`${id}/clear`, { final: 'yes' }, invalid('/final')],
      [`${id}/clear`, { colour: 1 }, invalid('/colour')],
      [`${cleared}/refund`, { amount: 501 }, invalid('/amount')],
      ['1/clear', {}, [404, 'authorisation-not-found']],
      ['x/clear', {}, [404, 'authorisation-not-found']],
      [`${'9'.repeat(30)}/expire`, undefined, [404, 'authorisation-not-found']],
    ] as const)
      assert.deepEqual(await at.refused(`authorisations/${path}`, body), expected, path)
    const card = { cardId: at.card.id }
    // prettier-ignore
    for (const [path, body, expected] of [
      ['refunds', {}, invalid('/cardId')],
      ['refunds', { ...card, authorisationId: cleared, amount: 1 }, invalid('/cardId')],
      ['refunds', { ...card }, invalid('/amount')],
      ['refunds', { ...card, amount: 0 }, invalid('/amount')],
      ['refunds', { authorisationId: cleared, currency: 'USD' }, invalid('/currency')],
      ['refunds', { authorisationId: cleared, amount: 501 }, invalid('/amount')],
      ['refunds', { authorisationId: '1' }, [404, 'authorisation-not-found']],
      ['refunds', { cardId: '1', amount: 1 }, [404, 'card-not-found']],
      ['refunds', { authorisationId: id }, [409, 'authorisation-state']],
      ['refunds/1/reverse', undefined, [404, 'authorisation-not-found']],
      ['refunds/x/reverse', undefined, [404, 'authorisation-not-found']],
      [`refunds/${id}/reverse`, undefined, [404, 'authorisation-not-found']],
      ['force-posts', { ...card }, invalid('/amount')],
      ['force-posts', { ...card, amount: 1, pin: '1234' }, invalid('/pin')],
      ['force-posts', { cardId: '1', amount: 1 }, [404, 'card-not-found']],
    ] as const)
      assert.deepEqual(await at.refused(path, body), expected, `${path} ${JSON.stringify(body)}`)
    const { id: refund } = await at.post('refunds', { ...card, amount: 100 })
    await at.post(`refunds/${refund}/reverse`)
    assert.deepEqual(await at.refused(`refunds/${refund}/reverse`), [409, 'authorisation-state'])
  })

  test('clearings of a blocked card are posted, but new authorisations are declined', async () => {
    const at = await SimulatedCard.open(sandbox)
    const { id } = await at.authorise({ amount: 2_000 })
    bodyOf(await at.call('PATCH', `/v2/cards/${at.card.id}`, { status: 'blocked' }), 200)
    assert.equal((await at.leg(id, 'increment', { amount: 1 })).reason, 'blocked')
    assert.equal((await at.leg(id, 'clear')).approved, true)
    assert.equal((await at.leg(id, 'refund', { amount: 500 })).approved, true)
    const forced = await at.post('force-posts', { cardId: at.card.id, amount: 100 })
    assert.deepEqual([forced.approved, forced.account.available], [true, 8_400])
  })

  test("holds expire by the project's clock, each at its own time", async () => {
    const at = await SimulatedCard.open(sandbox, 10_000)
    const hold = async (body: Body) => (await at.authorise({ amount: 1_000, ...body })).id
    // prettier-ignore
    const lives = [
      ['PT2H', { mcc: 5542 }], ['P1D', { holdFor: 'P1D' }], ['P7D', {}], ['P31D', { kind: 'preauthorisation' }],
      ['P31D', { mcc: 7011 }], ['P31D', { mcc: 3501 }], ['P31D', { mcc: 7512 }],
    ] as const
    const ids: string[] = []
    for (const [, body] of lives) ids.push(await hold(body))
    const partly = await hold({ mcc: 5542 })
    await at.leg(partly, 'clear', { amount: 400, final: false })
    const status = async (id = '') =>
      (await at.get<{ status: string }>(`authorisations/${id}`)).status
    const foreseen = await at.get<{ moves: { released: number }[] }>(
      'clock/preview?advance=PT2H,P7D',
    )
    assert.deepEqual(
      foreseen.moves.map(({ released }) => released),
      [2, 4],
    )
    assert.equal(await at.advance('PT1H'), 0)
    assert.equal(await at.advance('PT1H'), 2)
    assert.deepEqual([await status(ids[0]), await status(partly)], ['expired', 'cleared'])
    const { move } = await at.get<{ move: { released: number } }>('clock/last-move')
    assert.equal(move.released, 2)
    assert.equal(await at.advance('P1D'), 1)
    assert.equal(await at.advance('P6D'), 1)
    assert.equal(await status(ids[2]), 'expired')
    assert.equal(await at.advance('P31D'), 4)
    for (const id of ids) assert.equal(await status(id), 'expired')
    const [last] = await at.list()
    assert.equal(last?.expiresAt, null)
    assert.equal((await at.ledger())['card'], 9_600)
    const card = await at.get<{ held: number; available: number }>(`cards/${at.card.id}`)
    assert.deepEqual([card.held, card.available], [0, 9_600])
    assert.deepEqual(await at.usedLimits(), {}, 'the month has ended')
  })

  test('an authorisation has at most 100 legs, and its hold still expires', async () => {
    const at = await SimulatedCard.open(sandbox)
    const { id } = await at.authorise({ amount: 2_000 })
    for (let leg = 1; leg < 100; leg++) await at.leg(id, 'reverse', { amount: 1 })
    const path = `authorisations/${id}/reverse`
    assert.deepEqual(await at.refused(path, { amount: 1 }), [409, 'authorisation-state'])
    assert.equal(await at.advance('P7D'), 1)
    const { status, legs } = await at.get<{ status: string; legs: unknown[] }>(
      `authorisations/${id}`,
    )
    assert.deepEqual([status, legs.length], ['expired', 101])
  })

  test('a refund whose reversal keeps being declined has at most 100 legs', async () => {
    const at = await SimulatedCard.open(sandbox, 0)
    const { id } = await at.post('refunds', { cardId: at.card.id, amount: 1_000 })
    await at.authorise({ amount: 1_000 })
    const path = `refunds/${id}/reverse`
    for (let leg = 1; leg < 100; leg++) assert.equal((await at.post(path)).approved, false)
    assert.deepEqual(await at.refused(path), [409, 'authorisation-state'])
  })
})

/** Makes a step of a story; the line shows the authorisation and the balance after it. */
async function told(story: SimulatedStory, call: string, body: Body): Promise<string> {
  if (call === 'spend') return spent(story.at, Number(body['amount']))
  const { responseCode, authorisation, account } = await story.make(call, body)
  const { status, held, cleared, suspense, refunded } = authorisation
  return `${responseCode} ${status} ${held} ${cleared} ${suspense} ${refunded} | ${account.available}`
}

/** Transfers money from the card to another one. */
async function spent({ call, card }: SimulatedCard, amount: number): Promise<string> {
  const other = await issueCard(call)
  bodyOf(await topUp(call, other, 1), 201)
  bodyOf(await transfer(call, card, other, amount), 201)
  return ''
}
