// Reads the list of projects, and the number of a project id.

import type { Queryable, Statement } from '../store.ts'
import { projectColumns, type ProjectLine, projectLineOf, withLines } from '../project-line.ts'

const numberStatement: Statement = {
  name: 'read_project_number',
  text: 'select number from project where id = $1',
}

const listStatement: Statement = {
  name: 'read_projects',
  text: `select ${projectColumns} from project p where p.number < $1
    order by p.number desc limit $2`,
}

/**
 * The characters of an id. Other texts need no lookup, and PostgreSQL rejects some of them, such as
 * NUL.
 */
const PROJECT_ID = /^\w+$/

/** The number of the project with this id, or undefined. */
export async function projectNumberById(reads: Queryable, id: string): Promise<number | undefined> {
  if (!PROJECT_ID.test(id)) return undefined
  const [record] = await reads.query(numberStatement, [id])
  return record === undefined ? undefined : Number(record['number'])
}

/** The database numbers projects with signed 32-bit integers. */
export const NUMBER_MAX = 2 ** 31 - 1

export interface ProjectPage {
  /** Only projects with a smaller number, after the previous page. */
  readonly before?: number | undefined
  readonly limit: number
}

/** Projects, newest first. */
export async function projectList(
  reads: Queryable,
  { before = NUMBER_MAX, limit }: ProjectPage,
): Promise<readonly ProjectLine[]> {
  const records = await reads.query(listStatement, [Math.min(before, NUMBER_MAX), limit])
  return (await withLines(reads, records)).map(projectLineOf)
}
