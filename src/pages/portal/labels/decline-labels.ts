// Why a payment was declined, in a sentence, and where that can be changed.

import type { Decline } from '../../../ledger/decline.ts'
import { type LimitFamily, LIMITS, isLimitName } from '../../../issuing/limits.ts'
import { CARD_CURRENCY } from '../../../issuing/card.ts'
import { actionCodeOf } from '../../../payments/authorisation/action-code.ts'
import { html } from '../../../web/html/html.ts'
import type { Html } from '../../../web/html/html.ts'
import { moneyText } from '../../../web/html/money.ts'
import { actionCodeLink } from '../parts/action-code-link.ts'
import { moneyOf } from '../parts/amounts.ts'

const CYCLES = { 0: 'day', 3: 'month', 4: 'year' } as const

const FAMILIES = {
  cash: 'cash',
  spending: 'spending',
  ecommerce: 'online',
} as const satisfies Record<LimitFamily, string>

const euros = (minor: number): string => moneyText(moneyOf(minor, CARD_CURRENCY))

/** The sentence, and the code by which the gateway tells the same. */
export const declineView = (decline: Decline, base: string): Html =>
  html`${declineSentence(decline)}
    <span class="aside">Action code ${actionCodeLink(base, actionCodeOf(decline))}</span>`

/** A sentence for somebody who wants to know what to change. */
export function declineSentence(decline: Decline): string {
  const { code, limit, limitCycle, limitValue = 0, limitUsed = 0, available } = decline
  switch (code) {
    case 'insufficient-funds':
      return available === undefined
        ? 'The account does not hold that much.'
        : `Only ${euros(available)} were available on the account.`
    case 'limit-exceeded': {
      const family = limit !== undefined && isLimitName(limit) ? FAMILIES[LIMITS[limit].family] : ''
      const cycle = limitCycle === undefined ? '' : ` per ${CYCLES[limitCycle]}`
      return `The ${family} limit${cycle} is ${euros(limitValue)}, and ${euros(limitUsed)} of it were used.`
    }
    case 'wrong-expiry':
      return 'The expiry date that was sent is not the card’s.'
    case 'expired':
      return 'The card has expired.'
    case 'blocked':
      return 'The card is blocked.'
    case 'lost':
    case 'stolen':
      return `The card was reported ${code}.`
    case 'replaced':
      return 'The card has another number by now.'
    case 'wrong-cvc':
      return 'The CVC that was sent is not the card’s.'
    case 'currency':
      return 'The card holds another currency.'
    case 'same-card':
      return 'Both sides are the same card.'
    case 'by-rule':
      return 'A rule for this card said so.'
    case 'account-full':
      return 'The account cannot count that much.'
  }
}
