// Reads the list of projects with their owners, for the operator.

import type { Queryable, Statement } from '../store.ts'
import type { ProjectLine } from '../project-line.ts'
import { NUMBER_MAX, type ProjectPage } from './projects.ts'

export interface ProjectWithOwners extends Pick<
  ProjectLine,
  'number' | 'id' | 'name' | 'createdAt'
> {
  /** Email addresses. */
  readonly owners: readonly string[]
}

interface ProjectFilter extends ProjectPage {
  /** Only projects of the account with this email address. */
  readonly owner?: string
  /** Only projects without an owner. */
  readonly isOwnerless: boolean
}

const PAGE_CONDITION = 'number < $1'
const NEWEST_FIRST = 'order by number desc limit $2'

/** Forces an index for each kind of query, regardless of the planner's estimates. */
const STATEMENTS = {
  all: `select number, id, name, created_at from project where ${PAGE_CONDITION} ${NEWEST_FIRST}`,
  owned: `select p.number, p.id, p.name, p.created_at from user_account u
    join project_member m on m.user_id = u.id and m.role = 'owner'
    join project p on p.number = m.project_number
    where u.email = $3 and p.${PAGE_CONDITION} order by p.number desc limit $2`,
  ownerless: `select number, id, name, created_at from project p where ${PAGE_CONDITION} and (
      select count(*) from project_member m where m.project_number = p.number and m.role = 'owner'
    ) = 0 ${NEWEST_FIRST}`,
} as const

const statementOf = (filter: keyof typeof STATEMENTS): Statement => ({
  name: `read_projects_with_owners_${filter}`,
  text: STATEMENTS[filter],
})

/** The projects between two numbers, including those that the filter skips. */
const ownersBetween: Statement = {
  name: 'read_owners_between',
  text: `select m.project_number, u.email from project_member m join user_account u on u.id = m.user_id
    where m.project_number >= $1 and m.project_number <= $2 and m.role = 'owner' order by u.email`,
}

/** Projects, newest first; `hasMore` if others follow. */
export async function projectsWithOwners(
  reads: Queryable,
  { before = NUMBER_MAX, limit, owner, isOwnerless }: ProjectFilter,
): Promise<{ readonly items: readonly ProjectWithOwners[]; readonly hasMore: boolean }> {
  const filter = isOwnerless ? 'ownerless' : owner === undefined ? 'all' : 'owned'
  const parameters = [before, limit + 1, ...(filter === 'owned' ? [owner ?? ''] : [])]
  const found = await reads.query(statementOf(filter), parameters)
  const items = found.slice(0, limit).map((record) => ({
    number: Number(record['number']),
    id: String(record['id']),
    name: String(record['name']),
    createdAt: Number(record['created_at']),
    owners: [] as string[],
  }))
  const [newest, oldest] = [items[0], items.at(-1)]
  if (newest !== undefined && oldest !== undefined) {
    const byNumber = new Map(items.map((project) => [project.number, project]))
    for (const { project_number: number, email } of await reads.query(ownersBetween, [
      oldest.number,
      newest.number,
    ]))
      byNumber.get(Number(number))?.owners.push(String(email))
  }
  return { items, hasMore: found.length > limit }
}
