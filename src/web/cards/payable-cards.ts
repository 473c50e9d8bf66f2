// Issued cards that can pay, for the payment page of the sandbox and the list of test cards.

import { isExpired, statusDecline } from '../../issuing/card.ts'
import { yearMonth } from '../../kernel/calendar.ts'
import { available } from '../../ledger/account.ts'
import type { Project } from '../../engine/directory.ts'
import { type CardDetails, newestCards } from '../../store/reads/cards.ts'
import type { Queryable } from '../../store/store.ts'

/** A card as its cardholder sees it, and the amount that it can pay. */
export interface PayableCard {
  readonly id: number
  readonly pan: string
  /** YYYYMM. */
  readonly expiry: number
  readonly cvc: string
  /** Minor units. */
  readonly available: number
  /** ISO 4217 numeric code. */
  readonly currency: number
}

const CARDS_SHOWN = 5
/** Number of cards that are searched for payable ones; older cards are not shown. */
const CARDS_LOOKED_AT = 20

/**
 * The newest cards that can pay. It shows numbers and CVCs, as interface B does (`GET
 * /v2/cards/{id}`), but without a credential: for local mode only.
 */
export async function payableCards(
  reads: Queryable,
  { datasetId, now, vault }: { datasetId: number; now: number } & Pick<Project, 'vault'>,
): Promise<readonly PayableCard[]> {
  const cards = await newestCards(reads, datasetId, CARDS_LOOKED_AT)
  const canPay = ({ card, number }: CardDetails) =>
    statusDecline(card, number) === undefined && !isExpired(number.expiry, yearMonth(now))
  return cards
    .filter(canPay)
    .slice(0, CARDS_SHOWN)
    .map(({ card, number: { sealed, expiry }, account }) => {
      const pan = vault.open(sealed)
      const cvc = vault.cvc(pan, expiry)
      return {
        id: card.id,
        pan,
        expiry,
        cvc,
        available: available(account),
        currency: account.currency,
      }
    })
}
