// The number of requests per second of a project.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { RateLimit } from '../../src/engine/rate-limit.ts'
import { Fault } from '../../src/kernel/fault.ts'
import { bodyOf } from '../kit/control.ts'
import { onEveryDatabase } from '../kit/databases.ts'
import { FORM_TYPE, type Merchant, newMerchant } from '../kit/merchant.ts'
import { startSandbox } from '../kit/sandbox.ts'

describe('The rate limit of a project', () => {
  const atRate = (perSecond: number) => {
    const clock = { now: 1_000_000 }
    const limit = new RateLimit(perSecond, () => clock.now)
    const taken = (project: number, times: number): number => {
      let count = 0
      for (let index = 0; index < times; index++)
        try {
          limit.take(project)
          count += 1
        } catch (error) {
          assert.ok(error instanceof Fault && error.code === 'rate-limited')
        }
      return count
    }
    return { clock, taken }
  }

  test('allows a burst of two seconds, then the rate', () => {
    const { clock, taken } = atRate(10)
    assert.equal(taken(1, 30), 20)
    clock.now += 1000
    assert.equal(taken(1, 30), 10)
    clock.now += 100
    assert.equal(taken(1, 30), 1)
    clock.now += 99
    assert.equal(taken(1, 1), 0)
    clock.now += 1
    assert.equal(taken(1, 1), 1)
    clock.now += 3_600_000
    assert.equal(taken(1, 30), 20)
  })

  test('is separate per project, and setting a clock back removes nothing from it', () => {
    const { clock, taken } = atRate(1)
    assert.equal(taken(1, 5), 2)
    assert.equal(taken(2, 5), 2)
    assert.equal(taken(3, 1), 1)
    clock.now -= 60_000
    assert.equal(taken(3, 5), 1)
  })
})

onEveryDatabase('A service with a rate limit', (database) => {
  test('returns 429 in the format of each interface, and only to the project that exceeds the limit', async (t) => {
    const sandbox = await startSandbox(database, { config: { rateLimit: 1 } })
    t.after(() => sandbox.close())
    const callsOf = async () => {
      const { secrets } = await sandbox.newProject()
      const { interfaceA, interfaceB, interfaceC } = secrets
      const { userName, password } = interfaceC
      const key = { 'x-api-key': interfaceB.apiKey }
      const login = Buffer.from(`${interfaceA.login}:${interfaceA.password}`).toString('base64')
      return {
        control: () => sandbox.call('GET', '/control/v1/project', { headers: key }),
        A: () =>
          sandbox.call('POST', '/v1/apigate/ws/rest/getCardData', {
            headers: { authorization: `Basic ${login}` },
            body: {},
          }),
        B: () => sandbox.call('GET', '/v2/keys/pin', { headers: key }),
        C: () =>
          sandbox.call('POST', '/payment/rest/getOrderStatusExtended.do', {
            headers: FORM_TYPE,
            body: new URLSearchParams({ userName, password, orderId: 'none' }).toString(),
          }),
      }
    }
    for (const api of ['control', 'A', 'B', 'C'] as const) {
      const call = (await callsOf())[api]
      const answers = await Promise.all(Array.from({ length: 12 }, call))
      const refused = answers.filter(({ status }) => status === 429)
      assert.ok(refused.length > 0, `${api}: ${answers.map(({ status }) => status).join()}`)
      for (const answer of refused) {
        assert.equal(answer.headers['retry-after'], '1')
        const said = bodyOf<Readonly<Record<string, unknown>>>(answer, 429)
        const code = {
          control: said['code'],
          B: said['code'],
          A: said['errorCode'],
          C: said['errorCode'],
        }[api]
        assert.equal(
          code,
          { control: 'rate-limited', B: 'rate-limited', A: '1010', C: '7' }[api],
          JSON.stringify(said),
        )
      }
      const other = await (await callsOf())[api]()
      assert.notEqual(other.status, 429)
    }
  })

  test('counts pages, forms and exports of the portal, and the pages and requests of payers', async (t) => {
    const sandbox = await startSandbox(database, { config: { rateLimit: 1 } })
    t.after(() => sandbox.close())
    const attempts = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const merchant = await newMerchant(sandbox)
        return { merchant, id: await merchant.register() }
      }),
    )
    const requests = [
      ({ project }) => ['GET', `/p/${project.id}/orders`],
      ({ project }) => ['POST', `/p/${project.id}/rules/change`],
      ({ project }) => ['GET', `/p/${project.id}/orders.csv`],
      ({ project }, id) => [
        'GET',
        `/payment/merchants/${project.secrets.interfaceC.userName}/payment_en.html?mdOrder=${id}`,
      ],
      (_merchant, id) => ['POST', `/payment/acs/${id}`],
      (_merchant, id) => ['GET', `/payment/rest/acsRedirect.do?orderId=${id}`],
    ] satisfies ((merchant: Merchant, id: string) => [method: string, path: string])[]
    for (const [index, request] of requests.entries()) {
      const { merchant, id } = attempts[index] ?? assert.fail()
      const [method, path] = request(merchant, id)
      const answers = await Promise.all(
        Array.from({ length: 40 }, () => sandbox.call(method, path, { headers: FORM_TYPE })),
      )
      const refused = answers.filter(({ status }) => status === 429)
      assert.ok(refused.length > 0, `${path}: ${answers.map(({ status }) => status).join()}`)
      for (const { headers } of refused) assert.equal(headers['retry-after'], '1')
    }
  })
})
