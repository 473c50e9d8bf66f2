// Due work that runs without a request has an entry in the request log.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { bodyOf, projectCall } from '../../kit/control.ts'
import { onEveryDatabase } from '../../kit/databases.ts'
import { merchantOf } from '../../kit/merchant.ts'
import { type Sandbox, startSandbox } from '../../kit/sandbox.ts'

interface Entry {
  readonly id: string
  readonly api: string
  readonly ids: readonly { readonly kind: string; readonly id: string }[]
  readonly changes: readonly {
    readonly kind: string
    readonly fields: readonly { readonly name: string; readonly after: unknown }[]
  }[]
}

onEveryDatabase('Due work without a request', (database) => {
  let sandbox: Sandbox
  before(async () => {
    sandbox = await startSandbox(database)
  })
  after(() => sandbox.close())

  test('is logged with its changes, found by its order, and not exported as a request', async () => {
    const project = await sandbox.newProject()
    const call = projectCall(sandbox, project.secrets.interfaceB.apiKey)
    const orderId = await merchantOf(sandbox, project).register({ sessionTimeoutSecs: 1 })
    const expected = { match: { request: { api: 'due-work', id: orderId } }, timeoutMs: 30_000 }
    const { request } = bodyOf<{ request: Entry }>(
      await call('POST', '/control/v1/expect', expected),
      200,
    )
    assert.deepEqual(
      request.ids.find(({ kind }) => kind === 'order'),
      { kind: 'order', id: orderId },
    )
    const changed = request.changes.find(({ kind }) => kind === 'order')
    const status = changed?.fields.find(({ name }) => name === 'status')
    assert.equal(status?.after, 'declined')
    const listed = await call('GET', '/control/v1/requests?api=due-work')
    assert.deepEqual(
      bodyOf<{ items: Entry[] }>(listed, 200).items.map(({ id }) => id),
      [request.id],
    )
    const curl = await call('GET', `/control/v1/requests/${request.id}?format=curl`)
    assert.deepEqual([curl.status, curl.text], [200, ''])
    const page = await sandbox.call('GET', `/p/${project.id}/activity/${request.id}`)
    assert.match(page.text, /Orders, holds and decisions that became due/)
  })
})
