// The headers of every response, of pages that are isolated from their opener, and of compressed
// responses.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { stylesheet } from '../../../src/web/html/stylesheet.ts'
import { oneDatabase } from '../../kit/databases.ts'
import { type Sandbox, startSandbox } from '../../kit/sandbox.ts'

/** The encodings that a client accepts, and the encoding of the response. */
const ENCODINGS = [
  ['gzip, br', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['unknown', null],
] as const

test('Responses have security headers and an encoding that the client accepts', async (context) => {
  let sandbox: Sandbox
  before(async () => {
    sandbox = await startSandbox(oneDatabase)
    // The first request to the portal adds its routes.
    await sandbox.call('GET', '/')
    // Pages show the time and are compared with each other.
    const headers = { 'x-api-key': 'demo-api-key' }
    await sandbox.call('POST', '/control/v1/clock', { headers, body: { freeze: true } })
  })
  after(() => sandbox.close())

  await context.test(
    'every response, including errors, forbids type sniffing and access to devices',
    async () => {
      const { all } = sandbox.sandcard.app.allowedMethods
      const paths = all.map(([path]) => path.replaceAll(/:\w+|\*/g, 'x'))
      for (const path of [...paths, '/nothing', '/v2/nothing', '/v2/cards/%zz'])
        for (const method of ['GET', 'POST', 'DELETE']) {
          const { headers } = await sandbox.call(method, path)
          assert.equal(headers['x-content-type-options'], 'nosniff', `${method} ${path}`)
          assert.match(String(headers['permissions-policy']), /camera=\(\)/, `${method} ${path}`)
        }
      assert.ok(paths.length > 200)
    },
  )

  const pages = [
    ['/', 'same-origin'],
    ['/test-cards', 'same-origin'],
    ['/shop', 'same-origin'],
    ['/guides', 'same-origin'],
    ['/docs', 'same-origin'],
    ['/docs/c/register', 'same-origin'],
    // Shops open these in a window.
    ['/payment/merchants/demo/payment_en.html?mdOrder=x', undefined],
    ['/payment/acs/x', undefined],
  ] as const
  for (const [path, policy] of pages)
    await context.test(
      `${path} is ${policy === undefined ? 'not ' : ''}isolated from its opener`,
      async () => {
        const { headers } = await sandbox.call('GET', path)
        assert.equal(headers['cross-origin-opener-policy'], policy)
      },
    )

  const compressed = ['/openapi.json', '/docs', '/docs/c/deposit', '/guides/gaps']
  for (const path of [...compressed, stylesheet.path])
    await context.test(`${path} is only compressed for clients that accept it`, async () => {
      const ask = (accepted: string, method = 'GET') =>
        fetch(sandbox.url + path, { method, headers: { 'accept-encoding': accepted } })
      const plain = await (await ask('identity')).text()
      for (const [accepted, encoding] of ENCODINGS) {
        const answer = await ask(accepted)
        assert.equal(answer.headers.get('content-encoding'), encoding, accepted)
        assert.equal(answer.headers.get('vary'), 'accept-encoding')
        assert.equal(await answer.text(), plain)
        const head = await ask(accepted, 'HEAD')
        assert.deepEqual([head.status, await head.text()], [200, ''])
        assert.equal(head.headers.get('content-length'), null)
        for (const name of ['vary', 'content-type', 'etag', 'cache-control'])
          assert.equal(head.headers.get(name), answer.headers.get(name), `${name} of HEAD`)
        const etag = answer.headers.get('etag')
        if (etag === null) continue
        assert.match(etag, /^W\//)
        const headers = { 'accept-encoding': accepted, 'if-none-match': etag }
        const known = await sandbox.call('GET', path, { headers })
        assert.deepEqual([known.status, known.text], [304, ''])
      }
    })

  for (const path of ['/', '/test-cards', '/payment/acs/x', '/control/v1/project', '/metrics'])
    await context.test(`${path} is never compressed`, async () => {
      const headers = { 'accept-encoding': 'gzip, br', 'x-api-key': 'demo-api-key' }
      const answer = await sandbox.call('GET', path, { headers })
      assert.ok(answer.text.length > 1024 || path !== '/')
      assert.equal(answer.headers['content-encoding'], undefined)
    })
})
