// What the web server answers before any interface is reached.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onEveryDatabase } from './databases.ts'
import { type FrontDoor, openFrontDoor } from './front-door.ts'

onEveryDatabase('An address that cannot be read', (database) => {
  let door: FrontDoor

  before(async () => {
    door = await openFrontDoor(database)
  })
  after(() => door.close())

  const addresses = [
    { path: '/v2/cards/%zz', status: 400 },
    { path: `/v2/cards/${'1'.repeat(300)}`, status: 414 },
    { path: '/v1/apigate/ws/rest/%', status: 400 },
  ]
  for (const { path, status } of addresses)
    test(`is refused with ${status} and a request id: ${path.slice(0, 30)}`, async () => {
      const answer = await door.call('GET', path)
      assert.equal(answer.status, status)
      assert.match(String(answer.headers['content-type']), /^application\/problem\+json/)
      const problem = answer.json as Record<string, unknown>
      assert.equal(problem['code'], 'malformed-address')
      assert.equal(problem['requestId'], answer.headers['request-id'])
    })
})
