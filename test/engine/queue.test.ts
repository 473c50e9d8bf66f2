// The queue of the engine, the ownership of an SQLite file, and the data that a reader sees.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { parseDatabaseUrl } from '../../src/config.ts'
import { type CommandRequest, faultResult } from '../../src/engine/execution.ts'
import { Queue, QUEUE_MAX_COMMANDS } from '../../src/engine/queue.ts'
import { openStore } from '../../src/store/open.ts'
import { accountsOf } from '../../src/store/reads/ledger.ts'
import { StoreUnavailable } from '../../src/store/store.ts'
import { onEveryDatabase } from '../kit/databases.ts'
import { openEngineProcess, cardholderInput, EngineSandbox } from '../kit/engine-sandbox.ts'

const waiting = (datasetId: number) => {
  const request: CommandRequest = { datasetId, command: 'topup', input: undefined }
  return { request, resolve: () => undefined }
}

test('A full queue refuses commands until others are taken', () => {
  const queue = new Queue()
  for (let index = 0; index < QUEUE_MAX_COMMANDS; index++) assert.ok(queue.add(waiting(index % 7)))
  assert.equal(queue.add(waiting(1)), false)
  assert.equal(queue.size, QUEUE_MAX_COMMANDS)
  assert.equal(queue.take(1, 100).length, 100)
  assert.equal(queue.add(waiting(1)), true)
})

test('Datasets are processed in turn', () => {
  const queue = new Queue()
  for (const datasetId of [1, 1, 1, 2, 3]) queue.add(waiting(datasetId))
  assert.deepEqual(queue.datasets(), [1, 2, 3])
  queue.take(1, 2)
  assert.deepEqual(queue.datasets(), [2, 3, 1])
  assert.equal(queue.take(1, 2).length, 1)
  assert.equal(queue.take(1, 2).length, 0)
  assert.equal(queue.size, 2)
})

onEveryDatabase('The engine', (database) => {
  let sandbox: EngineSandbox
  before(async () => (sandbox = await EngineSandbox.start(database)))
  after(() => sandbox.close())

  test('refuses commands as busy above 10,000 waiting ones, and decides the others', async () => {
    const outcomes = Array.from({ length: QUEUE_MAX_COMMANDS + 3 }, () =>
      // The cardholder does not exist, so the command is decided and changes nothing.
      sandbox.submit('updateCardholder', { cardholderId: 1, profile: {} }),
    )
    const codes = (await Promise.all(outcomes)).map((outcome) =>
      outcome.kind === 'fault' ? outcome.code : outcome.kind,
    )
    assert.deepEqual(codes.slice(QUEUE_MAX_COMMANDS), ['busy', 'busy', 'busy'])
    assert.ok(codes.slice(0, QUEUE_MAX_COMMANDS).every((code) => code === 'cardholder-not-found'))
  })

  test('decides commands that wait together in one commit', async () => {
    const before = sandbox.process.commits.length
    await Promise.all(
      Array.from({ length: 50 }, () => sandbox.submit('registerCardholder', cardholderInput())),
    )
    assert.deepEqual(sandbox.process.commits.slice(before), [50])
  })

  test('refuses commands while closing, and completes accepted ones', async () => {
    const process =
      database.name === 'sqlite' ? sandbox.process : await openEngineProcess(sandbox.opened.url)
    const { datasetId } = sandbox.project
    const input: CommandRequest = {
      datasetId,
      command: 'registerCardholder',
      input: cardholderInput(),
    }
    const accepted = Array.from({ length: 20 }, () => process.engine.submit(input))
    const closed = process.engine.close()
    const late = await process.engine.submit(input)
    assert.deepEqual(late, faultResult('unavailable', 'The service is stopping.'))
    await closed
    for (const { kind } of await Promise.all(accepted)) assert.equal(kind, 'result')
    if (process !== sandbox.process) await process.close()
  })
})

onEveryDatabase('An engine that closes during a clock move', (database) => {
  test('refuses the move, and leaves the remaining work to the next start', async () => {
    const sandbox = await EngineSandbox.start(database)
    const { engine, reports } = sandbox.process
    await sandbox.execute('moveClock', { move: { kind: 'freeze', freeze: true } })
    await Promise.all(Array.from({ length: 1001 }, () => sandbox.order(10)))
    const begun = reports.length
    const moved = sandbox.submit('moveClock', { move: { kind: 'advance', ms: 60_000 } })
    while (reports.length === begun) await new Promise((resolve) => setImmediate(resolve))
    await engine.close()
    assert.deepEqual(await moved, faultResult('unavailable', 'The service is stopping.'))
    const { clockTarget, dueRan, workAt } = await sandbox.dataset()
    assert.ok(clockTarget !== null && dueRan < 1001, String(dueRan))
    assert.equal(workAt, 0)
    await sandbox.close()
  })
})

onEveryDatabase('A reader', (database) => {
  test('only sees committed data, and never waits for the writer', async () => {
    const sandbox = await EngineSandbox.start(database)
    const { store, reads } = sandbox.process
    const { datasetId } = sandbox.project
    const card = await sandbox.card(5)
    const postedOf = async () =>
      (await accountsOf(reads, datasetId)).find(({ id }) => id === card.accountId)?.posted
    const transaction = await store.begin()
    const locked = await transaction.lock(datasetId)
    const [account] = await transaction.load(datasetId, 'account', 'id', [card.accountId])
    assert.ok(locked !== null && account !== undefined)
    const write = 'update account set posted = 77 where project_id = $1 and id = $2'
    await transaction.run({ name: 'test_write', text: write }, [datasetId, card.accountId])
    // The writer sees its own row, so the write has reached the database; the reader does not.
    const [written] = await transaction.load(datasetId, 'account', 'id', [card.accountId])
    assert.equal(written?.posted, 77)
    assert.equal(await postedOf(), 5)
    await transaction.commit()
    assert.equal(await postedOf(), 77)
    await sandbox.close()
  })
})

onEveryDatabase('A database in use', (database) => {
  test('accepts a second process on PostgreSQL, but not on an SQLite file', async () => {
    const sandbox = await EngineSandbox.start(database)
    const second = openStore(parseDatabaseUrl(sandbox.opened.url))
    if (database.name === 'sqlite')
      await assert.rejects(second, (error) => error instanceof StoreUnavailable)
    else await (await second).store.close()
    await sandbox.close()
    // The file is free again when the first process ends.
    if (database.name !== 'sqlite') return
    const opened = await database.open()
    for (let round = 0; round < 2; round++) {
      const { store, closeReads } = await openStore(parseDatabaseUrl(opened.url))
      await closeReads()
      await store.close()
    }
    await opened.drop()
  })
})
