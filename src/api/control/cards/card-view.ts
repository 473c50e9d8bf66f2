// A card as the control API shows it: never its number, never its CVC.

import { type Static, Type } from '../../../web/http/schemas/type.ts'
import { CARD_STATUSES } from '../../../issuing/card.ts'
import { accountName } from '../../../ledger/account.ts'
import type { CardDetails } from '../../../store/reads/cards.ts'
import { accountView, AccountSchema } from '../ledger/account-view.ts'
import { iso, isoOrNull, Moment, orNull } from '../schemas.ts'

export const Expiry = Type.String({ description: 'Expiry date of the card, YYYYMM' })

export const CardStatusSchema = Type.Enum([...CARD_STATUSES], { description: 'Status of the card' })

export const CardSchema = Type.Object({
  id: Type.String(),
  status: CardStatusSchema,
  numberMask: Type.String({
    description: 'Current card number, of which only the first six and last four digits are shown',
  }),
  expiry: Expiry,
  embossedName: Type.String(),
  cardholderId: Type.String(),
  account: Type.String({ description: 'Number of the account that the card uses' }),
  ...Type.Pick(AccountSchema, ['currency', 'posted', 'held', 'available']).properties,
  productType: Type.String({ description: 'Product type, as sent to interface A' }),
  plasticNumber: Type.Integer({
    description: "Counts the card's numbers: 1 when it is issued, one more after each reissue",
  }),
  createdAt: Moment,
  blockedAt: orNull(Moment, 'Time at which the card was last blocked'),
})

export function cardView({ card, number, account }: CardDetails): Static<typeof CardSchema> {
  const { currency, posted, held, available } = accountView(account)
  return {
    id: String(card.id),
    status: card.status,
    numberMask: number.mask,
    expiry: String(number.expiry),
    embossedName: card.embossedName,
    cardholderId: String(card.cardholderId),
    account: accountName(account),
    currency,
    posted,
    held,
    available,
    productType: card.productType,
    plasticNumber: card.plasticNumber,
    createdAt: iso(card.createdAt),
    blockedAt: isoOrNull(card.blockedAt),
  }
}
