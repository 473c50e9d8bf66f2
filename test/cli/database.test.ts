// `sandcard database`: checks of a database that a service uses, and of a damaged one.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { connect } from '../../src/client/connect.ts'
import type { DatabaseUrl } from '../../src/store/database-url.ts'
import { type CommandResult, runCommand } from '../kit/command.ts'
import { onEveryDatabase } from '../kit/databases.ts'
import { type Sandbox, startSandbox } from '../kit/sandbox.ts'
import { runSql } from '../kit/sql.ts'

onEveryDatabase('The database command', (database) => {
  let sandbox: Sandbox
  let own: DatabaseUrl
  before(async () => {
    sandbox = await startSandbox(database)
    own = sandbox.sandcard.service.config.database
  })
  after(() => sandbox.close())

  const run = (...args: string[]): Promise<CommandResult> => {
    const url = own.kind === 'sqlite' ? `sqlite:${own.path}` : own.url
    return runCommand(['database', ...args], { env: { DATABASE_URL: url } })
  }

  test('checks a database in use and finds no problem', async () => {
    const project = await connect(sandbox.url).project()
    await project.control.seedProject({ seed: 1 })
    await project.control.resetProject()
    await project.control.seedProject({ seed: 2 })
    const { code, stdout, stderr } = await run('check')
    assert.deepEqual([code, stderr], [0, ''], stdout)
    const names = ['schema', 'pages and indexes', 'references between rows']
    for (const name of [...names, 'sum of all accounts', 'balances and postings'])
      assert.match(stdout, new RegExp(`^ok +${name}$`, 'm'))
  })

  test('finds an account that was changed without a posting', async () => {
    await runSql(own, "update account set posted = posted + 1 where kind = 'merchant'")
    const { code, stdout } = await run('check', '--json')
    assert.equal(code, 1)
    const { healthy, checks } = JSON.parse(stdout) as {
      healthy: boolean
      checks: { name: string; problems: string[] }[]
    }
    const failed = checks.filter(({ problems }) => problems.length > 0)
    assert.equal(healthy, false)
    assert.deepEqual(
      failed.map(({ name }) => name),
      ['sum of all accounts', 'balances and postings'],
    )
    assert.match(
      failed[0]?.problems[0] ?? '',
      /^the accounts of dataset \d+ sum to 1 instead of 0$/,
    )
    await runSql(own, "update account set posted = posted - 1 where kind = 'merchant'")
  })

  test('reports that a newer version created the schema', async () => {
    await runSql(own, "insert into schema_version values (9000, '9000-later')")
    const { code, stdout } = await run('check')
    assert.equal(code, 1)
    assert.match(stdout, /^failed +schema: it ends at 9000-later, which is newer than/m)
    await runSql(own, 'delete from schema_version where version = 9000')
  })

  test('does not distribute tables without Citus', async () => {
    const { code, stdout, stderr } = await run('distribute')
    assert.deepEqual([code, stdout], [3, ''])
    const reason = own.kind === 'sqlite' ? /is an SQLite file: / : /has no Citus extension: /
    assert.match(stderr, reason)
    assert.match(stderr, /^sandcard: [^\n]*\n$/)
  })
})

test('"sandcard database check" exits with 3 without a usable database, and with 2 for an invalid URL', async () => {
  const results = await Promise.all(
    ['sqlite:./none.db', 'postgres://127.0.0.1:2/none', 'sqlite::memory:', 'nonsense'].map((url) =>
      runCommand(['database', 'check', '--database', url]),
    ),
  )
  assert.deepEqual(
    results.map(({ code }) => code),
    [3, 3, 3, 2],
  )
  assert.match(results[0]?.stderr ?? '', /There is no SQLite file \.\/none\.db/)
})
