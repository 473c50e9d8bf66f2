// A name for each test card with which the tests pay. test/payments/methods/test-card.test.ts lists
// what each of them does; the name is a short form, for a merchant with the card's version of 3-D
// Secure.

import { allTestCards } from '../../src/payments/methods/test-card.ts'

/** Numbers of test cards. Unless the name says otherwise, the CVC is 123. */
// prettier-ignore
export const TEST_CARDS = {
  approved:              '4444555511113333',
  /** The best-known test card number. */
  approvedWellKnown:     '4242424242424242',
  approvedCvc061:        '2202206100040083',
  challengeV2:           '5555555555555599',
  challengeV1:           '5000001111111115',
  /** Its code is 12345678. */
  challengeV1LongCode:   '4012001038166662',
  /** Its code is 111111, its CVC 583, and its funds are 100.00. */
  challengeLimitedFunds: '2202205300068092',
  frictionless:          '4111111111111111',
  attempt:               '4000001111111118',
  /** A number of 18 digits. */
  attemptV1:             '639002000000000003',
  rejected:              '5168494895055780',
  unavailable:           '4444333322221111',
  enrolmentUnknown:      '5555555544444442',
  communicationError:    '4444444499999999',
  declined:              '4000000000000002',
  noFunds:               '4000000000009995',
  noFundsCvc521:         '5432543254325430',
} as const

/** Whether a card number ends like a test card, so that its last digits mean both. */
export const endsLikeTestCard = (number: string, digits = 4): boolean =>
  allTestCards().some(({ pan }) => pan.slice(-digits) === number.slice(-digits))

/** A number of no test card and no project, with a valid check digit. */
export const UNKNOWN_PAN = '4000000000000010'

/** An expiry date that every test card accepts, YYYYMM. */
export const TEST_CARD_EXPIRY = 203_412

/** The number in groups of four, as it is printed and typed. */
export const inGroups = (pan: string): string => pan.replace(/\d{4}(?=\d)/g, '$& ')
