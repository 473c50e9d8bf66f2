// A service with two front threads responds like one without, whichever thread a connection
// reaches. `SANDCARD_TEST_THREADS=2 npm test` runs all other tests on front threads too.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createProject, type ProjectShape, projectCall } from '../kit/control.ts'
import { onEveryDatabase } from '../kit/databases.ts'
import { type Answer, type CallOptions, HttpClient } from '../kit/http.ts'
import { type Sandbox, startSandbox } from '../kit/sandbox.ts'

/** Enough that each of two threads gets some; one in half a million runs would leave one out. */
const CONNECTIONS = 20

onEveryDatabase('Two front threads', (database) => {
  let sandbox: Sandbox
  let project: ProjectShape
  before(async () => {
    sandbox = await startSandbox(database, { config: { threads: 2 } })
    project = await createProject(sandbox)
  })
  after(() => sandbox.close())

  /** Sends the same request on many new connections at the same time. */
  const onEach = (method: string, path: string, options?: CallOptions): Promise<Answer[]> =>
    Promise.all(
      Array.from({ length: CONNECTIONS }, async () => {
        const client = new HttpClient(sandbox.url)
        const answer = await client.call(method, path, options)
        client.close()
        return answer
      }),
    )

  const statusesOf = (answers: readonly Answer[]): readonly number[] => [
    ...new Set(answers.map(({ status }) => status)),
  ]

  const withKey = (apiKey: string): CallOptions => ({ headers: { 'x-api-key': apiKey } })
  const withBasic = ({ login, password }: ProjectShape['interfaceA']): CallOptions => {
    const basic = Buffer.from(`${login}:${password}`).toString('base64')
    return {
      headers: { authorization: `Basic ${basic}` },
      body: { cardIdentification: { cardId: 1 } },
    }
  }
  const formOf = (fields: Readonly<Record<string, string>>): CallOptions => ({
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  })

  test('serve the interfaces, the control API and pages on every connection', async () => {
    const { interfaceA, interfaceB, interfaceC } = project
    const { userName, password } = interfaceC
    const key = withKey(interfaceB.apiKey)
    for (const [method, path, options, status] of [
      ['POST', '/v1/apigate/ws/rest/getCardData', withBasic(interfaceA), 404],
      ['GET', '/v2/cards/1', key, 404],
      ['PUT', '/v2/cards/1', key, 405],
      ['POST', '/payment/rest/getOrderStatusExtended.do', formOf({ userName, password }), 200],
      ['GET', '/control/v1/project', key, 200],
      ['GET', '/test-cards', {}, 200],
      ['GET', '/no-such-page', {}, 404],
    ] as const)
      assert.deepEqual(statusesOf(await onEach(method, path, options)), [status], path)
  })

  test('write each accepted request once, and read it immediately', async () => {
    const { userName, password } = project.interfaceC
    const credentials = { userName, password }
    const order = formOf({ ...credentials, amount: '2000', returnUrl: 'https://shop.example/' })
    const made = await onEach('POST', '/payment/rest/register.do', order)
    const ids = new Set(made.map(({ json }) => (json as { orderId: string }).orderId))
    assert.equal(ids.size, CONNECTIONS)
    for (const orderId of ids) {
      const status = formOf({ ...credentials, orderId })
      const { json } = await sandbox.call('POST', '/payment/rest/getOrderStatusExtended.do', status)
      assert.equal((json as { orderStatus: number }).orderStatus, 0)
    }
  })

  test('refuse replaced credentials as soon as the rotation has returned', async () => {
    const { interfaceB } = await createProject(sandbox)
    const old = withKey(interfaceB.apiKey)
    assert.deepEqual(statusesOf(await onEach('GET', '/v2/cards/1', old)), [404])
    const { json, status } = await sandbox.call('POST', '/control/v1/credentials', {
      ...old,
      body: { interface: 'B', overlapSeconds: 0 },
    })
    assert.equal(status, 201)
    const { interfaceB: replaced } = (json as { project: ProjectShape }).project
    assert.deepEqual(statusesOf(await onEach('GET', '/v2/cards/1', old)), [401])
    const next = withKey(replaced.apiKey)
    assert.deepEqual(statusesOf(await onEach('GET', '/v2/cards/1', next)), [404])
  })

  test('apply a fault as soon as it is added, and not after it is deleted', async () => {
    const { interfaceB } = await createProject(sandbox)
    const key = withKey(interfaceB.apiKey)
    const control = projectCall(sandbox, interfaceB.apiKey)
    assert.deepEqual(statusesOf(await onEach('GET', '/v2/cards/1', key)), [404])
    const fault = { api: 'B', kind: 'error', status: 503 }
    const set = await control('PUT', '/control/v1/faults', { seed: 1, faults: [fault] })
    assert.equal(set.status, 200, set.text)
    assert.deepEqual(statusesOf(await onEach('GET', '/v2/cards/1', key)), [503])
    await control('DELETE', '/control/v1/faults')
    assert.deepEqual(statusesOf(await onEach('GET', '/v2/cards/1', key)), [404])
  })

  test('reset and cut the connections of pages that a fault concerns', async () => {
    const call = projectCall(sandbox, project.interfaceB.apiKey)
    const orderOf = formOf({
      ...project.interfaceC,
      amount: '2000',
      returnUrl: 'https://shop.example/',
    })
    const { json } = await sandbox.call('POST', '/payment/rest/register.do', orderOf)
    const { formUrl } = json as { formUrl: string }
    for (const kind of ['reset-before-commit', 'reset-after-commit', 'truncate']) {
      const faults = [{ kind, operation: 'paymentPage' }]
      assert.equal((await call('PUT', '/control/v1/faults', { faults })).status, 200)
      await assert.rejects(async () => (await fetch(formUrl)).text(), TypeError, kind)
    }
    assert.equal((await call('PUT', '/control/v1/faults', { faults: [] })).status, 200)
    assert.equal((await fetch(formUrl)).status, 200)
  })

  test('show the log and the metrics with the requests of all threads', async () => {
    const { interfaceB } = await createProject(sandbox)
    await onEach('GET', '/v2/cardholders/404', withKey(interfaceB.apiKey))
    const control = projectCall(sandbox, interfaceB.apiKey)
    const { json } = await control('GET', '/control/v1/requests?api=B&limit=100')
    const { items } = json as { items: { operation: string; request: { headers: object } }[] }
    assert.equal(items.length, CONNECTIONS)
    for (const { operation, request } of items) {
      assert.equal(operation, 'getCardholder')
      assert.equal((request.headers as Record<string, string>)['x-api-key'], '***')
    }
    const { text } = await sandbox.call('GET', '/metrics')
    assert.match(text, /^sandcard_threads 2$/m)
    const counted = /operation="getCardholder",status="404"\} (\d+)/.exec(text)?.[1]
    assert.equal(Number(counted), CONNECTIONS)
  })
})
