// `npm run schema`: regenerates the committed dumps of the schema after a new migration. It uses
// TEST_DATABASE_URL, or a temporary PostgreSQL.

import { writeFileSync } from 'node:fs'
import { databases } from '../test/kit/databases.ts'
import { startPostgres } from '../test/kit/postgres.ts'
import { dumpFile, openCatalogue } from '../test/store/catalogue.ts'

const given = process.env['TEST_DATABASE_URL'] ?? ''
const server = given === '' ? await startPostgres() : undefined
if (server !== undefined) process.env['TEST_DATABASE_URL'] = server.url
try {
  for (const database of databases) {
    const opened = await database.open()
    const catalogue = await openCatalogue(opened.url)
    writeFileSync(dumpFile(database.name), await catalogue.dump())
    await catalogue.close()
    await opened.drop()
  }
} finally {
  await server?.stop()
}
