// The merchant behind an order: found by the order's id alone, for pages that are opened without credentials.

import { random } from '../../random.ts'
import type { RedirectMerchant } from './acs-redirect.ts'
import { gatewayId, projectNumberOf } from '../../payments/orders/gateway-id.ts'
import type { Project } from '../../engine/directory.ts'
import type { Service } from '../../service.ts'
import { realNow } from '../../time.ts'

/** The database counts projects in 32 bits with a sign; an id with a greater number is nobody's. */
const PROJECT_NUMBER_MAX = 2 ** 31 - 1

/**
 * The project whose number ends the id; undefined for any other text. It counts the request towards
 * RATE_LIMIT: payers have no credentials to count by.
 */
export async function projectOfId(service: Service, id: string): Promise<Project | undefined> {
  const number = projectNumberOf(id)
  if (number === undefined || number > PROJECT_NUMBER_MAX) return undefined
  const project = await service.directory.byNumber(number)
  return project && service.counted(project)
}

/** The login in the address of a payment page: the one of the interface without its ending. */
export const merchantLogin = ({ secrets }: Pick<Project, 'secrets'>): string =>
  secrets.interfaceC.userName.replace(/-api$/, '')

/** A payment page stands under the login with its ending, too: existing clients build the address themselves. */
export const isLoginOf = (project: Pick<Project, 'secrets'>, login: string): boolean =>
  login === project.secrets.interfaceC.userName || login === merchantLogin(project)

/** What the messages of 3-D Secure say of the merchant. */
export const redirectMerchant = (
  project: Project,
  merchantName: string,
  origin: string,
): RedirectMerchant => ({
  origin,
  merchantName,
  merchantLogin: merchantLogin(project),
})

/** Ids for what a payment may make: a binding and a challenge. */
export const newPaymentIds = ({ number }: Pick<Project, 'number'>) => ({
  binding: gatewayId(number, realNow(), random()),
  challenge: gatewayId(number, realNow(), random()),
})
