// Built-in receivers: requests are stored, and the response is as the project specifies.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Project } from '../../../src/engine/directory.ts'
import { RECEIVED_MAX, RECEIVERS_MAX } from '../../../src/receivers/receiver.ts'
import { timers } from '../../../src/time.ts'
import { CallbackMerchant } from '../../kit/callback-merchant.ts'
import { bodyOf, type ProblemShape, type ProjectCall, projectCall } from '../../kit/control.ts'
import { onEveryDatabase } from '../../kit/databases.ts'
import { FORM_TYPE } from '../../kit/merchant.ts'
import { type Sandbox, startSandbox } from '../../kit/sandbox.ts'
import { TEST_CARDS } from '../../kit/test-cards.ts'

const PATH = '/control/v1/receivers'

interface ReceiverShape {
  readonly id: string
  readonly url: string
  readonly answers: readonly number[]
  readonly received: number
}
interface ReceivedShape extends ReceiverShape {
  readonly items: readonly {
    readonly number: number
    readonly method: string
    readonly path: string
    readonly headers: Readonly<Record<string, string>>
    readonly body: string | null
    readonly isCut: boolean
    readonly parameters: Readonly<Record<string, string>>
    readonly checksumFits: boolean | null
    readonly status: number
  }[]
}

onEveryDatabase('Receivers', (database) => {
  let sandbox: Sandbox
  let project: Project
  let call: ProjectCall
  before(async () => {
    sandbox = await startSandbox(database)
    project = await sandbox.newProject()
    call = projectCall(sandbox, project.secrets.interfaceB.apiKey)
  })
  after(() => sandbox.close())

  const create = async (body?: object): Promise<ReceiverShape> =>
    bodyOf<ReceiverShape>(await call('POST', PATH, body), 201)
  const received = async ({ id }: ReceiverShape): Promise<ReceivedShape> =>
    bodyOf<ReceivedShape>(await call('GET', `${PATH}/${id}`), 200)

  test('provide a URL of this service, and are listed until they are deleted', async () => {
    const [one, other] = [await create(), await create({ answers: [503], delayMs: 5 })]
    assert.ok(one.url.startsWith(`${sandbox.url}/receivers/rcv_`))
    assert.notEqual(one.url, other.url)
    const { items } = bodyOf<{ items: ReceiverShape[] }>(await call('GET', PATH), 200)
    assert.deepEqual(items, [other, one])
    assert.deepEqual(bodyOf(await call('DELETE', `${PATH}/${one.id}`), 200), { id: one.id })
    for (const method of ['GET', 'PATCH', 'DELETE'])
      bodyOf(await call(method, `${PATH}/${one.id}`, method === 'PATCH' ? {} : undefined), 404)
    assert.equal((await fetch(one.url)).status, 404)
    const next = await create()
    assert.notEqual(next.id, one.id)
    assert.deepEqual((await received(next)).items, [])
    for (const { id } of [next, other]) bodyOf(await call('DELETE', `${PATH}/${id}`), 200)
  })

  test('store any request without secrets and card numbers', async () => {
    const receiver = await create()
    const pan = TEST_CARDS.approved
    const headers = { authorization: 'Bearer abc', 'x-note': `card ${pan}`, ...FORM_TYPE }
    const body = `orderNumber=7&pan=${pan}&cvc=123`
    const posted = await fetch(`${receiver.url}?a=1&password=x`, { method: 'POST', headers, body })
    assert.deepEqual(await posted.json(), { received: 1 })
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE'])
      assert.equal((await fetch(receiver.url, { method })).status, 200)
    const { items } = await received(receiver)
    assert.deepEqual(
      items.map(({ number, method }) => [number, method]),
      [
        [5, 'DELETE'],
        [4, 'PATCH'],
        [3, 'PUT'],
        [2, 'GET'],
        [1, 'POST'],
      ],
    )
    const first = items.at(-1)
    assert.equal(first?.headers['authorization'], 'Bearer ***')
    assert.equal(first.parameters['a'], '1')
    assert.equal(first.parameters['orderNumber'], '7')
    assert.equal(first.parameters['cvc'], '***')
    assert.equal(first.checksumFits, null)
    assert.ok(!JSON.stringify(items).includes(pan), 'the card number is masked')
    bodyOf(await call('DELETE', `${PATH}/${receiver.id}`), 200)
  })

  test('respond with their list of statuses in order, and repeat the last one', async () => {
    const receiver = await create({ answers: [500, 204, 302] })
    const statuses = async (count: number): Promise<number[]> => {
      const all: number[] = []
      for (let request = 0; request < count; request++)
        all.push((await fetch(receiver.url, { redirect: 'manual' })).status)
      return all
    }
    assert.deepEqual(await statuses(4), [500, 204, 302, 302])
    bodyOf(await call('PATCH', `${PATH}/${receiver.id}`, { answers: [429, 200] }), 200)
    assert.deepEqual(await statuses(3), [429, 200, 200])
    const { items } = await received(receiver)
    assert.deepEqual(
      items.map(({ status }) => status),
      [200, 200, 429, 302, 302, 204, 500],
    )
    bodyOf(await call('DELETE', `${PATH}/${receiver.id}`), 200)
  })

  test('delay their responses by delayMs', async (t) => {
    const receiver = await create({ delayMs: 7000 })
    const pauses: number[] = []
    const { setTimeout } = timers
    t.mock.method(timers, 'setTimeout', ((work: () => void, ms?: number) => {
      if (ms === 7000) pauses.push(ms)
      return setTimeout(work, ms === 7000 ? 0 : ms)
    }) as typeof setTimeout)
    assert.equal((await fetch(receiver.url)).status, 200)
    assert.deepEqual(pauses, [7000])
    bodyOf(await call('DELETE', `${PATH}/${receiver.id}`), 200)
  })

  test('only keep the newest requests', async () => {
    const receiver = await create()
    const sendMany = async (count: number): Promise<void> => {
      await Promise.all(Array.from({ length: count }, () => fetch(receiver.url)))
    }
    await sendMany(RECEIVED_MAX + 5)
    const { items, received: count } = await received(receiver)
    assert.equal(count, RECEIVED_MAX + 5)
    assert.deepEqual(
      items.map(({ number }) => number),
      Array.from({ length: RECEIVED_MAX }, (_, index) => RECEIVED_MAX + 5 - index),
    )
    bodyOf(await call('DELETE', `${PATH}/${receiver.id}`), 200)
  })

  test(`are limited to ${RECEIVERS_MAX} per project`, async () => {
    const all: ReceiverShape[] = []
    for (let count = 0; count < RECEIVERS_MAX; count++) all.push(await create())
    const refused = bodyOf<ProblemShape>(await call('POST', PATH), 422)
    assert.equal(refused.code, 'too-many-receivers')
    for (const { id } of all) bodyOf(await call('DELETE', `${PATH}/${id}`), 200)
  })

  // prettier-ignore
  const REFUSED: readonly (readonly [body: object, pointer: string])[] = [
    [{ answers: [] },             '/answers'],
    [{ answers: [100] },          '/answers/0'],
    [{ answers: [200, 600] },     '/answers/1'],
    [{ answers: 200 },            '/answers'],
    [{ delayMs: 60_001 },         '/delayMs'],
    [{ delayMs: -1 },             '/delayMs'],
    [{ url: 'https://a.example' }, '/url'],
  ]
  test('refuse invalid statuses with a pointer', async () => {
    const { id } = await create()
    for (const [body, pointer] of REFUSED)
      for (const [method, path] of [
        ['POST', PATH],
        ['PATCH', `${PATH}/${id}`],
      ] as const) {
        const { errors = [] } = bodyOf<ProblemShape>(await call(method, path, body), 422)
        const pointers = errors.map((error) => error.pointer)
        assert.deepEqual(pointers, [pointer])
      }
    bodyOf(await call('DELETE', `${PATH}/${id}`), 200)
  })

  test('refuse unknown ids and large bodies', async () => {
    const { id, url } = await create()
    for (const unknown of [
      'none',
      `rcv_${'a'.repeat(26)}0000000001`,
      `rcv_${'a'.repeat(26)}00ffffffff`,
      id.replace(/.$/, 'z'),
    ])
      assert.equal((await fetch(`${sandbox.url}/receivers/${unknown}`)).status, 404)
    const body = 'x'.repeat(65 * 1024)
    assert.equal((await fetch(url, { method: 'POST', body })).status, 413)
    assert.equal((await fetch(url, { method: 'OPTIONS' })).status, 405)
    bodyOf(await call('DELETE', `${PATH}/${id}`), 200)
  })

  test('are only accessible to their project', async () => {
    const receiver = await create()
    const other = await sandbox.newProject()
    const callOfOther = projectCall(sandbox, other.secrets.interfaceB.apiKey)
    assert.deepEqual(bodyOf<{ items: [] }>(await callOfOther('GET', PATH), 200).items, [])
    for (const method of ['GET', 'DELETE'])
      bodyOf(await callOfOther(method, `${PATH}/${receiver.id}`), 404)
    bodyOf(await call('POST', '/control/v1/reset'), 200)
    assert.equal((await fetch(receiver.url)).status, 404)
  })

  for (const [title, settings] of [
    ['a GET with an HMAC', {}],
    ['a POST with an HMAC', { callbackMethod: 'POST' }],
    ['a GET with an RSA signature', { callbackSignature: 'rsa' }],
  ] as const)
    test(`receive callbacks sent as ${title} and verify their checksum`, async () => {
      const receiver = await create({ answers: [500, 200] })
      const merchant = await CallbackMerchant.of(sandbox, project, {
        callbackUrl: receiver.url,
        callbackMethod: 'GET',
        callbackSignature: 'hmac',
        ...settings,
      })
      const { id } = await merchant.pay()
      await merchant.inboxOnce((inbox) => inbox.at(-1)?.failures === 1)
      await merchant.advance('PT30S')
      await merchant.inboxOnce((inbox) => inbox.at(-1)?.state === 'delivered')
      const { items } = await received(receiver)
      assert.deepEqual(
        items.map(({ status, checksumFits, parameters }) => [
          status,
          checksumFits,
          parameters['mdOrder'],
        ]),
        [
          [200, true, id],
          [500, true, id],
        ],
      )
      bodyOf(await call('DELETE', `${PATH}/${receiver.id}`), 200)
    })

  for (const way of ['a copy', 'an import into another project'])
    test(`receive the callbacks and events of their own project after ${way}`, async () => {
      const receiver = await create()
      const original = await CallbackMerchant.of(sandbox, project, {
        callbackUrl: receiver.url,
        callbackMethod: 'GET',
        callbackSignature: 'hmac',
      })
      const subscription = { url: receiver.url, events: ['order.deposited'] }
      bodyOf(await call('POST', '/control/v1/webhooks', subscription), 201)
      const name = way.replaceAll(' ', '-')
      bodyOf(await call('POST', '/control/v1/snapshots', { name }), 201)
      const copied = await (way === 'a copy' ? fork(name) : imported(name))
      const copy = await CallbackMerchant.of(sandbox, copied)
      const paid = []
      for (const merchant of [copy, original]) {
        paid.push((await merchant.pay()).id)
        await merchant.inboxOnce((inbox) => inbox[0]?.state === 'delivered')
      }
      for (const [index, each] of [copy, original].entries()) {
        const { items } = await receivedOnce(each.call, receiver, 2)
        const callbacks = items.filter(({ method }) => method === 'GET')
        const [callback] = callbacks
        assert.deepEqual([callbacks.length, callback?.checksumFits], [1, true])
        assert.equal(callback?.parameters['mdOrder'], paid[index])
        const [event] = items.filter(({ method }) => method === 'POST')
        assert.match(event?.body ?? '', new RegExp(paid[index] ?? ''))
      }
      // A request from elsewhere belongs to the original, until that has no such receiver.
      assert.deepEqual(await (await fetch(receiver.url)).json(), { received: 3 })
      assert.equal((await receivedOnce(call, receiver, 3)).received, 3)
      bodyOf(await call('POST', '/control/v1/reset'), 200)
      assert.equal((await fetch(receiver.url)).status, 200)
      assert.equal((await receivedOnce(copy.call, receiver, 3)).received, 3)
    })

  const fork = async (name: string): Promise<Project> => {
    const answer = await call('POST', `/control/v1/snapshots/${name}/fork`)
    const { interfaceB } = bodyOf<{ interfaceB: { apiKey: string } }>(answer, 201)
    const copy = await sandbox.sandcard.service.directory.authenticate('b', interfaceB.apiKey)
    assert.ok(copy !== undefined)
    return copy
  }

  const imported = async (name: string): Promise<Project> => {
    const { text } = await call('GET', `/control/v1/snapshots/${name}/export`)
    const other = await sandbox.newProject()
    const headers = { 'x-api-key': other.secrets.interfaceB.apiKey }
    const post = { method: 'POST', headers, body: text }
    const path = `${sandbox.url}/control/v1/snapshots`
    assert.equal((await fetch(`${path}/import?name=file`, post)).status, 201)
    const restored = await fetch(`${path}/file/restore`, { method: 'POST', headers })
    assert.equal(restored.status, 200)
    return other
  }

  /** The stored requests once there are this many. */
  const receivedOnce = async (
    callOf: ProjectCall,
    { id }: ReceiverShape,
    count: number,
  ): Promise<ReceivedShape> => {
    const deadline = performance.now() + 100_000
    for (;;) {
      const found = bodyOf<ReceivedShape>(await callOf('GET', `${PATH}/${id}`), 200)
      if (found.received >= count) return found
      assert.ok(performance.now() < deadline)
    }
  }

  test('show a checksum that a fault made wrong', async () => {
    const receiver = await create()
    const merchant = await CallbackMerchant.of(sandbox, project, {
      callbackUrl: receiver.url,
      callbackMethod: 'GET',
      callbackSignature: 'hmac',
    })
    const faults = [{ kind: 'wrong-signature', times: 1 }]
    bodyOf(await call('PUT', '/control/v1/faults', { faults }), 200)
    await merchant.pay()
    await merchant.inboxOnce((inbox) => inbox.at(-1)?.state === 'delivered')
    const { items } = await received(receiver)
    assert.deepEqual(
      items.map(({ checksumFits }) => checksumFits),
      [false],
    )
  })
})

