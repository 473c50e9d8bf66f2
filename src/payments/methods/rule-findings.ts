// Mistakes in outcome rules: rules that can never match, and rules that are meant for issued cards
// without selecting them, which follow their balance and limits.

import { CARD_CURRENCY } from '../../issuing/card.ts'
import { scrubPans } from '../../issuing/pan.ts'
import type { DecidingApi } from '../../kernel/origin.ts'
import type { OutcomeRule } from './outcome-rules.ts'
import type { RuledMerchant } from './rule-condition.ts'
import { CONDITION_ROWS, type OutcomeMatch } from './rule-conditions.ts'
import { maskDigits } from './payment-card.ts'
import { apiOfOperation, decidesIssuedOnly, scopeOf } from './rule-scope.ts'
import { allTestCards } from './test-card.ts'

/** The project that the rule belongs to. */
export interface RuleContext {
  /** The project's time, in epoch milliseconds. */
  readonly now: number
  /** True if the numbers of issued cards, or of future cards, can start with these digits. */
  readonly isIssuable: (panPrefix: string) => boolean
  /** Masks of all numbers of the card with this `cardId`; undefined if the card does not exist. */
  readonly numbersOf: (cardId: string) => readonly string[] | undefined
  /** A card of the project whose number meets these conditions, if there is one. */
  readonly issued: (match: CardPattern) => IssuedCard | undefined
  /** The merchant of payments at C, by the current settings. */
  readonly merchant: RuledMerchant
}

type CardPattern = Pick<OutcomeMatch, 'panPrefix' | 'panSuffix'>

interface IssuedCard {
  readonly id: string
  /** The last four digits. */
  readonly lastFour: string
}

export type RuleFinding =
  /** No payment can match it. */
  | { readonly kind: 'impossible'; readonly detail: string }
  /** The rule with this id decides every payment that it matches. */
  | { readonly kind: 'shadowed'; readonly by: string }
  /** Its digits are those of issued cards and of no test card. */
  | { readonly kind: 'issued-card'; readonly card: IssuedCard }
  /** Its digits are also those of an issued card. */
  | { readonly kind: 'issued-card-too'; readonly card: IssuedCard }
  /** Its digits are those of no test card and no issued card. */
  | { readonly kind: 'unknown-cards' }
  /** It decides payments at C only, and the settings name another merchant. */
  | { readonly kind: 'other-merchant'; readonly own: string }

/** True for a rule that applies to no payment because of this finding. */
export const isUseless = ({ kind }: RuleFinding): boolean =>
  kind === 'impossible' || kind === 'shadowed' || kind === 'issued-card'

/** The findings about a rule after `earlier` ones. */
export function findingsOf(
  { match, seen = 0 }: Pick<OutcomeRule, 'match' | 'seen'>,
  earlier: readonly OutcomeRule[],
  context: RuleContext,
): readonly RuleFinding[] {
  const detail = impossibility(match, context) ?? missedAttempt(match, seen)
  if (detail !== undefined) return [{ kind: 'impossible', detail }]
  const shadow = shadowOf(match, earlier)
  return [
    ...(shadow === undefined ? [] : [{ kind: 'shadowed' as const, by: shadow.id }]),
    ...cardFindings(match, context),
    ...merchantFindings(match, context),
  ]
}

const missedAttempt = ({ nth }: OutcomeMatch, seen: number): string | undefined =>
  nth !== undefined && seen >= nth ? `attempt number ${nth} has passed` : undefined

/** Why no payment can match, regardless of the other rules. */
function impossibility(
  match: OutcomeMatch,
  context: Omit<RuleContext, 'issued' | 'merchant'>,
): string | undefined {
  for (const { name, impossible } of CONDITION_ROWS) {
    const value = match[name]
    const reason = value === undefined ? undefined : impossible?.(value)
    if (reason !== undefined) return reason
  }
  return rangeConflict(match, context.now) ?? scopeConflict(match) ?? cardConflict(match, context)
}

function rangeConflict(match: OutcomeMatch, now: number): string | undefined {
  const { amountFrom = 0, amountTo = Infinity, from, until } = match
  if (amountFrom > amountTo) return 'the minimum amount is above the maximum'
  if (until === undefined) return undefined
  if (from !== undefined && Date.parse(from) >= Date.parse(until))
    return 'the time window ends before it starts'
  return Date.parse(until) <= now ? 'the time window is over' : undefined
}

/** Conditions on properties that the interfaces of the rule do not have. */
function scopeConflict(match: OutcomeMatch): string | undefined {
  const { api, operation, cardKind, cardId, currency } = match
  const own = operation === undefined ? undefined : apiOfOperation(operation)
  if (operation !== undefined && own === undefined)
    return `no operation ${scrubPans(operation)} makes a payment`
  if (own !== undefined && api !== undefined && own !== api)
    return `the operation ${String(operation)} belongs to ${apiLabel(own)}`
  if (cardId !== undefined && cardKind !== undefined && cardKind !== 'issued')
    return 'a card with an id is issued in this project'
  const scope = scopeOf(match)
  if (scope.length === 0) return `${apiLabel(own ?? api ?? 'C')} applies to issued cards only`
  if (scope.some((cell) => cell.startsWith('C-'))) return operationConflict(match)
  const ofOrders = (['orderNumber', 'clientId', 'description'] as const).find(
    (name) => match[name] !== undefined,
  )
  if (ofOrders !== undefined) return 'only payments at interface C have an order'
  if (scope.includes('simulation')) return undefined
  if (match.merchant !== undefined || match.mcc !== undefined)
    return 'transfers and top-ups have no merchant'
  if (match.amountTo === 0) return 'transfers and top-ups have an amount of at least 1'
  return currency !== undefined && Number(currency) !== CARD_CURRENCY
    ? 'transfers and top-ups are in EUR'
    : undefined
}

