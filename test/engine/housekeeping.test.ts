// Housekeeping deletes unreachable rows, but no others.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { parseDatabaseUrl } from '../../src/config.ts'
import { IDEMPOTENCY_LIFE_MS } from '../../src/projects/idempotency.ts'
import { Engine } from '../../src/engine/engine.ts'
import type { CommandRequest } from '../../src/engine/execution.ts'
import { sweep } from '../../src/engine/housekeeping.ts'
import { openStore, type OpenStore } from '../../src/store/open.ts'
import { transact } from '../../src/store/store.ts'
import { SAVE_ORDER, TABLES } from '../../src/store/tables.ts'
import { realNow } from '../../src/time.ts'
import { onEveryDatabase, type OpenDatabase } from '../kit/databases.ts'
import { watchedStore } from '../kit/watched-store.ts'

const PROJECT = 1
const OLD_DATASET = 1_000_000
const NEW_DATASET = 1_000_001
const MORE_THAN_A_CHUNK = 1_100

onEveryDatabase('Housekeeping', (database) => {
  let opened: OpenDatabase
  let open: OpenStore
  let engine: Engine

  before(async () => {
    opened = await database.open()
    open = await openStore(parseDatabaseUrl(opened.url))
    engine = new Engine(open.store)
    const project = { id: 'prj_a', name: 'a', sealed: '', credentials: [] }
    assert.equal(await engine.catalogue.createProject(project), 1)
  })
  after(async () => {
    await engine.close()
    await open.closeReads()
    await open.store.close()
    await opened.drop()
  })

  const register = (datasetId: number, scope: string) => {
    const input = { firstName: 'A', lastName: 'B', phoneNumber: '+1', profile: {} }
    const idempotency = { scope, request: 'r', answerKey: Buffer.alloc(32).toString('base64url') }
    const envelope: CommandRequest = {
      datasetId,
      command: 'registerCardholder',
      input,
      idempotency,
    }
    return engine.submit(envelope)
  }

  const datasets = async (): Promise<{ readonly retired: number; readonly current: number }> => {
    const [record] = await open.reads.query(
      {
        name: 'count_datasets',
        text: 'select sum(retired) as retired, max(project_id) as newest from dataset',
      },
      [],
    )
    return { retired: Number(record?.['retired']), current: Number(record?.['newest']) }
  }

  const rowsOf = async (datasetId: number): Promise<Record<string, number>> => {
    const counts: Record<string, number> = {}
    for (const table of SAVE_ORDER) {
      const { name } = TABLES[table]
      const statement = {
        name: `count_${name}`,
        text: `select count(*) as n from ${name} where project_id = $1`,
      }
      const [record] = await open.reads.query(statement, [datasetId])
      if (Number(record?.['n']) > 0) counts[name] = Number(record?.['n'])
    }
    return counts
  }

  test('deletes a retired dataset in chunks and keeps the current one', async () => {
    const commands = Array.from({ length: MORE_THAN_A_CHUNK }, (_, index) =>
      register(OLD_DATASET, `old-${index}`),
    )
    for (const { kind } of await Promise.all(commands)) assert.equal(kind, 'result')
    await engine.catalogue.resetProject(PROJECT)
    assert.equal((await register(NEW_DATASET, 'new')).kind, 'result')
    assert.equal((await register(OLD_DATASET, 'late')).kind, 'stale')
    await sweep(open.store, () => false)
    assert.deepEqual(await rowsOf(OLD_DATASET), {})
    assert.deepEqual(await rowsOf(NEW_DATASET), { cardholder: 1, account: 1, idempotency: 1 })
    assert.equal((await register(OLD_DATASET, 'later')).kind, 'stale')
  })

  test('deletes a stored response after 24 hours of real time, not before', async () => {
    const age = { name: 'age', text: 'update idempotency set stored_at = $1 where scope = $2' }
    assert.equal((await register(NEW_DATASET, 'young')).kind, 'result')
    const transaction = await open.store.begin()
    await transaction.run(age, [realNow() - IDEMPOTENCY_LIFE_MS - 1000, 'new'])
    await transaction.run({ ...age, name: 'age_young' }, [
      realNow() - IDEMPOTENCY_LIFE_MS + 60_000,
      'young',
    ])
    await transaction.commit()
    await sweep(open.store, () => false)
    const left = await open.reads.query(
      { name: 'scopes', text: 'select scope from idempotency where project_id = $1' },
      [NEW_DATASET],
    )
    assert.deepEqual(
      left.map(({ scope }) => scope),
      ['young'],
    )
  })

  test('deletes a thousand empty datasets in few transactions, each in its own turn of the event loop', async () => {
    for (let reset = 0; reset < 1000; reset++) await engine.catalogue.resetProject(PROJECT)
    let transactions = 0
    let inThisTurn = 0
    let mostInOneTurn = 0
    let handle = setImmediate(function turn() {
      inThisTurn = 0
      handle = setImmediate(turn)
    })
    const onBegin = () => {
      transactions += 1
      inThisTurn += 1
      mostInOneTurn = Math.max(mostInOneTurn, inThisTurn)
    }
    await sweep(watchedStore({ onBegin })(open.store), () => false)
    clearImmediate(handle)
    assert.equal(mostInOneTurn, 1)
    assert.ok(transactions < 100, `${transactions} transactions`)
    assert.equal((await datasets()).retired, 0)
  })

  test('deletes a limited number of datasets with rows in one round', async () => {
    for (const scope of ['first', 'second', 'third']) {
      assert.equal((await register((await datasets()).current, scope)).kind, 'result')
      await engine.catalogue.resetProject(PROJECT)
    }
    await sweep(open.store, () => false, 2)
    assert.equal((await datasets()).retired, 1)
    await sweep(open.store, () => false, 2)
    assert.equal((await datasets()).retired, 0)
  })

  test('deletes expired sessions, links and invitations, but no others', async () => {
    const ENDS_AT = { expired: realNow(), valid: realNow() + 600_000 }
    let inserts = 0
    const insert = (text: string) =>
      transact(open.store, (transaction) =>
        transaction.run({ name: `insert_${inserts++}`, text: `insert into ${text}` }, []),
      )
    await insert("user_account (id, email, created_at) values ('usr_1', 'a@x.example', 0)")
    for (const [hash, at] of Object.entries(ENDS_AT)) {
      await insert(
        `user_session (hash, user_id, created_at, ends_at) values ('${hash}', 'usr_1', 0, ${at})`,
      )
      await insert(
        `mail_link (hash, purpose, email, created_at, ends_at) values ('${hash}', 'reset', 'a@x.example', 0, ${at})`,
      )
      await insert(
        `project_invitation (project_number, email, hash, role, invited_by, created_at, ends_at)
          values (${PROJECT}, '${hash}@x.example', '${hash}', 'viewer', 'usr_1', 0, ${at})`,
      )
    }
    await sweep(open.store, () => false)
    for (const table of ['user_session', 'mail_link', 'project_invitation'])
      assert.deepEqual(
        (
          await open.reads.query({ name: `left_${table}`, text: `select hash from ${table}` }, [])
        ).map(({ hash }) => hash),
        ['valid'],
        table,
      )
  })

  test('stops between two statements when the service stops', async () => {
    const { current } = await datasets()
    assert.equal((await register(current, 'last')).kind, 'result')
    await engine.catalogue.resetProject(PROJECT)
    await sweep(open.store, () => true)
    assert.notDeepEqual(await rowsOf(current), {})
  })
})
