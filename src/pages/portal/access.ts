// Who may see which project: the one place that the pages of projects ask. In local mode that is everybody on the machine. Hosted, nobody yet:
// what has no account behind it is not there at all.

import type { Project } from '../../engine/directory.ts'
import type { Service } from '../../service.ts'
import {
  type ProjectLine,
  type ProjectPage,
  projectList,
  projectNumberById,
} from '../../store/reads/projects.ts'

const PROJECT_ID = /^prj_[a-z2-7]{16}$/

/** The project that an address names; undefined where there is none, or none for this visitor: both look alike. */
export async function visibleProject(
  service: Service,
  projectId: string,
): Promise<Project | undefined> {
  if (service.config.mode !== 'local' || !PROJECT_ID.test(projectId)) return undefined
  const number = await service.readCatalogue((reads) => projectNumberById(reads, projectId))
  return number === undefined ? undefined : service.directory.byNumber(number)
}

/** The projects that a visitor may go to, newest first; undefined where nobody may see any. */
export async function visibleProjects(
  service: Service,
  page: ProjectPage,
): Promise<readonly ProjectLine[] | undefined> {
  if (service.config.mode !== 'local') return undefined
  return service.readCatalogue((reads) => projectList(reads, page))
}
