// Proves where a sharded database runs each statement of the store. Each is parsed by PostgreSQL's
// own parser, and addresses the rows of one dataset or is listed below with the reason.

import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Statement } from '../../src/store/store.ts'
import { analysisOf, parameterOf, type ShardsOf, verdictOf } from './citus-rules.ts'
import { type Routing, routingOf, statementsOf } from './routing.ts'
import { exceptionOf, EXCEPTIONS, PLACEMENT } from './routing-exceptions.ts'
import { storeStatements } from './store-statements.ts'

/** Every dataset in a separate shard. */
const EACH_APART: ShardsOf = (key) => {
  const number = parameterOf(key)
  return key.startsWith('any ') ? [number, -number] : [number]
}

describe('A statement for a sharded database', () => {
  let statements: readonly (readonly [Statement, Routing])[]
  before(async () => {
    const found = await storeStatements()
    statements = found.map((each) => [each, routingOf(each.text, PLACEMENT)] as const)
  })

  test('is collected if it belongs to the store', () => {
    assert.ok(statements.length > 500, `${statements.length} statements`)
  })

  test('does not rely on uniqueness across shards', () => {
    const loose = statements.filter(([, { looseConflicts }]) => looseConflicts.length > 0)
    assert.deepEqual(
      loose.map(([{ name }]) => name),
      [],
    )
  })

  test('addresses the rows of one dataset, or is listed as an exception with a reason', () => {
    const strays = statements.filter(([{ name }, { route }]) => {
      if (route === 'one-node' || route === 'one-dataset') return false
      return exceptionOf(name, route) === undefined
    })
    assert.deepEqual(
      strays.map(([{ name }, { route }]) => `${name}: ${route}`),
      [],
    )
  })

  test('is permitted by Citus, even if each parameter is a dataset in a different shard', () => {
    const refused = statements.flatMap(([{ name, text }, { route }]) => {
      if (exceptionOf(name, route)?.isUnsharded === true) return []
      return statementsOf(text).flatMap((tree) => {
        const { refusal } = verdictOf(analysisOf(tree, PLACEMENT), EACH_APART)
        return refusal === undefined ? [] : [`${name}: ${refusal}`]
      })
    })
    // The datasets of a batch are in one shard.
    assert.deepEqual(refused, [
      'lock_dataset: could not run distributed query with FOR UPDATE/SHARE commands',
    ])
  })

  test('exists for every listed exception', () => {
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
    [
      'select a.id from account a left join (select project_id, max(id) as last from card group by project_id) c on c.project_id = a.project_id',
      'each-shard',
    ],
    [
      'select a.id from account a left join (select max(id) as last from card) c on c.last = a.id',
      'crossing',
    ],
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
    test(`finds ${route}: ${text.slice(0, 80)}`, () => {
      assert.equal(routingOf(text, PLACEMENT).route, route)
    })

  test('finds a conflict without the key', () => {
    const text = 'insert into card (project_id, id) values ($1, $2) on conflict (id) do nothing'
    const { looseConflicts } = routingOf(text, PLACEMENT)
    assert.deepEqual(looseConflicts, ['card'])
  })
})

describe('The rules of Citus', () => {
  const FOR_UPDATE = 'could not run distributed query with FOR UPDATE/SHARE commands'
  const COMPLEX =
    'complex joins are only supported when all distributed tables are co-located and joined on their distribution columns'
  const LOCAL = 'direct joins between distributed and local tables are not supported'
  /** Parameters are datasets; those from 10 are in the second shard. */
  const shards = (values: readonly unknown[]): ShardsOf => {
    return (key) => [values[parameterOf(key) - 1]].flat().map((id) => Math.floor(Number(id) / 10))
  }
  for (const [text, values, refusal] of [
    ['select 1 from dataset where project_id = $1 for update', [1], undefined],
    ['select 1 from dataset where project_id = any($1::bigint[]) for update', [[1, 2]], undefined],
    [
      'select 1 from dataset where project_id = any($1::bigint[]) for update',
      [[1, 12]],
      FOR_UPDATE,
    ],
    ['select 1 from dataset where retired = 1 for update', [], FOR_UPDATE],
    ['select 1 from project where number = $1 for update', [1], undefined],
    [
      'update card k set status = s.status from card s where k.project_id = $1 and s.project_id = $2',
      [1, 2],
      undefined,
    ],
    [
      'update card k set status = s.status from card s where k.project_id = $1 and s.project_id = $2',
      [1, 12],
      COMPLEX,
    ],
    [
      'with s as (select * from card where project_id = $2) update card k set status = s.status from s where k.project_id = $1',
      [1, 12],
      undefined,
    ],
    [
      'insert into card (project_id, id) select $1, id from card where project_id = $2',
      [1, 12],
      undefined,
    ],
    ['insert into card (project_id, id) values ($1, $2), ($3, $4)', [1, 1, 12, 1], undefined],
    [
      'insert into card (id) values ($1)',
      [1],
      'cannot perform an INSERT without a partition column value',
    ],
    [
      'insert into card (project_id, id) values ($1, (select 1))',
      [1],
      'subqueries are not supported within INSERT queries',
    ],
    [
      'update card set project_id = $2 where project_id = $1',
      [1, 2],
      'modifying the partition value of rows is not allowed',
    ],
    [
      'update card set id = random() where project_id = $1',
      [1],
      'functions used in modification queries on distributed tables must not be VOLATILE',
    ],
    [
      'delete from dataset where retired = 1 and not exists (select 1 from card c where c.project_id = dataset.project_id)',
      [],
      undefined,
    ],
    [
      'delete from dataset where not exists (select 1 from card c where c.id = dataset.next_id)',
      [],
      COMPLEX,
    ],
    ['select 1 from card c join project p on p.dataset_id = c.project_id', [], LOCAL],
    [
      'update project set name = c.status from card c where c.project_id = $1 and number = $2',
      [1, 1],
      LOCAL,
    ],
  ] as const)
    test(`${refusal === undefined ? 'permit' : 'refuse'}: ${text} with ${JSON.stringify(values)}`, () => {
      const [tree] = statementsOf(text)
      assert.ok(tree !== undefined)
      assert.equal(verdictOf(analysisOf(tree, PLACEMENT), shards(values)).refusal, refusal)
    })
})
