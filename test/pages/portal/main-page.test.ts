import assert from 'node:assert/strict'
import { createHash, createPublicKey } from 'node:crypto'
import { after, before, test } from 'node:test'
import { onEveryDatabase } from '../../kit/databases.ts'
import { type Sandbox, startSandbox } from '../../kit/sandbox.ts'
import { runBash } from '../../kit/bash.ts'

onEveryDatabase('The main page of a running service', (database) => {
  let sandbox: Sandbox
  let page: string
  before(async () => {
    sandbox = await startSandbox(database)
    page = (await sandbox.call('GET', '/')).text
  })
  after(() => sandbox.close())

  test('has headers that block foreign content', async () => {
    const { status, headers } = await sandbox.call('GET', '/')
    assert.equal(status, 200)
    assert.equal(headers['content-type'], 'text/html; charset=utf-8')
    assert.match(String(headers['content-security-policy']), /default-src 'none'/)
    assert.equal(headers['x-content-type-options'], 'nosniff')
  })

  test('shows URLs, credentials and product data of the demo project', () => {
    const { url } = sandbox
    for (const value of [
      `${url}/v1/apigate/ws/rest/`,
      `${url}/v2/`,
      `${url}/payment/rest/`,
      `${url}/control/v1/`,
      'demo-api',
      'demo-callback-key',
      'demo',
      'demo-password',
      'demo-api-key',
      '1001',
      '70000001',
      '70000011',
      'CRCU1001',
      'VISA_CLASSIC_VIRTUAL',
      '400000',
    ])
      assert.ok(page.includes(`data-copy="${value}"`), value)
  })

  test('links to the merchant portal to which the specification sends merchants', () => {
    const [, path = ''] = /<a href="([^"]+)">(?:(?!<\/a>).)*Merchant portal/s.exec(page) ?? []
    assert.match(path, /^\/p\/prj_\w+$/)
  })

  test('shows the public PIN key that interface B publishes', async () => {
    const pem = /-----BEGIN PUBLIC KEY-----[^-]+-----END PUBLIC KEY-----/.exec(page)?.[0] ?? ''
    const { e, kty, n } = createPublicKey(pem).export({ format: 'jwk' })
    const kid = createHash('sha256').update(JSON.stringify({ e, kty, n })).digest('base64url')
    assert.ok(page.includes(`data-copy="${kid}"`))
    const published = await sandbox.call('GET', '/v2/keys/pin', {
      headers: { 'X-API-KEY': 'demo-api-key' },
    })
    const { kid: publishedKid, pem: publishedPem } = published.json as { kid: string; pem: string }
    assert.deepEqual([publishedKid, publishedPem.trim()], [kid, pem])
  })

  test('loads files that are cached permanently under the hash of their content', async () => {
    const paths = [...page.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(
      ([, path]) => path ?? '',
    )
    assert.ok(paths.length >= 3)
    for (const path of paths) {
      const asset = await sandbox.call('GET', path)
      assert.equal(asset.status, 200, path)
      assert.equal(asset.headers['cache-control'], 'public, max-age=31536000, immutable')
      const etag = String(asset.headers['etag'])
      const again = await sandbox.call('GET', path, { headers: { 'if-none-match': etag } })
      assert.deepEqual([again.status, again.text], [304, ''])
    }
  })

  test('never puts the host name of a request into a command', async () => {
    for (const host of ['$(id)', 'a;b', 'a b', "x'y", 'a/b', '`id`']) {
      const answer = await sandbox.call('GET', '/', { headers: { host } })
      assert.equal(answer.status, 400, host)
      assert.ok(!answer.text.includes('data-copy'), host)
    }
    const foreign = await sandbox.call('GET', '/', { headers: { host: 'sandcard.example:8583' } })
    assert.equal(foreign.status, 421)
    const named = await sandbox.call('GET', '/', { headers: { host: 'sandcard.localhost:8583' } })
    assert.ok(named.text.includes('data-copy="http://sandcard.localhost:8583"'))
    assert.ok(named.text.includes('http://sandcard.localhost:8583/v2/'))
  })

  test('shows commands that a shell can run unchanged, even twice', async () => {
    const commands = [...page.matchAll(/<pre[^>]*aria-label="command: [^"]*"><code>([^<]*)</g)].map(
      ([, text]) => unescape(text ?? ''),
    )
    assert.ok(commands.length >= 12, String(commands.length))
    for (const start of [1_700_000_001, 1_700_000_002]) {
      // The examples take unique values from the seconds of the clock, so the second run needs a
      // later time.
      const date = `date() { echo ${start}; }`
      const script = [date, ...commands].join('\n')
      // An unknown locale on the machine would make bash print a warning.
      const env = { ...process.env, LC_ALL: 'C' }
      const { stdout, stderr } = await runBash(script, { env })
      assert.equal(stderr, '')
      const answers = stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Record<string, unknown>)
      for (const answer of answers)
        for (const member of ['code', 'errors', 'error'])
          assert.ok(!(member in answer), JSON.stringify(answer))
      // Interface C reports success.
      assert.ok(answers.every(({ errorCode = 0 }) => Number(errorCode) === 0))
      const paid = answers.filter(({ orderStatus }) => orderStatus !== undefined)
      assert.deepEqual(
        paid.map(({ orderStatus, actionCode }) => [orderStatus, actionCode]),
        [
          [2, 0],
          [2, 0],
        ],
      )
      const withStatus = answers.filter(({ rrn }) => rrn !== undefined)
      assert.deepEqual(
        withStatus.map(({ status }) => status),
        ['approved', 'approved'],
      )
      assert.equal(answers.length, 8 + 3 + 7 + 4)
    }
  })
})

const unescape = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&#96;', '`')
    .replaceAll('&amp;', '&')
