// Mistakes in outcome rules: rules that can never match, and rules that mean issued cards, which
// follow their balance and limits.

import type { OutcomeRule } from './outcome-rules.ts'
import { CONDITION_ROWS, type OutcomeMatch } from './rule-conditions.ts'
import { maskDigits } from './payment-card.ts'
import { allTestCards } from './test-card.ts'

/** The cards of the project that a rule is about. */
export interface RuleCards {
  /** Masks of all numbers of the card with this `cardId`; undefined if there is no such card. */
  readonly numbersOf: (cardId: string) => readonly string[] | undefined
  /** A card of the project whose number meets these conditions, if there is one. */
  readonly issued: (match: CardPattern) => IssuedCard | undefined
}

export type CardPattern = Pick<OutcomeMatch, 'panPrefix' | 'panSuffix'>

export interface IssuedCard {
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

/** True for a rule that decides no payment because of this finding. */
export const isUseless = ({ kind }: RuleFinding): boolean =>
  kind === 'impossible' || kind === 'shadowed' || kind === 'issued-card'

/** The findings about a rule after `earlier` ones. */
export function findingsOf(
  { match }: Pick<OutcomeRule, 'match'>,
  earlier: readonly OutcomeRule[],
  cards: RuleCards,
): readonly RuleFinding[] {
  const detail = impossibility(match, cards)
  if (detail !== undefined) return [{ kind: 'impossible', detail }]
  const shadow = earlier.find((rule) => shadows(rule, match))
  return [
    ...(shadow === undefined ? [] : [{ kind: 'shadowed' as const, by: shadow.id }]),
    ...cardFindings(match, cards),
  ]
}

/** Why no payment can match, whatever the other rules are. */
export function impossibility(
  match: OutcomeMatch,
  { numbersOf }: Pick<RuleCards, 'numbersOf'>,
): string | undefined {
  const { amountFrom = 0, amountTo = Infinity, cardId } = match
  if (amountFrom > amountTo) return 'the lowest amount is above the highest amount'
  for (const { name, impossible } of CONDITION_ROWS) {
    const value = match[name]
    const reason = value === undefined ? undefined : impossible?.(value)
    if (reason !== undefined) return reason
  }
  if (cardId === undefined) return undefined
  const masks = numbersOf(cardId)
  if (masks === undefined) return `the project has no card ${cardId}`
  return masks.some((mask) => fits(maskDigits(mask), match))
    ? undefined
    : `card ${cardId} has other digits`
}

/** True if the earlier rule decides every payment that meets the conditions. */
export function shadows(
  { match: broad, times, enabled }: Pick<OutcomeRule, 'match' | 'times' | 'enabled'>,
  narrow: OutcomeMatch,
): boolean {
  // A rule with a limit is removed one day, and only rules that name a card decide issued cards.
  if (enabled === false || times !== undefined || broad.cardId !== narrow.cardId) return false
  return CONDITION_ROWS.every(({ name, covers }) => {
    const value = broad[name]
    return value === undefined || covers(value, narrow[name])
  })
}

function cardFindings(match: OutcomeMatch, { issued }: RuleCards): readonly RuleFinding[] {
  const { panPrefix, panSuffix, cardId } = match
  if (cardId !== undefined || (panPrefix ?? panSuffix) === undefined) return []
  const card = issued(match)
  const isTest = allTestCards().some(({ pan }) => fits(pan, match))
  if (card === undefined) return isTest ? [] : [{ kind: 'unknown-cards' }]
  if (!isTest) return [{ kind: 'issued-card', card }]
  // Fewer digits mean cards in general, not one card or the cards of this project.
  const isPrecise = panPrefix?.length === 6 || panSuffix?.length === 4
  return isPrecise ? [{ kind: 'issued-card-too', card }] : []
}

const fits = (digits: string, { panPrefix = '', panSuffix = '' }: CardPattern): boolean =>
  digits.startsWith(panPrefix) && digits.endsWith(panSuffix)
