// `sandcard database backup`: creates a verified copy of an SQLite database.

import { existsSync } from 'node:fs'
import { type DatabaseUrl, MEMORY_PATH } from '../store/database-url.ts'
import { checkCount, integrityOf, openForInspection, schemaOf } from '../store/inspection.ts'
import { BackupExists, backUpSqlite } from '../store/sqlite-backup.ts'
import { EXIT } from './exit-codes.ts'
import { CommandFailure } from './failure.ts'
import type { Session } from './session.ts'
import { StepProgress } from './terminal.ts'

export async function backUp(database: DatabaseUrl, file: string, session: Session): Promise<void> {
  if (database.kind === 'postgres')
    throw new CommandFailure(
      'no-sqlite',
      'The database is PostgreSQL: use pg_dump, or base backups with an archived write-ahead log.',
      EXIT.database,
    )
  if (database.path === MEMORY_PATH)
    throw new CommandFailure(
      'no-file',
      'An in-memory database has no file to back up.',
      EXIT.database,
    )
  if (existsSync(file)) throw existing(file)
  try {
    const bytes = await backUpSqlite(database.path, file, assertSound)
    session.show({ file, bytes }, () => `Backed up to ${file} (${bytes} bytes) and checked.`)
  } catch (error) {
    throw error instanceof BackupExists ? existing(error.message) : error
  }
}

const existing = (file: string): CommandFailure =>
  new CommandFailure(
    'backup-exists',
    `${file} exists: name another file, or delete it first.`,
    EXIT.failed,
  )

/** The same checks as in `sandcard database check`. */
async function assertSound(path: string): Promise<void> {
  const inspected = await openForInspection({ kind: 'sqlite', path })
  try {
    const { state } = await schemaOf(inspected)
    // Another schema version has different tables.
    if (state !== 'current') return
    const progress = new StepProgress('Checking the copy', checkCount(inspected))
    for await (const { name, problems } of integrityOf(inspected)) {
      progress.step()
      const [problem] = problems
      if (problem === undefined) continue
      progress.end()
      throw new CommandFailure(
        'database-damaged',
        `The database is damaged, and there is no backup of it. ${name}: ${problem}.`,
        EXIT.failed,
      )
    }
  } finally {
    await inspected.close()
  }
}
