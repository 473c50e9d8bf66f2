// The schema: its committed dump is current, its keys start with the project, it matches the code
// of the write path, and no frequent statement scans a table.

import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { parseDatabaseUrl } from '../../src/config.ts'
import { LOOKUPS } from '../../src/registry/rows.ts'
import {
  findCredential,
  findCredentialsOfProject,
  findActiveFaults,
  findProject,
  findDataset,
  lockProject,
  storeCredentialUse,
} from '../../src/store/catalogue-statements.ts'
import {
  findNextAuthorisations,
  findNextCallback,
  findNextOrders,
  findDatasetsWithWork,
  findDueTimes,
} from '../../src/store/due-statements.ts'
import { openStore } from '../../src/store/open.ts'
import { openSqlite } from '../../src/store/sqlite.ts'
import {
  loadFromAllStatement,
  loadStatement,
  lockDatasetStatement,
  lockFreeStatement,
  lockSeveralStatement,
  saveDatasetStatement,
  saveStatements,
} from '../../src/store/statements.ts'
import type { Queryable, SqlRecord, Statement } from '../../src/store/store.ts'
import { findDatasets, findRecentBatches } from '../../src/store/version-statements.ts'
import { SAVE_ORDER, DATASET_TABLE, TABLES } from '../../src/store/tables.ts'
import { type OpenDatabase, onEveryDatabase } from '../kit/databases.ts'
import { READS, WITHOUT_INDEX } from './all-reads.ts'
import { type Catalogue, dumpFile, openCatalogue } from './catalogue.ts'
import { PLACEMENT } from './routing-exceptions.ts'

/** Tables outside of projects, whose keys have no project. */
const ABOVE_PROJECTS = PLACEMENT.oneNode

/** Scans that the check must find. */
const SCANS = [
  'select id from card where product_type = $1',
  'select id from card where project_id = $1 and product_type = $2',
  'select o.id from journal_entry o join card c on c.pin_hash = o.kind where o.project_id = $1 and o.id = $2',
]

/** Statements for several datasets at once, which only PostgreSQL has. */
const ofLists = [
  ...SAVE_ORDER.flatMap((name) => LOOKUPS[name].map((by) => loadFromAllStatement(name, by))),
  lockSeveralStatement,
  lockFreeStatement,
]

test('Every read of the store is checked by its statements', async () => {
  const folder = new URL('../../src/store/reads/', import.meta.url)
  const modules = await Promise.all(
    readdirSync(folder).map((file) => import(new URL(file, folder).href) as Promise<object>),
  )
  const functions = modules.flatMap((module) =>
    Object.entries(module).flatMap(([name, value]) => (typeof value === 'function' ? [name] : [])),
  )
  assert.deepEqual(functions.sort(), [...Object.keys(READS), ...Object.keys(WITHOUT_INDEX)].sort())
})

test('An in-memory database has the schema and the versions of all migrations', async () => {
  const contentOf = async (path: string): Promise<readonly SqlRecord[][]> => {
    const store = await openSqlite(path)
    const all = (name: string, text: string) => store.query({ name, text }, [])
    const tables = await all('tables', "select name from sqlite_master where type = 'table'")
    const described = tables.flatMap(({ name }) =>
      ['table_xinfo', 'index_list', 'foreign_key_list'].map((pragma) =>
        all(`${pragma} of ${String(name)}`, `select * from pragma_${pragma}('${String(name)}')`),
      ),
    )
    const versions = all('versions', 'select version, name from schema_version')
    const content = await Promise.all([...described, versions])
    await store.close()
    return content.map((records) => [...records])
  }
  const folder = mkdtempSync(join(tmpdir(), 'sandcard-schema-'))
  try {
    const inFile = await contentOf(join(folder, 'file.db'))
    const inMemory = await contentOf(':memory:')
    // In any order, including the order of indexes.
    const sorted = (content: readonly SqlRecord[][]) =>
      content.map((all) => all.map(({ seq: _, ...record }) => JSON.stringify(record)).sort())
    assert.ok(inMemory.length > 50)
    assert.deepEqual(sorted(inMemory).sort(), sorted(inFile).sort())
  } finally {
    rmSync(folder, { recursive: true })
  }
})

