// Who is calling: login and password, or a token, among the parameters.

import type { Project } from '../../engine/directory.ts'
import type { Service } from '../../service.ts'
import { merchantLogin } from '../http/merchant.ts'
import type { Given } from './given.ts'
import { Refusal } from './refusal.ts'

/** The project of the credentials; whatever is wrong with them is said alike. */
export async function callerOf(service: Service, given: Given): Promise<Project> {
  const [userName] = given('userName')
  const [password] = given('password')
  const [token] = given('token')
  const project =
    userName !== undefined && password !== undefined
      ? await service.directory.authenticate('c', userName, password)
      : token !== undefined && userName === undefined
        ? await service.directory.authenticate('c-token', token)
        : undefined
  const [merchant] = given('merchantLogin')
  if (project === undefined || (merchant !== undefined && !isOwn(project, merchant)))
    throw new Refusal('access-denied')
  return project
}

/** A store acts for itself only: `merchantLogin` may name it, with or without the ending of its login. */
export const isOwn = (project: Project, merchant: string): boolean =>
  merchant === project.secrets.interfaceC.userName || merchant === merchantLogin(project)
