// Proves where a sharded database runs each statement of the store: parsed by PostgreSQL's own
// parser, each names the rows of one dataset, or is listed below with the reason.

import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Statement } from '../../src/store/store.ts'
import { type Routing, routingOf } from './routing.ts'
import { DISTRIBUTED, exceptionOf, EXCEPTIONS, ON_ONE_NODE } from './routing-exceptions.ts'
import { storeStatements } from './store-statements.ts'

describe('A statement for a sharded database', () => {
  let statements: readonly (readonly [Statement, Routing])[]
  before(async () => {
    const found = await storeStatements()
    statements = await Promise.all(
      found.map(
        async (each) => [each, await routingOf(each.text, DISTRIBUTED, ON_ONE_NODE)] as const,
      ),
    )
  })

  test('of the store is collected', () => {
    assert.ok(statements.length > 500, `${statements.length} statements`)
  })

  test('relies on no uniqueness over shards', () => {
    const loose = statements.filter(([, { looseConflicts }]) => looseConflicts.length > 0)
    assert.deepEqual(
      loose.map(([{ name }]) => name),
      [],
    )
  })

  test('names rows of one dataset, or is listed with a reason', () => {
    const strays = statements.filter(([{ name }, { route }]) => {
      if (route === 'one-node' || route === 'one-dataset') return false
      return exceptionOf(name, route) === undefined
    })
    assert.deepEqual(
      strays.map(([{ name }, { route }]) => `${name}: ${route}`),
      [],
    )
  })

  test('exists for each listed exception', () => {
    for (const { names, route } of EXCEPTIONS)
      assert.ok(
        statements.some(
          ([{ name }, each]) => names.test(name) && each.route === (route ?? each.route),
        ),
        String(names),
      )
  })
})

describe('The parser of routes', () => {
  for (const [text, route] of [
    ['select 1 from project where number = $1', 'one-node'],
    ['select id from card where project_id = $1 and id > $2', 'one-dataset'],
    ['select id from card where project_id = $1 or id = $2', 'each-shard'],
    ['select id from card where project_id = any($1::bigint[]) for update', 'listed-datasets'],
    [
      'select c.id from card c join account a on a.project_id = $1 where c.project_id = $2',
      'crossing',
    ],
    ['select c.id from card c join account a on a.project_id = c.project_id', 'each-shard'],
    ['select c.id from card c join account a on a.id = c.account_id', 'crossing'],
    ['select c.id from card c join project p on p.dataset_id = c.project_id', 'crossing'],
    [
      `select (select a.id from account a where a.project_id = d.project_id limit 1) from dataset d`,
      'crossing',
    ],
    ['update card set status = $2 where project_id = $1', 'one-dataset'],
    ['delete from card where id in (select id from card where project_id = $1)', 'crossing'],
    ['insert into card (id, project_id) values ($1, $2)', 'one-dataset'],
    ['insert into card (project_id, id) values ($1, $2), ($3, $4)', 'listed-datasets'],
    ['insert into card (project_id, id) select $1, id from card where project_id = $2', 'crossing'],
    [
      'with c as (select id from card where project_id = $1) select a.id from account a, c where a.project_id = $1 and a.id = c.id',
      'one-dataset',
    ],
  ] as const)
    test(`finds ${route}: ${text.slice(0, 80)}`, async () => {
      assert.equal((await routingOf(text, DISTRIBUTED, ON_ONE_NODE)).route, route)
    })

  test('finds a conflict without the key', async () => {
    const text = 'insert into card (project_id, id) values ($1, $2) on conflict (id) do nothing'
    const { looseConflicts } = await routingOf(text, DISTRIBUTED, ON_ONE_NODE)
    assert.deepEqual(looseConflicts, ['card'])
  })
})
