// A request for another host is refused before any route handles it.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { hostName, isCrossSite } from '../../../../src/web/http/requests/known-host.ts'
import { type Sandbox, startSandbox } from '../../../kit/sandbox.ts'
import { onEveryDatabase } from '../../../kit/databases.ts'

describe('The name in a Host header', () => {
  const names: readonly (readonly [header: string | undefined, name: string | undefined])[] = [
    ['localhost:8583', 'localhost'],
    ['LOCALHOST', 'localhost'],
    ['localhost.', 'localhost'],
    ['Pay.Example.com.:443', 'pay.example.com'],
    ['localhost..', 'localhost.'],
    ['127.0.0.1:1', '127.0.0.1'],
    ['[::1]:65535', '::1'],
    ['pay.example.com', 'pay.example.com'],
    ['x:65536', undefined],
    ['x:99999', undefined],
    ['x:00443', 'x'],
    ['x:000443', undefined],
    ['x:', undefined],
    ['a b', undefined],
    ['x/y', undefined],
    ['', undefined],
    [undefined, undefined],
  ]
  for (const [header, name] of names)
    test(`is ${name ?? 'invalid'} for "${header ?? '(none)'}"`, () => {
      assert.equal(hostName(header), name)
    })
})

describe('A change of state', () => {
  const own = { host: '127.0.0.1', publicUrl: 'https://pay.example', mode: 'local' } as const
  const hosted = { ...own, mode: 'hosted' } as const
  const requests: readonly (readonly [
    what: string,
    request: Parameters<typeof isCrossSite>[0],
    crossSite: boolean,
  ])[] = [
    ['a program', { method: 'POST', url: '/control/v1/reset', headers: {} }, false],
    ['one of our own pages', of({ 'sec-fetch-site': 'same-origin' }), false],
    ['a URL typed into the browser', of({ 'sec-fetch-site': 'none' }), false],
    ['a page of another site', of({ 'sec-fetch-site': 'cross-site' }), true],
    ['a page of the same site', of({ 'sec-fetch-site': 'same-site' }), true],
    ['the public URL', of({ origin: 'https://pay.example' }), false],
    ['the URL of the request', of({ origin: 'http://localhost:8583' }), false],
    ['another origin', of({ origin: 'http://evil.example' }), true],
    ['another port', of({ origin: 'http://localhost:9000' }), true],
    ['a sandboxed frame', of({ origin: 'null' }), true],
    ['a link', { method: 'GET', url: '/', headers: { 'sec-fetch-site': 'cross-site' } }, false],
    [
      'a shop that posts its payer to the issuer',
      { method: 'POST', url: '/payment/acs/1', headers: { origin: 'http://shop.example' } },
      false,
    ],
  ]
  for (const [what, request, crossSite] of requests)
    test(`is ${crossSite ? 'refused' : 'allowed'} from ${what}`, () => {
      assert.equal(isCrossSite(request, own), crossSite)
    })

  for (const [origin, crossSite] of [
    ['https://pay.example', false],
    ['http://pay.example', true],
    ['http://localhost:8583', true],
    ['https://other.example', true],
  ] as const)
    test(`hosted mode ${crossSite ? 'refuses' : 'accepts'} the origin ${origin}, regardless of the Host`, () => {
      for (const host of ['localhost:8583', 'pay.example', 'other.example'])
        assert.equal(isCrossSite(of({ origin, host }), hosted), crossSite)
    })

  function of(headers: Readonly<Record<string, string>>): Parameters<typeof isCrossSite>[0] {
    const url = '/control/v1/projects'
    return { method: 'POST', url, headers: { host: 'localhost:8583', ...headers } }
  }
})

