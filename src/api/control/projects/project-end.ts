// Exports all data of a project, and deletes the project.

import { Type } from '../../../web/http/schemas/type.ts'
import { batchTime } from '../../../kernel/dataset.ts'
import { isDemoCredential } from '../../../projects/project.ts'
import { datasetById } from '../../../store/reads/ledger.ts'
import { realNow } from '../../../time.ts'
import { emailDeletedProject } from '../../../users/deleted-project.ts'
import { listMembers } from '../../../users/members.ts'
import { projectExport } from '../../../web/export/project-export.ts'
import { StreamedAnswer } from '../../endpoint/streamed-answer.ts'
import { operation, ownerOperation } from '../api.ts'
import { problem } from '../problems.ts'
import { Moment } from '../schemas.ts'

const Anything = Type.Record(Type.String(), Type.Unknown())
const Rows = Type.Array(Anything)

const ExportAnswer = Type.Object({
  format: Type.String({ description: 'Format of the file: `sandcard-export`' }),
  formatVersion: Type.Integer(),
  exportedAt: Type.Integer({
    description: "Time of the export on the project's clock, epoch milliseconds",
  }),
  frozen: Type.Boolean({ description: 'True if the clock of the project is stopped' }),
  project: Anything,
  settings: Anything,
  cardholders: Rows,
  accounts: Rows,
  cards: Rows,
  cardNumbers: Rows,
  cardUsages: Rows,
  entries: Rows,
  orders: Rows,
  bindings: Rows,
  authorisations: Rows,
  callbacks: Rows,
  realTimeDecisions: Rows,
  webhooks: Rows,
  webhookDeliveries: Rows,
  faults: Rows,
})

export const exportProject = operation({
  name: 'exportProject',
  method: 'GET',
  path: '/export',
  summary: 'Export all data of the project',
  description:
    'Streams one JSON document with settings, cardholders, accounts, cards, entries, orders, bindings, callbacks, webhooks and faults. Times are epoch milliseconds, amounts minor units. Card numbers are masked; credentials, keys and hashes are not included. `importSnapshot` can import it.',
  answer: ExportAnswer,
  async handle({ project, read }) {
    const dataset = await read(datasetById)
    const now = batchTime(dataset, realNow())
    return new StreamedAnswer(projectExport({ project, dataset, now, read }))
  },
})

export const deleteProject = ownerOperation({
  name: 'deleteProject',
  method: 'DELETE',
  path: '/project',
  summary: 'Delete the project',
  description:
    'Permanently deletes all data. The credentials stop working immediately. In hosted mode, owners can delete the project on its settings page; this call also needs the admin token (`Authorization: Bearer`). The other members get an email. The demo project cannot be deleted: reset it.',
  answer: Type.Object({ deletedAt: Moment }),
  errors: ['demo-credentials'],
  async handle({ service, project, actor }) {
    if (isDemoCredential('b', project.secrets.interfaceB.apiKey))
      throw problem(
        'demo-credentials',
        'The demo project cannot be deleted. Reset it: POST /control/v1/reset.',
      )
    const { accounts, directory } = service
    const members = accounts === undefined ? [] : await listMembers(accounts, project.number)
    await directory.remove(project.number)
    if (accounts !== undefined)
      emailDeletedProject(accounts, members, { by: actor.name, project: project.name })
    return { deletedAt: new Date(realNow()).toISOString() }
  },
})

export const projectEndOperations = [exportProject, deleteProject]
