// Cards: the list, the page of a card, and the actions.

import { showCard } from '../../../api/control/cards/cards.ts'
import { issueCard } from '../../../api/control/cards/issue-card.ts'
import { getCard } from '../../../api/issuing-v2/cards.ts'
import { CARD_CURRENCY } from '../../../issuing/card.ts'
import { icons } from '../../../web/html/icons.ts'
import { parseAmount } from '../parts/amounts.ts'
import { resultOrMistakes } from '../shell/mistakes.ts'
import type { ActionRoute, Onward, Screen, View, PageContext } from '../shell/screen.ts'
import { cardImport } from '../imports/imports.ts'
import { ACTS, CARD_ACTS, type CardAct } from './card-actions.ts'
import { changeBinding } from './card-bindings.ts'
import type { ShownCard, TypedFields } from './card-act.ts'
import { cardOf, cardPage, seenState } from './card-page.ts'
import { cardsPage, ISSUE_FIELDS } from './cards-page.ts'
import { historyFile } from './history.ts'

export const cards: Screen = {
  group: 'Data',
  label: 'Cards',
  icon: icons.card,
  path: '/cards',
  pages: [cardsPage, cardImport.page, cardPage],
  downloads: [cardImport.example, ...cardsPage.downloads, historyFile],
  actions: [
    cardImport.action,
    { path: '/cards/issue', operation: 'issueFromPage', performs: issueCard, act: issue },
    { path: '/cards/:card/number', operation: 'showNumber', performs: getCard, act: showNumber },
    { path: '/cards/:card/bindings', operation: 'changeBindingFromPage', act: switchBinding },
    ...CARD_ACTS.map((act): ActionRoute => ({
      path: `/cards/:card/${act}`,
      operation: `${act}CardFromPage`,
      act: (context) => doAct(act, context),
    })),
  ],
}

/** Shows the number only in the response to the form, so that no URL reveals it. */
async function showNumber(context: PageContext): Promise<View | Onward | undefined> {
  const number = await context.perform(getCard, cardOf(context))
  return cardPage.show(context, { kind: 'open', number })
}

async function switchBinding(context: PageContext): Promise<Onward | undefined> {
  const location = await changeBinding(await context.perform(showCard, cardOf(context)), context)
  return location === undefined ? undefined : { location }
}

async function doAct(act: CardAct, context: PageContext): Promise<View | Onward | undefined> {
  const card = await context.perform(showCard, cardOf(context))
  const { seen, ...typed } = Object.fromEntries(context.form)
  if (seen !== seenState(card) || !ACTS[act].isLegal(card))
    return cardPage.show(context, { kind: 'stale', act, seen: seen ?? '' })
  const outcome = await ACTS[act].run(card, context, typed)
  if (outcome === undefined) return { location: doneLocation(act, card, typed) }
  if ('location' in outcome) return outcome
  return cardPage.show(context, { kind: 'mistakes', act, typed, ...outcome })
}

/** Contains the typed values for the sample, except secrets. */
function doneLocation(act: CardAct, card: ShownCard, typed: TypedFields): string {
  const shown = (ACTS[act].fields?.(card, {}) ?? [])
    .filter((field) => field.kind !== 'text' || field.type !== 'password')
    .map(({ name }) => [name, typed[name] ?? ''])
  return `/cards/${card.id}?${new URLSearchParams([['did', act], ...shown]).toString()}`
}

async function issue(context: PageContext): Promise<View | Onward | undefined> {
  const names = ISSUE_FIELDS.map(({ name }) => name)
  const typed = Object.fromEntries(
    names.map((name) => [name, (context.form.get(name) ?? '').trim()]),
  )
  const { firstName = '', lastName = '', phoneNumber = '', initialBalance = '' } = typed
  const issued = await resultOrMistakes(
    context.perform(issueCard, {
      body: {
        cardholder: { firstName, lastName, phoneNumber },
        initialBalance: parseAmount(initialBalance, CARD_CURRENCY) ?? NO_AMOUNT,
      },
    }),
    names,
    {
      firstName: 'Enter a name of up to 100 characters.',
      lastName: 'Enter a name of up to 100 characters.',
      phoneNumber: 'Enter a plus and 7 to 15 digits.',
      initialBalance: 'Enter an amount such as 100.00, or 0.',
    },
  )
  if ('mistakes' in issued) return cardsPage.show(context, { typed, ...issued })
  const done = new URLSearchParams({ did: 'issue', ...typed })
  return { location: `/cards/${issued.result.id}?${done.toString()}` }
}

/** Refused by the operation, with an error at the field. */
const NO_AMOUNT = -1
