// The test cards that the payment page lists.

import { expiryText } from '../../web/html/expiry-text.ts'
import { FLOWS, type FlowName } from '../../three-d-secure/authentication.ts'
import { addMonths, yearMonth } from '../../kernel/calendar.ts'
import { allTestCards } from '../../payments/methods/test-card.ts'
import { TEST_CARD_GROUPS, type TestCard } from './model.ts'
import { DEFAULT_CODE } from '../../payments/methods/card-outcome.ts'

/**
 * The expiry date that most sandboxes document. If it is in the past on the project's clock, a
 * later one is shown.
 */
const USUAL_EXPIRY = 203_412

// prettier-ignore
const THREE_D_SECURE: Readonly<Record<FlowName, TestCard['threeDSecure']>> = {
  'ssl':                 'none',
  'frictionless':        'frictionless',
  'challenge':           'challenge',
  'attempt':             'attempt',
  'rejected':            'failed',
  'unavailable':         'failed',
  'enrolment-unknown':   'failed',
  'communication-error': 'failed',
}

/** Every test card, with an expiry date after `now`. */
export function listedTestCards(now: number): readonly TestCard[] {
  const expiry = expiryText(Math.max(USUAL_EXPIRY, addMonths(yearMonth(now), 12)))
  const cards = allTestCards().map(({ pan, cvc, flow, code, actionCode }): TestCard => {
    const { asksCode } = FLOWS[flow]
    return {
      group: actionCode !== 0 ? 'declined' : asksCode ? 'withCode' : 'atOnce',
      pan,
      expiry,
      cvc,
      threeDSecure: THREE_D_SECURE[flow],
      ...(asksCode && { code: code ?? DEFAULT_CODE }),
      actionCode,
    }
  })
  return TEST_CARD_GROUPS.flatMap((group) => cards.filter((card) => card.group === group))
}
