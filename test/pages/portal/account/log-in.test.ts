// Signing in while others send wrong passwords.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../../../kit/databases.ts'
import { PASSWORD, startHosted } from '../../../kit/person.ts'

/** Checks that take long enough for a queue to build up. */
const COST = { memory: 8192, passes: 1, parallelism: 1 }

onEveryDatabase('Signing in', (database) => {
  test('works from other IP addresses while one address sends wrong passwords', async (t) => {
    const proxied = { trustedProxies: '127.0.0.1' }
    const hosted = await startHosted(database, proxied, { passwordCost: COST })
    t.after(() => hosted.sandbox.close())
    const email = 'right@example.com'
    const person = hosted.visitor()
    await person.submit(await person.page('/account/sign-up'), 'sign-up', { email })
    await person.done(await person.page((await hosted.emailTo(email)).path), 'password', {
      password: PASSWORD,
    })
    const logIn = async (login: string, password: string, ip: string) => {
      const fields = { email: login, password }
      const headers = { 'x-forwarded-for': ip }
      return (await hosted.visitor().post('/account/log-in', fields, headers)).status
    }
    const flood = Array.from({ length: 80 }, (_, index) =>
      logIn(`p${index}@example.com`, 'wrong', '192.0.2.1'),
    )
    const right = Array.from({ length: 20 }, (_, index) =>
      logIn(email, PASSWORD, `198.51.100.${index}`),
    )
    assert.deepEqual(new Set(await Promise.all(right)), new Set([303]))
    for (const status of await Promise.all(flood)) assert.ok(status === 422 || status === 503)
  })
})
