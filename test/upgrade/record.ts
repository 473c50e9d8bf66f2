// Records the database of a released version for the upgrade tests. It starts the version on an
// empty SQLite file, creates the story's objects through the interfaces, and writes the rows and
// responses into a folder next to this file. Run it once for a release, with a checkout of it that
// has its dependencies:
//
//   npx node test/upgrade/record.ts CHECKOUT [--without-payments]
//   npx prettier --write test/upgrade/recorded

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { SandcardProcess } from '../kit/process.ts'
import { DemoProject } from '../kit/demo-project.ts'
import { readBack } from './reads.ts'
import { recordedFile, SECRET } from './recorded.ts'
import { runIssuingStory, runPaymentStory } from './story.ts'

const [checkout, option] = process.argv.slice(2)
if (checkout === undefined) throw new Error('the path of a checkout is missing')

const folder = mkdtempSync(join(tmpdir(), 'sandcard-record-'))
const path = join(folder, 'sandcard.db')
const settings = { DATABASE_URL: `sqlite:${path}`, SANDCARD_SECRET: SECRET }
const command = new SandcardProcess(settings, [], resolve(checkout, 'src/main.ts'))
const demo = new DemoProject(await command.ready())
const issued = await runIssuingStory(demo)
const references = option === '--without-payments' ? issued : await runPaymentStory(demo, issued)
const reads = await readBack(demo, references)
await command.stop('SIGTERM')

const database = new DatabaseSync(path)
const names = database
  .prepare(
    `select name from sqlite_master where type = 'table' and name not like 'sqlite_%' order by rowid`,
  )
  .all()
  .map(({ name }) => String(name))
const version = database.prepare('select max(version) as version from schema_version').get()?.[
  'version'
]
const inserts = names.filter((name) => name !== 'schema_version').flatMap(insertsOf)
database.close()
rmSync(folder, { recursive: true })

writeFileSync(recordedFile(Number(version), 'sql'), `${inserts.join('\n')}\n`)
writeFileSync(recordedFile(Number(version), 'json'), JSON.stringify({ references, reads }, null, 2))

/** Text that both databases read. */
function insertsOf(table: string): string[] {
  const rows = database.prepare(`select * from ${table}`).all()
  if (rows.length === 0) throw new Error(`the stories left ${table} empty`)
  return rows.map((row) => {
    const values = Object.values(row).map((value) =>
      typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value),
    )
    return `insert into ${table} (${Object.keys(row).join(', ')}) values (${values.join(', ')});`
  })
}