onEveryDatabase('The schema', (database) => {
  let opened: OpenDatabase
  let catalogue: Catalogue
  before(async () => {
    opened = await database.open()
    catalogue = await openCatalogue(opened.url)
  })
  after(async () => {
    await catalogue.close()
    await opened.drop()
  })

  test('matches the committed dump, which `npm run schema` regenerates', async () => {
    assert.equal(await catalogue.dump(), readFileSync(dumpFile(database.name), 'utf8'))
  })

  test('starts every primary, unique and foreign key with the project', async () => {
    const keys = await catalogue.keys()
    assert.ok(keys.length > SAVE_ORDER.length, 'the keys were not read')
    const strays = keys.filter(
      ({ table, columns }) => !ABOVE_PROJECTS.has(table) && columns[0] !== 'project_id',
    )
    assert.deepEqual(strays, [])
  })

  test('has an index for every lookup of the write path', async () => {
    const keys = await catalogue.keys()
    for (const name of SAVE_ORDER) {
      const unique = keys.filter(
        ({ table, kind }) => table === TABLES[name].name && kind !== 'foreign',
      )
      for (const by of LOOKUPS[name]) {
        const member = by === 'currentOf' ? 'cardId' : by
        const column = TABLES[name].columns[TABLES[name].members.indexOf(member)]
        const found = unique.some(({ columns }) => columns.join() === `project_id,${column}`)
        assert.ok(found, `${TABLES[name].name} by ${column} is not unique`)
      }
    }
  })

  test('has the columns of the write path, in the same order', async () => {
    const columns = await catalogue.columns()
    for (const kind of SAVE_ORDER) {
      const { name, columns: stored, derived } = TABLES[kind]
      const all = columns.get(name) ?? []
      // Columns of rows that were added after a derived one come after it.
      assert.deepEqual(
        all.filter((column) => !derived.has(column)),
        ['project_id', ...stored],
      )
      assert.deepEqual(
        all.filter((column) => derived.has(column)),
        [...derived.keys()],
      )
    }
    // Columns that a later migration added come after the first one's.
    const ofDataset = ['project_id', ...DATASET_TABLE.columns, 'recent_batches']
    assert.deepEqual(columns.get('dataset')?.toSorted(), ofDataset.toSorted())
  })

  test('serves every frequent statement through an index', async () => {
    const statements = [...writePath(), ...(await readsAsSent())]
    assert.ok(statements.length > 2 * SAVE_ORDER.length)
    for (const statement of statements)
      assert.deepEqual(await catalogue.scans(statement), [], statement.name)
  })

  test('is checked for table scans, and the check finds one', async () => {
    for (const text of SCANS)
      assert.notDeepEqual(await catalogue.scans({ name: 'scan', text }), [], text)
  })

  function writePath(): Statement[] {
    const dialect = database.name
    return [
      ...SAVE_ORDER.flatMap((name) => LOOKUPS[name].map((by) => loadStatement(dialect, name, by))),
      ...(dialect === 'postgres' ? ofLists : []),
      ...Object.values(saveStatements(dialect)),
      lockDatasetStatement(dialect),
      saveDatasetStatement,
      findCredential,
      findCredentialsOfProject,
      storeCredentialUse,
      findProject,
      findDataset,
      lockProject(dialect),
      findNextOrders,
      findNextAuthorisations,
      findNextCallback,
      findDatasetsWithWork,
      findDatasets(dialect),
      findRecentBatches(dialect),
      findDueTimes,
      findActiveFaults,
    ]
  }

  /** The statements that the reads send to a real database. */
  async function readsAsSent(): Promise<Statement[]> {
    // Another database: an SQLite file can be open in one process only.
    const other = await database.open()
    const { store, closeReads } = await openStore(parseDatabaseUrl(other.url))
    const sent: Statement[] = []
    const reads: Queryable = {
      query(statement, parameters) {
        sent.push(statement)
        return store.query(statement, parameters)
      },
    }
    for (const read of Object.values(READS)) await read(reads)
    await closeReads()
    await store.close()
    await other.drop()
    return sent
  }
})
