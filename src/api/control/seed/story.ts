// The plan of the sample data: a week of purchases and transfers in steps of the project's clock.
// It only depends on the drawn numbers, so that the same seed gives the same data.

import { DAY_MS } from '../../../kernel/calendar.ts'
import type { Draw } from './draw.ts'
import { ARTICLES, PEOPLE } from './people.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** Test cards by their behaviour. */
export const SAMPLE_CARDS = {
  paying: '4242424242424242',
  noFunds: '4000000000009995',
  refused: '4000000000000002',
  frictionless: '4111111111111111',
  challenge: '5555555555555599',
} as const
type SampleCard = keyof typeof SAMPLE_CARDS

/**
 * A reserved name (RFC 2606) that no DNS server resolves: its callbacks fail without any traffic.
 */
const FAILING_CALLBACK_URL = 'https://shop.invalid/callbacks'

const SUBSCRIBER = 'reader-1'

/** An order and what happens to it until the next step. */
export interface Purchase {
  /** Minor units. */
  readonly amount: number
  readonly description: string
  readonly isHold?: true
  readonly clientId?: string
  readonly callbackUrl?: string
  /** The subscription's binding pays instead of a card. */
  readonly isCharge?: true
  /** The cards of the attempts, in order: the index of a person, or a test card. */
  readonly cards?: readonly (number | SampleCard)[]
  /** The payer's action at a challenge; by default they enter the code. */
  readonly atIssuer?: 'leaves' | 'cancels'
  /** The merchant's next request after an approval. */
  readonly then?: 'capture' | 'capture-half' | 'reverse' | 'refund' | 'refund-half'
  /** The merchant declines the unpaid order. */
  readonly isWithdrawn?: true
}

export interface Transfer {
  /** Indexes of people. */
  readonly from: number
  readonly to: number
  readonly amount: number
}

/** A change to a person's card. */
export interface CardChange {
  readonly person: number
  readonly to: 'low-limit' | 'lost' | 'blocked'
}

export interface Step {
  /** How far the clock advances before the step. */
  readonly afterMs: number
  readonly cardChanges?: readonly CardChange[]
  readonly transfers: readonly Transfer[]
  readonly purchases: readonly Purchase[]
}

/** Shorter steps at the end, so that every range of the dashboard has data. */
const PAUSES_MS = [
  0,
  ...Array<number>(24).fill(6 * HOUR_MS),
  ...Array<number>(7).fill(3 * HOUR_MS),
  ...Array<number>(2).fill(HOUR_MS),
  ...Array<number>(6).fill(10 * MINUTE_MS),
]
export const STORY_MS = PAUSES_MS.reduce((sum, each) => sum + each)

/** The number of purchases of a step, from few at night to many in the evening. */
const PURCHASES_MAX = [1, 2, 3, 4]

export function sampleStory(draw: Draw): readonly Step[] {
  let at = 0
  return PAUSES_MS.map((afterMs, index) => {
    at += afterMs
    const isShort = afterMs < 3 * HOUR_MS
    const most = isShort ? 2 : (PURCHASES_MAX[Math.floor((at % DAY_MS) / (6 * HOUR_MS))] ?? 1)
    const drawn = drawnPurchases(draw, draw(isShort ? 0 : 1, most))
    const { purchases = [], ...planned } = PLANNED[index - PAUSES_MS.length] ?? PLANNED[index] ?? {}
    return {
      afterMs,
      transfers: index % 4 === 1 ? [drawnTransfer(draw)] : [],
      ...planned,
      purchases: [...purchases, ...drawn],
    }
  })
}

/** Purchases with different cards. */
function drawnPurchases(draw: Draw, count: number): Purchase[] {
  const first = draw(0, PEOPLE.length - 1)
  return Array.from({ length: count }, (_, index) =>
    drawnPurchase(draw, (first + index * 3) % PEOPLE.length),
  )
}

