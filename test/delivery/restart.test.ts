// A process that starts on the database of a process that died: a claim without a result, and
// missed retries. The test only advances the real clock.

import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { configOf } from '../../src/config.ts'
import type { Callback, CallbackAttempt } from '../../src/callbacks/callback.ts'
import { LEASE_MS } from '../../src/callbacks/queued-item.ts'
import { type RunningService, startService } from '../../src/start.ts'
import { callbacksOf } from '../../src/store/reads/callbacks.ts'
import { SandcardProcess } from '../kit/process.ts'
import { type OpenDatabase, onEveryDatabase } from '../kit/databases.ts'
import { call } from '../kit/transfer-load.ts'
import { answer, hang, Receiver } from '../kit/callback-receiver.ts'
import { payAtDemoProject } from '../kit/callback-merchant.ts'
import { useFakeTimers } from '../kit/fake-timers.ts'

const SECRET = 'a secret of both processes'
const HOUR_MS = 3_600_000

onEveryDatabase('A callback of a process that died', (database) => {
  test('is sent again when its claim expires, and only the second sender may record a result', async (t) => {
    const receiver = await Receiver.open()
    receiver.script.push(hang)
    const opened = await database.open()
    const first = new SandcardProcess({ DATABASE_URL: opened.url, SANDCARD_SECRET: SECRET })
    const url = await first.ready()
    await call(url, 'PATCH', '/control/v1/project', { callbackUrl: receiver.url() })
    const order = await payAtDemoProject(url)
    await receiver.until(1)
    const clock = new StoppedClock(t)
    await first.stop('SIGKILL')

    const second = await Later.start(opened)
    const [{ leaseUntil, attempt } = { leaseUntil: null, attempt: 0 }] = await second.callbacks()
    assert.ok(leaseUntil !== null && leaseUntil > clock.now && leaseUntil <= clock.now + LEASE_MS)
    assert.equal(attempt, 1)
    // Until the claim expires, the callback is not sent, but a newer one is.
    clock.now = leaseUntil
    await payAtDemoProject(second.url)
    await second.when((all) => all[1]?.state === 'delivered')
    assert.equal(ordersOf(receiver).lastIndexOf(order), 0)

    let release: () => void = () => undefined
    receiver.script.push((response) => (release = () => response.writeHead(200).end()))
    clock.now = leaseUntil + 1
    await receiver.until(3)
    assert.equal(ordersOf(receiver)[2], order)
    const [claimed] = await second.when(([callback]) => callback?.attempt === 2)
    assert.ok(claimed !== undefined)
    // The first sender was only slow, and reports a result now.
    assert.equal(await second.report(claimed, 1), false)
    assert.deepEqual((await second.callbacks())[0], claimed)
    release()
    const [delivered] = await second.when(([callback]) => callback?.state === 'delivered')
    assert.deepEqual(
      delivered?.attempts.map(({ httpStatus }) => httpStatus),
      [200],
    )
    assert.equal(await second.report(claimed, 1), false)
    assert.equal(await second.report(claimed, 2), false)

    clock.now += LEASE_MS + 1
    await payAtDemoProject(second.url)
    await second.when((all) => all[2]?.state === 'delivered')
    assert.equal(ordersOf(receiver).filter((id) => id === order).length, 2)
    await second.close()
    await opened.drop()
    await receiver.close()
  })

  test('is sent once, and then on schedule, if it missed many retries', async (t) => {
    const receiver = await Receiver.open()
    receiver.script.push(answer(503), answer(503), answer(503))
    const clock = new StoppedClock(t)
    const opened = await database.open()
    const first = await Later.start(opened)
    await call(first.url, 'PATCH', '/control/v1/project', { callbackUrl: receiver.url() })
    const order = await payAtDemoProject(first.url)
    await first.when(([callback]) => callback?.attempts.length === 1)
    await first.close()

    clock.now += 10 * HOUR_MS
    const second = await Later.start(opened)
    await receiver.until(2)
    const [callback] = await second.when(([one]) => one?.attempts.length === 2)
    assert.equal((callback?.dueAt ?? 0) - (callback?.attempts[1]?.at ?? 0), 30_000)
    assert.deepEqual(ordersOf(receiver), [order, order])
    clock.now += 30_000
    await second.when(([one]) => one?.attempts.length === 3)
    assert.deepEqual(ordersOf(receiver), [order, order, order])
    await second.close()
    await opened.drop()
    await receiver.close()
  })
})

const ordersOf = ({ received }: Receiver) =>
  received.map(({ parameters }) => parameters.get('mdOrder'))

/** The machine's clock for this process. It is frozen, so nothing expires on a slow machine. */
class StoppedClock {
  now = Date.now()

  constructor(context: TestContext) {
    useFakeTimers(context.mock)
    context.mock.method(Date, 'now', () => this.now)
  }
}

/** A service in this process, which sees the clock of the test. */
class Later {
  readonly #sandcard: RunningService

  private constructor(sandcard: RunningService) {
    this.#sandcard = sandcard
  }

  static async start({ url }: OpenDatabase): Promise<Later> {
    const settings = { database: url, port: 0, secret: SECRET, logLevel: 'silent' } as const
    return new Later(await startService(configOf(settings)))
  }

  get url(): string {
    return this.#sandcard.url
  }

  /** The rows, oldest first. */
  async callbacks(): Promise<readonly Callback[]> {
    const all = { before: Number.MAX_SAFE_INTEGER, limit: 10 }
    const { service } = this.#sandcard
    const newestFirst = await service.read(await this.#project(), (reads, datasetId) =>
      callbacksOf(reads, datasetId, all),
    )
    return newestFirst.toReversed()
  }

  /** The rows once they are as expected. */
  async when(holds: (callbacks: readonly Callback[]) => boolean): Promise<readonly Callback[]> {
    const deadline = performance.now() + 100_000
    for (;;) {
      const callbacks = await this.callbacks()
      if (holds(callbacks)) return callbacks
      assert.ok(performance.now() < deadline, JSON.stringify(callbacks, undefined, 2))
    }
  }

  /** Reports that an attempt got the response 200; returns whether that counts. */
  async report({ id, createdAt }: Callback, attempt: number): Promise<boolean> {
    const request = { method: 'GET', url: '', body: '' } as const
    const ended = { at: createdAt, httpStatus: 200, durationMs: 1, error: null, answer: 'late' }
    const outcome: CallbackAttempt = { ...ended, request }
    const report = { id, attempt, outcome }
    return this.#sandcard.service.execute(await this.#project(), 'recordAttempt', report)
  }

  close(): Promise<void> {
    return this.#sandcard.close()
  }

  async #project() {
    const project = await this.#sandcard.service.directory.authenticate('b', 'demo-api-key')
    assert.ok(project !== undefined)
    return project
  }
}
