// Permissions of project pages. In local mode, every visitor owns every project; in hosted mode,
// they depend on the signed-in user's membership.

import type { FastifyRequest } from 'fastify'
import { PROJECTS_MAX, TooManyProjects } from '../../../engine/catalogue.ts'
import type { Project, ProjectLine, ProjectPage } from '../../../engine/directory.ts'
import type { PageService } from './screen.ts'
import type { Role } from '../../../users/role.ts'
import { projectsOf, roleIn } from '../../../users/members.ts'
import { userOfSession } from '../../../users/sessions.ts'
import type { User } from '../../../users/user.ts'
import { sessionOf } from '../../../web/http/requests/session.ts'

const PROJECT_ID = /^prj_[a-z2-7]{16}$/

/** The visitor of a page. `user` is undefined in local mode, which has no sign-in. */
export interface Visitor {
  readonly user: User | undefined
}

/** A project with the visitor's role. */
export interface VisibleProject {
  readonly project: Project
  readonly role: Role
}

/** The visitor who sent a request; undefined if a sign-in is required. */
export async function visitorOf(
  { accounts }: PageService,
  request: FastifyRequest,
): Promise<Visitor | undefined> {
  if (accounts === undefined) return { user: undefined }
  const session = sessionOf(request)
  const user = session === undefined ? undefined : await userOfSession(accounts, session)
  return user && { user }
}

/** The project with this id; undefined if it does not exist or the visitor has no access to it. */
export async function visibleProject(
  service: PageService,
  { user }: Visitor,
  projectId: string,
): Promise<VisibleProject | undefined> {
  if (!PROJECT_ID.test(projectId)) return undefined
  const project = await service.directory.byId(projectId)
  if (project === undefined) return undefined
  if (service.accounts === undefined) return { project, role: 'owner' }
  const role = user && (await roleIn(service.accounts, project.number, user))
  return role && { project, role }
}

/** A project in a list, with the visitor's role in hosted mode. */
export type VisibleLine = ProjectLine & { readonly role?: Role }

/** The projects that the visitor can open, newest first. */
export function visibleProjects(
  service: PageService,
  { user }: Visitor,
  page: ProjectPage,
): Promise<readonly VisibleLine[]> {
  if (user !== undefined && service.accounts !== undefined)
    return projectsOf(service.accounts, user, page)
  return service.directory.list(page)
}

export const PROJECT_NAME_LENGTH = 100

/** The error for a project name, or undefined. */
export const projectNameMistake = (name: string): string | undefined =>
  name === '' || name.length > PROJECT_NAME_LENGTH || /\p{Cc}/u.test(name)
    ? `Enter a name of up to ${PROJECT_NAME_LENGTH} characters.`
    : undefined

/** Creates a project that the visitor owns; returns an error text if that is not possible. */
export async function makeProject(
  service: PageService,
  { user }: Visitor,
  name: string,
): Promise<Project | string> {
  const mistake = projectNameMistake(name)
  if (mistake !== undefined) return mistake
  try {
    return await service.directory.create(name, user?.id)
  } catch (error) {
    if (error instanceof TooManyProjects)
      return `You have ${PROJECTS_MAX} projects. Delete one first.`
    throw error
  }
}
