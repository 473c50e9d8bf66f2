// The commands `simulate`, `explain`, `webhooks` and `decision-server`, against a running service.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { connect, type SandboxProject } from '../../src/client/connect.ts'
import { Receiver } from '../kit/callback-receiver.ts'
import { serviceForCommands } from '../kit/command.ts'
import { json as answerJson } from '../kit/paying-card.ts'

type Json = Readonly<Record<string, unknown>>

describe('Commands of issued cards', { concurrency: 4 }, () => {
  const at = serviceForCommands()

  const run = (project: SandboxProject, args: string) =>
    at.host.run(args.split(' '), {
      SANDCARD_URL: at.sandbox.url,
      SANDCARD_KEY: project.interfaceB.apiKey,
    })
  /** Runs a command and returns its JSON. */
  const json = async (project: SandboxProject, args: string): Promise<Json> => {
    const { code, stdout, stderr } = await run(project, `${args} --json`)
    assert.deepEqual([code, stderr], [0, ''], stdout)
    return JSON.parse(stdout) as Json
  }

  async function withCard() {
    const project = await connect(at.sandbox.url).project()
    const cardholder = { firstName: 'Ann', lastName: 'Doe', phoneNumber: '+35700000001' }
    const { id } = await project.control.issueCard({ cardholder, initialBalance: 10_000 })
    return { project, cardId: id }
  }

  test('a purchase is authorised, cleared in parts, refunded and listed', async () => {
    const { project, cardId } = await withCard()
    const { id } = await json(
      project,
      `simulate authorise --card ${cardId} --amount 2000 --with mcc=5812 --with entryMode=chip`,
    )
    const states: unknown[] = []
    for (const call of [
      `increment ${String(id)} --amount 500`,
      `advise ${String(id)} --amount 2400`,
      `clear ${String(id)} --amount 1000 --keep`,
      `reverse ${String(id)} --amount 400`,
      `clear ${String(id)}`,
      `refund ${String(id)} --amount 300`,
    ]) {
      const { authorisation } = (await json(project, `simulate ${call}`)) as {
        authorisation: { status: string; held: number; cleared: number; refunded: number }
      }
      const { status, held, cleared, refunded } = authorisation
      states.push([status, held, cleared, refunded])
    }
    assert.deepEqual(states, [
      ['pending', 2500, 0, 0],
      ['pending', 2400, 0, 0],
      ['partlyCleared', 1400, 1000, 0],
      ['partlyCleared', 1000, 1000, 0],
      ['cleared', 0, 2000, 0],
      ['cleared', 0, 2000, 300],
    ])
    const shown = await run(project, `simulate show ${String(id)}`)
    assert.match(shown.stdout, /^status +cleared$/m)
    assert.match(shown.stdout, /^\d+ +\S+ +refund +300 +0 +approved$/m)
    const list = await run(project, `simulate list --card ${cardId} --status cleared`)
    assert.match(list.stdout, new RegExp(`^${String(id)} .* purchase +cleared +2500 +`, 'm'))
  })

  test('a force post, a credit, an expiry and a change of rates succeed', async () => {
    const { project, cardId } = await withCard()
    const posted = await json(project, `simulate force-post --card ${cardId} --amount 11000`)
    assert.equal((posted['leg'] as Json)['suspense'], 1000)
    const { leg } = await json(project, `simulate credit --card ${cardId} --amount 4000`)
    const legId = String((leg as Json)['id'])
    const reversed = await json(project, `simulate reverse-refund ${legId}`)
    assert.deepEqual((reversed['leg'] as Json)['kind'], 'refundReversal')
    await json(project, `simulate credit --card ${cardId} --amount 4000`)
    const { id } = await json(
      project,
      `simulate authorise --card ${cardId} --amount 9000 --with partialApproval=true`,
    )
    const expired = await run(project, `simulate expire ${String(id)}`)
    assert.match(expired.stdout, /^status +expired$/m)
    assert.match((await run(project, 'simulate rates')).stdout, /^USD +\d+\.\d+ for 1 EUR$/m)
  })

  test('a decline is a result, and it is explained', async () => {
    const { project, cardId } = await withCard()
    const declined = await run(project, `simulate authorise --card ${cardId} --amount 10001`)
    assert.equal(declined.code, 0)
    assert.match(declined.stdout, /^decision +declined \(51, insufficient-funds\)$/m)
    const list = await run(project, 'explain')
    const [, requestId = ''] =
      /^(\S+) +simulateAuthorisation +declined +insufficient-funds /m.exec(list.stdout) ?? []
    const one = await run(project, `explain ${requestId}`)
    assert.match(one.stdout, /^reason +100\.01 EUR is more than the available balance/m)
    assert.match(one.stdout, /^available +10000$/m)
    const refused = await run(project, `simulate authorise --card ${cardId} --with pin`)
    assert.equal(refused.code, 2)
    assert.match(refused.stderr, /--with needs name=value, not "pin"/)
  })

  test('a webhook is added, tested, rotated, listed and deleted', async () => {
    const { project } = await withCard()
    const receiver = await Receiver.open()
    const added = await json(project, `webhooks add ${receiver.url('/events')} --event card.*`)
    const id = String(added['id'])
    assert.match(String(added['secret']), /^whsec_/)
    await json(project, `webhooks test ${id}`)
    await receiver.until(1)
    const rotated = await run(project, `webhooks rotate ${id} --overlap-seconds 60`)
    assert.match(rotated.stdout, /^secret +whsec_\S+\nold secret signs until +\d{4}-/)
    const deliveries = await run(project, `webhooks deliveries ${id}`)
    const [, delivery = ''] = /^(\d+) +\S+ +webhook\.test /m.exec(deliveries.stdout) ?? []
    await json(project, `webhooks resend ${id} ${delivery}`)
    await receiver.until(2)
    assert.match(
      (await run(project, 'webhooks types')).stdout,
      /^card\.created +A card was issued$/m,
    )
    assert.match((await run(project, 'webhooks')).stdout, new RegExp(`^${id} +active +http`, 'm'))
    const deleted = await run(project, `webhooks delete ${id}`)
    assert.equal(deleted.stdout, `Webhook ${id} is deleted.\n`)
    await receiver.close()
  })

  test('a decision server is set, called and deleted', async () => {
    const { project, cardId } = await withCard()
    const receiver = await Receiver.open()
    const url = receiver.url('/decide')
    const set = await run(project, `decision-server set ${url} --on-timeout approve`)
    assert.match(set.stdout, /^without an answer +approve$/m)
    receiver.script.push(answerJson({ decision: 'decline' }))
    const { realTimeDecision } = await json(
      project,
      `simulate authorise --card ${cardId} --amount 100`,
    )
    const decisionId = String((realTimeDecision as Json)['id'])
    const list = await run(project, 'decision-server')
    assert.match(
      list.stdout,
      new RegExp(`^Server: ${url}\\n.*\\n${decisionId} .* declined +programme `),
    )
    const shown = await run(project, `decision-server show ${decisionId}`)
    assert.match(shown.stdout, /^decided by +programme$/m)
    assert.deepEqual(await json(project, 'decision-server delete'), { endpoint: null })
    await receiver.close()
  })
})
