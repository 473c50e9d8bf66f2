// Changes of cards and bindings as they are sent to the product and to the model.

import { extend, setActive } from './bindings.ts'
import type { Desk, Of, Sent } from './desk.ts'
import { changeLimit, changeStatus, reissue, topup } from './issuer.ts'
import { found } from './shop.ts'

export function sentBindingChange(
  desk: Desk,
  command: Of<'bind' | 'unbind' | 'extend'>,
): Sent | undefined {
  const { till, shop } = desk
  const bindingId = desk.binding(command.binding)?.id
  if (bindingId === undefined) return undefined
  if (command.do === 'extend') {
    const { card } = shop.binding(bindingId).plastic
    const right = card === null ? shop.month(12) : shop.number(shop.card(card).pan).expiry
    const expiry = { right, later: shop.month(24), past: shop.month(-1) }[command.expiry]
    return {
      expected: shop.attempt(() => extend(shop, bindingId, expiry)),
      send: () => till.input('extendBinding', { bindingId, expiry }),
    }
  }
  const active = command.do === 'bind'
  return {
    expected: shop.attempt(() => setActive(shop, bindingId, active)),
    send: () => till.input('setBindingActive', { bindingId, active }),
  }
}

export function sentCardChange(
  desk: Desk,
  command: Of<'status' | 'reissue' | 'limit' | 'topup'>,
): Sent {
  const { till, shop } = desk
  const { card } = command
  const cardId = found(desk.cards[card]).id
  switch (command.do) {
    case 'status': {
      const { status } = command
      return {
        expected: shop.attempt(() => changeStatus(shop, card, status)),
        send: () => till.input('setCardStatus', { cardId, status }),
      }
    }
    case 'reissue': {
      const { pan, prepared } = till.number()
      const reason = command.why
      return {
        expected: shop.attempt(() => reissue(shop, card, reason, pan)),
        send: () => till.input('reissueCard', { cardId, reason, candidates: [prepared] }),
      }
    }
    case 'limit': {
      const { name, value, cycle } = command
      const limits = [{ name, value, cycleType: cycle, cycleLength: 1 }]
      return {
        expected: shop.attempt(() => changeLimit(shop, card, name, value, cycle)),
        send: () => till.input('changeLimits', { cardId, limits }),
      }
    }
    case 'topup': {
      const { amount } = command
      const destination = till.stand.project.vault.numberHash(shop.card(card).pan)
      return {
        expected: shop.attempt(() => topup(shop, card, amount)),
        send: () => till.input('topup', { destination, amount, currency: 978 }),
      }
    }
  }
}
