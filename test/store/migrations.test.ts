// Migrations of databases with rows: any table can be rebuilt in place, a migration that breaks
// references changes nothing, and the schema of a newer version is not changed.

import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { test } from 'node:test'
import { DatabaseSync } from 'node:sqlite'
import { parseDatabaseUrl } from '../../src/config.ts'
import { type Migration, MIGRATIONS } from '../../src/store/migrations/index.ts'
import { rebuild, type Rebuilt, unchanged } from '../../src/store/migrations/rebuild.ts'
import { openPostgres } from '../../src/store/postgres.ts'
import { openSqlite } from '../../src/store/sqlite.ts'
import type { Store } from '../../src/store/store.ts'
import { SandcardProcess } from '../kit/process.ts'
import { onEveryDatabase, sqlite } from '../kit/databases.ts'
import { runSql } from '../kit/sql.ts'
import { RECORDED, restore, SECRET } from '../upgrade/recorded.ts'
import { countsOf } from '../upgrade/rows.ts'

/** The recorded schema whose database has a row in every table. */
const FULL = 4

/**
 * The digest of each migration. A migration runs once per database, so if it were edited later,
 * databases with the same version number would differ.
 */
// prettier-ignore
const DIGESTS: Readonly<Record<string, readonly [sqlite: string, postgres: string]>> = {
  '0001-issuing':       ['c15154cced076e82', 'd0c97a92ca4dd14b'],
  '0002-gateway':       ['e63e793a7ebb79f0', 'd0462906de1835b5'],
  '0003-callback-key':  ['c1a96efaa2a50f67', 'c1a96efaa2a50f67'],
  '0004-binding-owner': ['e3b0c44298fc1c14', '7cbb20ce9dd351f1'],
  '0005-field-words':   ['8e3d7337be937edd', 'd9802d4f1de0000d'],
  '0006-balance-range': ['5b8e89f5612db7cf', '7595d16caa2343d4'],
  '0007-current-number': ['07dd6a07bf5a3fda', '07dd6a07bf5a3fda'],
  '0008-external-id': ['7eba157ecf547cd4', '41da185a3a44fe39'],
  '0009-credential-rotation': ['eed8c52e8aed0ed6', 'eed8c52e8aed0ed6'],
  '0010-lists': ['564fb642404db0f1', '282cce8c8f2be5ed'],
  '0011-callback-states': ['b546b83545eadf7f', 'b546b83545eadf7f'],
  '0012-users': ['e50fea471692d921', 'e50fea471692d921'],
  '0013-stored-rows': ['09cc8fa7df687dc5', '09cc8fa7df687dc5'],
  '0014-sessions-and-addresses': ['e76df8d5f1fd18cb', 'e76df8d5f1fd18cb'],
  '0015-failing-callbacks': ['2a68cbd7af288cb9', '2a68cbd7af288cb9'],
  '0016-order-filters': ['9d2ca7db306a32e0', 'a5e56e3eefd46ff5'],
  '0017-credential-uses': ['4a7d6f31684eadc0', '4a7d6f31684eadc0'],
  '0018-order-search': ['5c7a8aabfa347308', '89e540e6c5f6e392'],
  '0019-unpaid-orders': ['42c80f73fc010f84', '42c80f73fc010f84'],
  '0020-snapshots': ['18af1b05e25444ca', '18af1b05e25444ca'],
  '0021-faults': ['1a7ac1ee579371c5', '1a7ac1ee579371c5'],
  '0022-authorisations': ['731429d870006d73', 'a2895318b51cf962'],
  '0023-request-log': ['6991ee30c3e4473f', '05003a748af07f6d'],
  '0024-webhooks': ['29af28686c2fcc74', '1f54fb997cf1f91f'],
  '0025-receivers': ['7bbfa619f0ac7c34', '7bbfa619f0ac7c34'],
  '0026-decisions': ['482c86d3992734db', '482c86d3992734db'],
  '0027-real-time-decisions': ['fb7e7e1a849005d8', 'f6e93ad0730121c2'],
  '0028-callback-alerts': ['eb43dc37ea0ca3f6', 'eb43dc37ea0ca3f6'],
  '0029-decision-subjects': ['47e747369306b806', '47e747369306b806'],
  '0030-held-back-events': ['9c1bbccbc7709a58', '9c1bbccbc7709a58'],
  '0031-retention': ['d04c679927ca1bce', 'd04c679927ca1bce'],
  '0032-order-labels': ['4d59cef21bfffbe1', '4d59cef21bfffbe1'],
  '0033-inbox-states': ['195deae8ae9f512f', '195deae8ae9f512f'],
  '0034-order-trigrams': ['3c12abad5561af34', '3c12abad5561af34'],
}