// prettier-ignore
const KINDS: readonly ((card: number) => Partial<Purchase>)[] = [
  (card) => ({ cards: [card] }),
  (card) => ({ cards: [card] }),
  (card) => ({ cards: [card] }),
  (card) => ({ cards: [card], then: 'refund-half' }),
  (card) => ({ cards: [card], isHold: true, then: 'capture' }),
  (card) => ({ cards: [card], isHold: true, then: 'capture-half' }),
  (card) => ({ cards: [card], isHold: true, then: 'reverse' }),
  (card) => ({ cards: ['noFunds', card] }),
  ()     => ({ cards: ['frictionless'] }),
  ()     => ({ cards: ['challenge'], clientId: 'regular-7' }),
]

function drawnPurchase(draw: Draw, card: number): Purchase {
  const { description, from, to } = picked(draw, ARTICLES)
  return { amount: draw(from, to), description, ...picked(draw, KINDS)(card) }
}

function drawnTransfer(draw: Draw): Transfer {
  const from = draw(0, PEOPLE.length - 1)
  const to = (from + draw(1, PEOPLE.length - 1)) % PEOPLE.length
  return { from, to, amount: draw(500, 45_000) }
}

function picked<T>(draw: Draw, table: readonly T[]): T {
  const row = table[draw(0, table.length - 1)]
  if (row === undefined) throw new Error('nothing to pick from')
  return row
}

const CHARGE: Purchase = {
  amount: 990,
  description: 'Magazine, monthly',
  clientId: SUBSCRIBER,
  isCharge: true,
}

/** The first order of the sample data, which also reserves the prefix of the order numbers. */
export const SUBSCRIPTION: Purchase = {
  amount: 990,
  description: 'Magazine, monthly',
  clientId: SUBSCRIBER,
  cards: [0],
}

/**
 * The cases that every set contains, by the index of their step; negative indexes count from the
 * end.
 */
const PLANNED: Readonly<Record<number, Partial<Step>>> = {
  0: {
    purchases: [
      SUBSCRIPTION,
      {
        amount: 3_150,
        description: 'A teapot',
        cards: ['paying'],
        callbackUrl: FAILING_CALLBACK_URL,
      },
      { amount: 6_400, description: 'Left in the basket' },
    ],
  },
  // A hold that expires within a day after the end of the sample data.
  2: { purchases: [{ amount: 14_500, description: 'A hotel room', isHold: true, cards: [5] }] },
  6: { purchases: [CHARGE, { amount: 8_300, description: 'A tent', cards: ['noFunds'] }] },
  11: {
    purchases: [
      { amount: 5_900, description: 'A radio', cards: ['challenge'], atIssuer: 'cancels' },
      { amount: 2_700, description: 'A chess set', cards: [3], then: 'refund' },
    ],
  },
  14: { purchases: [CHARGE] },
  17: {
    purchases: [
      { amount: 4_100, description: 'A rucksack', cards: ['noFunds', 'refused', 'noFunds'] },
    ],
  },
  22: { purchases: [CHARGE] },
  [-9]: {
    purchases: [{ amount: 12_900, description: 'A weekend away', isHold: true, cards: [0] }],
  },
  [-6]: {
    purchases: [CHARGE, { amount: 8_900, description: 'A winter coat', cards: ['noFunds'] }],
  },
  [-5]: {
    purchases: [
      {
        amount: 4_750,
        description: 'A camping stove',
        cards: [3],
        callbackUrl: FAILING_CALLBACK_URL,
      },
      { amount: 2_100, description: 'Out of stock', isWithdrawn: true },
    ],
  },
  [-4]: { purchases: [{ amount: 3_300, description: 'A book on ledgers', cards: ['paying'] }] },
  [-3]: {
    cardChanges: [{ person: 1, to: 'low-limit' }],
    purchases: [{ amount: 4_200, description: 'A pair of glasses', cards: [1] }],
  },
  [-2]: {
    cardChanges: [{ person: 2, to: 'lost' }],
    purchases: [
      { amount: 1_500, description: 'A parcel', cards: [2] },
      {
        amount: 2_250,
        description: 'A pot of paint',
        cards: ['frictionless'],
        callbackUrl: FAILING_CALLBACK_URL,
      },
    ],
  },
  [-1]: {
    cardChanges: [{ person: 3, to: 'blocked' }],
    purchases: [
      { amount: 5_400, description: 'A waffle iron', cards: ['challenge'], atIssuer: 'leaves' },
      { amount: 7_700, description: 'Still in the basket' },
    ],
  },
}
