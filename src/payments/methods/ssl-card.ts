// The merchant's list of SSL cards, which pay without 3-D Secure.

import { withSettings } from '../../kernel/dataset.ts'
import { Fault } from '../../kernel/fault.ts'
import { defineOrderCommand } from '../orders/order-command.ts'
import type { OrderRef } from '../orders/order-rows.ts'

/** Maximum number of cards in the list. */
export const SSL_CARDS_MAX = 1000

/** Adds the card of an order's last payment or attempt to the list. Returns its mask. */
export const addSslCard = defineOrderCommand<{ readonly order: OrderRef }, string>({
  decide(_input, { progress: { payment } }, draft) {
    if (payment === null) throw new Fault('card-none', 'No card was used for the order.')
    const { mask } = payment.card
    const { sslCards } = draft.dataset.settings
    if (sslCards.includes(mask))
      throw new Fault('ssl-card-listed', 'The card is on the list already.')
    if (sslCards.length >= SSL_CARDS_MAX)
      throw new Fault('ssl-cards-full', `The list has at most ${SSL_CARDS_MAX} cards.`)
    draft.dataset = withSettings(draft.dataset, { sslCards: [...sslCards, mask] })
    return mask
  },
})
