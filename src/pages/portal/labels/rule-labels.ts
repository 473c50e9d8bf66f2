// Outcome rules as sentences.

import { APPROVED_ACTION_CODE } from '../../../payments/authorisation/action-code.ts'
import { currencyByNumeric, formatMinor } from '../../../ledger/currency.ts'
import { type CardOutcome, cardOutcome } from '../../../payments/methods/card-outcome.ts'
import { CONDITION_ROWS } from '../../../payments/methods/rule-conditions.ts'
import { actionCodeText } from './order-labels.ts'
import type { OutcomeRule } from '../../../payments/methods/outcome-rules.ts'

/** Without a currency condition, amounts have two decimal places. */
const NO_CURRENCY = { alpha: '', numeric: '', exponent: 2 }

type SpokenRule = Pick<OutcomeRule, 'match' | 'times'> & {
  readonly outcome: Partial<CardOutcome>
}

/** "When the card ends in 3333 and the amount is at least 1,000.00, decline with 116." */
export function ruleSentence({ match, outcome: given, times }: SpokenRule): string {
  const outcome = cardOutcome(given)
  const currency = currencyByNumeric(match.currency ?? '')
  const money = (minor: number): string => formatMinor(minor, currency ?? NO_CURRENCY).trim()
  const clauses = CONDITION_ROWS.flatMap(({ name, sentence }) => {
    const value = match[name]
    return value === undefined ? [] : [sentence(value, money)]
  })
  const when =
    clauses.length === 0 ? 'When any card not issued here pays' : `When ${clauses.join(' and ')}`
  const way = outcome.flow === 'ssl' ? '' : ` after 3-D Secure (${outcome.flow})`
  const { actionCode, funds } = outcome
  const end =
    actionCode === APPROVED_ACTION_CODE
      ? `approve${funds === undefined ? '' : ` up to ${money(funds)}`}`
      : `decline with ${actionCode} (${actionCodeText(actionCode)})`
  return `${when}, ${end}${answerClause(outcome)}${way}${effectClauses(outcome)}${timesClause(times)}.`
}

/** The codes of A and B that the rule sets. */
function answerClause({ responseCode, statusMessage }: CardOutcome): string {
  const named = [
    ...(responseCode === undefined ? [] : [`response code ${responseCode}`]),
    ...(statusMessage === undefined ? [] : [`message “${statusMessage}”`]),
  ]
  return named.length === 0 ? '' : `, ${named.join(' and ')}`
}

/** The effects on the response and the callbacks. */
function effectClauses({ delayMs = 0, timeout, callback }: CardOutcome): string {
  const delay = `${delayMs / 1000} s`
  const response =
    timeout === true
      ? `, without a response${delayMs === 0 ? '' : ` after ${delay}`}`
      : delayMs === 0
        ? ''
        : `, after ${delay}`
  const late = (callback?.delayMs ?? 0) / 60_000
  const callbacks = [
    ...(callback?.duplicate === true ? ['twice'] : []),
    ...(late === 0 ? [] : [`${late} min late`]),
  ]
  return `${response}${callbacks.length === 0 ? '' : `, with callbacks ${callbacks.join(' and ')}`}`
}

/** The number of payments that a counted rule still applies to. */
function timesClause(times: number | undefined): string {
  if (times === undefined) return ''
  return times === 1 ? ', the next payment only' : `, the next ${times} payments only`
}
