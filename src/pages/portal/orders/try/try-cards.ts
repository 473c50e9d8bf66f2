// The cards of the try page: issued cards and test cards. The form identifies a card by its first
// six and last four digits.

import { isExpired, statusDecline } from '../../../../issuing/card.ts'
import { yearMonth } from '../../../../kernel/calendar.ts'
import { available } from '../../../../ledger/account.ts'
import {
  allTestCards,
  type TestCard,
  testCardExpiry,
} from '../../../../payments/methods/test-card.ts'
import type { EnteredCard } from '../../../../payments/methods/payment-card.ts'
import { type CardDetails, newestCards } from '../../../../store/reads/cards.ts'
import { FLOWS } from '../../../../three-d-secure/authentication.ts'
import { moneyText } from '../../../../web/html/money.ts'
import { cardName, lastFour } from '../../../../web/html/masked-card.ts'
import { moneyOf } from '../../parts/amounts.ts'
import { actionCodeText } from '../../labels/order-labels.ts'
import type { PageContext } from '../../shell/screen.ts'
import { DEFAULT_CODE } from '../../../../payments/methods/card-outcome.ts'

/** Issued cards: the newest that can pay, and how many cards are searched for them. */
const OWN_CARDS_MAX = 5
const OWN_CARDS_LOOKED_AT = 20

export interface TryCard {
  /** First six and last four digits. */
  readonly name: string
  readonly label: string
  /** True if the payment needs the issuer's page, which only a payer can open. */
  readonly needsPayer: boolean
  /** Card data to enter; the number of an issued card is decrypted only for a payment. */
  readonly entered: (now: number) => EnteredCard
}

export async function tryCards({
  read,
  project,
  dataset,
  now,
}: PageContext): Promise<readonly TryCard[]> {
  const newest = await read(newestCards, OWN_CARDS_LOOKED_AT)
  const canPay = ({ card, number }: CardDetails): boolean =>
    statusDecline(card, number) === undefined && !isExpired(number.expiry, yearMonth(now))
  const needsPayer = dataset.settings.issuedCardChallenge === 'challenge'
  const own = newest
    .filter(canPay)
    .slice(0, OWN_CARDS_MAX)
    .map(({ card, number, account }): TryCard => ({
      name: cardName(number.mask),
      label: `${lastFour(number.mask)} – ${card.embossedName}, ${moneyText(moneyOf(available(account), account.currency))} available`,
      needsPayer,
      entered: () => {
        const pan = project.vault.open(number.sealed)
        const cvc = project.vault.cvc(pan, number.expiry)
        return { pan, expiry: number.expiry, cardholderName: card.embossedName, cvc }
      },
    }))
  return [...own, ...TEST_CARDS]
}

/** 3-D Secure 1 always needs the issuer's page, even without a challenge. */
const needsPayer = ({ flow, version }: TestCard): boolean =>
  FLOWS[flow].asksCode || (version === 1 && FLOWS[flow].enrolled === 'Y')

/** Describes the flow and result of a payment. */
function ending({ flow, actionCode, code }: TestCard): string {
  const way = FLOWS[flow].asksCode
    ? `asks for the code ${code ?? DEFAULT_CODE}`
    : flow === 'ssl'
      ? 'at once'
      : flow.replaceAll('-', ' ')
  return actionCode === 0
    ? `approved, ${way}`
    : `declined ${actionCode} ${actionCodeText(actionCode)}, ${way}`
}

/** Approved cards first, the simplest flows first. */
const TEST_CARDS: readonly TryCard[] = allTestCards()
  .toSorted(
    (one, other) =>
      Math.abs(one.actionCode) - Math.abs(other.actionCode) ||
      Number(needsPayer(one)) - Number(needsPayer(other)),
  )
  .map((card) => ({
    name: cardName(card.pan),
    label: `•••• ${card.pan.slice(-4)} – ${ending(card)}`,
    needsPayer: needsPayer(card),
    entered: (now) => ({
      pan: card.pan,
      expiry: testCardExpiry(now),
      cardholderName: 'TEST PAYER',
      cvc: card.cvc,
    }),
  }))
