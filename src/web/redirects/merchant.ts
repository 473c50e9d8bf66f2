// Finds the merchant of an order by the order's id, for pages without credentials.

import { random } from '../../random.ts'
import type { RedirectMerchant } from './acs-redirect.ts'
import { gatewayId, projectNumberOf } from '../../payments/orders/gateway-id.ts'
import type { Project } from '../../engine/directory.ts'
import type { Service } from '../../service.ts'
import { currentRequest } from '../../request-context.ts'
import { DRAWN_ID } from '../../projects/take-draw.ts'
import { orderById } from '../../store/reads/orders.ts'
import { realNow } from '../../time.ts'

/** The database numbers projects with signed 32-bit integers. */
const PROJECT_NUMBER_MAX = 2 ** 31 - 1

/** Other request parameters that identify the project of an order. */
export interface OrderHint {
  /** The login in the URL of a payment page. */
  readonly login?: string | undefined
  /** The challenge in an issuer's message. */
  readonly challengeId?: string | undefined
}

/**
 * The project whose number is at the end of the id; undefined for any other text. An order in a
 * snapshot has the same id in every project with a copy of it. A hint identifies one, and without
 * it the order belongs to the original if that still has it. The request counts towards RATE_LIMIT,
 * because payers have no credentials by which to count.
 */
export async function projectOfId(
  service: Service,
  id: string,
  hint: OrderHint = {},
): Promise<Project | undefined> {
  const number = projectNumberOf(id)
  if (number === undefined) return undefined
  const own = number > PROJECT_NUMBER_MAX ? undefined : await service.directory.byNumber(number)
  const isOwn = own !== undefined && (hint.login === undefined || isLoginOf(own, hint.login))
  const copies = await service.directory.projectsWithIds(number, { isKnown: isOwn })
  const project = copies.length === 0 ? own : await chosen(service, id, hint, [own, ...copies])
  if (project === undefined) return undefined
  const context = currentRequest()
  if (context !== undefined) context.project ??= project
  return service.counted(project)
}

async function chosen(
  service: Service,
  id: string,
  { login, challengeId }: OrderHint,
  candidates: readonly (Project | undefined)[],
): Promise<Project | undefined> {
  const projects = candidates.filter((project) => project !== undefined)
  if (login !== undefined) return projects.find((project) => isLoginOf(project, login))
  const number = challengeId === undefined ? undefined : projectNumberOf(challengeId)
  const challenged = projects.find((project) => project.number === number)
  if (challenged !== undefined) return challenged
  for (const project of projects) {
    const found = await service.read(project, (reads, datasetId) =>
      orderById(reads, datasetId, id, realNow()),
    )
    if (found !== undefined) return project
  }
  return undefined
}

/** The login in the URL of a payment page: the interface's login without `-api`. */
export const merchantLogin = ({ secrets }: Pick<Project, 'secrets'>): string =>
  secrets.interfaceC.userName.replace(/-api$/, '')

/**
 * The payment page is also available under the full login, because existing clients build its URL
 * from it.
 */
export const isLoginOf = (project: Pick<Project, 'secrets'>, login: string): boolean =>
  login === project.secrets.interfaceC.userName || login === merchantLogin(project)

/** The merchant in 3-D Secure messages. */
export const redirectMerchant = (
  project: Project,
  merchantName: string,
  origin: string,
): RedirectMerchant => ({
  origin,
  merchantName,
  merchantLogin: merchantLogin(project),
})

/** A new id; for a project with a seed, it is drawn with its command. */
export const newGatewayId = ({ number, secrets }: Pick<Project, 'number' | 'secrets'>): string =>
  secrets.stream === undefined ? gatewayId(number, realNow(), random()) : DRAWN_ID

/** Ids for the binding and the challenge that a payment may create. */
export const newPaymentIds = (project: Pick<Project, 'number' | 'secrets'>) => ({
  binding: newGatewayId(project),
  challenge: newGatewayId(project),
})
