// The test cards: a searchable list, with a button to pay with each card.

import { currencyByNumeric } from '../../../ledger/currency.ts'
import { testCard } from '../../../payments/methods/test-card.ts'
import type { Project } from '../../../engine/directory.ts'
import { datasetById } from '../../../store/reads/ledger.ts'
import { may } from '../../../users/role.ts'
import { icons } from '../../../web/html/icons.ts'
import { payableCards } from '../../../web/cards/payable-cards.ts'
import type { LearnContext, LearnScreen } from '../shell/learn-screen.ts'
import type { Onward, View } from '../shell/screen.ts'
import { tableSearchScript } from '../parts/table-search.ts'
import { payWithCard, triedPayment } from './test-card-payment.ts'
import { expiryText, type OwnCard, testCardsPage } from './test-cards-page.ts'

export const testCards: LearnScreen = {
  group: 'Learn',
  label: 'Test cards',
  icon: icons.card,
  path: '/test-cards',
  // The page shows cards of the project.
  isPublic: false,
  pages: [{ path: '/test-cards', operation: 'testCardsPage', show: view }],
  actions: [{ path: '/test-cards/pay', operation: 'payWithTestCard', act: pay }],
}

async function view(context: LearnContext): Promise<View> {
  const { service, project, base, now, query } = context
  const orderId = query.getAll('orderId')
  const [asked] = orderId
  const tried =
    project !== undefined && asked !== undefined && orderId.length === 1
      ? await triedPayment(service, project, asked)
      : undefined
  const own = project && (await ownCards(context, project))
  return {
    title: 'Test cards',
    scripts: [tableSearchScript],
    content: testCardsPage({
      base,
      now,
      mayPay: project !== undefined && may(context.role ?? 'owner', 'change'),
      ...(own && { own }),
      ...(tried && { tried }),
    }),
  }
}

/**
 * Only in local mode, where every visitor is an owner. In hosted mode the page of a card shows its
 * full number on request.
 */
async function ownCards(
  { service, now }: LearnContext,
  project: Project,
): Promise<readonly OwnCard[]> {
  if (service.config.mode !== 'local') return []
  const { vault } = project
  const cards = await service.read(project, (reads, datasetId) =>
    payableCards(reads, { datasetId, now, vault }),
  )
  return cards.flatMap(({ id, pan, expiry, cvc, available, currency }) => {
    const known = currencyByNumeric(currency)
    if (known === undefined) return []
    const { alpha, numeric, exponent } = known
    const money = { minor: available, currency: { letters: alpha, digits: numeric, exponent } }
    const href = `/p/${project.id}/cards/${id}`
    return [{ href, pan, expiry: expiryText(expiry), cvc, available: money }]
  })
}

/** Registers an order and redirects to its payment page, which prefills the card. */
async function pay(context: LearnContext): Promise<Onward | undefined> {
  const { service, project, base, form, origin } = context
  if (project === undefined) return undefined
  const asked = form.get('card') ?? ''
  const pan =
    testCard(asked)?.pan ??
    (await ownCards(context, project)).find((card) => card.pan === asked)?.pan
  if (pan === undefined) return undefined
  const { gatewayCurrencies } = (await service.read(project, datasetById)).settings
  const returnUrl = `${origin}${base}/test-cards`
  const location = await payWithCard(service, project, { pan, returnUrl, gatewayCurrencies })
  return { location, isBeyond: true }
}
