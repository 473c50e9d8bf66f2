// Finds for each command what is sent to the product and what the model makes of it.

import type { Command } from './command.ts'
import type { Desk, Of, Sent } from './desk.ts'
import { advance } from './orders.ts'
import { sentBindingChange, sentCardChange } from './sent-cards.ts'
import { sentCapture, sentRegistration, sentTouch } from './sent-orders.ts'
import {
  sentAnswer,
  sentBindingPayment,
  sentCharge,
  sentFinish,
  sentPayment,
} from './sent-payments.ts'
import type { Rule } from './shop.ts'

/** Runs the command in the model. Undefined where there is nothing yet that it could mean. */
export function sent(desk: Desk, command: Command): Sent | undefined {
  switch (command.do) {
    case 'register':
      return sentRegistration(desk, command)
    case 'pay':
      return sentPayment(desk, command)
    case 'pay-by-binding':
      return sentBindingPayment(desk, command)
    case 'charge':
      return sentCharge(desk, command)
    case 'answer':
      return sentAnswer(desk, command)
    case 'finish':
      return sentFinish(desk, command)
    case 'deposit':
    case 'reverse':
    case 'refund':
      return sentCapture(desk, command)
    case 'open':
    case 'settle':
    case 'decline':
      return sentTouch(desk, command)
    case 'bind':
    case 'unbind':
    case 'extend':
      return sentBindingChange(desk, command)
    case 'status':
    case 'reissue':
    case 'limit':
    case 'topup':
      return sentCardChange(desk, command)
    case 'rules':
      return sentRules(desk, command)
    case 'settings':
      return sentSettings(desk, command)
    case 'clock':
      advance(desk.shop, command.ms)
      return { expected: 'done', send: () => desk.till.advance(command.ms) }
  }
}

function sentRules({ shop, till }: Desk, { rules }: Of<'rules'>): Sent {
  shop.rules = rules
  const settings = { outcomeRules: rules.map(outcomeRule) }
  return { expected: 'done', send: () => till.input('changeSettings', { settings }) }
}

function sentSettings({ shop, till }: Desk, command: Of<'settings'>): Sent {
  const { issuedFlow, prefersVersion2 } = command
  shop.issuedFlow = issuedFlow
  shop.prefersVersion2 = prefersVersion2
  const settings = {
    issuedCardChallenge: issuedFlow === 'ssl' ? 'off' : issuedFlow,
    gatewayPrefersVersion2: prefersVersion2,
  } as const
  return { expected: 'done', send: () => till.input('changeSettings', { settings }) }
}

/** A rule of the model in the product's form. */
function outcomeRule(rule: Rule, index: number) {
  const { prefix, amountFrom, amountTo, client, flow, version, actionCode, funds } = rule
  return {
    id: String(index),
    match: {
      ...(prefix !== null && { panPrefix: prefix }),
      ...(amountFrom !== null && { amountFrom }),
      ...(amountTo !== null && { amountTo }),
      ...(client !== null && { clientId: client }),
    },
    outcome: { flow, version, code: '123456', actionCode, ...(funds !== null && { funds }) },
  }
}
