// `sandcard trigger` and `sandcard listen`: the events of a project, and their callbacks.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { SCENARIOS } from '../../src/cli/scenarios.ts'
import { connect, type SandboxProject } from '../../src/client/connect.ts'
import { nextTurn } from '../../src/time.ts'
import { answer, Receiver } from '../kit/callback-receiver.ts'
import { runCommand, RunningCommand, serviceForCommands } from '../kit/command.ts'
import { oneDatabase } from '../kit/databases.ts'
import { startSandbox } from '../kit/sandbox.ts'

/** The end of each scenario: the state of its record, and the action code or the balance. */
const ENDS: Readonly<Record<string, readonly [state: string, code: number]>> = {
  'payment.approved': ['DEPOSITED', 0],
  'payment.authenticated': ['DEPOSITED', 0],
  'payment.declined': ['CREATED', 5],
  'payment.no-funds': ['CREATED', 116],
  'payment.rejected': ['CREATED', -2025],
  'order.registered': ['CREATED', -100],
  'order.held': ['APPROVED', 0],
  'order.captured': ['DEPOSITED', 0],
  'order.reversed': ['REVERSED', 0],
  'order.refunded': ['REFUNDED', 0],
  'order.partly-refunded': ['REFUNDED', 0],
  'order.expired': ['DECLINED', -2014],
  'binding.created': ['DEPOSITED', 0],
  'card.issued': ['active', 0],
  'card.topped-up': ['active', 2000],
  'card.paid': ['DEPOSITED', 0],
  'authorisation.approved': ['pending', 0],
  'authorisation.declined': ['declined', 0],
  'authorisation.cleared': ['cleared', 0],
  'authorisation.reversed': ['reversed', 0],
}

