// Entries of the request log beyond calls that succeed: calls of unknown records and paths, pages,
// and the requests that the service sends. It also tests the link from an error to its entry.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { answer, Receiver } from '../../kit/callback-receiver.ts'
import { bodyOf, createProject, projectCall } from '../../kit/control.ts'
import { onEveryDatabase } from '../../kit/databases.ts'
import type { Answer } from '../../kit/http.ts'
import { ENDPOINT, json } from '../../kit/paying-card.ts'
import { type Sandbox, startSandbox } from '../../kit/sandbox.ts'
import { SimulatedCard } from '../../kit/simulated-card.ts'

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

interface LoggedRequest {
  id: string
  api: string
  operation: string
  path: string
  status: number | null
  errorCode: string | null
  outcome: string
  request: { headers: Record<string, string>; body: string | null }
  response: { body: string | null }
  ids: { kind: string; id: string }[]
}

onEveryDatabase('The request log', (database) => {
  let sandbox: Sandbox
  let server: Receiver
  before(async () => {
    sandbox = await startSandbox(database)
    server = await Receiver.open()
  })
  after(async () => {
    await server.close()
    await sandbox.close()
  })

  type Call = ReturnType<typeof projectCall>

  const listOf =
    (call: Call) =>
    async (query = ''): Promise<LoggedRequest[]> =>
      bodyOf<{ items: LoggedRequest[] }>(await call('GET', `/control/v1/requests${query}`), 200)
        .items

  async function open() {
    const project = await createProject(sandbox)
    const call = projectCall(sandbox, project.interfaceB.apiKey)
    return { project, call, list: listOf(call) }
  }

  /** The entry of a response, whose URL is in its header. */
  const entryOf = async (
    { project, call }: Awaited<ReturnType<typeof open>>,
    { headers }: Answer,
  ): Promise<LoggedRequest> => {
    const id = String(headers['request-id'])
    assert.equal(headers['sandcard-request-url'], `${sandbox.url}/p/${project.id}/activity/${id}`)
    return bodyOf(await call('GET', `/control/v1/requests/${id}`), 200)
  }

  test('contains each error, and the response has the URL of the entry', async () => {
    const opened = await open()
    const { project, call } = opened
    const answer = await call('POST', '/v2/cardholders', {})
    const { instance, requestId } = answer.json as { instance: string; requestId: string }
    assert.equal(instance, `${sandbox.url}/p/${project.id}/activity/${requestId}`)
    const { userName, password } = project.interfaceC
    const refused = await sandbox.call('POST', '/payment/rest/register.do', {
      headers: FORM,
      body: new URLSearchParams({ userName, password }).toString(),
    })
    const entry = await entryOf(opened, refused)
    assert.deepEqual(
      [entry.status, entry.outcome, entry.errorCode !== null],
      [200, 'refused', true],
    )
  })

  test('has the id in the path of a request, even if there is no such record', async () => {
    const { call, list } = await open()
    for (const [path, kind, id] of [
      ['/v2/cards/', 'card', '100000000999'],
      ['/v2/cardholders/', 'cardholder', '100000000999'],
      ['/control/v1/orders/', 'order', '01a3193d-b614-7717-8110-3c4400000002'],
      ['/control/v1/entries/', 'entry', '100000000999'],
      ['/control/v1/callbacks/', 'callback', '100999'],
      ['/control/v1/authorisations/', 'authorisation', '100000000999'],
    ] as const) {
      assert.equal((await call('GET', path + id)).status, 404, path)
      assert.deepEqual((await list())[0]?.ids, [{ kind, id }], path)
    }
  })

  test('contains a call that reaches no operation, for the project that sent it', async () => {
    const opened = await open()
    const { project, call, list } = opened
    const { interfaceA, interfaceB, interfaceC } = project
    const basic = Buffer.from(`${interfaceA.login}:${interfaceA.password}`).toString('base64')
    const form = new URLSearchParams({ ...interfaceC }).toString()
    const [key, json] = [interfaceB.apiKey, 'application/json']
    // prettier-ignore
    const calls = [
      ['A', 'POST', '/v1/apigate/ws/rest/none', { authorization: `Basic ${basic}`, 'content-type': json }, '{}', 404],
      ['A', 'GET', '/v1/apigate/ws/rest/getCardData', { authorization: `Basic ${basic}` }, undefined, 405],
      ['B', 'GET', '/v2/none', { 'x-api-key': key }, undefined, 404],
      ['B', 'DELETE', '/v2/cards/1', { 'x-api-key': key }, undefined, 405],
      ['C', 'POST', '/payment/rest/none.do', FORM, form, 404],
      ['C', 'GET', `/payment/rest/none.do?${form}`, {}, undefined, 404],
      ['control', 'POST', '/control/v1/none', { 'x-api-key': key, 'content-type': json }, '{}', 404],
      ['control', 'DELETE', '/control/v1/clock', { 'x-api-key': key }, undefined, 405],
    ] as const
    for (const [api, method, path, headers, body, status] of calls) {
      const answer = await sandbox.call(method, path, { headers, body })
      assert.equal(answer.status, status, `${method} ${path}`)
      const entry = await entryOf(opened, answer)
      assert.deepEqual(
        [entry.api, entry.operation, entry.status, entry.outcome],
        [api, 'unknown', status, 'refused'],
      )
      const why = bodyOf<{ outcome: string; reason: string }>(
        await call('GET', `/control/v1/decisions/${entry.id}`),
        200,
      )
      assert.deepEqual([why.outcome, why.reason !== ''], ['refused', true])
    }
    const strangers = [
      ['GET', '/v2/none', { 'x-api-key': 'wrong' }, undefined],
      ['POST', '/payment/rest/none.do', FORM, 'userName=a&password=b'],
    ] as const
    for (const [method, path, headers, body] of strangers)
      assert.equal((await sandbox.call(method, path, { headers, body })).status, 404)
    assert.equal((await list('?operation=unknown')).length, calls.length)
    assert.ok(!JSON.stringify(await list()).includes(interfaceC.password))
  })

  test('contains an operation outside /rest/ as a call of C, and a page with the api "page"', async () => {
    const { project, list } = await open()
    const { userName, password } = project.interfaceC
    const form = { userName, password, amount: '2000', returnUrl: 'https://shop.example/return' }
    const { formUrl } = bodyOf<{ formUrl: string }>(
      await sandbox.call('POST', '/payment/rest/register.do', {
        headers: FORM,
        body: new URLSearchParams(form).toString(),
      }),
      200,
    )
    await sandbox.call('GET', formUrl.slice(sandbox.url.length))
    await sandbox.call('POST', '/payment/recurrentPayment.do', { body: { userName, password } })
    const apis = (await list()).map(({ api, operation }) => [api, operation])
    assert.deepEqual(apis, [
      ['C', 'recurrentPayment'],
      ['page', 'paymentPage'],
      ['C', 'register'],
    ])
  })

  // prettier-ignore
  for (const [title, behave, body, expected] of [
    ['an approval', json({ decision: 'approve' }), {}, [200, 'approved', null]],
    ['a partial approval', json({ decision: 'partial', amount: 5 }), { partialApproval: true }, [200, 'approved', null]],
    ['a decline', json({ decision: 'decline' }), {}, [200, 'declined', null]],
    ['a failure', answer(500), {}, [500, 'error', 'the server answered with status 500']],
    ['an answer that is not JSON', answer(200, 'yes'), {}, [200, 'error', 'the answer is not a JSON object']],
  ] as const)
    test(`contains a request to the decision server: ${title}`, async () => {
      const at = await SimulatedCard.open(sandbox, 10_000)
      bodyOf(await at.call('PUT', ENDPOINT, { url: server.url('/decide') }), 200)
      server.script.push(behave)
      await at.authorise({ amount: 2_000, ...body })
      const [entry, ...others] = await listOf(at.call)('?api=decision-server')
      assert.ok(entry !== undefined && others.length === 0)
      assert.deepEqual([entry.status, entry.outcome, entry.errorCode], expected)
      assert.deepEqual(
        [entry.operation, entry.path, entry.request.headers['content-type']],
        ['authorisation.request', server.url('/decide'), 'application/json'],
      )
      assert.match(entry.request.body ?? '', /"amount":2000,"currency":"978"/)
      assert.ok(entry.ids.some(({ kind, id }) => kind === 'card' && id === at.card.id))
    })

  test('contains a decision request without an answer in time, and the answer that arrives later', async () => {
    const at = await SimulatedCard.open(sandbox, 10_000)
    bodyOf(await at.call('PUT', ENDPOINT, { url: server.url('/decide'), timeoutMs: 100 }), 200)
    const { promise, resolve } = Promise.withResolvers<() => void>()
    server.script.push((response, received) => {
      resolve(() => json({ decision: 'approve' })(response, received))
    })
    await at.authorise({ amount: 2_000 })
    const list = listOf(at.call)
    const ends = async () =>
      (await list('?api=decision-server')).map(({ status, outcome, errorCode }) => [
        status,
        outcome,
        errorCode,
      ])
    const missed = [null, 'error', 'no answer within the time limit']
    assert.deepEqual(await ends(), [missed])
    ;(await promise)()
    let found = await ends()
    while (found.length < 2) found = await ends()
    assert.deepEqual(found, [[200, 'error', 'after the time limit'], missed])
  })

  test('contains each attempt to send an event, but no forced answers', async () => {
    const at = await SimulatedCard.open(sandbox, 10_000)
    const subscription = { url: server.url('/events'), events: ['authorisation.*'] }
    const webhook = bodyOf<{ id: string }>(
      await at.call('POST', '/control/v1/webhooks', subscription),
      201,
    )
    const failuresOf = async () =>
      bodyOf<{ items: { failures: number }[] }>(
        await at.call('GET', `/control/v1/webhooks/${webhook.id}/deliveries`),
        200,
      ).items[0]?.failures
    server.script.push(answer(503), answer(204))
    const { id } = await at.authorise({ amount: 2_000, realTimeDecision: 'approve' })
    while ((await failuresOf()) !== 1) continue
    await at.call('POST', '/control/v1/clock', { advance: 'PT1M' })
    const list = listOf(at.call)
    let sent = await list('?api=webhook')
    while (sent.length < 2) sent = await list('?api=webhook')
    assert.deepEqual(
      sent.map(({ operation, status, outcome }) => [operation, status, outcome]),
      [
        ['authorisation.approved', 204, 'approved'],
        ['authorisation.approved', 503, 'error'],
      ],
    )
    assert.deepEqual(sent[0]?.ids, [
      { kind: 'authorisation', id },
      { kind: 'entry', id },
      { kind: 'card', id: at.card.id },
    ])
    assert.equal(sent[0].request.headers['webhook-signature'], '***')
    assert.deepEqual(await list('?api=decision-server'), [])
    const curl = await at.call('GET', `/control/v1/requests/${sent[0].id}?format=curl`)
    assert.ok(curl.text.includes(server.url('/events')))
  })
})
