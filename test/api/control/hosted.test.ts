import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { configOf, type ServiceSettings } from '../../../src/config.ts'
import { type RunningService, startService } from '../../../src/start.ts'
import { runSql } from '../../kit/sql.ts'
import { onEveryDatabase } from '../../kit/databases.ts'
import { type Sandbox, startSandbox } from '../../kit/sandbox.ts'
import { projectCall, bodyOf, type ProblemShape, type ProjectShape } from '../../kit/control.ts'

const ADMIN_TOKEN = 'the token of the admin'

onEveryDatabase('Hosted mode', (database) => {
  let sandbox: Sandbox
  before(async () => {
    sandbox = await startSandbox(database, {
      config: { mode: 'hosted', adminToken: ADMIN_TOKEN.replaceAll(' ', '-') },
    })
  })
  after(() => sandbox.close())

  const create = (authorization?: string) =>
    sandbox.call('POST', '/control/v1/projects', {
      headers: authorization === undefined ? {} : { authorization },
      body: { name: 'hosted' },
    })

  test('has no demo project', async () => {
    assert.equal(
      (await projectCall(sandbox, 'demo-api-key')('GET', '/control/v1/project')).status,
      401,
    )
  })

  const wrong = [undefined, 'Bearer', 'Bearer ', 'Bearer wrong', 'Basic the-token-of-the-admin']
  for (const authorization of wrong)
    test(`refuses to create a project with ${authorization === undefined ? 'no token' : `the token "${authorization}"`}`, async () => {
      const answer = await create(authorization)
      assert.equal(bodyOf<ProblemShape>(answer, 401).code, 'unauthorized')
      assert.equal(answer.headers['www-authenticate'], 'Bearer realm="control"')
    })

  test('refuses to create a project if no admin token is configured', async (context) => {
    const closed = await startSandbox(database, { config: { mode: 'hosted' } })
    context.after(() => closed.close())
    for (const authorization of ['Bearer x', 'Bearer undefined', 'Bearer  '])
      assert.equal(
        (await closed.call('POST', '/control/v1/projects', { headers: { authorization } })).status,
        401,
      )
  })

  test('deletes a project only with its API key and the admin token', async () => {
    const { secrets } = await sandbox.newProject()
    const headers = { 'x-api-key': secrets.interfaceB.apiKey }
    const remove = (authorization?: string) =>
      sandbox.call('DELETE', '/control/v1/project', {
        headers: { ...headers, ...(authorization !== undefined && { authorization }) },
      })
    for (const authorization of [undefined, 'Bearer wrong', 'Bearer '])
      assert.equal(bodyOf<ProblemShape>(await remove(authorization), 403).code, 'owner-required')
    bodyOf(await sandbox.call('GET', '/control/v1/project', { headers }), 200)
    const token = `Bearer ${ADMIN_TOKEN.replaceAll(' ', '-')}`
    const withoutKey = await sandbox.call('DELETE', '/control/v1/project', {
      headers: { authorization: token },
    })
    assert.equal(withoutKey.status, 401)
    bodyOf(await remove(token), 200)
    assert.equal((await sandbox.call('GET', '/control/v1/project', { headers })).status, 401)
  })

  test('performs a change even if its audit log entry cannot be written, and logs the error', async (context) => {
    const lines: string[] = []
    const logs = { write: (line: string) => void lines.push(line) }
    const hosted = await startSandbox(database, { config: { mode: 'hosted' }, logs })
    context.after(() => hosted.close())
    const { secrets } = await hosted.newProject()
    await runSql(hosted.sandcard.service.config.database, 'alter table audit_entry rename to gone')
    const call = projectCall(hosted, secrets.interfaceB.apiKey)
    bodyOf(await call('PATCH', '/control/v1/project', { terminalId: '87654321' }), 200)
    const { settings } = bodyOf<ProjectShape>(await call('GET', '/control/v1/project'), 200)
    assert.equal(settings['terminalId'], '87654321')
    const logged = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
    const [unwritten] = logged.filter(({ msg }) => msg === 'the audit log was not written')
    assert.equal(unwritten?.['action'], 'updateProject')
  })

  test('accepts the new admin token immediately, and the old one while it is set', async (context) => {
    const [fresh, old] = ['the-new-token-of-the-admin', 'the-old-token-of-the-admin']
    const both = await startSandbox(database, {
      config: { mode: 'hosted', adminToken: fresh, oldAdminToken: old },
    })
    const after = await startSandbox(database, { config: { mode: 'hosted', adminToken: fresh } })
    context.after(() => Promise.all([both.close(), after.close()]))
    for (const [service, token, status] of [
      [both, fresh, 201],
      [both, old, 201],
      [both, `${fresh}${old}`, 401],
      [after, fresh, 201],
      [after, old, 401],
    ] as const) {
      const headers = { authorization: `Bearer ${token}` }
      const answer = await service.call('POST', '/control/v1/projects', { headers, body: {} })
      assert.equal(answer.status, status, token)
    }
  })

  const privateUrls = [
    'http://localhost/',
    'http://shop.localhost:80/',
    'http://127.0.0.1:9000/',
    'http://127.1/',
    'http://0x7f000001/',
    'http://2130706433/',
    'http://0.0.0.0/',
    'http://10.1.2.3/',
    'http://172.16.0.1/',
    'http://192.168.1.1/',
    'http://100.64.0.1/',
    'http://169.254.169.254/latest/',
    'http://[::1]/',
    'http://[::]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[fd00::1]/',
    'http://[fe80::1]/',
    'http://printer.local/',
    'http://metadata.google.internal/',
    'http://intranet/',
    'http://localhost./',
  ]
  test('creates a project with the admin token, whose callbacks cannot reach private networks', async () => {
    const made = bodyOf<ProjectShape>(await create('Bearer the-token-of-the-admin'), 201)
    assert.equal(made.mode, 'hosted')
    const call = projectCall(sandbox, made.interfaceB.apiKey)
    for (const callbackUrl of privateUrls) {
      const answer = await call('PATCH', '/control/v1/project', { callbackUrl })
      assert.equal(answer.status, 422, callbackUrl)
      assert.equal((answer.json as ProblemShape).errors?.[0]?.pointer, '/callbackUrl')
    }
    for (const callbackUrl of [
      'https://shop.example.com/x',
      'http://8.8.8.8/',
      'http://[2606:4700::1]/',
    ])
      bodyOf(await call('PATCH', '/control/v1/project', { callbackUrl }), 200)
  })

  test('shows no credentials on the main page', async () => {
    const page = await sandbox.call('GET', '/')
    assert.equal(page.status, 200)
    assert.doesNotMatch(page.text, /demo-(api|password|token|callback)|X-API-KEY|password/i)
  })
})

