// Housekeeping removes what nobody can reach any more, and nothing else.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { parseDatabaseUrl } from '../../src/config.ts'
import { IDEMPOTENCY_LIFE_MS } from '../../src/projects/idempotency.ts'
import { Engine } from '../../src/engine/engine.ts'
import type { CommandRequest } from '../../src/engine/execution.ts'
import { sweep } from '../../src/engine/housekeeping.ts'
import { openStore, type OpenStore } from '../../src/store/open.ts'
import { SAVE_ORDER, TABLES } from '../../src/store/tables.ts'
import { realNow } from '../../src/time.ts'
import { onEveryDatabase } from '../kit/databases.ts'
import type { OpenDatabase } from '../kit/databases.ts'

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
    assert.equal(await engine.catalogue.createProject(project), true)
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

  test('sweeps a retired dataset in chunks and leaves the current one alone', async () => {
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

  test('forgets an answer after its 24 hours of real time and not before', async () => {
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

  test('stops between two statements when it is told to', async () => {
    await engine.catalogue.resetProject(PROJECT)
    await sweep(open.store, () => true)
    assert.notDeepEqual(await rowsOf(NEW_DATASET), {})
  })
})