/** Conditions on properties that the orders of a C operation do not have. */
function operationConflict(match: OutcomeMatch): string | undefined {
  const { operation = '', amountFrom = 0, amountTo, currency, description } = match
  if (operation !== 'createBindingNoPayment' && operation !== 'instantRefund') return undefined
  if (description !== undefined) return `orders of ${operation} have no description`
  if (operation === 'instantRefund')
    return amountTo === 0 ? `${operation} has an amount of at least 1` : undefined
  if (amountFrom > 0) return `${operation} has an amount of 0`
  return currency !== undefined && Number(currency) !== CARD_CURRENCY
    ? `${operation} is in euros`
    : undefined
}

const apiLabel = (api: DecidingApi): string =>
  api === 'simulation' ? 'the simulations' : `interface ${api}`

function cardConflict(
  match: OutcomeMatch,
  { numbersOf, isIssuable }: Pick<RuleContext, 'numbersOf' | 'isIssuable'>,
): string | undefined {
  const { cardId, cardKind, panPrefix } = match
  if (cardKind === 'test' && !allTestCards().some(({ pan }) => fits(pan, match)))
    return 'no test card has these digits'
  if (cardId === undefined)
    return panPrefix !== undefined && decidesIssuedOnly(match) && !isIssuable(panPrefix)
      ? `no card of the project starts with ${panPrefix}`
      : undefined
  const masks = numbersOf(cardId)
  if (masks === undefined) return `the project has no card ${cardId}`
  return masks.some((mask) => fits(maskDigits(mask), match))
    ? undefined
    : `card ${cardId} has other digits`
}

type EarlierRule = Pick<OutcomeRule, 'id' | 'match' | 'times' | 'enabled'>

/**
 * The earlier rule that applies to every payment that meets the conditions, or the first of several
 * that do so together, each for a part of the amounts.
 */
function shadowOf(narrow: OutcomeMatch, earlier: readonly EarlierRule[]): EarlierRule | undefined {
  const alone = earlier.find((rule) => shadows(rule, narrow))
  if (alone !== undefined) return alone
  const { amountFrom = 0, amountTo = Infinity } = narrow
  const parts = earlier
    .filter((rule) => shadows({ ...rule, match: withoutAmounts(rule.match) }, narrow))
    .toSorted(({ match: one }, { match: other }) => (one.amountFrom ?? 0) - (other.amountFrom ?? 0))
  let covered = amountFrom
  let first: EarlierRule | undefined
  for (const rule of parts) {
    const { amountFrom: start = 0, amountTo: end = Infinity } = rule.match
    if (start > covered || end < covered) continue
    first ??= rule
    if (end >= amountTo) return first
    covered = end + 1
  }
  return undefined
}

const withoutAmounts = ({ amountFrom: _from, amountTo: _to, ...match }: OutcomeMatch) => match

/** True if the earlier rule applies to every payment that meets the conditions. */
function shadows(
  { match: broad, times, enabled }: Pick<OutcomeRule, 'match' | 'times' | 'enabled'>,
  narrow: OutcomeMatch,
): boolean {
  // A rule with a limit is removed eventually.
  if (enabled === false || times !== undefined) return false
  const scope = scopeOf(broad)
  if (!scopeOf(narrow).every((cell) => scope.includes(cell))) return false
  return CONDITION_ROWS.every(({ name, covers }) => {
    const value = broad[name]
    return value === undefined || covers(value, narrow[name])
  })
}

function cardFindings(match: OutcomeMatch, { issued }: RuleContext): readonly RuleFinding[] {
  const { panPrefix, panSuffix } = match
  // In a rule that can apply to issued cards, their digits are correct.
  const isOfOutside = scopeOf(match).every((cell) => cell === 'C-test' || cell === 'C-unknown')
  if (!isOfOutside || (panPrefix ?? panSuffix) === undefined) return []
  const card = issued(match)
  const isTest = allTestCards().some(({ pan }) => fits(pan, match))
  if (card === undefined) return isTest ? [] : [{ kind: 'unknown-cards' }]
  if (!isTest) return [{ kind: 'issued-card', card }]
  // Fewer digits mean cards in general, not one card or the project's cards.
  const isPrecise = panPrefix?.length === 6 || panSuffix?.length === 4
  return isPrecise ? [{ kind: 'issued-card-too', card }] : []
}

function merchantFindings(match: OutcomeMatch, { merchant }: RuleContext): readonly RuleFinding[] {
  if (!scopeOf(match).every((cell) => cell.startsWith('C-'))) return []
  const { name, id, mcc } = merchant
  if (match.merchant !== undefined && match.merchant !== name && match.merchant !== id)
    return [{ kind: 'other-merchant', own: `the merchant ${name}` }]
  return match.mcc !== undefined && Number(match.mcc) !== mcc
    ? [{ kind: 'other-merchant', own: `the merchant category ${mcc}` }]
    : []
}

const fits = (digits: string, { panPrefix = '', panSuffix = '' }: CardPattern): boolean =>
  digits.startsWith(panPrefix) && digits.endsWith(panSuffix)
