// The context of a payment page: the order, its merchant, the payer's stored cards, and the
// project's time.

import type { Binding } from '../../payments/methods/binding.ts'
import { yearMonth } from '../../kernel/calendar.ts'
import { ORDER_STATUS } from '../../payments/orders/order-status.ts'
import type { Order } from '../../payments/orders/order.ts'
import {
  orderReadIn,
  type PageLanguage,
  pageLanguage,
} from '../../web/http/requests/page-language.ts'
import type { Settings } from '../../kernel/settings.ts'
import { clockTime } from '../../kernel/dataset.ts'
import type { Project } from '../../engine/directory.ts'
import type { Service } from '../../service.ts'
import { bindingById, bindingsOfClient } from '../../store/reads/bindings.ts'
import { datasetById } from '../../store/reads/ledger.ts'
import { realNow } from '../../time.ts'
import { isLoginOf, projectOfId } from '../../web/redirects/merchant.ts'
import { type PayableCard, payableCards } from '../../web/cards/payable-cards.ts'

/** The parameters in a URL of the page. */
export interface PageLocation {
  readonly login: string
  readonly orderId: string
  /** Undefined if the URL has none; the page is then in the order's language. */
  readonly language: PageLanguage | undefined
  /** Origin of this service. */
  readonly origin: string
}

export interface PageSession {
  readonly location: PageLocation
  readonly language: PageLanguage
  readonly project: Project
  readonly settings: Settings
  /** The order with the URLs of its request in the language of the page. */
  readonly order: Order
  /** The project's time, epoch milliseconds, and whether it is frozen. */
  readonly now: number
  readonly isFrozen: boolean
  /** The client's stored cards that can be used. */
  readonly bindings: readonly Binding[]
  /** Cards issued in the project, for the test card panel; none in hosted mode. */
  readonly issuedCards: readonly PayableCard[]
  /** The only stored card that may pay, if the order specifies one. */
  readonly boundTo: Binding | undefined
}

/**
 * Opens the page of an order after applying due work. Undefined if the id belongs to no project or
 * to another merchant; throws the fault `order-not-found` if the order does not exist.
 */
export async function openPageSession(
  service: Service,
  location: PageLocation,
): Promise<PageSession | undefined> {
  const { login, orderId } = location
  const project = await projectOfId(service, orderId, { login })
  if (project === undefined || !isLoginOf(project, login)) return undefined
  const order = await service.execute(project, 'openPage', { orderId })
  const { clientId, request } = order
  const language = location.language ?? pageLanguage(request.language)
  return service.read(project, async (reads, datasetId) => {
    const dataset = await datasetById(reads, datasetId)
    const now = clockTime(dataset, realNow())
    const isLocal = service.config.mode === 'local'
    const [ofClient, bound, issuedCards] = await Promise.all([
      clientId === null ? [] : bindingsOfClient(reads, datasetId, clientId),
      request.bindingId === undefined
        ? undefined
        : bindingById(reads, datasetId, request.bindingId),
      isLocal ? payableCards(reads, { datasetId, now, vault: project.vault }) : [],
    ])
    return {
      location,
      language,
      project,
      settings: dataset.settings,
      order: orderReadIn(order, language),
      now,
      isFrozen: dataset.frozenAt !== null,
      bindings: ofClient.filter(({ active, card }) => active && card.expiry >= yearMonth(now)),
      issuedCards,
      boundTo: bound?.binding,
    }
  })
}

/** True if the last attempt failed and another one is allowed. */
export const wasDeclined = ({ status, actionCode, failedAttempts }: Order): boolean =>
  status === ORDER_STATUS.registered && failedAttempts > 0 && actionCode !== 0
