// The commands of a sequence. They refer to objects by small numbers, so that a failing sequence
// shrinks to a readable one. A number is resolved when its command runs.

import { OUTSIDE_CARDS } from './issuer.ts'
import type { Rule } from './model.ts'
import { fc } from '../kit/property.ts'

/**
 * One of the orders, counted from the newest; `apt` selects one that is suitable for the command,
 * or none.
 */
export interface OrderPick {
  readonly index: number
  readonly apt: boolean
}

export const ISSUED_CARDS = 3
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Values with their weights. */
const among = <const T extends string | number | boolean | null | readonly string[]>(
  ...rows: readonly (readonly [weight: number, value: T])[]
): fc.Arbitrary<T> =>
  fc.oneof(...rows.map(([weight, value]) => ({ weight, arbitrary: fc.constant(value) })))

const rarely = among([9, false], [1, true])
const mostly = among([1, false], [4, true])
const pick: fc.Arbitrary<OrderPick> = fc.record({
  index: fc.nat(9),
  apt: among([1, false], [14, true]),
})
const amount = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 900 }) },
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 45_000 }) },
  { weight: 1, arbitrary: fc.constant(0) },
)
const issuedCard = fc.nat(ISSUED_CARDS - 1)
/** After the external cards comes an unknown one. */
const UNKNOWN_CARD = ISSUED_CARDS + Object.keys(OUTSIDE_CARDS).length
const anyCard = fc.oneof(
  { weight: 8, arbitrary: issuedCard },
  { weight: 8, arbitrary: fc.integer({ min: ISSUED_CARDS, max: UNKNOWN_CARD - 1 }) },
  { weight: 1, arbitrary: fc.constant(UNKNOWN_CARD) },
)
const cvc = among([10, 'right'], [1, 'wrong'], [1, 'none'])
const versions = { speaksVersion2: rarely, methodDone: mostly }

const register = fc.record({
  do: fc.constant('register' as const),
  amount,
  twoStage: fc.boolean(),
  isDollar: rarely,
  client: among([4, 'ann'], [1, 'bob'], [1, null]),
  features: among<readonly string[]>(
    [10, []],
    [4, ['AUTO_PAYMENT']],
    [2, ['VERIFY']],
    [1, ['FORCE_TDS']],
    [1, ['FORCE_SSL']],
    [1, ['FORCE_FULL_TDS']],
    [1, ['FORCE_CREATE_BINDING']],
    [1, ['FORCE_CREATE_BINDING', 'VERIFY']],
    [1, ['AUTO_PAYMENT', 'FORCE_TDS']],
  ),
  recurring: fc.option(
    fc.record({ days: fc.integer({ min: 1, max: 3 }), lasts: fc.integer({ min: 0, max: 12 }) }),
  ),
  end: among([6, null], [3, 'completes'], [3, 'reverses'], [1, 'both']),
  endInMs: fc.oneof(
    { weight: 1, arbitrary: fc.integer({ min: -MINUTE, max: 0 }) },
    { weight: 9, arbitrary: fc.integer({ min: 1, max: 10 * MINUTE }) },
    { weight: 9, arbitrary: fc.integer({ min: HOUR, max: 2 * DAY }) },
  ),
  sessionMs: among([2, null], [1, MINUTE], [3, 5 * DAY]),
  onlyBinding: rarely,
})

const pay = fc.record({
  do: fc.constant('pay' as const),
  order: pick,
  card: anyCard,
  old: rarely,
  expiry: among([12, 'right'], [1, 'wrong'], [2, 'soon'], [1, 'past']),
  cvc,
  keep: mostly,
  isMoto: rarely,
  ...versions,
})

const payByBinding = fc.record({
  do: fc.constant('pay-by-binding' as const),
  order: pick,
  binding: fc.nat(5),
  cvc,
  ...versions,
})

const charge = fc.record({
  do: fc.constant('charge' as const),
  binding: fc.nat(5),
  amount,
  twoStage: fc.boolean(),
})

const answer = fc.record({
  do: fc.constant('answer' as const),
  order: pick,
  previous: rarely,
  answer: among(
    [6, 'right'],
    [3, 'wrong'],
    [1, 'cancel'],
    [1, 'resend'],
    [2, 'Y'],
    [2, 'A'],
    [1, 'N'],
    [1, 'U'],
    [1, 'R'],
  ),
})

const finish = fc.record({
  do: fc.constant('finish' as const),
  order: pick,
  previous: among([2, false], [1, true]),
  claims: among([4, 'nothing'], [4, 'truth'], [1, 'Y']),
})

/** After the method call of version 2. */
const goOn = fc.record({ do: fc.constant('go-on' as const), order: pick })

