// Prepares changes of cards and bindings for the product and the model.

import { extend, setActive } from './bindings.ts'
import type { CommandContext, CommandNamed, PreparedCommand } from './command-context.ts'
import { changeLimit, changeStatus, reissue, topup } from './issuer.ts'
import { required } from './model.ts'

export function prepareBindingChange(
  context: CommandContext,
  command: CommandNamed<'bind' | 'unbind' | 'extend'>,
): PreparedCommand | undefined {
  const { sandbox, model } = context
  const bindingId = context.binding(command.binding)?.id
  if (bindingId === undefined) return undefined
  if (command.do === 'extend') {
    const { card } = model.binding(bindingId).cardData
    const right = card === null ? model.month(12) : model.number(model.card(card).pan).expiry
    const expiry = { right, later: model.month(24), past: model.month(-1) }[command.expiry]
    return {
      expected: model.attempt(() => extend(model, bindingId, expiry)),
      send: () => sandbox.execute('extendBinding', { bindingId, expiry }),
    }
  }
  const active = command.do === 'bind'
  return {
    expected: model.attempt(() => setActive(model, bindingId, active)),
    send: () => sandbox.execute('setBindingActive', { bindingId, active }),
  }
}

export function prepareCardChange(
  context: CommandContext,
  command: CommandNamed<'status' | 'reissue' | 'limit' | 'topup'>,
): PreparedCommand {
  const { sandbox, model } = context
  const { card } = command
  const cardId = required(context.cards[card]).id
  switch (command.do) {
    case 'status': {
      const { status } = command
      return {
        expected: model.attempt(() => changeStatus(model, card, status)),
        send: () => sandbox.execute('setCardStatus', { cardId, status }),
      }
    }
    case 'reissue': {
      const { pan, candidate } = sandbox.newNumber()
      const reason = command.why
      return {
        expected: model.attempt(() => reissue(model, card, reason, pan)),
        send: () => sandbox.execute('reissueCard', { cardId, reason, candidates: [candidate] }),
      }
    }
    case 'limit': {
      const { name, value, cycle } = command
      const limits = [{ name, value, cycleType: cycle, cycleLength: 1 }]
      return {
        expected: model.attempt(() => changeLimit(model, card, name, value, cycle)),
        send: () => sandbox.execute('changeLimits', { cardId, limits }),
      }
    }
    case 'topup': {
      const { amount } = command
      const destination = sandbox.project.vault.numberHash(model.card(card).pan)
      return {
        expected: model.attempt(() => topup(model, card, amount)),
        send: () => sandbox.execute('topup', { destination, amount, currency: 978 }),
      }
    }
  }
}
