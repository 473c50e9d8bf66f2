// The faults of calls as a real client sees them, at every interface.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Project } from '../../src/engine/directory.ts'
import { timers } from '../../src/time.ts'
import { onEveryDatabase } from '../kit/databases.ts'
import { bodyOf, type ProjectCall, projectCall } from '../kit/control.ts'
import { registration } from '../kit/issuer-v1.ts'
import { CARDHOLDER } from '../kit/issuer-v2.ts'
import { encoded, FORM_TYPE, orderForm } from '../kit/merchant.ts'
import { anotherProcess, REPLACES_PARTS, type Sandbox, startSandbox } from '../kit/sandbox.ts'

interface Target {
  readonly api: 'A' | 'B' | 'C'
  readonly operation: string
  readonly path: string
  readonly request: (
    project: Project,
    key: string,
  ) => { headers: Record<string, string>; body: string }
  /** True for the response to a request that was executed before. */
  readonly isDuplicate: (status: number, body: string) => boolean
  /** Status and a part of the body of each error that the API returns itself. */
  readonly errors: Readonly<Record<429 | 500 | 503, string>>
}

const JSON_TYPE = { 'content-type': 'application/json' }
const basic = ({ login, password }: { login: string; password: string }): string =>
  `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`

const TARGETS: readonly Target[] = [
  {
    api: 'A',
    operation: 'registerCustomer',
    path: '/v1/apigate/ws/rest/registerCustomer',
    request: (project, key) => ({
      headers: { ...JSON_TYPE, authorization: basic(project.secrets.interfaceA) },
      body: JSON.stringify(registration(project, key)),
    }),
    isDuplicate: (status, body) => status === 409 && body.includes('"AA"'),
    errors: { 429: '"errorCode":"1010"', 500: '"errorCode":"1000"', 503: '"errorCode":"1000"' },
  },
  {
    api: 'B',
    operation: 'createCardholder',
    path: '/v2/cardholders',
    request: (project, key) => ({
      headers: {
        ...JSON_TYPE,
        'x-api-key': project.secrets.interfaceB.apiKey,
        'idempotency-key': key,
      },
      body: JSON.stringify(CARDHOLDER),
    }),
    isDuplicate: (status, body) => status === 201 && body !== '',
    errors: { 429: '"rate-limited"', 500: '"internal"', 503: '"unavailable"' },
  },
  {
    api: 'C',
    operation: 'register',
    path: '/payment/rest/register.do',
    request: (project, key) => ({
      headers: FORM_TYPE,
      body: encoded({ ...project.secrets.interfaceC, ...orderForm, orderNumber: key }),
    }),
    isDuplicate: (status, body) => status === 200 && body.includes('"errorCode":"1"'),
    errors: { 429: '"errorCode":"7"', 500: '"errorCode":"7"', 503: '"errorCode":"7"' },
  },
]

