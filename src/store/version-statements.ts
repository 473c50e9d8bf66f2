// The statement that reads the versions of several projects at once, for their watchers.

import { versionOf } from './dataset-row.ts'
import type { Dialect, RecentBatches, SqlRecord, Statement } from './store.ts'

const VERSION_COLUMNS = 'project.number, project.dataset_id, dataset.recent_batches'
const JOIN_CURRENT_DATASET = 'join dataset on dataset.project_id = project.dataset_id'

/** The projects in a JSON list of numbers, each with its dataset and the last batch. */
export const findVersions = (dialect: Dialect): Statement => ({
  name: 'find_versions',
  text:
    dialect === 'sqlite'
      ? `select ${VERSION_COLUMNS} from json_each($1) wanted
          cross join project on project.number = wanted.value ${JOIN_CURRENT_DATASET}`
      : `select ${VERSION_COLUMNS} from project ${JOIN_CURRENT_DATASET}
          where project.number = any (translate($1, '[]', '{}')::integer[])`,
})

export interface ProjectVersion {
  readonly projectNumber: number
  readonly version: string
}

export const projectVersion = (record: SqlRecord): ProjectVersion => ({
  projectNumber: Number(record['number']),
  version: versionOf(
    Number(record['dataset_id']),
    JSON.parse(String(record['recent_batches'])) as RecentBatches,
  ),
})