/** Pays money out to a card without a previous payment. */
const credit = fc.record({
  do: fc.constant('credit' as const),
  amount,
  card: anyCard,
  old: rarely,
  expiry: among([12, 'right'], [1, 'wrong'], [1, 'past']),
  cvc,
  isDollar: rarely,
})

const share = among([2, 0], [4, 0.3], [4, 0.5], [2, 1], [1, 1.2])

const capture = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('deposit' as const), order: pick, share }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('reverse' as const),
      order: pick,
      share: among<number | null>([3, null], [1, 0], [1, 1], [1, 0.5]),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('refund' as const),
      order: pick,
      share,
      externalId: among<string | null>([2, null], [2, 'one'], [1, 'two']),
      expected: among([4, 'nothing'], [2, 'right'], [1, 'wrong']),
    }),
  },
)

const touch = fc.record({
  do: among([3, 'open'], [2, 'update'], [1, 'decline'], [1, 'cancel']),
  order: pick,
})

const changeBinding = fc.record({
  do: among([3, 'bind'], [2, 'unbind'], [4, 'extend']),
  binding: fc.nat(5),
  expiry: among([4, 'right'], [2, 'later'], [1, 'past']),
})

const changeCard = fc.oneof(
  fc.record({
    do: fc.constant('status' as const),
    card: issuedCard,
    status: among([5, 'active'], [3, 'blocked'], [1, 'lost'], [1, 'stolen']),
  }),
  fc.record({
    do: fc.constant('reissue' as const),
    card: issuedCard,
    why: among([3, 'damaged'], [1, 'expired'], [1, 'lost'], [1, 'stolen']),
  }),
  fc.record({
    do: fc.constant('limit' as const),
    card: issuedCard,
    name: among([1, 'LMTP0109'], [1, 'LMTP0110'], [1, 'LMTP0111'], [1, 'LMTP0112']),
    value: among([1, 500], [2, 20_000], [4, 1_000_000]),
    cycle: among([3, 0], [2, 3], [1, 4]),
  }),
  fc.record({
    do: fc.constant('topup' as const),
    card: issuedCard,
    amount: fc.integer({ min: 1, max: 50_000 }),
  }),
)

const rule: fc.Arbitrary<Rule> = fc.record({
  prefix: among<string | null>([2, null], [1, '4'], [1, '444455'], [1, '5']),
  amountFrom: among<number | null>([2, null], [1, 500]),
  amountTo: among<number | null>([2, null], [1, 800], [1, 20_000]),
  client: among<string | null>([2, null], [1, 'ann']),
  flow: among(
    [4, 'ssl'],
    [2, 'frictionless'],
    [4, 'challenge'],
    [2, 'attempt'],
    [1, 'rejected'],
    [1, 'unavailable'],
    [1, 'enrolment-unknown'],
    [1, 'communication-error'],
  ),
  version: among([1, 1], [2, 2]),
  actionCode: among([4, 0], [1, 5], [1, 116]),
  funds: among<number | null>([3, null], [1, 600]),
})

const set = fc.oneof(
  fc.record({ do: fc.constant('rules' as const), rules: fc.array(rule, { maxLength: 2 }) }),
  fc.record({
    do: fc.constant('settings' as const),
    issuedFlow: among([2, 'ssl'], [2, 'challenge'], [1, 'frictionless']),
    prefersVersion2: rarely,
  }),
)

const clock = fc.record({
  do: fc.constant('clock' as const),
  ms: fc.oneof(
    { weight: 5, arbitrary: fc.integer({ min: 0, max: 12 * MINUTE }) },
    { weight: 4, arbitrary: fc.integer({ min: HOUR, max: 2 * DAY }) },
    { weight: 1, arbitrary: fc.integer({ min: 3 * DAY, max: 9 * DAY }) },
  ),
})

const command = fc.oneof(
  { weight: 14, arbitrary: register },
  { weight: 24, arbitrary: pay },
  { weight: 6, arbitrary: payByBinding },
  { weight: 9, arbitrary: charge },
  { weight: 18, arbitrary: answer },
  { weight: 18, arbitrary: finish },
  { weight: 5, arbitrary: goOn },
  { weight: 5, arbitrary: credit },
  { weight: 22, arbitrary: capture },
  { weight: 4, arbitrary: touch },
  { weight: 6, arbitrary: changeBinding },
  { weight: 8, arbitrary: changeCard },
  { weight: 4, arbitrary: set },
  { weight: 5, arbitrary: clock },
)
export type Command = typeof command extends fc.Arbitrary<infer T> ? T : never

/** Steps, each with commands that are sent at the same moment. */
export const sequences = fc.array(fc.array(command, { minLength: 1, maxLength: 16, size: 'max' }), {
  minLength: 1,
  maxLength: 50,
  size: 'max',
})
