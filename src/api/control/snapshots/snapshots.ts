// Snapshots of a project: take, list, restore, copy and delete them.

import { Type } from '../../../web/http/schemas/type.ts'
import { operation, ownerOperation } from '../api.ts'
import { listAnswer } from '../list.ts'
import { ProjectName, ProjectAnswer, shownProject } from '../projects/project-view.ts'
import { forkOf, refused, snapshotNotFound, takeSnapshot } from './snapshot-access.ts'
import { exportSnapshot, importSnapshot } from './snapshot-files.ts'
import { SnapshotAnswer, SnapshotName, snapshotParameter, snapshotView } from './snapshot-view.ts'

export const createSnapshot = operation({
  name: 'createSnapshot',
  isAudited: true,
  method: 'POST',
  path: '/snapshots',
  summary: 'Take a snapshot',
  description:
    'Saves the state of the project under a name: cardholders, cards, balances, orders, callbacks, settings, counters and the clock. A snapshot never changes. A reset keeps it, but deleting the project deletes it too.',
  body: Type.Object({ name: SnapshotName }, { additionalProperties: false }),
  examples: [{ name: 'before-refunds' }],
  status: 201,
  answer: SnapshotAnswer,
  errors: ['snapshot-exists', 'too-many-snapshots'],
  handle: async ({ service, project, body }) =>
    snapshotView(await takeSnapshot(service, project, body.name)),
})

export const listSnapshots = operation({
  name: 'listSnapshots',
  method: 'GET',
  path: '/snapshots',
  summary: 'List the snapshots',
  description: 'Lists the snapshots of the project, newest first. A project can have up to 100.',
  answer: listAnswer(SnapshotAnswer),
  async handle({ service, project }) {
    const snapshots = await service.directory.snapshots.list(project.number)
    return { items: snapshots.map(snapshotView), nextCursor: null }
  },
})

export const restoreSnapshot = operation({
  name: 'restoreSnapshot',
  isAudited: true,
  method: 'POST',
  path: '/snapshots/:name/restore',
  summary: 'Restore a snapshot',
  description:
    "Replaces the project's data, settings, counters and clock with the snapshot's. The clock continues at the time of the snapshot. Credentials and product data are kept. A callback that was delivered since then is not sent again.",
  params: snapshotParameter,
  answer: SnapshotAnswer,
  errors: ['snapshot-not-found'],
  handle: async ({ service, project, params: { name } }) =>
    snapshotView(await service.restore(project, name).catch(refused)),
})

export const forkSnapshot = ownerOperation({
  name: 'forkSnapshot',
  isAudited: true,
  method: 'POST',
  path: '/snapshots/:name/fork',
  summary: 'Create a project from a snapshot',
  description:
    'Creates a project with a copy of the snapshot, the same product data and new credentials. Ids and card numbers are the same; changes in one project do not affect the other. Callbacks that were waiting stay in the inbox of the copy and are not sent. Hosted mode also needs the admin token (`Authorization: Bearer`).',
  permission: 'own',
  params: snapshotParameter,
  body: Type.Union([
    Type.Object({ name: Type.Optional(ProjectName) }, { additionalProperties: false }),
    Type.Null(),
  ]),
  examples: [{ name: 'refund tests' }],
  status: 201,
  answer: ProjectAnswer,
  errors: ['snapshot-not-found'],
  async handle({ service, project, actor, body, params: { name } }) {
    const snapshot = await service.directory.snapshots.find(project.number, name)
    if (snapshot === undefined) throw snapshotNotFound()
    const copy = await forkOf(service, snapshot, {
      name: body?.name ?? name,
      ownerId: actor.id ?? undefined,
    })
    return shownProject(service, copy)
  },
})

export const deleteSnapshot = operation({
  name: 'deleteSnapshot',
  isAudited: true,
  method: 'DELETE',
  path: '/snapshots/:name',
  summary: 'Delete a snapshot',
  description: 'Deletes a snapshot. Projects that were restored or copied from it keep their data.',
  params: snapshotParameter,
  answer: Type.Object({ name: Type.String({ description: 'Name of the snapshot' }) }),
  errors: ['snapshot-not-found'],
  async handle({ service, project, params: { name } }) {
    if (!(await service.directory.snapshots.delete(project.number, name))) throw snapshotNotFound()
    return { name }
  },
})

export const snapshotOperations = [
  createSnapshot,
  listSnapshots,
  exportSnapshot,
  importSnapshot,
  restoreSnapshot,
  forkSnapshot,
  deleteSnapshot,
]