onEveryDatabase('A request with a Host header', (database) => {
  let sandbox: Sandbox

  before(async () => {
    sandbox = await startSandbox(database)
  })
  after(() => sandbox.close())

  const paths = ['/', '/control/v1/project', '/v2/cards/1', '/payment/rest/register.do', '/healthz']
  for (const path of paths) {
    test(`returns 421 at ${path} for another host`, async () => {
      const answer = await sandbox.call('GET', path, { headers: { host: 'evil.example' } })
      assert.equal(answer.status, 421)
      assert.equal((answer.json as { code: string }).code, 'misdirected')
      assert.ok(!answer.text.includes('demo'))
    })

    test(`returns 400 at ${path} for a header that cannot be parsed`, async () => {
      const answer = await sandbox.call('GET', path, { headers: { host: 'x:99999' } })
      assert.equal(answer.status, 400)
      assert.equal((answer.json as { code: string }).code, 'malformed-host')
    })
  }

  /** The status of the response to a raw request; client libraries would not send most of these. */
  async function statusOf(head: string): Promise<number> {
    const socket = connect(Number(new URL(sandbox.url).port), '127.0.0.1')
    socket.write(`${head}\r\n\r\n`)
    let answer = ''
    socket.on('data', (octets) => (answer += octets.toString('latin1')))
    await once(socket, 'close')
    return Number(answer.split(' ', 2)[1])
  }

  const heads: readonly (readonly [what: string, head: string, status: number])[] = [
    ['no Host in HTTP/1.0', 'GET /healthz HTTP/1.0', 200],
    ['no Host in HTTP/1.1', 'GET /healthz HTTP/1.1\r\nConnection: close', 400],
    ['a foreign Host in HTTP/1.0', 'GET /healthz HTTP/1.0\r\nHost: evil.example', 421],
    [
      'two Hosts',
      'GET /healthz HTTP/1.1\r\nHost: localhost\r\nhost: evil.example\r\nConnection: close',
      400,
    ],
    [
      'the same Host twice',
      'GET /healthz HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\nConnection: close',
      400,
    ],
    [
      'an absolute URL, as sent to a proxy',
      'GET http://localhost:8583/healthz HTTP/1.1\r\nHost: localhost:8583\r\nConnection: close',
      200,
    ],
    [
      'an absolute URL without a path',
      'GET HTTP://127.0.0.1 HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close',
      200,
    ],
    [
      'an absolute URL of this service, whatever the Host',
      'GET http://localhost/healthz HTTP/1.1\r\nHost: evil.example\r\nConnection: close',
      200,
    ],
    [
      'an absolute URL of another host, whatever the Host',
      'GET http://evil.example/healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close',
      421,
    ],
    [
      'an absolute URL with a user name',
      'GET http://localhost@evil.example/healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close',
      400,
    ],
  ]
  for (const [what, head, status] of heads)
    test(`returns ${status} with ${what}`, async () => {
      assert.equal(await statusOf(head), status)
    })

  test("succeeds with any of the service's own names", async () => {
    for (const host of [
      'localhost',
      'localhost.',
      'sandcard.localhost:1',
      '[::1]',
      '10.0.0.7:8583',
    ])
      assert.equal((await sandbox.call('GET', '/healthz', { headers: { host } })).status, 200, host)
  })

  const order = 'amount=100&returnUrl=https%3A%2F%2Fshop.example%2F'
  const sites: readonly (readonly [
    site: string,
    credentials: string,
    errorCode: string | undefined,
  ])[] = [
    ['cross-site', 'userName=demo-api&password=demo-password', '5'],
    ['cross-site', 'token=demo-token', '5'],
    ['same-site', 'userName=demo-api&password=demo-password', undefined],
    ['same-origin', 'token=demo-token', undefined],
  ]
  for (const [site, credentials, errorCode] of sites)
    for (const method of ['GET', 'POST'])
      test(`${errorCode === undefined ? 'may' : 'may not'} use the demo credentials from a ${site} page: ${credentials} by ${method}`, async () => {
        const path = '/payment/rest/register.do'
        const sent = `${credentials}&${order}`
        const headers = {
          'sec-fetch-site': site,
          'content-type': 'application/x-www-form-urlencoded',
        }
        const answer =
          method === 'GET'
            ? await sandbox.call('GET', `${path}?${sent}`, { headers })
            : await sandbox.call('POST', path, { headers, body: sent })
        assert.equal((answer.json as { errorCode?: string }).errorCode, errorCode, answer.text)
      })

  test('may use secret credentials from another site', async () => {
    const { secrets } = await sandbox.newProject()
    const { userName, password } = secrets.interfaceC
    const answer = await sandbox.call('POST', '/payment/rest/register.do', {
      headers: {
        'sec-fetch-site': 'cross-site',
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: `${new URLSearchParams({ userName, password }).toString()}&${order}`,
    })
    assert.equal((answer.json as { errorCode?: string }).errorCode, undefined, answer.text)
  })

  test('creates no project from a page of another site', async () => {
    const answer = await sandbox.call('POST', '/control/v1/projects', {
      headers: { origin: 'http://evil.example', 'sec-fetch-site': 'cross-site' },
    })
    assert.equal(answer.status, 403)
    assert.equal((answer.json as { code: string }).code, 'cross-site')
  })
})
