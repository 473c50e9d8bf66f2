// Reads the versions of several projects in one query, for their watchers.

import { versionOf } from './dataset-row.ts'
import type { Dialect, Queryable, RecentBatches, Statement } from './store.ts'

/** The current datasets of the projects in a JSON list of numbers. */
export const findDatasets = (dialect: Dialect): Statement => ({
  name: 'find_datasets',
  text: `select number, dataset_id ${fromListed(dialect, 'project', 'number', 'integer')}`,
})

/** The last batches of the datasets in a JSON list of ids. */
export const findRecentBatches = (dialect: Dialect): Statement => ({
  name: 'find_recent_batches',
  text: `select project_id, recent_batches ${fromListed(dialect, 'dataset', 'project_id', 'bigint')}`,
})

const fromListed = (dialect: Dialect, table: string, key: string, type: string): string =>
  dialect === 'sqlite'
    ? `from json_each($1) wanted cross join ${table} on ${table}.${key} = wanted.value`
    : `from ${table} where ${key} = any (translate($1, '[]', '{}')::${type}[])`

export interface ProjectVersion {
  readonly projectNumber: number
  readonly version: string
}

export async function versionsOf(
  reads: Queryable,
  dialect: Dialect,
  projectNumbers: readonly number[],
): Promise<readonly ProjectVersion[]> {
  const projects = await reads.query(findDatasets(dialect), [JSON.stringify(projectNumbers)])
  const ids = projects.map(({ dataset_id: id }) => Number(id))
  const datasets = await reads.query(findRecentBatches(dialect), [JSON.stringify(ids)])
  const batches = new Map(
    datasets.map((each) => [Number(each['project_id']), String(each['recent_batches'])]),
  )
  return projects.flatMap(({ number, dataset_id: id }) => {
    const recent = batches.get(Number(id))
    return recent === undefined
      ? []
      : [
          {
            projectNumber: Number(number),
            version: versionOf(Number(id), JSON.parse(recent) as RecentBatches),
          },
        ]
  })
}
