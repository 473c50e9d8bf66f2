// Distribution with Citus: which tables, by which key and in which order; later migrations; the
// commands that distribute and check an existing database.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { parseDatabaseUrl } from '../../src/config.ts'
import { distribution, openForInspection } from '../../src/store/inspection.ts'
import { type Migration, MIGRATIONS } from '../../src/store/migrations/index.ts'
import { distributePostgres, openPostgres } from '../../src/store/postgres.ts'
import { REQUEST_LOG_TABLES } from '../../src/store/request-log-statements.ts'
import { SAVE_ORDER, TABLES } from '../../src/store/tables.ts'
import { type CommandResult, runCommand } from '../kit/command.ts'
import { databases, type OpenDatabase } from '../kit/databases.ts'
import { runSql } from '../kit/sql.ts'
import { addCitus, takeCalls } from './fake-citus.ts'

const postgres = databases.find(({ name }) => name === 'postgres')

/** Project tables. The dataset is first, because the others are co-located with it. */
const OTHERS = [
  ...SAVE_ORDER.map((name) => TABLES[name].name),
  ...REQUEST_LOG_TABLES,
  'retention',
].toSorted()
const TABLES_OF_PROJECTS = ['dataset', ...OTHERS]
const CALLS = [
  'dataset by project_id with none',
  ...OTHERS.map((name) => `${name} by project_id with dataset`),
  ...TABLES_OF_PROJECTS.map((name) => `truncate ${name}`),
]

/** Migrations of the first schema with distributed tables, which runs on local tables. */
const DISTRIBUTED_SINCE = 27

const LATER: Migration = {
  name: '9000-later',
  statements: () => [
    'create table later_catalogue (id text primary key)',
    `create table later (project_id bigint not null, id bigint not null, card_id bigint not null,
      primary key (project_id, id))`,
    'alter table later add foreign key (project_id, card_id) references card (project_id, id)',
  ],
}

const migrated = async (url: string, migrations: readonly Migration[] = MIGRATIONS) =>
  (await openPostgres(url, migrations)).close()

const references = (url: string) =>
  runSql(
    { kind: 'postgres', url },
    `select conrelid::regclass::text as owner, conname, pg_get_constraintdef(oid) as definition
      from pg_constraint where contype = 'f' order by 1, 2`,
  )

describe('Citus', { skip: postgres === undefined && 'needs PostgreSQL' }, () => {
  let plain: OpenDatabase
  let opened: OpenDatabase
  before(async () => {
    assert.ok(postgres !== undefined)
    plain = await postgres.openMigrated()
    opened = await postgres.open()
    await addCitus(opened.url)
  })
  after(async () => {
    await plain.drop()
    await opened.drop()
  })

  test('distributes the project tables in the migrations of a new database', async () => {
    await migrated(opened.url)
    assert.deepEqual(await takeCalls(opened.url), CALLS)
    assert.deepEqual(await references(opened.url), await references(plain.url))
  })

  test('distributes nothing at a second start', async () => {
    await migrated(opened.url)
    assert.deepEqual(await takeCalls(opened.url), [])
  })

  test('distributes the tables that a later migration creates, before references to them', async () => {
    await migrated(opened.url, [...MIGRATIONS, LATER])
    assert.deepEqual(await takeCalls(opened.url), [
      'later by project_id with dataset',
      'truncate later',
    ])
    await runSql(parseDatabaseUrl(opened.url), 'drop table later, later_catalogue')
    await runSql(
      parseDatabaseUrl(opened.url),
      "delete from schema_version where name = '9000-later'",
    )
  })

  test('refuses a second distribution that would start elsewhere', async () => {
    assert.deepEqual(await distributePostgres(opened.url), [])
  })

  const run = (command: string, { url }: OpenDatabase): Promise<CommandResult> =>
    runCommand(['database', command, '--database', url])

  test('can distribute a database that was created before it was installed', async () => {
    await addCitus(plain.url)
    await migrated(plain.url)
    const before = await run('check', plain)
    assert.match(before.stdout, /^ok +distribution: all tables are on the coordinator: "sandcard/m)
    const { code, stdout } = await run('distribute', plain)
    assert.equal(code, 0)
    assert.match(stdout, new RegExp(`^Distributed ${TABLES_OF_PROJECTS.length} tables\\. Restart `))
    assert.match(stdout, /^ok +distribution: \d+ tables by project_id, shards: 4, servers: 2$/m)
    assert.match(stdout, /^No problems found\.$/m)
    assert.deepEqual(await takeCalls(plain.url), CALLS)
    assert.deepEqual(await references(plain.url), await references(opened.url))
    const again = await run('distribute', plain)
    assert.match(again.stdout, /^The tables were distributed before\.$/m)
  })

  test('is checked: tables, keys, co-location, servers and shards', async () => {
    const change = (text: string) => runSql(parseDatabaseUrl(opened.url), text)
    for (const [text, problem] of [
      [
        "delete from pg_dist_partition where logicalrelid = 'card'::regclass",
        'the table card is not distributed',
      ],
      [
        "update pg_dist_partition set partkey = 'id' where logicalrelid = 'account'::regclass",
        'the table account is distributed by id instead of project_id',
      ],
      [
        "update pg_dist_partition set colocationid = 7 where logicalrelid = 'callback'::regclass",
        'the table callback is not co-located with dataset',
      ],
      [
        "update pg_dist_node set isactive = false where nodename = 'worker-2'",
        'the server worker-2:5432 is not active',
      ],
      [
        "update pg_dist_node set is_up = false where nodename = 'worker-1'",
        'the server worker-1:5432 cannot be reached',
      ],
      [
        'delete from pg_dist_placement where shardid = (select min(shardid) from pg_dist_shard)',
        'has no server',
      ],
      ['create unique index card_mask on card (id)', 'the unique index card_mask lacks project_id'],
    ] as const) {
      await change(text)
      const inspected = await openForInspection(parseDatabaseUrl(opened.url))
      const { problems } = await distribution(inspected)
      await inspected.close()
      assert.ok(
        problems.some((each) => each.endsWith(problem)),
        problems.join('\n'),
      )
    }
  })
})

test('Migrations after the first distributed schema add references to new tables by alter table', () => {
  const later = MIGRATIONS.slice(DISTRIBUTED_SINCE).flatMap(({ name, statements }) =>
    statements('postgres').map((text) => [name, text] as const),
  )
  const inline = later.filter(
    ([, text]) =>
      /^\s*create table/i.test(text) && /\bproject_id\b/.test(text) && /\breferences\b/i.test(text),
  )
  assert.deepEqual(inline, [])
})
