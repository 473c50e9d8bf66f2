// Exports a snapshot to a file, and imports a file as a snapshot.

import { Type } from '../../../web/http/schemas/type.ts'
import { storageLimitsOf } from '../../../storage-limits.ts'
import { WrongPassphrase } from '../../../engine/file-secrets.ts'
import {
  closedFile,
  DamagedFile,
  FILE_FORMAT,
  FILE_VERSION,
  type FileHead,
  openFile,
  type OpenFile,
} from '../../../engine/snapshot-file.ts'
import { isExport, type LeftOut, readExport } from '../../../web/export/read-export.ts'
import { DEMO_PRODUCT } from '../../../projects/project.ts'
import type { Project } from '../../../engine/directory.ts'
import type { Problem } from '../../endpoint/problems.ts'
import type { SentRequest } from '../../endpoint/operation.ts'
import { StreamedAnswer } from '../../endpoint/streamed-answer.ts'
import { operation } from '../api.ts'
import { problem } from '../problems.ts'
import { refused, snapshotNotFound } from './snapshot-access.ts'
import { SnapshotAnswer, SnapshotName, snapshotParameter, snapshotView } from './snapshot-view.ts'

const FILE_TYPE = 'application/octet-stream'
/** A file with 10,000 orders is about 3 MB long. */
const FILE_LENGTH_MAX = 128 * 1024 * 1024
const PASSPHRASE_LENGTH = 200

const Headers = Type.Object({
  'snapshot-passphrase': Type.Optional(
    Type.String({
      minLength: 8,
      maxLength: PASSPHRASE_LENGTH,
      description: 'Encrypts the keys in the file; hosted mode needs it',
      examples: ['correct horse battery'],
    }),
  ),
})

const passphraseOf = ({
  'snapshot-passphrase': passphrase,
}: SentRequest['headers']): string | undefined =>
  typeof passphrase === 'string' ? passphrase : undefined

export const exportSnapshot = operation({
  name: 'exportSnapshot',
  method: 'GET',
  path: '/snapshots/:name/export',
  summary: 'Export a snapshot to a file',
  description:
    'Returns a file of JSON lines with a checksum. Card numbers in it are encrypted. The file contains their key, so anyone with the file can read them: send a `Snapshot-Passphrase` of at least 8 characters to encrypt the key. Hosted mode requires a passphrase.',
  permission: 'change',
  params: snapshotParameter,
  headers: Headers,
  answer: Type.String({ description: 'The file' }),
  errors: ['passphrase-required', 'snapshot-not-found'],
  async handle({ service, project, headers, params: { name } }) {
    const passphrase = passphraseOf(headers)
    if (service.config.mode === 'hosted' && passphrase === undefined)
      throw problem('passphrase-required', 'Send a passphrase in the header Snapshot-Passphrase.')
    const { snapshots } = service.directory
    const lines = await snapshots.export(project.number, name, passphrase)
    if (lines === undefined) throw snapshotNotFound()
    const fileName = `${name.replaceAll(/[^\w.-]/g, '_')}.sandcard-snapshot`
    return new StreamedAnswer(lines, { type: FILE_TYPE, fileName })
  },
})

/** A file without rows: the snapshot of a new project. */
function emptyFile(): string {
  const secrets = { dataKey: 'A'.repeat(43), product: DEMO_PRODUCT }
  const head: FileHead = {
    format: FILE_FORMAT,
    formatVersion: FILE_VERSION,
    schemaVersion: 20,
    name: 'empty',
    takenAt: Date.UTC(2026, 10, 23),
    clockAt: Date.UTC(2026, 10, 23),
    frozen: false,
    idNumbers: [],
    secrets: { open: JSON.stringify(secrets) },
    dataset: {},
    tables: {},
  }
  return closedFile([JSON.stringify(head)], 0)
}

function damaged({ message, pointer }: DamagedFile): Problem {
  if (pointer === undefined) return problem('snapshot-file-invalid', message)
  const detail = pointer === '' ? message : `${pointer} ${message}.`
  return problem('snapshot-file-invalid', `${detail} Nothing was imported.`, [
    { pointer, detail: message },
  ])
}

/** The file of a snapshot, or the export of a project as such a file. */
const fileOf = (
  body: string,
  project: Project,
): { readonly file: OpenFile; readonly leftOut: readonly LeftOut[] } =>
  isExport(body) ? readExport(body, project) : { file: openFile(body), leftOut: [] }

const ImportAnswer = Type.Object({
  ...SnapshotAnswer.properties,
  leftOut: Type.Array(
    Type.Object({
      pointer: Type.String({ description: 'JSON Pointer to the records in the file' }),
      count: Type.Integer(),
      detail: Type.String(),
    }),
    { description: 'Records that an export does not contain; empty for the file of a snapshot' },
  ),
})

export const importSnapshot = operation({
  name: 'importSnapshot',
  isAudited: true,
  method: 'POST',
  path: '/snapshots/import',
  summary: 'Import a snapshot from a file',
  description:
    'Stores the snapshot from an exported file. The file can come from another service, from SQLite or PostgreSQL, and from an earlier version. The snapshot is stored completely or not at all. Restore or copy it afterwards. Callbacks that were waiting are not sent. `name` replaces the name in the file. The document of `exportProject` can be imported as well: `leftOut` lists what it does not contain.',
  query: Type.Object({ name: Type.Optional(SnapshotName) }, { additionalProperties: false }),
  headers: Headers,
  isText: true,
  body: Type.String({ minLength: 1, maxLength: FILE_LENGTH_MAX, description: 'The file' }),
  bodyLimit: FILE_LENGTH_MAX,
  examples: [emptyFile()],
  status: 201,
  answer: ImportAnswer,
  errors: [
    ...(['passphrase-required', 'snapshot-exists'] as const),
    ...(['snapshot-file-invalid', 'too-many-snapshots'] as const),
  ],
  async handle({ service, project, body, headers, query: { name } }) {
    try {
      const { file, leftOut } = fileOf(body, project)
      const snapshot = await service.directory.snapshots
        .import(project.number, file, {
          name,
          passphrase: passphraseOf(headers),
          limits: storageLimitsOf(service.config),
        })
        .catch(refused)
      return { ...snapshotView(snapshot), leftOut: [...leftOut] }
    } catch (error) {
      if (error instanceof DamagedFile) throw damaged(error)
      if (error instanceof WrongPassphrase)
        throw problem(
          'passphrase-required',
          `Send the correct Snapshot-Passphrase: ${error.message}.`,
        )
      throw error
    }
  },
})
