// The fixed list of the gateway's test cards. They are known numbers of public sandboxes of this
// gateway family, so that a merchant's existing tests run unchanged. None of them is ever issued.

import type { FlowName, ProtocolVersion } from '../../three-d-secure/authentication.ts'
import { addMonths, yearMonth } from '../../kernel/calendar.ts'
import { maskPanShort } from '../../issuing/pan.ts'
import { type CardOutcome, DEFAULT_CODE } from './card-outcome.ts'

/** A card with a fixed outcome. It accepts any expiry date in the future. */
export interface TestCard {
  readonly pan: string
  readonly cvc: string
  readonly flow: FlowName
  /** The 3-D Secure version of the card; a merchant can force version 1. */
  readonly version: ProtocolVersion
  /** The code that the issuer's page accepts, for cards with a challenge. */
  readonly code: string | undefined
  /** The action code of a payment with correct card data. */
  readonly actionCode: number
  /** Available funds in minor units, if limited. A higher amount is declined with 116. */
  readonly funds: number | undefined
}

const CLASSIC_CODE = '12345678'
const NEWER_CODE = '111111'

type Row = readonly [
  pan: string,
  cvc: string,
  flow: FlowName,
  version: ProtocolVersion,
  actionCode: number,
  code?: string,
  funds?: number,
]

// For a number that several sandboxes list, the row of the newest is used. The last three are known
// from many gateways and take precedence over all.
// prettier-ignore
const ROWS: readonly Row[] = [
  // Current sandboxes of the gateway family.
  ['5555555555555599',   '123', 'challenge',           2, 0, DEFAULT_CODE],
  ['4111111111111111',   '123', 'frictionless',        2, 0],
  ['4000001111111118',   '123', 'attempt',             2, 0],
  ['4444555511113333',   '123', 'ssl',                 2, 0],
  ['5168494895055780',   '123', 'rejected',            2, -2025],
  ['5000001111111115',   '123', 'challenge',           1, 0, DEFAULT_CODE],
  ['4012001038166662',   '123', 'challenge',           1, 0, CLASSIC_CODE],
  // The original test environment.
  ['5100000000000008',   '123', 'challenge',           1, 0, CLASSIC_CODE],
  ['6011000000000004',   '123', 'challenge',           1, 0, CLASSIC_CODE],
  ['639002000000000003', '123', 'attempt',             1, 0],
  ['4444000000001111',   '123', 'ssl',                 1, 0],
  ['4563960122001999',   '347', 'ssl',                 1, 0],
  ['5555555555555557',   '123', 'unavailable',         1, -2011],
  ['4444333322221111',   '123', 'unavailable',         1, -2011],
  ['5555555544444442',   '123', 'enrolment-unknown',   1, -2016],
  ['4444444444444422',   '123', 'ssl',                 1, 913],
  ['4444444444444455',   '123', 'ssl',                 1, 902],
  ['4444444444443333',   '123', 'ssl',                 1, 123],
  ['4444444444446666',   '123', 'ssl',                 1, -20010],
  ['4444444411111111',   '123', 'ssl',                 1, 5],
  ['4444444499999999',   '123', 'communication-error', 1, 151017],
  ['5432543254325430',   '521', 'ssl',                 1, 116],
  // The newer test system with Mir cards.
  ['2202205000012424',   '649', 'frictionless',        2, 0],
  ['2202205300068092',   '583', 'challenge',           2, 0, NEWER_CODE, 10_000],
  ['4006800900962514',   '941', 'challenge',           1, 0, NEWER_CODE],
  ['5469980100048525',   '041', 'challenge',           1, 0, NEWER_CODE],
  ['2202206100040083',   '061', 'ssl',                 2, 0],
  ['2202206000270541',   '123', 'challenge',           2, 0, NEWER_CODE],
  ['2202205000060910',   '810', 'challenge',           2, 116, NEWER_CODE],
  ['2202202107593166',   '123', 'challenge',           2, 101, NEWER_CODE],
  // Widely known numbers.
  ['4242424242424242',   '123', 'ssl',                 1, 0],
  ['4000000000000002',   '123', 'ssl',                 1, 5],
  ['4000000000009995',   '123', 'ssl',                 1, 116],
]

const TEST_CARDS: ReadonlyMap<string, TestCard> = new Map(
  ROWS.map(([pan, cvc, flow, version, actionCode, code, funds]) => [
    pan,
    { pan, cvc, flow, version, code, actionCode, funds },
  ]),
)

/** The test card with this number. */
export function testCard(pan: string): TestCard | undefined {
  return TEST_CARDS.get(pan)
}

/** Every test card, for the reference pages. */
export function allTestCards(): readonly TestCard[] {
  return [...TEST_CARDS.values()]
}

/** The expiry date that most sandboxes document. */
const USUAL_EXPIRY = 203_412

/**
 * An expiry date, YYYYMM, to show with a test card: the usual one, or a later one if the clock is
 * close to it.
 */
export const testCardExpiry = (now: number): number =>
  Math.max(USUAL_EXPIRY, addMonths(yearMonth(now), 12))

/** True for the number of a test card, which must never be issued. */
export function isReserved(pan: string): boolean {
  return TEST_CARDS.has(pan)
}

// A test card is identified by its first six and last four digits, which no two cards in the list
// share.
const BY_MASK: ReadonlyMap<string, TestCard> = new Map(
  [...TEST_CARDS.values()].map((card) => [maskPanShort(card.pan), card]),
)

/** The test card with a mask such as `411111**1111`. */
export function testCardByMask(mask: string): TestCard | undefined {
  return BY_MASK.get(mask)
}

/** The outcome of a listed test card. */
export function testCardOutcome(mask: string): CardOutcome | undefined {
  const card = BY_MASK.get(mask)
  if (card === undefined) return undefined
  const { flow, version, code = DEFAULT_CODE, actionCode, funds } = card
  return { flow, version, code, actionCode, ...(funds !== undefined && { funds }) }
}
