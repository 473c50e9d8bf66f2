import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onEveryDatabase } from '../../kit/databases.ts'
import { type Sandbox, startSandbox } from '../../kit/sandbox.ts'
import {
  projectCall,
  createProject,
  bodyOf,
  issueCard,
  type ProblemShape,
  type ProjectShape,
  topUp,
} from '../../kit/control.ts'
import { LOGO } from '../../kit/logo.ts'

const DEFAULTS = {
  cardPool: 20,
  issuedCardChallenge: 'off',
  callbackUrl: null,
  callbackMethod: 'GET',
  callbackOperations: [
    'approved',
    'deposited',
    'reversed',
    'refunded',
    'declinedByTimeout',
    'declinedCardPresent',
    'bindingCreated',
    'bindingActivityChanged',
  ],
  callbackSignature: 'hmac',
  callbackParameters: [],
  gatewayCurrencies: null,
  gatewayPrefersVersion2: false,
  merchantName: 'Sandcard shop',
  merchantLogo: null,
  merchantColour: null,
  mcc: 5999,
  terminalId: '12345678',
  outcomeRules: [],
  sslCards: [],
  registerErrorCode: 'absent',
  reverseCaptured: 'refused',
  basicAuthentication: 'off',
  requestLogEntries: 10_000,
  orderRetentionDays: null,
  callbackRetentionDays: null,
  requestLogRetentionDays: null,
  recurrence: 'keep',
}

const PRODUCT = {
  institutionId: '1001',
  agentNumber: '1001',
  productId: '70000001',
  serviceIdAcc: '70000011',
  productName: 'CRCU1001',
  cardProductName: 'VISA_CLASSIC_VIRTUAL',
  bin: '400000',
}

