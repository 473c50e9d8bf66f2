// `sandcard database`: checks, backs up and distributes a database without a service.

import type { Command } from '@commander-js/extra-typings'
import type { DatabaseUrl } from '../store/database-url.ts'
import {
  type CheckResult,
  distribute,
  hasCitus,
  type Inspected,
  checkCount,
  integrityOf,
  openForInspection,
  schemaOf,
  type SchemaReport,
} from '../store/inspection.ts'
import { backUp } from './database-backup.ts'
import { EXIT } from './exit-codes.ts'
import { CommandFailure } from './failure.ts'
import { examples } from './help.ts'
import type { Session } from './session.ts'
import { coloured, printable, StepProgress } from './terminal.ts'
import { settingsWith } from './values.ts'

export function addDatabase(program: Command, session: Session): void {
  const database = program
    .command('database')
    .summary('check a database, back it up, or distribute its tables')
    .description(
      'Works directly on the database in --database or DATABASE_URL, even if the service is not running. Checks and backups only read, so the service may also be running.',
    )
    .addHelpText(
      'after',
      examples(
        ['sandcard database check', 'check the SQLite file of this folder'],
        ['sandcard database backup copy.db', 'copy it while the service runs'],
        ['sandcard database check --database postgres://user@host/sandcard', 'check PostgreSQL'],
      ),
    )
  database
    .command('check')
    .description(
      'Checks the version of the schema, the integrity of the database, and that the ledger of every project adds up to 0.',
    )
    .option('--database <url>', 'the database; default: DATABASE_URL')
    .action(({ database: flag }) =>
      onDatabase(databaseOf(flag), (inspected) => check(inspected, session)),
    )
  database
    .command('backup')
    .description(
      'Writes a consistent copy of an SQLite database to a new file and checks it, while the service runs.',
    )
    .argument('<file>', 'the file to create')
    .option('--database <url>', 'the database; default: DATABASE_URL')
    .action(async (file, { database: flag }) => {
      await backUp(databaseOf(flag), file, session)
    })
  database
    .command('distribute')
    .description('Distributes the tables of a PostgreSQL database with Citus by project.')
    .option('--database <url>', 'the database; default: DATABASE_URL')
    .action(async ({ database: flag }) => {
      const url = databaseOf(flag)
      if (url.kind === 'sqlite')
        throw new CommandFailure(
          'no-citus',
          'The database is an SQLite file: only PostgreSQL with the Citus extension distributes tables.',
          EXIT.database,
        )
      await distributeAndCheck(url, session)
    })
}

/** The database of the flag, or of the settings. */
const databaseOf = (flag: string | undefined): DatabaseUrl => settingsWith(flag).database

async function onDatabase(
  database: DatabaseUrl,
  work: (inspected: Inspected) => Promise<void>,
): Promise<void> {
  const inspected = await openForInspection(database)
  try {
    await work(inspected)
  } finally {
    await inspected.close()
  }
}

async function check(inspected: Inspected, session: Session): Promise<void> {
  const schema = await schemaOf(inspected)
  const results: CheckResult[] = [{ name: 'schema', problems: schemaProblems(schema) }]
  const print = (result: CheckResult): void => {
    if (!session.isJson) session.print(linesOf(result))
  }
  results.forEach(print)
  // Another schema version has different tables.
  if (schema.state === 'current') {
    const progress = new StepProgress('Checking', checkCount(inspected))
    for await (const result of integrityOf(inspected)) {
      results.push(result)
      progress.step(() => print(result))
    }
    progress.end()
  }
  const problems = results.reduce((count, result) => count + result.problems.length, 0)
  session.show({ healthy: problems === 0, schema, checks: results }, () =>
    problems === 0 ? '\nNo problems found.' : `\nProblems found: ${problems}.`,
  )
  if (problems > 0) process.exitCode = EXIT.failed
}

function schemaProblems({ state, last, expected }: SchemaReport): readonly string[] {
  switch (state) {
    case 'current':
      return []
    case 'missing':
      return ['the database has no tables: the first start of the service creates them']
    case 'older':
      return [`it ends at ${last ?? ''}: start the service to migrate it to ${expected}`]
    case 'newer':
      return [`it ends at ${last ?? ''}, which is newer than ${expected} of this version`]
  }
}

const linesOf = ({ name, problems, note }: CheckResult): string =>
  problems.length === 0
    ? `${coloured('green', 'ok    ')}  ${name}${note === undefined ? '' : `: ${note}`}`
    : problems
        .map((problem) => `${coloured('red', 'failed')}  ${name}: ${printable(problem)}`)
        .join('\n')

/** Distributes the tables, and checks the result. */
async function distributeAndCheck(
  database: Extract<DatabaseUrl, { kind: 'postgres' }>,
  session: Session,
): Promise<void> {
  await onDatabase(database, async (inspected) => {
    if (!(await hasCitus(inspected)))
      throw new CommandFailure(
        'no-citus',
        'The database has no Citus extension: install Citus, run "create extension citus" in the database, and repeat the command.',
        EXIT.database,
      )
    const { state } = await schemaOf(inspected)
    if (state !== 'current')
      throw new CommandFailure(
        'schema-not-current',
        'The database does not have the schema of this version: start the service once, stop it, and repeat the command.',
        EXIT.database,
      )
  })
  const tables = await distribute(database.url)
  if (!session.isJson)
    session.print(
      tables.length === 0
        ? 'The tables were distributed before.\n'
        : `Distributed ${tables.length} tables. Restart all services that use the database.\n`,
    )
  await onDatabase(database, (inspected) => check(inspected, session))
}
