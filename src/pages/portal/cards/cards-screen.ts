// Cards: the list, one of them, and what can be done with it.

import { Fault } from '../../../kernel/fault.ts'
import type { CardResult } from '../../../issuing/card-result.ts'
import { cardById } from '../../../store/reads/cards.ts'
import { icons } from '../../../web/html/icons.ts'
import { candidatesFor } from '../../../web/cards/new-card-numbers.ts'
import type { Mistakes } from '../parts/form-view.ts'
import type { ActionRoute, Onward, Screen, View, PageContext } from '../shell/screen.ts'
import { ACTS, CARD_ACTS, type CardAct } from './card-actions.ts'
import { changeBinding } from './card-bindings.ts'
import { cardView, seenState } from './card-page.ts'
import { cardsView, ISSUE_FIELDS } from './cards-page.ts'
import { wholeNumber } from '../parts/whole-number.ts'

export const cards: Screen = {
  group: 'Data',
  label: 'Cards',
  icon: icons.card,
  path: '/cards',
  pages: [
    { path: '/cards', operation: 'cardsPage', show: (context) => cardsView(context) },
    { path: '/cards/:card', operation: 'cardPage', show: cardPage },
  ],
  actions: [
    { path: '/cards/issue', operation: 'issueFromPage', act: issue },
    { path: '/cards/:card/number', operation: 'showNumber', act: showNumber },
    { path: '/cards/:card/bindings', operation: 'changeBindingFromPage', act: switchBinding },
    ...CARD_ACTS.map((act): ActionRoute => ({
      path: `/cards/:card/${act}`,
      operation: `${act}CardFromPage`,
      act: (context) => doAct(act, context),
    })),
  ],
}

/** Undefined for an id of no card of the project. */
async function cardOf({ params, read }: PageContext): Promise<CardResult | undefined> {
  const id = wholeNumber(params['card'])
  return id === undefined ? undefined : read(cardById, id)
}

async function cardPage(context: PageContext): Promise<View | undefined> {
  const card = await cardOf(context)
  if (card === undefined) return undefined
  if (context.query.get('did') === 'issue') return cardView(card, context, { kind: 'issued' })
  const act = CARD_ACTS.find((each) => each === context.query.get('did'))
  const typed = Object.fromEntries(context.query)
  return cardView(card, context, act && { kind: 'done', act, typed })
}

/** Shown in the answer to a form alone, so that no address leads to a number. */
async function showNumber(context: PageContext): Promise<View | undefined> {
  const card = await cardOf(context)
  if (card === undefined) return undefined
  const { vault } = context.project
  const pan = vault.open(card.number.sealed)
  const number = { pan, cvc: vault.cvc(pan, card.number.expiry) }
  return cardView(card, context, { kind: 'open', number })
}

async function switchBinding(context: PageContext): Promise<Onward | undefined> {
  const card = await cardOf(context)
  const location = card && (await changeBinding(card, context))
  return location === undefined ? undefined : { location }
}

async function doAct(act: CardAct, context: PageContext): Promise<View | Onward | undefined> {
  const card = await cardOf(context)
  if (card === undefined) return undefined
  const { seen, ...typed } = Object.fromEntries(context.form)
  if (seen !== seenState(card) || !ACTS[act].isLegal(card))
    return cardView(card, context, { kind: 'stale', act, seen: seen ?? '' })
  const outcome = await ACTS[act].run(card, context, typed)
  if (outcome === undefined) return { location: doneAddress(act, card, typed) }
  if ('location' in outcome) return outcome
  // A decline is in the journal: the page shows it.
  const after = (await cardOf(context)) ?? card
  return cardView(after, context, { kind: 'mistakes', act, typed, ...outcome })
}

/** What was typed goes along, for the call that is shown; only what the form has fields for, and nothing that is a secret. */
function doneAddress(act: CardAct, card: CardResult, typed: Readonly<Record<string, string>>) {
  const shown = (ACTS[act].fields?.(card, {}) ?? [])
    .filter((field) => field.kind !== 'text' || field.type !== 'password')
    .map(({ name }) => [name, typed[name] ?? ''])
  return `/cards/${card.card.id}?${new URLSearchParams([['did', act], ...shown]).toString()}`
}

const NAME_PATTERN = /^[^\p{Cc}]{1,40}$/u
const PHONE_PATTERN = /^\+\d{7,15}$/

async function issue(context: PageContext): Promise<View | Onward> {
  const typed = Object.fromEntries(
    ISSUE_FIELDS.map(({ name }) => [name, (context.form.get(name) ?? '').trim()]),
  )
  const { firstName = '', lastName = '', phoneNumber = '' } = typed
  const mistakes: Mistakes = {
    ...(!NAME_PATTERN.test(firstName) && { firstName: 'Type a name of up to 40 characters.' }),
    ...(!NAME_PATTERN.test(lastName) && { lastName: 'Type a name of up to 40 characters.' }),
    ...(!PHONE_PATTERN.test(phoneNumber) && { phoneNumber: 'Type a plus and 7 to 15 digits.' }),
  }
  if (Object.keys(mistakes).length > 0) return cardsView(context, { typed, mistakes })
  const { settings, poolUsed } = context.dataset
  // Asked before the person is registered, who would else stay behind without a card.
  if (poolUsed >= settings.cardPool)
    throw new Fault('pool-exhausted', 'All cards of the pool are issued: see the setting cardPool.')
  const person = {
    firstName,
    lastName,
    phoneNumber,
    profile: { country: 'CY', postalCode: '0000' },
  }
  const { cardholder } = await context.execute('registerCardholder', person)
  const { card } = await context.execute('issueCard', {
    cardholderId: cardholder.id,
    candidates: candidatesFor(context.project),
  })
  return { location: `/cards/${card.id}?did=issue` }
}
