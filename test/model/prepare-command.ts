// Prepares each command for the product and for the model.

import type { Command } from './command.ts'
import type { CommandContext, CommandNamed, PreparedCommand } from './command-context.ts'
import { advance } from './orders.ts'
import { prepareBindingChange, prepareCardChange } from './prepare-cards.ts'
import { prepareCapture, prepareRegistration, prepareTouch } from './prepare-orders.ts'
import {
  prepareAnswer,
  prepareBindingPayment,
  prepareCharge,
  prepareCredit,
  prepareFinish,
  prepareGoOn,
  preparePayment,
} from './prepare-payments.ts'
import type { Rule } from './model.ts'

/** Runs the command in the model. Undefined if no object is suitable for it. */
export function prepareCommand(
  context: CommandContext,
  command: Command,
): PreparedCommand | undefined {
  switch (command.do) {
    case 'register':
      return prepareRegistration(context, command)
    case 'pay':
      return preparePayment(context, command)
    case 'pay-by-binding':
      return prepareBindingPayment(context, command)
    case 'charge':
      return prepareCharge(context, command)
    case 'answer':
      return prepareAnswer(context, command)
    case 'finish':
      return prepareFinish(context, command)
    case 'go-on':
      return prepareGoOn(context, command)
    case 'credit':
      return prepareCredit(context, command)
    case 'deposit':
    case 'reverse':
    case 'refund':
      return prepareCapture(context, command)
    case 'open':
    case 'update':
    case 'decline':
    case 'cancel':
      return prepareTouch(context, command)
    case 'bind':
    case 'unbind':
    case 'extend':
      return prepareBindingChange(context, command)
    case 'status':
    case 'reissue':
    case 'limit':
    case 'topup':
      return prepareCardChange(context, command)
    case 'rules':
      return prepareRules(context, command)
    case 'settings':
      return prepareSettings(context, command)
    case 'clock':
      advance(context.model, command.ms)
      return { expected: 'done', send: () => context.sandbox.advance(command.ms) }
  }
}

function prepareRules(
  { model, sandbox }: CommandContext,
  { rules }: CommandNamed<'rules'>,
): PreparedCommand {
  model.rules = rules
  const settings = { outcomeRules: rules.map(outcomeRule) }
  return { expected: 'done', send: () => sandbox.execute('changeSettings', { settings }) }
}

function prepareSettings(
  { model, sandbox }: CommandContext,
  command: CommandNamed<'settings'>,
): PreparedCommand {
  const { issuedFlow, prefersVersion2 } = command
  model.issuedFlow = issuedFlow
  model.prefersVersion2 = prefersVersion2
  const settings = {
    issuedCardChallenge: issuedFlow === 'ssl' ? 'off' : issuedFlow,
    gatewayPrefersVersion2: prefersVersion2,
  } as const
  return { expected: 'done', send: () => sandbox.execute('changeSettings', { settings }) }
}

/** A rule of the model as the product has it. */
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
