// Reading the list of projects with their owners, for whoever runs the service.

import type { Queryable, Statement } from '../store.ts'
import { NUMBER_MAX, type ProjectLine, type ProjectPage } from './projects.ts'

export interface ProjectWithOwners extends ProjectLine {
  /** Mail addresses. */
  readonly owners: readonly string[]
}

export interface ProjectFilter extends ProjectPage {
  /** Only projects that the account with this address owns. */
  readonly owner?: string
  /** Only projects that nobody owns. */
  readonly isOwnerless: boolean
}

const OWNS = `select 1 from project_member m join user_account u on u.id = m.user_id
  where m.project_number = p.number and m.role = 'owner'`

const FILTERS = {
  all: '',
  owned: `and exists (${OWNS} and u.email = $3)`,
  ownerless: `and not exists (${OWNS})`,
} as const

/** One line for each owner of a project; one for a project without any. */
const statementOf = (filter: keyof typeof FILTERS): Statement => ({
  name: `read_projects_with_owners_${filter}`,
  text: `select p.number, p.id, p.name, p.created_at, u.email from (
      select number, id, name, created_at from project p where number < $1 ${FILTERS[filter]}
      order by number desc limit $2) p
    left join project_member m on m.project_number = p.number and m.role = 'owner'
    left join user_account u on u.id = m.user_id
    order by p.number desc, u.email`,
})

/** Projects, the newest first; `hasMore` where the list goes on. */
export async function projectsWithOwners(
  reads: Queryable,
  { before = NUMBER_MAX, limit, owner, isOwnerless }: ProjectFilter,
): Promise<{ readonly items: readonly ProjectWithOwners[]; readonly hasMore: boolean }> {
  const filter = isOwnerless ? 'ownerless' : owner === undefined ? 'all' : 'owned'
  const parameters = [before, limit + 1, ...(filter === 'owned' ? [owner ?? ''] : [])]
  const projects = new Map<number, ProjectWithOwners & { readonly owners: string[] }>()
  for (const record of await reads.query(statementOf(filter), parameters)) {
    const number = Number(record['number'])
    const line = projects.get(number) ?? {
      number,
      id: String(record['id']),
      name: String(record['name']),
      createdAt: Number(record['created_at']),
      owners: [],
    }
    projects.set(number, line)
    if (typeof record['email'] === 'string') line.owners.push(record['email'])
  }
  const items = [...projects.values()]
  return { items: items.slice(0, limit), hasMore: items.length > limit }
}
