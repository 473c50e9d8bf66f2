// The headers that every answer carries, whichever part of the service gave it, and those of pages that nobody's window may reach into.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { oneDatabase } from '../../kit/databases.ts'
import { type Sandbox, startSandbox } from '../../kit/sandbox.ts'

test('The headers of answers', async (context) => {
  let sandbox: Sandbox
  before(async () => {
    sandbox = await startSandbox(oneDatabase)
  })
  after(() => sandbox.close())

  await context.test(
    'every route, refused or not, names its type for good and gives no page a device',
    async () => {
      const { all } = sandbox.sandcard.app.knownPaths
      const paths = all.map(([path]) => path.replaceAll(/:\w+|\*/g, 'x'))
      for (const path of [...paths, '/nothing', '/v2/nothing', '/v2/cards/%zz'])
        for (const method of ['GET', 'POST', 'DELETE']) {
          const { headers } = await sandbox.call(method, path)
          assert.equal(headers['x-content-type-options'], 'nosniff', `${method} ${path}`)
          assert.match(String(headers['permissions-policy']), /camera=\(\)/, `${method} ${path}`)
        }
      assert.ok(paths.length > 60)
    },
  )

  const pages = [
    ['/', 'same-origin'],
    ['/test-cards', 'same-origin'],
    ['/shop', 'same-origin'],
    ['/guides', 'same-origin'],
    ['/docs', 'same-origin'],
    ['/docs/', 'same-origin'],
    // Stores open these in a window of theirs.
    ['/payment/merchants/demo/payment_en.html?mdOrder=x', undefined],
    ['/payment/acs/x', undefined],
  ] as const
  for (const [path, policy] of pages)
    await context.test(
      `${path} is ${policy === undefined ? 'not ' : ''}cut off from its opener`,
      async () => {
        const { headers } = await sandbox.call('GET', path)
        assert.equal(headers['cross-origin-opener-policy'], policy)
      },
    )
})
