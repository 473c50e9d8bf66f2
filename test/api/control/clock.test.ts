import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onEveryDatabase } from '../../kit/databases.ts'
import { orderInput } from '../../kit/engine-sandbox.ts'
import { type Sandbox, startSandbox } from '../../kit/sandbox.ts'
import {
  type ProjectCall,
  projectCall,
  type ClockShape,
  createProject,
  bodyOf,
  issueCard,
  type ProblemShape,
  topUp,
  transfer,
} from '../../kit/control.ts'

interface Movement {
  status: string
  statusMessage: string
  creationDate: string
}

onEveryDatabase("A project's clock", (database) => {
  let sandbox: Sandbox
  let call: ProjectCall
  before(async () => {
    sandbox = await startSandbox(database)
  })
  after(() => sandbox.close())

  const fresh = async (): Promise<void> => {
    call = projectCall(sandbox, (await createProject(sandbox)).interfaceB.apiKey)
  }
  const move = async (body: unknown): Promise<ClockShape> =>
    bodyOf<ClockShape>(await call('POST', '/control/v1/clock', body), 200)
  const read = async (): Promise<ClockShape> =>
    bodyOf<ClockShape>(await call('GET', '/control/v1/clock'), 200)

  test('follows real time until it is changed', async () => {
    await fresh()
    const before = Date.now()
    const clock = await read()
    const after = Date.now()
    const now = Date.parse(clock.now)
    assert.ok(now >= before && now <= after)
    assert.deepEqual({ ...clock, now: '' }, { now: '', frozen: false, offsetMs: 0, ran: 0 })
  })

  test('stops when frozen, and resumes from the same time', async () => {
    await fresh()
    const frozen = await move({ freeze: true })
    assert.equal(frozen.frozen, true)
    assert.equal((await read()).now, frozen.now)
    assert.equal((await move({ freeze: true })).now, frozen.now)
    const running = await move({ freeze: false })
    assert.equal(running.frozen, false)
    assert.equal(running.now, frozen.now)
    assert.ok(running.offsetMs <= 0)
  })

  test('can be set and advanced to the millisecond while frozen', async () => {
    await fresh()
    await move({ freeze: true })
    const steps: [body: unknown, now: string][] = [
      [{ set: '2099-01-31T00:00:00Z' }, '2099-01-31T00:00:00.000Z'],
      [{ advance: 'PT20M' }, '2099-01-31T00:20:00.000Z'],
      [{ advance: 'P1M' }, '2099-02-28T00:20:00.000Z'],
      [{ set: '2099-02-28T02:20:00.5+02:00' }, '2099-02-28T00:20:00.500Z'],
      [{ set: '2099-02-28T00:20:00.500Z' }, '2099-02-28T00:20:00.500Z'],
    ]
    for (const [body, now] of steps) {
      const clock = await move(body)
      assert.deepEqual([clock.now, clock.frozen], [now, true])
      assert.equal((await read()).now, now)
    }
  })

  test('keeps running if it is set while running', async () => {
    await fresh()
    const began = Date.now()
    const { now, offsetMs } = await move({ set: '2099-01-01T00:00:00Z' })
    assert.equal(now, '2099-01-01T00:00:00.000Z')
    assert.ok(offsetMs > 0)
    const later = Date.parse((await read()).now) - Date.parse(now)
    assert.ok(later >= 0 && later <= Date.now() - began)
  })

  const refused: readonly [body: unknown, code: string, pointer: string][] = [
    [{ set: '2001-01-01T00:00:00Z' }, 'clock-backwards', '/set'],
    [{ set: '2099-02-30T00:00:00Z' }, 'validation-failed', '/set'],
    [{ set: '2099-13-01T00:00:00Z' }, 'validation-failed', '/set'],
    [{ set: '2099-01-01' }, 'validation-failed', '/set'],
    [{ set: '2099-01-01T00:00:00' }, 'validation-failed', '/set'],
    [{ set: '2099-01-01T24:00:00Z' }, 'validation-failed', '/set'],
    [{ set: '9999-06-01T00:00:00Z' }, 'parameter-invalid', '/set'],
    [{ advance: 'PT0S' }, 'validation-failed', '/advance'],
    [{ advance: '-PT1M' }, 'validation-failed', '/advance'],
    [{ advance: 'twenty minutes' }, 'validation-failed', '/advance'],
    [{ advance: 'P8000Y' }, 'parameter-invalid', '/advance'],
    [{ advance: 'P999999999Y' }, 'parameter-invalid', '/advance'],
    [{ advance: 20 }, 'validation-failed', '/advance'],
    [{ freeze: 'yes' }, 'validation-failed', '/freeze'],
    [{}, 'validation-failed', ''],
    [{ freeze: true, advance: 'PT1M' }, 'validation-failed', ''],
    [{ rewind: 'PT1M' }, 'validation-failed', '/rewind'],
  ]
  for (const [body, code, pointer] of refused)
    test(`refuses ${JSON.stringify(body)}`, async () => {
      await fresh()
      const problem = bodyOf<ProblemShape>(await call('POST', '/control/v1/clock', body), 422)
      assert.equal(problem.code, code)
      assert.deepEqual(
        problem.errors?.map((issue) => issue.pointer),
        [pointer],
      )
      const { offsetMs, frozen } = await read()
      assert.deepEqual({ offsetMs, frozen }, { offsetMs: 0, frozen: false })
    })

  test('runs the due work before it responds, and reports how much ran', async () => {
    const project = await sandbox.newProject()
    call = projectCall(sandbox, project.secrets.interfaceB.apiKey)
    const { now } = await move({ freeze: true })
    for (const seconds of [60, 120, 180])
      await sandbox.sandcard.service.execute(
        project,
        'registerOrder',
        orderInput(project.number, seconds),
      )
    assert.equal((await move({ advance: 'PT59.999S' })).ran, 0)
    assert.equal((await move({ advance: 'PT0.001S' })).ran, 1)
    const clock = await move({ advance: 'PT1H' })
    const at = new Date(Date.parse(now) + 3_660_000).toISOString()
    assert.deepEqual({ ran: clock.ran, now: clock.now }, { ran: 2, now: at })
    assert.equal((await read()).ran, 0)
    assert.equal((await move({ advance: 'PT1H' })).ran, 0)
  })

  test('is separate for each project', async () => {
    await fresh()
    await move({ set: '2099-01-01T00:00:00Z' })
    const other = projectCall(sandbox, (await createProject(sandbox)).interfaceB.apiKey)
    const { offsetMs } = bodyOf<ClockShape>(await other('GET', '/control/v1/clock'), 200)
    assert.equal(offsetMs, 0)
  })

  test('determines the time of movements, limits and card expiry', async () => {
    await fresh()
    await move({ freeze: true })
    await move({ set: '2090-05-10T08:00:00Z' })
    const [from, to] = [await issueCard(call), await issueCard(call)]
    assert.equal(from.expiryDate, '209505')
    bodyOf(await topUp(call, from, 1_000_000), 201)
    const pay = async (amount: number): Promise<Movement> =>
      bodyOf<Movement>(await transfer(call, from, to, amount), 201)
    const first = await pay(100_000)
    assert.deepEqual([first.status, first.creationDate], ['approved', '2090-05-10T08:00:00'])
    assert.equal((await pay(1)).status, 'declined')
    await move({ set: '2090-05-10T23:59:59.999Z' })
    assert.equal((await pay(1)).status, 'declined')
    await move({ advance: 'PT0.001S' })
    assert.equal((await pay(1)).status, 'approved')
    await move({ set: '2095-05-31T23:59:59.999Z' })
    assert.equal((await pay(1)).status, 'approved')
    await move({ advance: 'PT0.001S' })
    const late = await pay(1)
    assert.deepEqual([late.status, late.creationDate], ['declined', '2095-06-01T00:00:00'])
    assert.match(late.statusMessage, /expired/i)
  })
})
