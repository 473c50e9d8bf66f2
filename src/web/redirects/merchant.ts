// Finds the merchant of an order by the order's id, for pages without credentials.

import { random } from '../../random.ts'
import type { RedirectMerchant } from './acs-redirect.ts'
import { gatewayId, projectNumberOf } from '../../payments/orders/gateway-id.ts'
import type { Project } from '../../engine/directory.ts'
import type { Service } from '../../service.ts'
import { currentRequest } from '../../request-context.ts'
import { realNow } from '../../time.ts'

/** The database numbers projects with signed 32-bit integers. */
const PROJECT_NUMBER_MAX = 2 ** 31 - 1

/**
 * The project whose number ends the id; undefined for any other text. It counts the request towards
 * RATE_LIMIT: payers have no credentials to count by.
 */
export async function projectOfId(service: Service, id: string): Promise<Project | undefined> {
  const number = projectNumberOf(id)
  if (number === undefined || number > PROJECT_NUMBER_MAX) return undefined
  const project = await service.directory.byNumber(number)
  if (project === undefined) return undefined
  const context = currentRequest()
  if (context !== undefined) context.project ??= project
  return service.counted(project)
}

/** The login in the URL of a payment page: that of the interface without `-api`. */
export const merchantLogin = ({ secrets }: Pick<Project, 'secrets'>): string =>
  secrets.interfaceC.userName.replace(/-api$/, '')

/**
 * The payment page is also available under the full login, because existing clients build its URL.
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

/** Ids for the binding and the challenge that a payment may create. */
export const newPaymentIds = ({ number }: Pick<Project, 'number'>) => ({
  binding: gatewayId(number, realNow(), random()),
  challenge: gatewayId(number, realNow(), random()),
})
