// Who may see and do what: the one place that the pages of projects ask. In local mode everybody on the machine owns every project; hosted, it is
// whoever has logged in, by membership.

import type { FastifyRequest } from 'fastify'
import type { Project } from '../../engine/directory.ts'
import type { Service } from '../../service.ts'
import {
  type ProjectLine,
  type ProjectPage,
  projectList,
  projectNumberById,
} from '../../store/reads/projects.ts'
import type { Role } from '../../users/role.ts'
import type { User } from '../../users/user.ts'

const PROJECT_ID = /^prj_[a-z2-7]{16}$/

/** Who asks for a page. `user` is undefined in local mode, where nobody logs in. */
export interface Visitor {
  readonly user: User | undefined
}

/** A project with what the visitor is to it. */
export interface VisibleProject {
  readonly project: Project
  readonly role: Role
}

/** Who sent the request; undefined where somebody has to log in first. */
export function visitorOf(
  { config }: Service,
  _request: FastifyRequest,
): Promise<Visitor | undefined> {
  return Promise.resolve(config.mode === 'local' ? { user: undefined } : undefined)
}

/** The project that an address names; undefined where there is none, or none for this visitor: both look alike. */
export async function visibleProject(
  service: Service,
  _visitor: Visitor,
  projectId: string,
): Promise<VisibleProject | undefined> {
  if (!PROJECT_ID.test(projectId)) return undefined
  const number = await service.readCatalogue((reads) => projectNumberById(reads, projectId))
  const project = number === undefined ? undefined : await service.directory.byNumber(number)
  return project && { project, role: 'owner' }
}

/** The projects that a visitor may go to, newest first. */
export function visibleProjects(
  service: Service,
  _visitor: Visitor,
  page: ProjectPage,
): Promise<readonly ProjectLine[]> {
  return service.readCatalogue((reads) => projectList(reads, page))
}
