// `sandcard snapshot`: saves and restores the state of a project.

import { writeFileSync } from 'node:fs'
import type { Command } from '@commander-js/extra-typings'
import type { CreateSnapshotAnswer, ProjectDescription } from '../client/operations.ts'
import { commandSecret } from '../config.ts'
import { CommandFailure } from './failure.ts'
import { examples } from './help.ts'
import { descriptionOf, projectText } from './project.ts'
import type { Session } from './session.ts'
import { counted, table, withProgress } from './terminal.ts'
import { systemReason, textOfFile } from './values.ts'

export function addSnapshot(program: Command, session: Session): void {
  const snapshot = program
    .command('snapshot')
    .summary('save the state of a project, and return to it')
    .description(
      'A snapshot is a named copy of the project: its data, settings, counters and clock, without its credentials and request log. It never changes. Restoring it replaces the project’s data.',
    )
    .addHelpText(
      'after',
      examples(
        ['sandcard snapshot create ready', 'save the state'],
        ['sandcard snapshot restore ready', 'return to it'],
        ['sandcard snapshot fork ready copy', 'a new project in that state'],
        ['sandcard snapshot export ready', 'write it to ready.sandcard-snapshot'],
      ),
    )
  snapshot
    .command('list', { isDefault: true })
    .description('Lists the project’s snapshots, newest first.')
    .action(async () => {
      const list = await session.control.listSnapshots()
      session.show(list, () => snapshotsText(list.items))
    })
  snapshot
    .command('create')
    .description('Saves the state of the project.')
    .argument('<name>', 'name of the snapshot')
    .action(async (name) => {
      const created = await session.control.createSnapshot({ name })
      session.show(created, () => snapshotsText([created]))
    })
  snapshot
    .command('restore')
    .description('Replaces the project’s data with the snapshot’s.')
    .argument('<name>', 'name of the snapshot')
    .action(async (name) => {
      const restored = await session.control.restoreSnapshot({ name })
      session.show(restored, () => `The project is in the state of ${restored.name}.`)
    })
  snapshot
    .command('fork')
    .description(
      'Creates a project with the snapshot’s data, and prints its credentials. In hosted mode, set SANDCARD_ADMIN_TOKEN.',
    )
    .argument('<snapshot>', 'name of the snapshot')
    .argument('[name]', 'name of the new project')
    .action(async (snapshotName, name) => {
      const created = await fork(session, snapshotName, name)
      session.show(created, () => projectText(created))
    })
  addFiles(snapshot, session)
  snapshot
    .command('delete')
    .description('Deletes a snapshot. The project does not change.')
    .argument('<name>', 'name of the snapshot')
    .action(async (name) => {
      const deleted = await session.control.deleteSnapshot({ name })
      session.show(deleted, () => `Snapshot ${name} is deleted.`)
    })
}

/** Export to a file, and import from one. */
function addFiles(snapshot: Command, session: Session): void {
  snapshot
    .command('export')
    .description(
      'Writes a snapshot to a file. SNAPSHOT_PASSPHRASE encrypts the keys in it; hosted mode needs it.',
    )
    .argument('<name>', 'name of the snapshot')
    .option('-o, --output <file>', 'the file; - writes to standard output')
    .action(async (name, { output = `${name.replaceAll(/[^\w.-]/g, '_')}.sandcard-snapshot` }) => {
      const file = await withProgress(`Exporting ${name}`, (report) =>
        session.reporting(report).exportSnapshot({ name }, secrets()),
      )
      if (output === '-') {
        session.print(file.trimEnd())
        return
      }
      writeFile(output, file)
      const size = Buffer.byteLength(file)
      session.show({ file: output, size }, () => `${output}: ${size} bytes.`)
    })
  snapshot
    .command('import')
    .description(
      'Imports a snapshot from an exported file. SNAPSHOT_PASSPHRASE decrypts its keys. It also imports the JSON of GET /control/v1/export, which contains no secrets.',
    )
    .argument('<file>', 'the file; - reads standard input')
    .option('--name <name>', 'name for the imported snapshot; default: the name in the file')
    .action(async (path, options) => {
      const file = await textOfFile(path)
      const imported = await withProgress(`Importing ${path}${rowsIn(file)}`, (report) =>
        session.reporting(report).importSnapshot({ file, ...options }, secrets()),
      )
      session.show(imported, () =>
        [snapshotsText([imported]), ...imported.leftOut.map(({ detail }) => detail)].join('\n'),
      )
    })
}

const secrets = () => ({ snapshotPassphrase: commandSecret('SNAPSHOT_PASSPHRASE') })

/** The last line of a snapshot file contains the number of its rows. */
function rowsIn(file: string): string {
  const [, rows] = /\n\{"rows":(\d{1,15}),"sha256":"\w+"\}\s*$/.exec(file.slice(-200)) ?? []
  return rows === undefined ? '' : ` (${counted(Number(rows), 'row')})`
}

const OWNER_ONLY = 0o600

/** The file may contain the keys that encrypt card numbers. */
function writeFile(path: string, text: string): void {
  try {
    writeFileSync(path, text, { mode: OWNER_ONLY })
  } catch (error) {
    throw new CommandFailure('file-unwritable', `cannot write ${path}: ${systemReason(error)}`)
  }
}

/**
 * The client sends `name` as the snapshot's name, so a named copy is created by the snapshot's id.
 */
async function fork(
  { control, connection }: Session,
  name: string,
  project: string | undefined,
): Promise<ProjectDescription> {
  const { items } = project === undefined ? { items: [] } : await control.listSnapshots()
  const found = items.find((each) => each.name === name)
  return found === undefined || project === undefined
    ? control.forkSnapshot({ name })
    : descriptionOf(await connection.project({ name: project, snapshot: found.id }))
}

const snapshotsText = (snapshots: readonly CreateSnapshotAnswer[]): string =>
  table(
    ['NAME', 'CREATED', 'CLOCK', 'ROWS', 'CARDS', 'ORDERS'],
    snapshots.map(({ name, createdAt, clock, rows, cards, orders }) => [
      name,
      createdAt,
      clock.now,
      ...[rows, cards, orders].map(String),
    ]),
    'There are no snapshots.',
  )
