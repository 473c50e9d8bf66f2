// Rotating credentials: the new ones work immediately, the previous ones until the overlap ends,
// and older ones not at all.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { configOf } from '../../../src/config.ts'
import { startService } from '../../../src/start.ts'
import { storageLimitsOf } from '../../../src/storage-limits.ts'
import { onEveryDatabase } from '../../kit/databases.ts'
import { REPLACES_PARTS, type Sandbox, startSandbox } from '../../kit/sandbox.ts'
import { useFakeTimers } from '../../kit/fake-timers.ts'
import { serviceLog } from '../../kit/service-log.ts'

type Interface = 'A' | 'B' | 'C'

interface Credentials {
  readonly interfaceA: { readonly login: string; readonly password: string }
  readonly interfaceB: { readonly apiKey: string }
  readonly interfaceC: {
    readonly userName: string
    readonly password: string
    readonly token: string
    readonly callbackKey: string
  }
}

onEveryDatabase('Credentials', (database) => {
  let sandbox: Sandbox
  before(async () => {
    sandbox = await startSandbox(database)
  })
  after(() => sandbox.close())

  const make = async (): Promise<Credentials> =>
    (await sandbox.call('POST', '/control/v1/projects')).json as Credentials

  const rotate = (by: Credentials, body: object) =>
    sandbox.call('POST', '/control/v1/credentials', {
      headers: { 'x-api-key': by.interfaceB.apiKey },
      body,
    })

  const rotated = async (by: Credentials, body: object) => {
    const answer = await rotate(by, body)
    assert.equal(answer.status, 201, answer.text)
    return answer.json as { project: Credentials; oldEndsAt: string }
  }

  /** The response of each interface to credentials, for each way to send them. */
  const opens = async ({ interfaceA, interfaceB, interfaceC }: Credentials) => {
    const basic = Buffer.from(`${interfaceA.login}:${interfaceA.password}`).toString('base64')
    const a = await sandbox.call('POST', '/v1/apigate/ws/rest/getCardData', {
      headers: { authorization: `Basic ${basic}` },
      body: { cardIdentification: { cardId: 1 } },
    })
    const b = await sandbox.call('GET', '/v2/cards/1', {
      headers: { 'x-api-key': interfaceB.apiKey },
    })
    const status = (form: Record<string, string>) =>
      sandbox.call('POST', '/payment/rest/getOrderStatusExtended.do', {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ ...form, orderId: 'none' }).toString(),
      })
    const { userName, password, token } = interfaceC
    const denied = (json: unknown) => String((json as Record<string, unknown>)['errorCode']) === '5'
    return {
      A: a.status !== 401,
      B: b.status !== 401,
      'C by password': !denied((await status({ userName, password })).json),
      'C by token': !denied((await status({ token })).json),
    }
  }
  const EVERYTHING = { A: true, B: true, 'C by password': true, 'C by token': true }
  const WITHOUT = {
    A: { ...EVERYTHING, A: false },
    B: { ...EVERYTHING, B: false },
    C: { ...EVERYTHING, 'C by password': false, 'C by token': false },
  } as const satisfies Record<Interface, typeof EVERYTHING>

  for (const which of ['A', 'B', 'C'] as const) {
    test(`of interface ${which} work before and after a rotation with overlap`, async () => {
      const old = await make()
      const began = Date.now()
      const { project: fresh, oldEndsAt } = await rotated(old, { interface: which })
      const rotatedAt = Date.parse(oldEndsAt) - 24 * 60 * 60 * 1000
      assert.ok(rotatedAt >= began && rotatedAt <= Date.now())
      assert.notDeepEqual(fresh, old)
      assert.deepEqual(await opens(fresh), EVERYTHING)
      assert.deepEqual(await opens(old), EVERYTHING)
    })

    test(`of interface ${which} expire immediately without an overlap; all others stay valid`, async () => {
      const old = await make()
      assert.deepEqual(await opens(old), EVERYTHING)
      const body = { interface: which, overlapSeconds: 0 }
      const { project: fresh } = await rotated(old, body)
      assert.deepEqual(await opens(fresh), EVERYTHING)
      assert.deepEqual(await opens(old), WITHOUT[which])
    })

    test(
      `of interface ${which} expire at the millisecond at which the overlap ends`,
      REPLACES_PARTS,
      async (context) => {
        const old = await make()
        useFakeTimers(context.mock)
        context.mock.timers.enable({ apis: ['Date'], now: Date.now() })
        const { oldEndsAt } = await rotated(old, { interface: which, overlapSeconds: 60 })
        context.mock.timers.setTime(Date.parse(oldEndsAt) - 1)
        assert.deepEqual(await opens(old), EVERYTHING)
        context.mock.timers.setTime(Date.parse(oldEndsAt))
        assert.deepEqual(await opens(old), WITHOUT[which])
      },
    )

    test(`of interface ${which} expire at the second rotation; those before the last one still work`, async () => {
      const first = await make()
      const { project: second } = await rotated(first, { interface: which })
      const { project: third } = await rotated(second, { interface: which })
      assert.deepEqual(await opens(third), EVERYTHING)
      assert.deepEqual(await opens(second), EVERYTHING)
      assert.deepEqual(await opens(first), WITHOUT[which])
    })
  }

  test('keep their logins and the callback key when rotated', async () => {
    const old = await make()
    const { project: afterA } = await rotated(old, { interface: 'A' })
    const { project: fresh } = await rotated(afterA, { interface: 'C' })
    assert.equal(fresh.interfaceA.login, old.interfaceA.login)
    assert.equal(fresh.interfaceC.userName, old.interfaceC.userName)
    assert.equal(fresh.interfaceC.callbackKey, old.interfaceC.callbackKey)
    assert.deepEqual(fresh.interfaceB, old.interfaceB)
  })

  test('exist as exactly one valid set after ten concurrent rotations', async () => {
    const old = await make()
    const body = { interface: 'A' }
    const answers = await Promise.all(Array.from({ length: 10 }, () => rotated(old, body)))
    const passwords = new Set(answers.map(({ project }) => project.interfaceA.password))
    assert.equal(passwords.size, answers.length)
    const headers = { 'x-api-key': old.interfaceB.apiKey }
    const { json } = await sandbox.call('GET', '/control/v1/project', { headers })
    assert.deepEqual(await opens(json as Credentials), EVERYTHING)
  })

  for (const { what, body, code } of [
    { what: 'no interface', body: {}, code: 'validation-failed' },
    { what: 'an unknown interface', body: { interface: 'D' }, code: 'validation-failed' },
    {
      what: 'a negative overlap',
      body: { interface: 'A', overlapSeconds: -1 },
      code: 'validation-failed',
    },
    {
      what: 'an overlap of more than thirty days',
      body: { interface: 'A', overlapSeconds: 2_592_001 },
      code: 'validation-failed',
    },
    {
      what: 'an unknown field',
      body: { interface: 'A', overlap: 'P1D' },
      code: 'validation-failed',
    },
  ])
    test(`cannot be rotated with ${what}`, async () => {
      const old = await make()
      const answer = await rotate(old, body)
      assert.equal(answer.status, 422)
      assert.equal((answer.json as { code: string }).code, code)
      assert.deepEqual(await opens(old), EVERYTHING)
    })

  test('are listed with their expiry and the times of creation and last use', async (context) => {
    useFakeTimers(context.mock)
    const now = Math.floor(Date.now() / 1000) * 1000
    context.mock.timers.enable({ apis: ['Date'], now })
    const at = (ms: number) => new Date(now + ms).toISOString()
    const made = await make()
    const { interfaceA, interfaceB, interfaceC } = made
    const list = async () =>
      (
        await sandbox.call('GET', '/control/v1/credentials', {
          headers: { 'x-api-key': interfaceB.apiKey },
        })
      ).json as { items: readonly object[] }
    const entry = (
      of: string,
      name: string,
      login: string | null,
      secret: string,
      lastUsedAt: string | null,
    ) => ({
      interface: of,
      name,
      login,
      end: secret.slice(-4),
      createdAt: at(0),
      lastUsedAt,
      oldEndsAt: null,
    })
    const listed = (used: string | null) => [
      entry('A', 'password', interfaceA.login, interfaceA.password, used),
      entry('B', 'apiKey', null, interfaceB.apiKey, at(0)),
      entry('C', 'password', interfaceC.userName, interfaceC.password, used),
      entry('C', 'token', null, interfaceC.token, used),
    ]
    assert.deepEqual((await list()).items, listed(null))
    await opens({ ...made, interfaceA: { ...interfaceA, password: 'wrong' } })
    context.mock.timers.setTime(now + 1000)
    await opens(made)
    const { items } = await list()
    const [usedA, , usedC] = listed(at(1000))
    assert.deepEqual([items[0], items[2]], [usedA, { ...usedC, lastUsedAt: at(0) }])
    await rotated(made, { interface: 'A', overlapSeconds: 60 })
    const [rotatedA] = (await list()).items as {
      createdAt: string
      lastUsedAt: string | null
      oldEndsAt: string | null
      end: string
    }[]
    assert.deepEqual([rotatedA?.createdAt, rotatedA?.oldEndsAt], [at(1000), at(61_000)])
    assert.notEqual(rotatedA?.end, interfaceA.password.slice(-4))
  })

  test('have no time of last use until a request sends them, in a copied project too', async () => {
    const { directory, config } = sandbox.sandcard.service
    const project = await directory.create('unused')
    const { name } = await directory.snapshots.take(project, 'empty', storageLimitsOf(config))
    const copy = await directory.fork({ projectNumber: project.number, name }, { name: 'copy' })
    for (const each of [project, copy]) {
      const uses = (await directory.credentials(each)).map(({ lastUsedAt }) => lastUsedAt)
      assert.deepEqual(uses, [null, null, null, null])
    }
    await directory.authenticate('b', copy.secrets.interfaceB.apiKey)
    const [, apiKey] = await directory.credentials(copy)
    assert.ok(Number(apiKey?.lastUsedAt) > 0)
  })

  test('keep the time of their last use across a restart', async () => {
    const opened = await database.open()
    const settings = {
      database: opened.url,
      port: 0,
      secret: 'x'.repeat(40),
      logLevel: 'error',
    } as const
    const used = async () => {
      const service = await startService(configOf(settings), { logs: serviceLog })
      const { directory } = service.service
      const project = await directory.authenticate('b', 'demo-api-key')
      assert.ok(project !== undefined)
      const states = await directory.credentials(project)
      if (states.every(({ kind, lastUsedAt }) => kind === 'b' || lastUsedAt === null))
        await directory.authenticate('c-token', 'demo-token')
      await service.close()
      return states.find(({ kind }) => kind === 'c-token')?.lastUsedAt
    }
    assert.equal(await used(), null)
    assert.ok(Number(await used()) > 0)
    await opened.drop()
  })

  test('of the demo project cannot be rotated', async () => {
    const headers = { 'x-api-key': 'demo-api-key' }
    const body = { interface: 'B' }
    const answer = await sandbox.call('POST', '/control/v1/credentials', { headers, body })
    assert.equal(answer.status, 422)
    assert.equal((answer.json as { code: string }).code, 'demo-credentials')
  })
})
