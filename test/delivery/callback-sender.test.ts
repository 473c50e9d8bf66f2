// The sender between the engine and the receivers: failures of the engine or the database, its log
// lines, and its shutdown.

import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import pino from 'pino'
import { CallbackSender } from '../../src/delivery/callback-sender.ts'
import {
  type CommandExecutor,
  type ExecutionResult,
  faultResult,
} from '../../src/engine/execution.ts'
import type { CommandName } from '../../src/registry/commands.ts'
import { type Queryable, StoreUnavailable } from '../../src/store/store.ts'
import { hang, Receiver } from '../kit/callback-receiver.ts'
import { onEveryDatabase } from '../kit/databases.ts'
import { rowsOf } from '../kit/due-work.ts'
import { EngineSandbox } from '../kit/engine-sandbox.ts'
import { useFakeTimers } from '../kit/fake-timers.ts'

const BUG: ExecutionResult = { kind: 'bug', message: 'broken by the test', stack: undefined }
const NOT_SENT = 'callbacks could not be sent; retrying'
const NOT_RECORDED = 'callback attempt not recorded'

interface Line {
  readonly level: number
  readonly msg: string
  readonly err: { readonly message: string }
  readonly callback?: number
}

/** The results that the engine returns instead of deciding, by command. */
type Answers = Partial<Record<CommandName, ExecutionResult>>