onEveryDatabase('Projects', (database) => {
  let sandbox: Sandbox
  before(async () => {
    sandbox = await startSandbox(database)
  })
  after(() => sandbox.close())

  test('the demo project has the documented credentials', async () => {
    const answer = await projectCall(sandbox, 'demo-api-key')('GET', '/control/v1/project')
    const { id, ...project } = bodyOf<ProjectShape>(answer, 200)
    assert.match(id, /^prj_[a-z2-7]{16}$/)
    assert.deepEqual(project, {
      name: 'demo',
      mode: 'local',
      interfaceA: { login: 'demo', password: 'demo-password' },
      interfaceB: { apiKey: 'demo-api-key' },
      interfaceC: {
        userName: 'demo-api',
        password: 'demo-password',
        token: 'demo-token',
        callbackKey: 'demo-callback-key',
      },
      product: PRODUCT,
      settings: DEFAULTS,
    })
    assert.match(String(answer.headers['request-id']), /^[\da-f-]{36}$/)
  })

  test('a project is created with and without a name, and is returned unchanged when read', async () => {
    const unnamed = await sandbox.call('POST', '/control/v1/projects')
    assert.equal(bodyOf<ProjectShape>(unnamed, 201).name, 'project')
    const bare = await sandbox.call('POST', '/control/v1/projects', {
      headers: { 'content-type': 'application/json' },
    })
    assert.equal(bare.status, 201)
    const made = await createProject(sandbox, 'my test')
    assert.equal(made.name, 'my test')
    assert.deepEqual(Object.keys(made.product), Object.keys(PRODUCT))
    assert.match(made.product['bin'] ?? '', /^[45]\d{5}$/)
    assert.match(made.interfaceC.userName, /-api$/)
    const read = await projectCall(sandbox, made.interfaceB.apiKey)('GET', '/control/v1/project')
    assert.deepEqual(read.json, made)
  })

  test('an invalid body does not create a project', async () => {
    const names = ['', 1, 'x'.repeat(101), 'a\0b']
    for (const body of [...names.map((name) => ({ name })), { title: 'x' }, []]) {
      const answer = await sandbox.call('POST', '/control/v1/projects', { body })
      assert.equal(answer.status, 422, JSON.stringify(body))
    }
  })

  test('a logo that is not a small image, and a colour too light for white text, are refused', async () => {
    const { interfaceB } = await createProject(sandbox)
    const call = projectCall(sandbox, interfaceB.apiKey)
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64')
    const large = Buffer.concat([Buffer.from(LOGO, 'base64'), Buffer.alloc(8192)])
    for (const body of [
      { merchantLogo: '' },
      { merchantLogo: svg },
      { merchantLogo: large.toString('base64') },
      { merchantLogo: `data:image/png;base64,${LOGO}` },
      { merchantLogo: 'https://shop.example/logo.png' },
      { merchantColour: '#ffcc00' },
      { merchantColour: 'red' },
      { merchantColour: '#0c5a61;}' },
    ])
      assert.equal((await call('PATCH', '/control/v1/project', body)).status, 422)
  })

  test('settings change one at a time, and the others stay unchanged', async () => {
    const { interfaceB } = await createProject(sandbox)
    const call = projectCall(sandbox, interfaceB.apiKey)
    const changes = [
      { cardPool: 0 },
      { cardPool: 1_000_000 },
      { issuedCardChallenge: 'challenge' },
      { callbackUrl: 'http://127.0.0.1:9000/callback?shop=1' },
      { callbackMethod: 'POST' },
      { callbackOperations: ['deposited', 'refunded'] },
      { callbackOperations: [] },
      { callbackSignature: 'rsa' },
      { callbackParameters: ['amount', 'bindingId'] },
      { gatewayCurrencies: ['978', '008'] },
      { gatewayCurrencies: null },
      { gatewayPrefersVersion2: true },
      { registerErrorCode: '0' },
      { reverseCaptured: 'same-day' },
      { basicAuthentication: 'on' },
      { recurrence: 'enforce' },
      { requestLogEntries: 0 },
      { orderRetentionDays: 1, callbackRetentionDays: 3650 },
      { requestLogRetentionDays: 30, orderRetentionDays: null },
      { merchantName: 'Bücher & Co', mcc: 5942, terminalId: 'ABCD0001' },
      { merchantLogo: LOGO, merchantColour: '#0c5a61' },
      { merchantLogo: null, merchantColour: null },
      { callbackUrl: null },
    ]
    const expected: Record<string, unknown> = { ...DEFAULTS }
    for (const change of changes) {
      Object.assign(expected, change)
      const answer = await call('PATCH', '/control/v1/project', change)
      assert.deepEqual(bodyOf<ProjectShape>(answer, 200).settings, expected)
    }
    const read = await call('GET', '/control/v1/project')
    assert.deepEqual(bodyOf<ProjectShape>(read, 200).settings, expected)
  })

  test('the callback key is returned with interface C and stored encrypted', async () => {
    const made = await createProject(sandbox)
    const call = projectCall(sandbox, made.interfaceB.apiKey)
    const short = await call('PATCH', '/control/v1/project', { callbackKey: 'test' })
    assert.equal(bodyOf<ProjectShape>(short, 200).interfaceC.callbackKey, 'test')
    const callbackKey = 'a key of the shop'
    const answer = await call('PATCH', '/control/v1/project', { callbackKey })
    const changed = bodyOf<ProjectShape>(answer, 200)
    assert.equal(changed.interfaceC.callbackKey, callbackKey)
    assert.deepEqual(changed.settings, DEFAULTS)
    const { service } = sandbox.sandcard
    const project = await service.directory.authenticate('b', made.interfaceB.apiKey)
    assert.ok(project)
    const { settings } = await service
      .execute(project, 'changeSettings', { settings: {} })
      .then((all) => ({ settings: JSON.stringify(all) }))
    assert.ok(settings.includes('callbackKeys') && !settings.includes(callbackKey))
  })

  const refused: readonly [change: unknown, pointer: string][] = [
    [{ colour: 'red' }, '/colour'],
    [{ cardPool: -1 }, '/cardPool'],
    [{ cardPool: 1_000_001 }, '/cardPool'],
    [{ cardPool: 1.5 }, '/cardPool'],
    [{ cardPool: '20' }, '/cardPool'],
    [{ issuedCardChallenge: 'on' }, '/issuedCardChallenge'],
    [{ callbackUrl: 'shop.example.com/callback' }, '/callbackUrl'],
    [{ callbackUrl: 'ftp://shop.example.com' }, '/callbackUrl'],
    [{ callbackUrl: '/callback' }, '/callbackUrl'],
    [{ callbackUrl: 'http://user:secret@shop.example.com/' }, '/callbackUrl'],
    [{ callbackUrl: `http://shop.example.com/${'x'.repeat(500)}` }, '/callbackUrl'],
    [{ callbackMethod: 'PUT' }, '/callbackMethod'],
    [{ callbackOperations: ['paid'] }, '/callbackOperations/0'],
    [{ callbackOperations: ['deposited', 'deposited'] }, '/callbackOperations'],
    [{ callbackSignature: 'md5' }, '/callbackSignature'],
    [{ callbackKey: '' }, '/callbackKey'],
    [{ callbackKey: 'x'.repeat(256) }, '/callbackKey'],
    [{ callbackKey: null }, '/callbackKey'],
    [{ callbackKeys: [] }, '/callbackKeys'],
    [[], ''],
  ]
  for (const [change, pointer] of refused)
    test(`the invalid setting ${JSON.stringify(change).slice(0, 60)} is refused and changes nothing`, async () => {
      const call = projectCall(sandbox, 'demo-api-key')
      const answer = await call('PATCH', '/control/v1/project', change)
      const problem = bodyOf<ProblemShape>(answer, 422)
      assert.equal(answer.headers['content-type'], 'application/problem+json')
      assert.equal(problem.code, 'validation-failed')
      assert.equal(problem.requestId, answer.headers['request-id'])
      assert.deepEqual(
        problem.errors?.map((issue) => issue.pointer),
        [pointer],
      )
      const read = await call('GET', '/control/v1/project')
      assert.deepEqual(bodyOf<ProjectShape>(read, 200).settings, DEFAULTS)
    })

  test('missing and wrong keys get the same response', async () => {
    const answers = await Promise.all(
      ([{}, { 'X-API-KEY': '' }, { 'X-API-KEY': 'wrong' }, { 'X-API-KEY': 'demo' }] as const).map(
        (headers: Record<string, string>) =>
          sandbox.call('GET', '/control/v1/project', { headers }),
      ),
    )
    for (const answer of answers) {
      const problem = bodyOf<ProblemShape>(answer, 401)
      assert.equal(problem.code, 'unauthorized')
      assert.equal(answer.headers['www-authenticate'], 'ApiKey realm="control"')
    }
    assert.equal(new Set(answers.map((answer) => (answer.json as ProblemShape).detail)).size, 1)
  })

  const wire: readonly [string, string, string, Record<string, string>, string, number, string][] =
    [
      ['invalid JSON', 'PATCH', '/project', {}, '{', 400, 'malformed-json'],
      ['a forbidden field', 'PATCH', '/project', {}, '{"__proto__":{}}', 400, 'malformed-json'],
      [
        'a form',
        'PATCH',
        '/project',
        { 'content-type': 'text/csv' },
        'a',
        415,
        'unsupported-media-type',
      ],
      [
        'a body above the maximum size',
        'PATCH',
        '/project',
        {},
        `"${'x'.repeat(300_000)}"`,
        413,
        'content-too-large',
      ],
      ['an unknown path', 'GET', '/nowhere', {}, '', 404, 'not-found'],
      ['a wrong method', 'PUT', '/project', {}, '', 405, 'method-not-allowed'],
    ]
  for (const [title, method, path, headers, body, status, code] of wire)
    test(`${title} gets ${status} with problem details`, async () => {
      const answer = await sandbox.call(method, `/control/v1${path}`, {
        headers: {
          'X-API-KEY': 'demo-api-key',
          ...(body === '' ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === '' ? {} : { body }),
      })
      assert.equal(bodyOf<ProblemShape>(answer, status).code, code)
      assert.equal(answer.headers['allow'], status === 405 ? 'GET, HEAD, PATCH, DELETE' : undefined)
    })

  test('a project is renamed without other changes, even if another project has the name', async () => {
    const [made, other] = [await createProject(sandbox), await createProject(sandbox)]
    for (const project of [made, other]) {
      const call = projectCall(sandbox, project.interfaceB.apiKey)
      const renamed = { ...project, name: 'Checkout é' }
      const body = { name: 'Checkout é' }
      assert.deepEqual(bodyOf(await call('PUT', '/control/v1/project/name', body), 200), renamed)
      assert.deepEqual(bodyOf(await call('GET', '/control/v1/project'), 200), renamed)
    }
    const call = projectCall(sandbox, made.interfaceB.apiKey)
    for (const name of ['', 'x'.repeat(101), 'a\u0000', 7])
      bodyOf(await call('PUT', '/control/v1/project/name', { name }), 422)
    const masked = { name: 'card 4111111111111111' }
    const { name } = bodyOf<ProjectShape>(
      await call('PUT', '/control/v1/project/name', masked),
      200,
    )
    assert.equal(name, 'card 411111******1111')
  })

  test('a reset deletes everything except the credentials', async () => {
    const made = await createProject(sandbox)
    const call = projectCall(sandbox, made.interfaceB.apiKey)
    const card = await issueCard(call)
    bodyOf(await topUp(call, card, 5000), 201)
    bodyOf(
      await call('PATCH', '/control/v1/project', { cardPool: 1, callbackKey: 'new key 1' }),
      200,
    )
    bodyOf(await call('POST', '/control/v1/clock', { advance: 'P1Y' }), 200)
    assert.deepEqual(bodyOf<ProjectShape>(await call('POST', '/control/v1/reset'), 200), made)
    assert.equal((await call('GET', `/v2/cards/${card.id}`)).status, 404)
    assert.deepEqual((await call('GET', '/control/v1/ledger')).json, {
      trialBalance: 0,
      accounts: [],
    })
    const { offsetMs } = bodyOf<{ offsetMs: number }>(await call('GET', '/control/v1/clock'), 200)
    assert.ok(offsetMs < 1000)
    assert.equal((await issueCard(call)).id, card.id)
  })
})
