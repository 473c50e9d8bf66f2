// Hosted, wrong passwords of interfaces A and C are answered later each time; on a developer's machine they are tests.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../../kit/databases.ts'
import { type Sandbox, startSandbox } from '../../kit/sandbox.ts'

const basic = (login: string, password: string): string =>
  `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`

/** How each interface is sent a login and a password. */
const WAYS = {
  A: (sandbox: Sandbox, login: string, password: string) =>
    sandbox.call('POST', '/v1/apigate/ws/rest/getCardData', {
      headers: { authorization: basic(login, password) },
      body: {},
    }),
  'C, as parameters': (sandbox: Sandbox, userName: string, password: string) =>
    sandbox.call('POST', '/payment/rest/getOrderStatusExtended.do', {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ userName, password, orderId: 'none' }).toString(),
    }),
  'C, as Basic authentication': (sandbox: Sandbox, login: string, password: string) =>
    sandbox.call('POST', '/payment/rest/getOrderStatusExtended.do', {
      headers: {
        authorization: basic(login, password),
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: 'orderId=none',
    }),
}

onEveryDatabase('Wrong passwords', (database) => {
  for (const [way, send] of Object.entries(WAYS)) {
    const answersTo = async (mode: 'hosted' | 'local', login: string) => {
      const waits: number[] = []
      const wait = (ms: number) => {
        waits.push(ms)
        return Promise.resolve()
      }
      const sandbox = await startSandbox(database, { config: { mode }, wait })
      const answers = []
      for (let count = 0; count < 12; count++)
        answers.push(await send(sandbox, login, `wrong ${count}`))
      await sandbox.close()
      return { waits, answers: new Set(answers.map(({ status, text }) => `${status} ${text}`)) }
    }

    test(`of ${way} are answered later each time in hosted mode, with the same words`, async () => {
      const { waits, answers } = await answersTo('hosted', 'nobody')
      assert.deepEqual(waits, [100, 200])
      assert.equal(answers.size, 1)
    })

    test(`of ${way} are answered at once in local mode`, async () => {
      const { waits } = await answersTo('local', 'demo')
      assert.deepEqual(waits, [])
    })
  }
})
