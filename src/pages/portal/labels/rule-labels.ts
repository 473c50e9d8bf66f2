// Outcome rules as sentences.

import { APPROVED_ACTION_CODE } from '../../../payments/authorisation/action-code.ts'
import { currencyByNumeric, decimalAmount } from '../../../ledger/currency.ts'
import { actionCodeText } from './order-labels.ts'
import type { OutcomeRule } from '../../../payments/methods/outcome-rules.ts'

/** Amounts of a rule have no currency of their own: they are shown in that of the rule, or with two decimal places. */
const NO_CURRENCY = { alpha: '', numeric: '', exponent: 2 }

/** "When the card ends 3333 and the amount is at least 1000.00, decline with 116 (Insufficient funds)." */
export function ruleSentence({ match, outcome, times }: OutcomeRule): string {
  const currency = currencyByNumeric(match.currency ?? '')
  const money = (minor: number): string =>
    `${decimalAmount(minor, currency ?? NO_CURRENCY)} ${currency?.alpha ?? ''}`.trim()
  const { panPrefix, panSuffix, amountFrom, amountTo, orderNumber, clientId, cardId } = match
  const conditions = [
    cardId && `the card issued here is ${cardId}`,
    panPrefix && `the card begins ${panPrefix}`,
    panSuffix && `the card ends ${panSuffix}`,
    amountFrom !== undefined && `the amount is at least ${money(amountFrom)}`,
    amountTo !== undefined && `the amount is at most ${money(amountTo)}`,
    currency && amountFrom === undefined && amountTo === undefined && `it is in ${currency.alpha}`,
    orderNumber && `the order is ${orderNumber}`,
    clientId && `the client is ${clientId}`,
  ].filter((each) => typeof each === 'string' && each !== '')
  const when = conditions.length === 0 ? 'Always' : `When ${conditions.join(' and ')}`
  const way = outcome.flow === 'ssl' ? '' : ` after 3-D Secure (${outcome.flow})`
  const { actionCode, funds } = outcome
  const end =
    actionCode === APPROVED_ACTION_CODE
      ? `approve${funds === undefined ? '' : ` up to ${money(funds)}`}`
      : `decline with ${actionCode} (${actionCodeText(actionCode)})`
  return `${when}, ${end}${way}${timesWords(times)}.`
}

/** How often a counted rule still decides. */
function timesWords(times: number | undefined): string {
  if (times === undefined) return ''
  return times === 1 ? ', the next payment only' : `, the next ${times} payments only`
}