for (const { name, statements } of MIGRATIONS)
  test(`The released migration ${name} is unchanged`, () => {
    const digests = (['sqlite', 'postgres'] as const).map((dialect) =>
      hash('sha256', statements(dialect).join(';\n'), 'hex').slice(0, 16),
    )
    assert.deepEqual(digests, DIGESTS[name])
  })

/**
 * Statements that break a running process of the last release: they remove, rename or narrow a part
 * that it uses. An index may be dropped; a column without a default would reject its rows.
 */
const CONTRACTING =
  /\bdrop (?!index\b|constraint\b)|\brename\b|\balter column \w+ (?:type|set data type|set not null)\b|\badd (?:column )?\w+ (?!.*\bdefault\b).*\bnot null\b|\badd constraint\b|\bcreate unique index\b/is

/**
 * Contracting migrations, with the release that stopped using the removed part: an earlier release
 * than the last one.
 */
const CONTRACTIONS: Readonly<Record<string, string>> = {}

const tableOf = (statement: string): string =>
  /\b(?:table|on) (?:if exists )?(\w+)/i.exec(statement)?.[1] ?? ''

/** True for a check of a list that has all values of the one that it replaces, and new ones. */
function widens(statement: string, earlier: readonly string[]): boolean {
  const column = /\badd constraint \w+ check \((\w+) in /i.exec(statement)?.[1]
  if (column === undefined) return false
  const valuesIn = (text: string) =>
    new RegExp(`\\(${column} in \\(([^)]*)\\)`).exec(text)?.[1]?.split(', ')
  const before = earlier.filter((each) => tableOf(each) === tableOf(statement)).map(valuesIn)
  const replaced = before.findLast((values) => values !== undefined)
  return replaced?.every((value) => valuesIn(statement)?.includes(value)) === true
}

test('Migrations since the last release only add to the tables of that release', () => {
  const released = Math.max(...RECORDED.map(({ schema }) => schema))
  const statementsOf = ({ statements }: Migration) =>
    statements('postgres').flatMap((text) => text.split(';'))
  const fresh = new Set<string>()
  const earlier = MIGRATIONS.slice(0, released).flatMap(statementsOf)
  const contracting: string[] = []
  for (const migration of MIGRATIONS.slice(released))
    for (const statement of statementsOf(migration)) {
      const created = /^\s*create table (\w+)/i.exec(statement)?.[1]
      if (created !== undefined) fresh.add(created)
      const isContracting =
        !fresh.has(tableOf(statement)) &&
        CONTRACTING.test(statement) &&
        !widens(statement, earlier) &&
        !(migration.name in CONTRACTIONS)
      if (isContracting) contracting.push(`${migration.name}: ${statement}`)
      earlier.push(statement)
    }
  assert.deepEqual(contracting, [])
  const added = (values: string) =>
    `alter table card add constraint card_status_check check (status in (${values}))`
  const before = [added("'active', 'lost'")]
  assert.ok(widens(added("'active', 'lost', 'closed'"), before))
  assert.ok(!widens(added("'active', 'closed'"), before))
  // The rule detects each kind.
  for (const statement of [
    'alter table card drop column status',
    'drop table card',
    'alter table card rename column status to state',
    'alter table card add column owner text not null',
    'alter table card alter column status set not null',
    'create unique index card_owner on card (project_id, owner)',
  ])
    assert.match(statement, CONTRACTING)
  assert.doesNotMatch("alter table card add column owner text not null default ''", CONTRACTING)
})

test('Every table of SQLite can be rebuilt with its rows, including referenced ones', async () => {
  const opened = await sqlite.open()
  await restore(opened.url, FULL)
  await (await openWith(opened.url, MIGRATIONS)).close()
  const [rows, definitions] = [await countsOf(opened.url), tablesOf(opened.url)]
  assert.ok(definitions.length > 10)
  const rebuilding = made(definitions.flatMap(rebuild))
  await (await openWith(opened.url, [...MIGRATIONS, rebuilding])).close()
  assert.deepEqual(await countsOf(opened.url), rows)
  assert.deepEqual(tablesOf(opened.url), definitions)
  await assert.rejects(runSql(parseDatabaseUrl(opened.url), 'delete from card'), /FOREIGN KEY/)
  await opened.drop()
})

test('A migration of SQLite that breaks references is rolled back', async () => {
  const opened = await sqlite.open()
  await restore(opened.url, FULL)
  const rows = await countsOf(opened.url)
  const card = tablesOf(opened.url).find(({ name }) => name === 'card')
  assert.ok(card !== undefined)
  const emptied = rebuild(card).filter((statement) => !statement.startsWith('insert'))
  await assert.rejects(
    openWith(opened.url, [...MIGRATIONS.slice(0, FULL), made(emptied)]),
    /rows of card_number, card_usage without the rows they refer to/,
  )
  assert.deepEqual(await countsOf(opened.url), rows)
  await opened.drop()
})

onEveryDatabase('The migrations', (database) => {
  test('are rolled back if one fails half-way', async () => {
    const opened = await database.open()
    await restore(opened.url, FULL)
    const rows = await countsOf(opened.url)
    const failing = made(['delete from callback', 'alter table nothing add column x integer'])
    await assert.rejects(
      openWith(opened.url, [...MIGRATIONS.slice(0, FULL), failing]),
      /migration made-up failed and nothing was changed: .*nothing/,
    )
    assert.deepEqual(await countsOf(opened.url), rows)
    await opened.drop()
  })

  test('are numbered in the order in which they ran, across several starts', async () => {
    const opened = await database.open()
    for (const known of [MIGRATIONS.slice(0, 2), MIGRATIONS]) {
      await (await openWith(opened.url, known)).close()
      const done = await runSql(
        parseDatabaseUrl(opened.url),
        'select version, name from schema_version order by version',
      )
      assert.deepEqual(
        done.map(({ version, name }) => [Number(version), name]),
        known.map(({ name }, index) => [index + 1, name]),
      )
    }
    await opened.drop()
  })

  test('of a newer version make startup fail with exit code 2, and change nothing', async () => {
    const opened = await database.open()
    await restore(opened.url, FULL)
    const newer = "insert into schema_version values (99, '0099-from-the-future')"
    await runSql(parseDatabaseUrl(opened.url), newer)
    const before = await runSql(
      parseDatabaseUrl(opened.url),
      'select * from schema_version order by version',
    )
    const settings = { DATABASE_URL: opened.url, SANDCARD_SECRET: SECRET }
    const ended = await new SandcardProcess(settings).exited()
    assert.equal(ended.code, 2)
    assert.match(ended.stderr, /^sandcard: [^\n]*newer version[^\n]*0099-from-the-future[^\n]*\n$/)
    assert.deepEqual(
      await runSql(parseDatabaseUrl(opened.url), 'select * from schema_version order by version'),
      before,
    )
    await opened.drop()
  })
})

const made = (statements: readonly string[]): Migration => ({
  name: 'made-up',
  statements: () => statements,
})

function openWith(url: string, migrations: readonly Migration[]): Promise<Store> {
  const database = parseDatabaseUrl(url)
  return database.kind === 'sqlite'
    ? openSqlite(database.path, migrations)
    : openPostgres(url, migrations)
}

/** The statements that rebuild every table of a file without a change. */
function tablesOf(url: string): readonly Rebuilt[] {
  const database = new DatabaseSync(url.slice('sqlite:'.length))
  const read = (text: string) => database.prepare(text).all() as Record<string, string>[]
  const tables = read(
    `select name, sql from sqlite_master where type = 'table' and name not like 'sqlite_%' and name <> 'schema_version' order by name`,
  )
  const described = tables.map(({ name = '', sql = '' }) => ({
    name,
    definition: sql.replace(/^CREATE TABLE "?\w+"? /, ''),
    columns: unchanged(
      ...read(`select name from pragma_table_info('${name}')`).map((c) => c['name'] ?? ''),
    ),
    indexes: read(
      `select sql from sqlite_master where type = 'index' and tbl_name = '${name}' and sql is not null order by name`,
    ).map((index) => index['sql'] ?? ''),
  }))
  database.close()
  return described
}