onEveryDatabase('The sender of callbacks', (database) => {
  let shared: EngineSandbox
  let sandbox: EngineSandbox
  let receiver: Receiver
  let sender: CallbackSender
  let lines: Line[]
  let answers: Answers
  let refusal: Error | undefined
  let onSubmit: (command: CommandName) => void
  const submitted: CommandName[] = []

  before(async () => (shared = await EngineSandbox.start(database)))
  after(() => shared.close())
  beforeEach(async (context) => {
    sandbox = await shared.newProject()
    receiver = await Receiver.open()
    lines = []
    answers = {}
    refusal = undefined
    submitted.length = 0
    onSubmit = () => undefined
    const { engine, directory, reads: database } = sandbox.process
    const executor: CommandExecutor = {
      submit(request) {
        submitted.push(request.command)
        onSubmit(request.command)
        const answer = answers[request.command]
        return answer === undefined ? engine.submit(request) : Promise.resolve(answer)
      },
      proveWritable: () => engine.proveWritable(),
    }
    const reads: Queryable = {
      query: (statement, parameters) =>
        refusal === undefined ? database.query(statement, parameters) : Promise.reject(refusal),
    }
    const logger = pino({}, { write: (line) => void lines.push(JSON.parse(line) as Line) })
    sender = new CallbackSender({
      engine: executor,
      directory,
      reads,
      logger,
      delivery: { mode: 'local' },
    })
    assert.ok('after' in context)
    context.after(async () => {
      await sender.stop()
      await receiver.close()
    })
    await sandbox.execute('changeSettings', { settings: { callbackUrl: receiver.url() } })
  })

  /** Orders that expire, each with a due callback. */
  const due = async (count: number): Promise<void> => {
    await Promise.all(Array.from({ length: count }, () => sandbox.order(10)))
    await sandbox.execute('moveClock', { move: { kind: 'advance', ms: 60_000 } })
  }
  const wake = (): void => sender.wake(sandbox.project.datasetId, sandbox.project.number)
  const states = async (): Promise<unknown[]> =>
    (await rowsOf(sandbox, 'callback')).map(({ state }) => state)
  /** Waits turns of the event loop until something holds. */
  const until = async (holds: () => boolean | Promise<boolean>): Promise<void> => {
    for (let turn = 0; turn < 2_000_000; turn++) {
      if (await holds()) return
      await new Promise((resolve) => setImmediate(resolve))
    }
    assert.fail('it never happened')
  }
  const delivered = async (count: number): Promise<boolean> =>
    (await states()).filter((state) => state === 'delivered').length === count
  /** Wakes the sender once and waits for its search. */
  const searched = async (): Promise<void> => {
    submitted.length = 0
    wake()
    await until(() => submitted.length > 0 || lines.length > 0)
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
  }

  // prettier-ignore
  const REFUSALS: readonly { readonly what: string; readonly answer: ExecutionResult; readonly says: string | undefined }[] = [
    { what: 'is busy', answer: faultResult('busy', 'full'), says: undefined },
    { what: 'is not available', answer: faultResult('unavailable', 'away'), says: undefined },
    { what: 'does not know the outcome', answer: faultResult('outcome-unknown', 'cut'), says: undefined },
    { what: 'finds no dataset', answer: { kind: 'stale' }, says: undefined },
    { what: 'refuses the command', answer: faultResult('card-not-found', 'no such card'), says: 'no such card' },
    { what: 'fails', answer: BUG, says: 'broken by the test' },
  ]

  for (const { what, answer, says } of REFUSALS)
    test(`logs ${says === undefined ? 'nothing' : 'one line'} and sends everything later if the engine ${what} during a claim`, async () => {
      await due(3)
      // More often than a receiver has slots that could be lost.
      for (let round = 0; round < 4; round++) {
        answers = { claimCallbacks: answer }
        lines = []
        await searched()
        assert.deepEqual(submitted, ['claimCallbacks'])
        const logged = lines.map(({ level, msg, err }): unknown[] => [level, msg, err.message])
        assert.deepEqual(logged, says === undefined ? [] : [[40, NOT_SENT, says]])
      }
      answers = {}
      assert.equal(receiver.received.length, 0)
      wake()
      await until(() => delivered(3))
      assert.equal(receiver.received.length, 3)
    })

  for (const { what, answer, says } of REFUSALS)
    test(`logs ${says === undefined ? 'nothing' : 'one line'} and keeps the claim if the engine ${what} when a result is recorded`, async () => {
      await due(1)
      answers = { recordAttempt: answer }
      wake()
      await until(() => submitted.includes('recordAttempt'))
      await until(() => says === undefined || lines.length > 0)
      const [callback] = await rowsOf(sandbox, 'callback')
      assert.deepEqual([callback?.['state'], callback?.['attempt']], ['waiting', 1])
      const expected = says === undefined ? [] : [[40, NOT_RECORDED, says, callback?.['id']]]
      assert.deepEqual(
        lines.map((line) => [line.level, line.msg, line.err.message, line.callback]),
        expected,
      )
      assert.equal(receiver.received.length, 1)
    })

  test('logs errors of a search, except database outages', async () => {
    await due(1)
    refusal = new StoreUnavailable('away')
    wake()
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
    assert.equal(lines.length, 0)
    refusal = new Error('broken by the test')
    wake()
    await until(() => lines.length > 0)
    assert.deepEqual(
      lines.map(({ level, msg, err }) => [level, msg, err.message]),
      [[40, NOT_SENT, 'broken by the test']],
    )
    refusal = undefined
    wake()
    await until(() => delivered(1))
  })

  test('claims 64 callbacks at a time', async () => {
    assert.equal((await rowsOf(sandbox, 'callback')).length, 0)
    await due(70)
    wake()
    await until(() => delivered(70))
    assert.equal(receiver.received.length, 70)
  })

  test('records an invalid URL as the error, without a request', async () => {
    await due(1)
    const transaction = await sandbox.process.store.begin()
    const text = "update callback set url = 'not an address' where project_id = $1"
    await transaction.run({ name: 'test_spoil_address', text }, [sandbox.project.datasetId])
    const forget = "update dataset set recent_batches = '[]' where project_id = $1"
    await transaction.run({ name: 'test_forget_batches', text: forget }, [
      sandbox.project.datasetId,
    ])
    await transaction.commit()
    wake()
    await until(async () => (await rowsOf(sandbox, 'callback'))[0]?.['failures'] === 1)
    const [callback] = await rowsOf(sandbox, 'callback')
    const [attempt] = JSON.parse(String(callback?.['attempts'])) as Record<string, unknown>[]
    assert.deepEqual(
      { ...attempt, at: undefined },
      {
        at: undefined,
        httpStatus: null,
        durationMs: 0,
        error: 'the URL is not valid',
        request: { method: 'GET', url: 'not an address', body: '' },
        answer: '',
      },
    )
    assert.equal(receiver.received.length, 0)
  })

  test('waits a second for running exchanges when it stops, and records nothing for those that it aborts', async (t) => {
    receiver.usual = hang
    await due(1)
    wake()
    await receiver.until(1)
    useFakeTimers(t.mock)
    t.mock.timers.enable({ apis: ['setTimeout'] })
    let isStopped = false
    const stopping = sender.stop().then(() => (isStopped = true))
    const turns = async (): Promise<void> => {
      for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve))
    }
    t.mock.timers.tick(999)
    await turns()
    assert.equal(isStopped, false)
    t.mock.timers.tick(1)
    await stopping
    t.mock.timers.reset()
    assert.deepEqual(submitted, ['claimCallbacks'])
    assert.deepEqual(lines, [])
    assert.deepEqual(await states(), ['waiting'])
    wake()
    await turns()
    assert.deepEqual(submitted, ['claimCallbacks'])
  })

  test('claims nothing more after a stop in the middle of a search', async () => {
    // The first search only returns callbacks of one receiver; the other's are left.
    await due(64)
    const callbackUrl = receiver.url().replace('127.0.0.1', 'localhost')
    await sandbox.execute('changeSettings', { settings: { callbackUrl } })
    await due(3)
    let stopping: Promise<void> | undefined
    onSubmit = (command) => {
      if (command === 'claimCallbacks') stopping ??= sender.stop()
    }
    wake()
    await until(() => stopping !== undefined)
    await stopping
    const attempts = (await rowsOf(sandbox, 'callback')).map(({ attempt }) => attempt)
    assert.equal(attempts.filter((attempt) => attempt === 0).length, 65)
    assert.equal(submitted.filter((command) => command === 'claimCallbacks').length, 1)
  })

  test('records exchanges that end in time when it stops', async () => {
    let open = (): void => undefined
    receiver.usual = (response) => (open = () => void response.writeHead(200).end())
    await due(1)
    wake()
    await receiver.until(1)
    const stopping = sender.stop()
    open()
    await stopping
    assert.deepEqual(await states(), ['delivered'])
    // Waking it no longer starts anything.
    await due(1)
    submitted.length = 0
    wake()
    for (let turn = 0; turn < 200; turn++) await new Promise((resolve) => setImmediate(resolve))
    assert.deepEqual([submitted.length, receiver.received.length], [0, 1])
    assert.deepEqual(await states(), ['delivered', 'waiting'])
  })
})
