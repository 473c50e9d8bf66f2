// Cards: the list, one of them, and what can be done with it.

import { createCardholder } from '../../../api/issuing-v2/cardholders.ts'
import { createCard } from '../../../api/issuing-v2/cards.ts'
import { Fault } from '../../../kernel/fault.ts'
import type { CardResult } from '../../../issuing/card-result.ts'
import { cardById } from '../../../store/reads/cards.ts'
import { icons } from '../../../web/html/icons.ts'
import { resultOrMistakes } from '../shell/mistakes.ts'
import type { ActionRoute, Onward, Screen, View, PageContext } from '../shell/screen.ts'
import { ACTS, CARD_ACTS, type CardAct } from './card-actions.ts'
import { changeBinding } from './card-bindings.ts'
import { cardView, seenState } from './card-page.ts'
import { cardsPage, ISSUE_FIELDS } from './cards-page.ts'
import { wholeNumber } from '../parts/whole-number.ts'

export const cards: Screen = {
  group: 'Data',
  label: 'Cards',
  icon: icons.card,
  path: '/cards',
  pages: [cardsPage, { path: '/cards/:card', operation: 'cardPage', show: cardPage }],
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

async function issue(context: PageContext): Promise<View | Onward | undefined> {
  const { perform, project, dataset } = context
  const typed = Object.fromEntries(
    ISSUE_FIELDS.map(({ name }) => [name, (context.form.get(name) ?? '').trim()]),
  )
  // Checked before the cardholder is registered, who would otherwise remain without a card.
  if (dataset.poolUsed >= dataset.settings.cardPool)
    throw new Fault(
      'pool-exhausted',
      'All cards of the pool are issued. Raise the setting cardPool.',
    )
  const { firstName = '', lastName = '', phoneNumber = '' } = typed
  const billingAddress = { country: 'CY', postalCode: '0000' } as const
  const registered = await resultOrMistakes(
    perform(createCardholder, { body: { firstName, lastName, phoneNumber, billingAddress } }),
    ISSUE_FIELDS.map(({ name }) => name),
    {
      firstName: 'Type a name of up to 100 characters.',
      lastName: 'Type a name of up to 100 characters.',
      phoneNumber: 'Type a plus and 7 to 15 digits.',
    },
  )
  if ('mistakes' in registered) return cardsPage.show(context, { typed, ...registered })
  const { cardProductName: productName } = project.secrets.product
  const body = { productName, cardholder: registered.result.id }
  const { id } = await perform(createCard, { body })
  return { location: `/cards/${id}?did=issue` }
}
