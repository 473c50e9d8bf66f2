// The store behind an order: found by the order's id alone, for pages that are opened without credentials.

import { chance } from '../../chance.ts'
import type { HopStore } from '../../domain/acs-hop.ts'
import { gatewayId, projectNumberOf } from '../../domain/gateway-id.ts'
import type { Project } from '../../engine/directory.ts'
import type { Service } from '../../service.ts'
import { realNow } from '../../time.ts'

/** The database counts projects in 32 bits with a sign; an id with a greater number is nobody's. */
const MOST_PROJECTS = 2 ** 31 - 1

/** The project whose number ends an id of ours; undefined for any other text. */
export async function projectOfId(service: Service, id: string): Promise<Project | undefined> {
  const number = projectNumberOf(id)
  return number === undefined || number > MOST_PROJECTS
    ? undefined
    : service.directory.byNumber(number)
}

/** The login in the address of a payment page: the one of the interface without its ending. */
export const merchantLogin = ({ secrets }: Pick<Project, 'secrets'>): string =>
  secrets.interfaceC.userName.replace(/-api$/, '')

/** What the messages of 3-D Secure say of the store. */
export const hopStore = (project: Project, merchantName: string, origin: string): HopStore => ({
  origin,
  merchantName,
  merchantLogin: merchantLogin(project),
})

/** Ids for what a payment may make: a binding and a challenge. */
export const newPaymentIds = ({ number }: Pick<Project, 'number'>) => ({
  binding: gatewayId(number, realNow(), chance()),
  challenge: gatewayId(number, realNow(), chance()),
})