describe('Commands that trigger and show events', { concurrency: 4 }, () => {
  const at = serviceForCommands()

  const newProject = (): Promise<SandboxProject> => connect(at.sandbox.url).project()
  const envOf = ({ interfaceB }: SandboxProject): Record<string, string> => ({
    SANDCARD_URL: at.sandbox.url,
    SANDCARD_KEY: interfaceB.apiKey,
  })

  test('every scenario runs and ends as described in its summary', async () => {
    for (const [name, { play }] of Object.entries(SCENARIOS)) {
      const result = await play(await newProject(), { currency: '978' })
      const { paymentState, actionCode, available, status, steps } = result
      const end = ENDS[name] ?? [status, available ?? 0]
      assert.deepEqual([paymentState ?? status, actionCode ?? available ?? 0], end, name)
      if (!name.includes('.')) assert.ok(Array.isArray(steps) && steps.length > 1, name)
    }
  })

  test('trigger subscription charges in three months of the clock', async () => {
    const project = await newProject()
    await project.control.moveClock({ set: '2050-01-30T12:00:00Z' })
    const { stdout } = await at.host.run(['trigger', 'subscription', '--json'], envOf(project))
    const { steps } = JSON.parse(stdout) as { steps: { step: string; at: string }[] }
    assert.deepEqual(
      steps.map(({ step, at }) => `${step} ${at.slice(0, 10)}`),
      ['2050-01-30', '2050-02-28', '2050-03-28'].flatMap((day) => [
        `authorise ${day}`,
        `clear ${day}`,
      ]),
    )
  })

  test('trigger runs a scenario, lists all, and suggests similar ones for a wrong name', async () => {
    const project = await newProject()
    const env = envOf(project)
    const [played, list, unknown, unnamed, amount] = await Promise.all(
      [
        'trigger order.refunded --amount 500 --json',
        'trigger --list',
        'trigger order.refund',
        'trigger',
        'trigger order.held --amount 1.5',
      ].map((args) => at.host.run(args.split(' '), env)),
    )
    const result = JSON.parse(played?.stdout ?? '') as Record<string, unknown>
    assert.deepEqual(
      [result['scenario'], result['paymentState'], result['amount']],
      ['order.refunded', 'REFUNDED', 500],
    )
    for (const name of Object.keys(SCENARIOS)) assert.ok(list?.stdout.includes(`\n${name} `), name)
    assert.match(unknown?.stderr ?? '', /Similar: .*order\.refunded/)
    assert.match(unnamed?.stderr ?? '', /Name a scenario/)
    assert.match(amount?.stderr ?? '', /--amount needs minor units, not "1\.5"/)
    assert.deepEqual([unknown?.code, unnamed?.code, amount?.code], [2, 2, 2])
  })

  test('listen forwards callbacks with method, parameters and a signature that verifies', async () => {
    const project = await newProject()
    const receiver = await Receiver.open()
    receiver.script.push(answer(503))
    for (const method of ['GET', 'POST'] as const) {
      await project.control.updateProject({
        callbackSignature: 'hmac',
        callbackMethod: method,
        callbackUrl: null,
      })
      const target = `http://127.0.0.1:${receiver.port}/hook?shop=1`
      const listener = new RunningCommand(['listen', '--forward-to', target], envOf(project))
      assert.match(await listener.nextRemark(), /^Listening for callbacks of .*forwarding to/)
      const { orderId } = (await SCENARIOS['payment.approved']?.play(project, OPTIONS)) ?? {}
      const line = JSON.parse(await listener.nextLine()) as Record<string, unknown>
      const status = method === 'GET' ? 503 : 200
      assert.equal((line['forwarded'] as { status: number }).status, status)
      assert.deepEqual([line['operation'], line['orderId']], ['deposited', orderId])
      const request = receiver.received.at(-1)
      assert.equal(request?.method, method)
      assert.match(request.path, /^\/hook\?shop=1/)
      const sent = [...request.parameters].filter(([name]) => name !== 'shop')
      assert.equal(request.parameters.get('mdOrder'), orderId)
      const query = new URLSearchParams(sent).toString()
      const { verdict } = await project.control.verifyCallback({ received: query })
      assert.equal(verdict, 'right')
      assert.equal(await listener.stop(), 0)
    }
    await receiver.close()
  })

  test('listen forwards the callbacks of a hosted service to this machine', async () => {
    const adminToken = 'admin-token-of-this-test'
    const config = { mode: 'hosted', adminToken, secret: 'a secret of this test' } as const
    const hosted = await startSandbox(oneDatabase, { config })
    const receiver = await Receiver.open()
    const project = await connect(hosted.url, { adminToken }).project()
    const env = { SANDCARD_URL: hosted.url, SANDCARD_KEY: project.interfaceB.apiKey }
    const target = `http://127.0.0.1:${receiver.port}/`
    const listener = new RunningCommand(['listen', '--forward-to', target], env)
    await listener.nextRemark()
    await SCENARIOS['payment.approved']?.play(project, OPTIONS)
    assert.match(await listener.nextLine(), /"status":200,/)
    assert.equal(receiver.received.length, 1)
    await listener.stop()
    await Promise.all([hosted.close(), receiver.close()])
  })

  test('listen prints each callback once if a restore, fixtures or a reset replace the data', async () => {
    const project = await newProject()
    const { control } = project
    const listener = new RunningCommand(['listen'], envOf(project))
    await listener.nextRemark()
    const expectNext = async (): Promise<void> => {
      const { orderId } = (await SCENARIOS['payment.approved']?.play(project, OPTIONS)) ?? {}
      const line = JSON.parse(await listener.nextLine()) as Record<string, unknown>
      assert.equal(line['orderId'], orderId)
    }
    await expectNext()
    await control.createSnapshot({ name: 'paid' })
    await expectNext()
    await control.restoreSnapshot({ name: 'paid' })
    await expectNext()
    await control.applyFixtures({ file: '{"orders": [{"amount": 100, "status": "deposited"}]}' })
    await expectNext()
    await control.seedProject({ seed: 1 })
    await expectNext()
    await control.resetProject()
    await expectNext()
    assert.equal(await listener.stop(), 0)
  })

  test('listen prints callbacks of fixtures and sample data on request', async () => {
    const project = await newProject()
    const { control } = project
    const listener = new RunningCommand(['listen', '--samples'], envOf(project))
    await listener.nextRemark()
    const next = async (): Promise<unknown> => {
      const { operation, sample } = JSON.parse(await listener.nextLine()) as Record<string, unknown>
      return [operation, sample]
    }
    const file = '{"orders": [{"amount": 100, "status": "deposited"}]}'
    const { orders } = await control.applyFixtures({ file })
    assert.deepEqual(await next(), ['deposited', true])
    await project.c.refund({ orderId: orders[0]?.id ?? '', amount: 50 })
    assert.deepEqual(await next(), ['refunded', false])
    await control.seedProject({ seed: 1 })
    const { items } = await control.listCallbacks({ limit: 200 })
    const made = items.slice(0, -2)
    assert.deepEqual([...new Set(made.map(({ sample }) => sample))], [true])
    assert.equal(await listener.stop(), 0)
  })

  test('listen reports a receiver that does not respond, and filters by operation', async () => {
    const project = await newProject()
    const listener = new RunningCommand(
      ['listen', '--forward-to', '127.0.0.1:2', '--operation', 'refunded'],
      envOf(project),
    )
    await listener.nextRemark()
    await SCENARIOS['order.refunded']?.play(project, OPTIONS)
    const { operation, forwarded } = JSON.parse(await listener.nextLine()) as {
      operation: string
      forwarded: { status: null; error: string }
    }
    assert.deepEqual([operation, forwarded.status], ['refunded', null])
    assert.match(forwarded.error, /ECONNREFUSED/)
    assert.equal(await listener.stop(), 0)
  })

  test('logs shows the newest call last, as JSON lines if the output is not a terminal', async () => {
    const project = await newProject()
    const env = envOf(project)
    await SCENARIOS['payment.declined']?.play(project, OPTIONS)
    const [all, declined, document, curl, har] = await Promise.all(
      [
        'logs --api C',
        'logs --outcome declined',
        'logs --api C --json',
        'logs --outcome declined --format curl',
        'logs --api C --format har',
      ].map((args) => at.host.run(args.split(' '), env)),
    )
    const lines = linesOf(all?.stdout ?? '')
    assert.deepEqual(
      lines.map(({ operation }) => operation),
      ['register', 'paymentorder', 'getOrderStatusExtended'],
    )
    const { items } = JSON.parse(document?.stdout ?? '') as { items: Entry[] }
    assert.deepEqual(items, lines.toReversed())
    const [payment] = linesOf(declined?.stdout ?? '')
    assert.ok(payment)
    assert.equal(payment.id, lines[1]?.id)
    assert.match(curl?.stdout ?? '', /^curl -X POST '.*paymentorder\.do'/m)
    const archive = JSON.parse(har?.stdout ?? '') as { log: { entries: unknown[] } }
    assert.equal(archive.log.entries.length, 3)
    const detail = await at.host.run(['logs', payment.id], env)
    assert.match(detail.stdout, /^operation +paymentorder \(C\)\noutcome +200, declined\n/m)
    assert.match(detail.stdout, /^reason +\S.*\nwould change it +\S/m)
    assert.match(
      detail.stdout,
      /^Changes\n(.+\n)*order [\da-f-]+ changed\n(.+\n)* {2}failedAttempts: 0 → 1\n/m,
    )
    assert.match(detail.stdout, /^Request\n(.+\n)+\n.*MDORDER=.*\n\nResponse\n/m)
    assert.ok(!detail.stdout.includes('4000000000000002'))
  })

  test('logs --follow prints the last calls, then new ones that pass the filters', async () => {
    const project = await newProject()
    await SCENARIOS['order.registered']?.play(project, OPTIONS)
    const filters = ['--api', 'C', '--q', 'PAYMENTORDER', '--status', '2xx']
    const logs = new RunningCommand(['logs', '--follow', ...filters], envOf(project))
    assert.match(await logs.nextRemark(), /^Following /)
    await SCENARIOS['order.refunded']?.play(project, OPTIONS)
    await SCENARIOS['payment.declined']?.play(project, OPTIONS)
    const seen = [await logs.nextLine(), await logs.nextLine()].flatMap(linesOf)
    assert.deepEqual(
      seen.map(({ operation, outcome }) => [operation, outcome]),
      [
        ['paymentorder', 'approved'],
        ['paymentorder', 'declined'],
      ],
    )
    assert.equal(await logs.stop(), 0)
  })

  test('logs --follow --until prints the list and ends at that time', async () => {
    const project = await newProject()
    await SCENARIOS['order.registered']?.play(project, OPTIONS)
    const env = envOf(project)
    const { items } = await project.control.listRequests({ api: 'C', limit: 1 })
    const end = Date.parse(items[0]?.at ?? '') + 1
    const past = new Date(end).toISOString()
    while (Date.now() <= end) await nextTurn()
    await SCENARIOS['payment.approved']?.play(project, OPTIONS)
    const follow = ['logs', '--follow', '--api', 'C', '--until']
    const ended = await at.host.run([...follow, past], env)
    assert.deepEqual([ended.code, ended.stderr], [0, ''])
    assert.deepEqual(
      linesOf(ended.stdout).map(({ operation }) => operation),
      ['register', 'getOrderStatusExtended'],
    )
    const soon = new Date(Date.now() + 2_000).toISOString()
    const { code, stdout } = await at.host.run(
      [...follow, soon, '--operation', 'paymentorder'],
      env,
    )
    assert.deepEqual([code, linesOf(stdout).length], [0, 1])
    const refused = await at.host.run([...follow, 'tomorrow'], env)
    assert.deepEqual([refused.code, refused.stdout], [4, ''])
  })

  test('logs refuses an unknown id, a wrong format and a list that cannot be followed', async () => {
    const env = envOf(await newProject())
    for (const [args, code, text] of [
      ['logs none', 4, /\(request-not-found\)/],
      ['logs --status 9', 4, /\/?status must be an HTTP status such as 422/],
      ['logs --format xml', 2, /--format is har or curl, not "xml"\./],
      ['logs --follow --format har', 2, /--follow shows a list/],
    ] as const) {
      const result = await at.host.run(args.split(' '), env)
      assert.match(result.stderr, text)
      assert.equal(result.code, code)
    }
  })

  test('listen refuses a URL that is not http', async () => {
    const { code, stderr } = await runCommand(['listen', '--forward-to', 'ftp://x'])
    assert.match(stderr, /--forward-to needs an http\(s\) URL/)
    assert.equal(code, 2)
  })
})

const OPTIONS = { amount: 2000, currency: '978' }

interface Entry {
  readonly id: string
  readonly operation: string
  readonly outcome: string
}

const linesOf = (text: string): Entry[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Entry)