onEveryDatabase('Faults of calls', (database) => {
  let sandbox: Sandbox
  let project: Project
  let control: ProjectCall
  before(async () => {
    sandbox = await startSandbox(database)
    project = await sandbox.newProject()
    control = projectCall(sandbox, project.secrets.interfaceB.apiKey)
  })
  after(() => sandbox.close())

  const setFaults = async (...faults: readonly object[]): Promise<void> => {
    const answer = await control('PUT', '/control/v1/faults', { seed: 1, faults })
    assert.equal(answer.status, 200, answer.text)
  }
  let keys = 0
  const newKey = (): string => `key-${(keys += 1)}`
  const send = (target: Target, key = newKey(), url = sandbox.url): Promise<Response> =>
    fetch(url + target.path, { method: 'POST', ...target.request(project, key) })
  /** The code of the error with which the connection failed. */
  const failure = async (call: Promise<unknown>): Promise<string> => {
    const error: unknown = await call.then(
      () => assert.fail('the request got a response'),
      (reason: unknown) => reason,
    )
    const { cause } = error as { cause?: { code?: string } }
    return cause?.code ?? String(error)
  }

  for (const target of TARGETS) {
    const { api, operation } = target

    for (const status of [500, 503] as const)
      test(`an error ${status} at ${api} has the format of ${api} and changes nothing`, async () => {
        await setFaults({ kind: 'error', api, operation, status, times: 1 })
        const key = newKey()
        const response = await send(target, key)
        const body = await response.text()
        assert.equal(response.status, status, body)
        assert.ok(body.includes(target.errors[status]), body)
        assert.equal(response.headers.get('sandcard-faults'), 'active')
        assert.equal(response.headers.get('sandcard-fault'), 'error')
        assert.equal(response.headers.get('retry-after'), status === 503 ? '1' : null)
        const retry = await send(target, key)
        assert.ok(retry.ok)
        assert.equal(retry.headers.get('idempotency-replayed'), null)
        assert.equal(retry.headers.get('sandcard-faults'), null)
        assert.equal(retry.headers.get('sandcard-fault'), null)
      })

    for (const status of [502, 504])
      test(`an error ${status} at ${api} returns the error page of a proxy`, async () => {
        await setFaults({ kind: 'error', api, status, times: 1 })
        const response = await send(target)
        assert.equal(response.status, status)
        assert.match(response.headers.get('content-type') ?? '', /^text\/html/)
        assert.match(await response.text(), new RegExp(`<h1>${status} `))
      })

    test(`a rate limit at ${api} includes Retry-After`, async () => {
      await setFaults({ kind: 'rate-limit', api, retryAfterSeconds: 17, times: 1 })
      const response = await send(target)
      assert.equal(response.status, 429)
      assert.equal(response.headers.get('retry-after'), '17')
      const body = await response.text()
      assert.ok(body.includes(target.errors[429]), body)
    })

    test(`a connection reset before the commit at ${api} changes nothing`, async () => {
      await setFaults({ kind: 'reset-before-commit', operation, times: 1 })
      const key = newKey()
      assert.equal(await failure(send(target, key)), 'ECONNRESET')
      const retry = await send(target, key)
      assert.equal(
        target.api !== 'B' && target.isDuplicate(retry.status, await retry.text()),
        false,
      )
      assert.equal(retry.headers.get('idempotency-replayed'), null)
    })

    test(`a connection reset after the commit at ${api} does not undo the call`, async () => {
      await setFaults({ kind: 'reset-after-commit', operation, times: 1 })
      const key = newKey()
      assert.equal(await failure(send(target, key)), 'ECONNRESET')
      const retry = await send(target, key)
      const body = await retry.text()
      assert.ok(target.isDuplicate(retry.status, body), body)
      if (api === 'B') assert.equal(retry.headers.get('idempotency-replayed'), 'true')
    })

    test(`a truncated response at ${api} announces more bytes than it has`, async () => {
      await setFaults({ kind: 'truncate', api, times: 1 })
      const response = await send(target)
      assert.equal(response.headers.get('sandcard-fault'), 'truncate')
      const promised = Number(response.headers.get('content-length'))
      const received: Uint8Array[] = []
      const end = await failure(
        (async () => {
          for await (const chunk of response.body ?? []) received.push(chunk as Uint8Array)
        })(),
      )
      assert.match(end, /UND_ERR_SOCKET|terminated/)
      const length = Buffer.concat(received).length
      assert.ok(length > 0 && length < promised, `${length} of ${promised}`)
    })

    test(
      `latency and a slow body at ${api} last as configured and keep the response complete`,
      REPLACES_PARTS,
      async (t) => {
        await setFaults(
          { kind: 'latency', api, ms: 4001, times: 1 },
          { kind: 'slow-body', api, ms: 9 * 1001, times: 1 },
        )
        const pauses: number[] = []
        const { setTimeout } = timers
        t.mock.method(timers, 'setTimeout', ((work: () => void, ms?: number) => {
          // Not a whole second, because other parts of the service wait for whole seconds.
          const isPause = ms === 4001 || ms === 1001
          if (isPause) pauses.push(ms)
          return setTimeout(work, isPause ? 0 : ms)
        }) as typeof setTimeout)
        const response = await send(target)
        assert.equal(response.headers.get('sandcard-fault'), 'latency, slow-body')
        assert.ok(JSON.parse(await response.text()) !== null)
        assert.deepEqual(
          pauses.toSorted((a, b) => b - a),
          [4001, ...Array<number>(9).fill(1001)],
        )
      },
    )
  }

  test('the control API and invalid requests neither get a fault nor use one up', async () => {
    await setFaults({ kind: 'reset-before-commit' })
    for (const path of ['/control/v1/project', '/control/v1/faults'])
      assert.equal((await control('GET', path)).headers['sandcard-faults'], 'active')
    const wrongKey = await sandbox.call('GET', '/v2/cardholders/1', {
      headers: { 'x-api-key': 'no' },
    })
    assert.equal(wrongKey.status, 401)
    assert.equal(wrongKey.headers['sandcard-faults'], undefined)
    const headers = { 'x-api-key': project.secrets.interfaceB.apiKey }
    const invalid = await sandbox.call('POST', '/v2/cardholders', { headers, body: {} })
    assert.equal(invalid.status, 422)
    assert.equal(invalid.headers['sandcard-faults'], 'active')
    const { json } = await control('GET', '/control/v1/faults')
    assert.equal((json as { faults: { calls: number }[] }).faults[0]?.calls, 0)
  })

  test('a refusal by the operation is also subject to response faults', async () => {
    const [, target] = TARGETS
    await setFaults({ kind: 'truncate', operation: 'getCardholder', times: 1 })
    const headers = { 'x-api-key': project.secrets.interfaceB.apiKey }
    const response = await fetch(`${sandbox.url}/v2/cardholders/1`, { headers })
    assert.equal(response.status, 404)
    assert.match(await failure(response.text()), /UND_ERR_SOCKET|terminated/)
    assert.equal(target?.api, 'B')
  })

  test('a counted fault applies to exactly as many concurrent calls as configured', async () => {
    await setFaults({ kind: 'error', operation: 'register', times: 7 })
    const [, , target] = TARGETS
    assert.ok(target !== undefined)
    const responses = await Promise.all(Array.from({ length: 30 }, () => send(target)))
    assert.equal(responses.filter(({ status }) => status === 500).length, 7)
    const { json } = await control('GET', '/control/v1/faults')
    assert.deepEqual((json as { faults: unknown[] }).faults, [
      {
        id: 'fault-1',
        kind: 'error',
        api: null,
        operation: 'register',
        times: 7,
        rate: 1,
        status: 500,
        left: 0,
        calls: 7,
        injected: 7,
      },
    ])
  })

  test('the same seed gives the same faults to the same calls', async () => {
    const [, , target] = TARGETS
    assert.ok(target !== undefined)
    const run = async (): Promise<number[]> => {
      await setFaults({ kind: 'error', rate: 0.5, operation: 'register' })
      const statuses: number[] = []
      for (let call = 0; call < 12; call++) statuses.push((await send(target)).status)
      return statuses
    }
    const first = await run()
    assert.deepEqual(await run(), first)
    assert.equal(new Set(first).size, 2)
  })

  test('a reset of the project and an empty list remove the faults', async () => {
    const [, , target] = TARGETS
    assert.ok(target !== undefined)
    for (const end of [
      () => control('POST', '/control/v1/reset'),
      () => control('PUT', '/control/v1/faults', { faults: [] }),
      () => control('DELETE', '/control/v1/faults'),
    ]) {
      await setFaults({ kind: 'error' })
      assert.equal((await send(target)).status, 500)
      assert.equal((await end()).status, 200)
      const response = await send(target)
      assert.equal(response.status, 200)
      assert.equal(response.headers.get('sandcard-faults'), null)
    }
  })

  test('the request log names the fault of each call', async () => {
    const [, , target] = TARGETS
    assert.ok(target !== undefined)
    bodyOf(await control('POST', '/control/v1/reset'), 200)
    const kinds = [
      'error',
      'rate-limit',
      'reset-before-commit',
      'reset-after-commit',
      'truncate',
      'slow-body',
    ]
    for (const kind of kinds) {
      await setFaults({ kind, times: 1, ...(kind === 'slow-body' && { ms: 1 }) })
      await send(target).then(
        (response) => response.text().catch(() => ''),
        () => '',
      )
    }
    const logged = async (): Promise<readonly (string | null)[]> => {
      const path = '/control/v1/requests?operation=register'
      const { items } = bodyOf<{ items: { id: string }[] }>(await control('GET', path), 200)
      const details = items.map(async ({ id }) =>
        bodyOf<{ injectedFault: string | null }>(
          await control('GET', `/control/v1/requests/${id}`),
          200,
        ),
      )
      return (await Promise.all(details)).map(({ injectedFault }) => injectedFault)
    }
    // A broken response is logged when its connection has closed.
    const deadline = performance.now() + 100_000
    while ((await logged()).length < kinds.length) assert.ok(performance.now() < deadline)
    assert.deepEqual((await logged()).toSorted(), kinds.toSorted())
  })

  test('a restored snapshot includes its faults', async () => {
    const [, , target] = TARGETS
    assert.ok(target !== undefined)
    await setFaults({ kind: 'error', times: 2 })
    bodyOf(await control('POST', '/control/v1/snapshots', { name: 'faulted' }), 201)
    assert.equal((await send(target)).status, 500)
    await setFaults()
    assert.equal((await send(target)).status, 200)
    bodyOf(await control('POST', '/control/v1/snapshots/faulted/restore'), 200)
    const statuses: number[] = []
    for (let call = 0; call < 3; call++) statuses.push((await send(target)).status)
    assert.deepEqual(statuses, [500, 500, 200])
  })

  test('stopping the service ends the delays of calls', async () => {
    const other = await startSandbox(database)
    const of = await other.newProject()
    const [, , target] = TARGETS
    assert.ok(target !== undefined)
    const call = projectCall(other, of.secrets.interfaceB.apiKey)
    const faults = [{ kind: 'latency', ms: 60_000 }]
    bodyOf(await call('PUT', '/control/v1/faults', { faults }), 200)
    const request = { method: 'POST', ...target.request(of, newKey()) }
    const response = fetch(other.url + target.path, request)
    const isWaiting = async (): Promise<boolean> =>
      (await call('GET', '/control/v1/faults')).text.includes('"calls":1')
    while (!(await isWaiting()));
    await other.close()
    assert.equal((await response).status, 200)
  })

  test('faults do not affect other projects', async () => {
    await setFaults({ kind: 'error' })
    const [, , target] = TARGETS
    const other = await sandbox.newProject()
    assert.ok(target !== undefined)
    const url = sandbox.url + target.path
    const response = await fetch(url, { method: 'POST', ...target.request(other, newKey()) })
    assert.equal(response.status, 200)
    assert.equal(response.headers.get('sandcard-faults'), null)
  })

  if (database.name === 'postgres')
    test('another process notices faults and shares their counts', async () => {
      const [, , target] = TARGETS
      assert.ok(target !== undefined)
      await setFaults()
      const other = await anotherProcess(sandbox)
      try {
        assert.equal((await send(target, newKey(), other.url)).status, 200)
        await setFaults({ kind: 'error', operation: 'register', times: 3 })
        await other.service.directory.lookForFaults()
        const urls = [sandbox.url, other.url, sandbox.url, other.url, other.url]
        const statuses: number[] = []
        for (const url of urls) statuses.push((await send(target, newKey(), url)).status)
        assert.deepEqual(statuses, [500, 500, 500, 200, 200])
      } finally {
        await other.close()
      }
    })
})