onEveryDatabase('Receivers of a hosted service', (database) => {
  test('receive callbacks even if PUBLIC_URL is private; other private URLs do not', async () => {
    const publicUrl = 'http://10.1.2.3:8583'
    const adminToken = 'admin-token-of-this-test-is-long-enough'
    const sandbox = await startSandbox(database, {
      config: { mode: 'hosted', publicUrl, adminToken },
    })
    try {
      const project = await sandbox.newProject()
      const { apiKey } = project.secrets.interfaceB
      const headers = { 'x-api-key': apiKey, host: '10.1.2.3:8583' }
      const call = (method: string, path: string, body?: object) =>
        sandbox.call(method, path, { headers, ...(body !== undefined && { body }) })
      const { id, url } = bodyOf<ReceiverShape>(await call('POST', PATH, {}), 201)
      assert.equal(url, `${publicUrl}/receivers/${id}`)
      const refused = { callbackUrl: 'http://10.1.2.3:8583/other' }
      bodyOf(await call('PATCH', '/control/v1/project', refused), 422)
      bodyOf(await call('PATCH', '/control/v1/project', { callbackUrl: url }), 200)
      const { userName, password } = project.secrets.interfaceC
      const form = new URLSearchParams({
        userName,
        password,
        amount: '1000',
        currency: '978',
        returnUrl: 'https://shop.example/',
        pan: TEST_CARDS.approvedWellKnown,
        expiry: '203412',
        cvc: '123',
        cardholderName: 'ANNA BERG',
      })
      const paid = await sandbox.call('POST', '/payment/rest/instantPayment.do', {
        headers: { ...FORM_TYPE, host: '10.1.2.3:8583' },
        body: form.toString(),
      })
      assert.equal(paid.status, 200, paid.text)
      const deadline = performance.now() + 100_000
      for (;;) {
        const { items } = bodyOf<ReceivedShape>(await call('GET', `${PATH}/${id}`), 200)
        if (items[0]?.checksumFits === true) break
        assert.ok(performance.now() < deadline)
      }
    } finally {
      await sandbox.close()
    }
  })
})
