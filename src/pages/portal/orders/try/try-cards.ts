// The cards of the try page: issued cards and test cards. The form identifies a card by its first
// six and last four digits.

import { listCards } from '../../../../api/control/cards/cards.ts'
import type { AnswerOf } from '../../../../api/endpoint/operation.ts'
import { getCard } from '../../../../api/issuing-v2/cards.ts'
import { yearMonth } from '../../../../kernel/calendar.ts'
import { DEFAULT_CODE } from '../../../../payments/methods/card-outcome.ts'
import {
  allTestCards,
  type TestCard,
  testCardExpiry,
} from '../../../../payments/methods/test-card.ts'
import { FLOWS } from '../../../../three-d-secure/authentication.ts'
import { cardName, lastFour } from '../../../../web/html/masked-card.ts'
import { moneyText } from '../../../../web/html/money.ts'
import { declinesWith } from '../../labels/order-labels.ts'
import { moneyOf } from '../../parts/amounts.ts'
import type { PageContext } from '../../shell/screen.ts'

/** Issued cards: the newest that can pay, and how many cards are searched to find them. */
const OWN_CARDS_MAX = 5
const OWN_CARDS_LOOKED_AT = '20'

/** The action code of a payment above the available balance. */
const TOO_LITTLE = 116

export interface TryCard {
  /** First six and last four digits. */
  readonly name: string
  readonly label: string
  /** True if the payment needs the issuer's page, which only a payer can open. */
  readonly needsPayer: boolean
  /** Card data as payment parameters. An issued card is only decrypted for a payment. */
  readonly entered: (context: PageContext) => Promise<EnteredForm>
}

interface EnteredForm {
  readonly $PAN: string
  readonly $CVC: string
  readonly YYYY: string
  readonly MM: string
  readonly TEXT: string
}

interface Purchase {
  /** Minor units. */
  readonly amount: number
  /** ISO 4217 numeric code. */
  readonly currency: number
}

type OwnCard = AnswerOf<typeof listCards>['items'][number]

/** The first card approves the purchase. Cards that cannot pay it come last. */
export async function tryCards(
  { perform, dataset, now }: PageContext,
  purchase: Purchase,
): Promise<readonly TryCard[]> {
  const { items } = await perform(listCards, {
    query: { status: 'active', limit: OWN_CARDS_LOOKED_AT },
  })
  const own = items.filter(({ expiry }) => Number(expiry) >= yearMonth(now)).slice(0, OWN_CARDS_MAX)
  const needsPayer = dataset.settings.issuedCardChallenge === 'challenge'
  const canPay = ({ available, currency }: OwnCard) =>
    available >= purchase.amount && Number(currency) === purchase.currency
  const shown = (card: OwnCard) => ownCard(card, { needsPayer, canPay: canPay(card) })
  return [
    ...own.filter(canPay).map(shown),
    ...TEST_CARDS,
    ...own.filter((card) => !canPay(card)).map(shown),
  ]
}

function ownCard(
  { id, numberMask, embossedName, available, currency }: OwnCard,
  { needsPayer, canPay }: { readonly needsPayer: boolean; readonly canPay: boolean },
): TryCard {
  const balance = moneyText(moneyOf(available, currency))
  const end = canPay ? '' : `, declines with ${TOO_LITTLE}`
  return {
    name: cardName(numberMask),
    label: `${lastFour(numberMask)} – ${balance}${end}, ${embossedName}`,
    needsPayer,
    async entered({ perform }) {
      const { number, cvc, expiryDate } = await perform(getCard, { params: { id } })
      return {
        $PAN: number,
        $CVC: cvc,
        TEXT: embossedName,
        YYYY: expiryDate.slice(0, 4),
        MM: expiryDate.slice(4),
      }
    },
  }
}

/** 3-D Secure 1 always needs the issuer's page, even without a challenge. */
const needsPayer = ({ flow, version }: TestCard): boolean =>
  FLOWS[flow].asksCode || (version === 1 && FLOWS[flow].enrolled === 'Y')

/** Describes the flow and result of a payment. */
function ending({ flow, actionCode, code }: TestCard): string {
  const way = FLOWS[flow].asksCode
    ? `asks for the code ${code ?? DEFAULT_CODE}`
    : flow === 'ssl'
      ? 'without 3-D Secure'
      : flow.replaceAll('-', ' ')
  return actionCode === 0 ? `approves, ${way}` : `${declinesWith(actionCode)}, ${way}`
}

/** Approving cards first, starting with the simplest flows. */
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
    entered({ now }) {
      const expiry = String(testCardExpiry(now))
      return Promise.resolve({
        $PAN: card.pan,
        $CVC: card.cvc,
        TEXT: 'TEST PAYER',
        YYYY: expiry.slice(0, 4),
        MM: expiry.slice(4),
      })
    },
  }))
