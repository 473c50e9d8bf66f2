// `sandcard expect` and `sandcard receivers`: scripts that wait for events in a project.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { connect, type SandboxProject } from '../../src/client/connect.ts'
import {
  CallbackMatch,
  OrderMatch,
  RequestMatch,
} from '../../src/api/control/waiting/expectations.ts'
import { MATCHES } from '../../src/cli/expect.ts'
import { SCENARIOS } from '../../src/cli/scenarios.ts'
import { type CommandResult, runCommand } from '../kit/command.ts'
import { oneDatabase } from '../kit/databases.ts'
import { type Sandbox, startSandbox } from '../kit/sandbox.ts'

describe('A script that waits', { concurrency: 4 }, () => {
  let sandbox: Sandbox
  before(async () => {
    sandbox = await startSandbox(oneDatabase)
  })
  after(() => sandbox.close())

  const newProject = async (): Promise<[SandboxProject, typeof runHere]> => {
    const project = await connect(sandbox.url).project()
    const env = { SANDCARD_URL: sandbox.url, SANDCARD_KEY: project.interfaceB.apiKey }
    const runHere = (args: string): Promise<CommandResult> => runCommand(args.split(' '), { env })
    return [project, runHere]
  }

  test('expect ends when an order, a callback or a request matches', async () => {
    const [project, run] = await newProject()
    const waiting = run('expect order status=refunded refundedAmount=700 --timeout-ms 60000 --json')
    await SCENARIOS['order.refunded']?.play(project, { currency: '978', amount: 700 })
    const { order } = JSON.parse((await waiting).stdout) as { order: { refundedAmount: number } }
    assert.equal(order.refundedAmount, 700)
    const [callback, request, any] = await Promise.all(
      [
        'expect callback operation=refunded status=1',
        'expect request operation=refund api=C',
        'expect order',
      ].map(run),
    )
    assert.match(callback?.stdout ?? '', /^callback +\d+\noperation +refunded, success\n/)
    assert.match(request?.stdout ?? '', /^request +\S+\noperation +refund\nstatus +200, \w+\n/)
    assert.match(
      any?.stdout ?? '',
      /^order .*\nstatus +refunded\namount +700 in 978\nwaited +\d+ ms\n$/,
    )
  })

  test('expect exits with code 1 and shows the closest record if nothing matches in time', async () => {
    const [project, run] = await newProject()
    await SCENARIOS['order.held']?.play(project, { currency: '978' })
    const [text, json, none] = await Promise.all(
      [
        'expect order status=deposited --timeout-ms 0',
        'expect order status=deposited --timeout-ms 0 --json',
        'expect request operation=refund --timeout-ms 0 --after 999999',
      ].map(run),
    )
    assert.equal(
      text?.stderr,
      'sandcard: No order matched within 0 ms. The closest candidate differs in 1 field. Match order.status is "held", not "deposited". (no-match-in-time)\n',
    )
    const problem = JSON.parse(json?.stdout ?? '') as { nearest: { order: { status: string } } }
    assert.equal(problem.nearest.order.status, 'held')
    assert.match(none?.stderr ?? '', /There are no candidates\. \(no-match-in-time\)/)
    assert.deepEqual([text?.code, json?.code, none?.code], [1, 1, 1])
  })

  test('expect supports the fields of every match', () => {
    const schemas = { callback: CallbackMatch, order: OrderMatch, request: RequestMatch }
    for (const [kind, { properties }] of Object.entries(schemas)) {
      const known = Object.keys(MATCHES[kind as keyof typeof MATCHES])
      assert.deepEqual(known.toSorted(), Object.keys(properties).toSorted())
    }
  })

  test('an invalid expect or receivers command is refused', async () => {
    const [, run] = await newProject()
    for (const [args, code, line] of [
      ['expect', 2, /missing required argument 'kind'/i],
      [
        'expect payment',
        2,
        /Argument 'kind' must be one of callback, order, request, not 'payment'\./,
      ],
      [
        'expect order state=paid',
        2,
        /The match does not support "state"; valid names are orderId, /,
      ],
      ['expect order status', 2, /The match needs name=value, not "status"\./],
      ['expect order amount=much', 4, /Match order.amount must be an integer\./],
      ['expect order --timeout-ms soon', 2, /It must be a number\./],
      ['expect order --timeout-ms 60001', 4, /--timeout-ms must be at most 60000/],
      ['receivers create --answers never', 2, /It must be HTTP statuses such as 500,500,200\./],
      ['receivers create --answers 100', 4, /--answers must be at least 200/],
      ['receivers show rcv_0', 4, /\(receiver-not-found\)/],
    ] as const) {
      const failed = await run(args)
      assert.match(failed.stderr, line)
      assert.equal(failed.code, code, failed.stderr)
    }
  })

  test("receivers creates a receiver for the project's callbacks, shows its requests, and deletes it", async () => {
    const [project, run] = await newProject()
    assert.equal((await run('receivers')).stdout, 'There are no receivers.\n')
    const created = await run('receivers create --use --answers 500,200 --json')
    const { id, url } = JSON.parse(created.stdout) as { id: string; url: string }
    assert.equal((await project.control.getProject()).settings.callbackUrl, url)
    assert.equal((await run(`receivers show ${id}`)).stdout, 'No requests received.\n')
    await SCENARIOS['payment.approved']?.play(project, { currency: '978' })
    await project.control.waitForCallback({ failures: 1 })
    const shown = await run(`receivers show ${id}`)
    assert.match(
      shown.stdout,
      /^NUMBER .*\n1 +\S+ +GET +500 +(?:valid|-) +\S*mdOrder=.*operation=deposited/,
    )
    const changed = await run(`receivers change ${id} --answers 204 --delay-ms 5`)
    assert.match(changed.stdout, new RegExp(`\n${id} +204 +5 ms +1 +http`))
    assert.equal((await run(`receivers delete ${id}`)).stdout, `Receiver ${id} is deleted.\n`)
    assert.equal((await run('receivers')).stdout, 'There are no receivers.\n')
  })
})
