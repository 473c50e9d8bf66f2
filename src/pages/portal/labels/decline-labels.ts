// Why a payment was declined, with its amounts, and what would change it.

import type { Decline } from '../../../ledger/decline.ts'
import { isLimitName, limitLabel } from '../../../issuing/limits.ts'
import { CARD_CURRENCY } from '../../../issuing/card.ts'
import { DECLINES, declineSentence } from '../../../ledger/decline.ts'
import { actionCodeOf } from '../../../payments/authorisation/action-code.ts'
import { html } from '../../../web/html/html.ts'
import type { Html } from '../../../web/html/html.ts'
import { moneyText } from '../../../web/html/money.ts'
import { actionCodeLink } from '../parts/action-code-link.ts'
import { moneyOf } from '../parts/amounts.ts'

/** A declined amount: minor units and the ISO 4217 numeric code. */
interface DeclinedAmount {
  readonly amount: number
  readonly currency: number
}

export const declineText = (decline: Decline, { amount, currency }: DeclinedAmount): string =>
  declineSentence({
    ...decline,
    amount: moneyText(moneyOf(amount, currency)),
    ...(decline.limit !== undefined &&
      isLimitName(decline.limit) && {
        limitLabel: limitLabel(decline.limit, decline.limitCycle ?? 0),
      }),
    money: (minor) => moneyText(moneyOf(minor, CARD_CURRENCY)),
  })

/** The sentence, the remedy and interface C's code. */
export const declineView = (decline: Decline, declined: DeclinedAmount, base: string): Html =>
  html`${declineText(decline, declined)} ${DECLINES[decline.code].remedy}
    <span class="aside">Action code ${actionCodeLink(base, actionCodeOf(decline))}</span>`
