// A NUL in a form, a query or a path: PostgreSQL cannot store one, so pages must not pass it on.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../../kit/databases.ts'
import { startHosted } from '../../kit/person.ts'

const API_PATHS = /^\/(control|payment|v1|v2)\/|\*/

onEveryDatabase('A NUL sent by a browser', (database) => {
  test('never causes a server error on any page or form', async (t) => {
    const hosted = await startHosted(database)
    t.after(() => hosted.sandbox.close())
    const owner = await hosted.member('owner@x.example')
    const visitor = hosted.visitor()
    const base = await owner.newProject()
    const fields = new Set(['order', 'orderId', 'q', 'email', 'name', 'filter', 'after', 'next'])
    const statuses: string[] = []
    const routes = hosted.sandbox.sandcard.app.allowedMethods.all.filter(
      ([path]) => !API_PATHS.test(path) && !path.endsWith('/events'),
    )
    const addressOf = (path: string) =>
      path.replace('/p/:project', base).replaceAll(/:\w+/g, 'a%00b')

    for (const [path] of routes.filter(([, methods]) => methods.includes('GET'))) {
      const { text } = await owner.get(addressOf(path))
      for (const [, name = ''] of text.matchAll(/ name="([\w.-]+)"/g)) fields.add(name)
    }
    const query = [...fields].map((name) => `${name}=%00`).join('&')
    for (const [path, methods] of routes)
      for (const who of [visitor, owner]) {
        const address = addressOf(path)
        if (methods.includes('GET')) {
          statuses.push(`${(await who.get(address)).status} GET ${path}`)
          statuses.push(`${(await who.get(`${address}?${query}`)).status} GET ${path} with a query`)
        }
        for (const value of ['\0', 'a\0b@x.example'])
          if (methods.includes('POST') && !/\/log-out|\/delete$/.test(path)) {
            const all = Object.fromEntries([...fields].map((name) => [name, value]))
            const few = { email: value, password: value, order: value, name: value, session: value }
            for (const form of [all, few, { ...few, role: 'viewer' }])
              statuses.push(`${(await who.post(address, form)).status} POST ${path}`)
          }
      }
    assert.ok(statuses.length > 400, `only ${statuses.length} requests`)
    assert.deepEqual(
      [...new Set(statuses)].filter((status) => status.startsWith('5')),
      [],
    )
  })
})