onEveryDatabase('A database that was used in local mode first', (database) => {
  const SECRET = 'the same master key for both'
  const calls: readonly {
    what: string
    call: (service: RunningService) => Promise<Response>
    refused: (answer: Response) => Promise<boolean>
  }[] = [
    {
      what: 'login and password of A',
      call: ({ url }) =>
        fetch(`${url}/v1/apigate/ws/rest/getCardData`, {
          method: 'POST',
          headers: {
            authorization: `Basic ${Buffer.from('demo:demo-password').toString('base64')}`,
            'content-type': 'application/json',
          },
          body: '{"cardIdentification":{"cardId":1}}',
        }),
      refused: async ({ status }) => status === 401,
    },
    {
      what: 'API key of B',
      call: ({ url }) => fetch(`${url}/v2/keys/pin`, { headers: { 'x-api-key': 'demo-api-key' } }),
      refused: async ({ status }) => status === 401,
    },
    {
      what: 'login and password of C',
      call: ({ url }) => askStatus(url, { userName: 'demo-api', password: 'demo-password' }),
      refused: isAccessDenied,
    },
    {
      what: 'token of C',
      call: ({ url }) => askStatus(url, { token: 'demo-token' }),
      refused: isAccessDenied,
    },
  ]

  test('refuses the public credentials of the demo project, but no others', async () => {
    const opened = await database.open()
    const settings = { database: opened.url, port: 0, secret: SECRET, logLevel: 'silent' } as const
    let apiKey = ''
    await onService(settings, async (local) => {
      for (const { what, call, refused } of calls)
        assert.equal(await refused(await call(local)), false, `${what}, local`)
      apiKey = (await local.service.directory.create('mine')).secrets.interfaceB.apiKey
    })
    const publicUrl = 'https://sandcard.example'
    await onService({ ...settings, mode: 'hosted', publicUrl }, async (hosted) => {
      for (const { what, call, refused } of calls)
        assert.equal(await refused(await call(hosted)), true, `${what}, hosted`)
      const own = await fetch(`${hosted.url}/v2/keys/pin`, { headers: { 'x-api-key': apiKey } })
      assert.equal(own.status, 200)
    })
    await opened.drop()
  })
})

async function onService(
  settings: ServiceSettings,
  work: (service: RunningService) => Promise<void>,
): Promise<void> {
  const service = await startService(configOf(settings))
  try {
    await work(service)
  } finally {
    await service.close()
  }
}

/** An authenticated caller gets 404, because the project has no order with that id. */
const askStatus = (url: string, credentials: Readonly<Record<string, string>>): Promise<Response> =>
  fetch(`${url}/payment/rest/getOrderStatusExtended.do`, {
    method: 'POST',
    body: new URLSearchParams({ ...credentials, orderNumber: 'none' }),
  })

async function isAccessDenied(answer: Response): Promise<boolean> {
  const { errorCode } = (await answer.json()) as { errorCode: string }
  return errorCode === '5'
}
