// Finds and copies snapshots for operations, and translates errors into problems.

import { storageLimitsOf } from '../../../storage-limits.ts'
import type { Project } from '../../../engine/directory.ts'
import { SnapshotRefused, type SnapshotRefusal } from '../../../engine/staged-datasets.ts'
import { SNAPSHOTS_MAX, type Snapshot } from '../../../projects/snapshot.ts'
import type { Service } from '../../../service.ts'
import type { Problem } from '../../endpoint/problems.ts'
import { problem } from '../problems.ts'

const REFUSALS: Readonly<Record<SnapshotRefusal, () => Problem>> = {
  exists: () =>
    problem('snapshot-exists', 'Delete the snapshot of this name first, or use another name.'),
  changed: () => problem('unavailable', 'The project changed in the meantime. Retry shortly.'),
  'not-found': () => snapshotNotFound(),
  'too-many': () =>
    problem(
      'too-many-snapshots',
      `Limit of ${SNAPSHOTS_MAX} snapshots reached. Delete a snapshot first.`,
    ),
  'too-large': () =>
    problem(
      'quota-exceeded',
      'The project’s snapshots have reached their row limit. Delete a snapshot first.',
    ),
}

export const snapshotNotFound = (): Problem =>
  problem('snapshot-not-found', 'The project has no snapshot of this name.')

/** Rethrows a fault as a problem. */
export const refused = (error: unknown): never => {
  throw error instanceof SnapshotRefused ? REFUSALS[error.reason]() : error
}

export const takeSnapshot = (
  { directory, config }: Service,
  project: Project,
  name: string,
): Promise<Snapshot> =>
  directory.snapshots.take(project, name, storageLimitsOf(config)).catch(refused)

/** A new project with a copy of a snapshot. */
export const forkOf = (
  { directory }: Service,
  snapshot: Snapshot,
  project: { readonly name: string; readonly ownerId?: string | undefined },
): Promise<Project> => directory.fork(snapshot, project).catch(refused)

/** Finds the snapshot with this name or id, in the project first and then in any project. */
export async function snapshotNamed(
  { directory: { snapshots } }: Service,
  project: Project | undefined,
  nameOrId: string,
): Promise<Snapshot> {
  const own = project && (await snapshots.find(project.number, nameOrId))
  if (own !== undefined) return own
  const [found, another] = await snapshots.findAny(nameOrId)
  if (found === undefined) throw snapshotNotFound()
  if (another !== undefined)
    throw problem(
      'snapshot-ambiguous',
      'Send the project’s API key as X-API-KEY, or the snapshot’s id.',
    )
  return found
}
