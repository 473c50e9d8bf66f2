// In hosted mode, responses to wrong passwords of interfaces A and C are delayed longer each time.
// In local mode they are not delayed, because wrong passwords are part of tests.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { onEveryDatabase } from '../../kit/databases.ts'
import { type Sandbox, startSandbox } from '../../kit/sandbox.ts'

const basic = (login: string, password: string): string =>
  `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`

/** Sends a login and a password to each interface. */
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
  for (const { mode, waits: expected, when } of [
    { mode: 'hosted', waits: [100, 200], when: 'after growing delays' },
    { mode: 'local', waits: [], when: 'immediately' },
  ] as const) {
    describe(`In ${mode} mode`, () => {
      const waits: number[] = []
      let sandbox: Sandbox
      before(async () => {
        const wait = (ms: number) => {
          waits.push(ms)
          return Promise.resolve()
        }
        sandbox = await startSandbox(database, { config: { mode }, wait })
      })
      after(() => sandbox.close())

      for (const [way, send] of Object.entries(WAYS))
        test(`of ${way} get the same response each time, ${when}`, async () => {
          waits.length = 0
          const answers = new Set<string>()
          for (let count = 0; count < 12; count++) {
            const { status, text } = await send(sandbox, `unknown at ${way}`, `wrong ${count}`)
            answers.add(`${status} ${text}`)
          }
          assert.deepEqual(waits, expected)
          assert.equal(answers.size, 1)
        })
    })
  }
})
