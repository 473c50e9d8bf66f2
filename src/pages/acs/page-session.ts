// The order of an issuer's page, found by the page's URL.

import type { FastifyRequest } from 'fastify'
import type { Project } from '../../engine/directory.ts'
import type { Settings } from '../../kernel/settings.ts'
import type { Order } from '../../payments/orders/order.ts'
import type { Service } from '../../service.ts'
import { datasetById } from '../../store/reads/ledger.ts'
import { orderById } from '../../store/reads/orders.ts'
import { realNow } from '../../time.ts'
import {
  orderReadIn,
  type PageLanguage,
  pageLanguage,
} from '../../web/http/requests/page-language.ts'
import { queriedLanguage } from '../../web/http/requests/request-language.ts'
import { projectOfId } from '../../web/redirects/merchant.ts'

export interface OrderRoute {
  readonly Params: { readonly orderId: string }
}

export interface PageSession {
  readonly project: Project
  readonly language: PageLanguage
  /** The order with the URLs of its request in the language of the page. */
  readonly order: Order
  readonly now: number
  readonly settings: Settings
}

function orderIdOf({ params }: FastifyRequest): string {
  const { orderId } = params as Partial<OrderRoute['Params']>
  return orderId ?? ''
}

/** The order in the URL, in the language of the URL or else of the order. */
export async function pageSessionOf(
  service: Service,
  request: FastifyRequest,
  message: { readonly challengeId?: string | undefined } | undefined,
  orderId: string = orderIdOf(request),
): Promise<PageSession | undefined> {
  const project = await projectOfId(service, orderId, { challengeId: message?.challengeId })
  return project && sessionIn(service, request, project, orderId)
}

export async function sessionIn(
  service: Service,
  request: FastifyRequest,
  project: Project,
  orderId: string,
): Promise<PageSession | undefined> {
  return service.read(project, async (reads, datasetId) => {
    const [found, { settings }] = await Promise.all([
      orderById(reads, datasetId, orderId, realNow()),
      datasetById(reads, datasetId),
    ])
    if (found === undefined) return undefined
    const { order, now } = found
    const language = pageLanguage(queriedLanguage(request), order.request.language)
    return { project, language, order: orderReadIn(order, language), now, settings }
  })
}
