// The request log through the control API: filters, exports, its limit, resets and masking.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Receiver } from '../../kit/callback-receiver.ts'
import { bodyOf, createProject, issueCard, projectCall, topUp } from '../../kit/control.ts'
import { onEveryDatabase } from '../../kit/databases.ts'
import { merchantOf } from '../../kit/merchant.ts'
import { type Sandbox, startSandbox } from '../../kit/sandbox.ts'

interface LoggedRequest {
  id: string
  seq: number
  at: string
  api: string
  operation: string
  path: string
  status: number | null
  errorCode: string | null
  outcome: string
  durationMs: number
  request: { headers: Record<string, string>; body: string | null; isCut: boolean }
  response: { headers: Record<string, string>; body: string | null; isCut: boolean }
  ids: { kind: string; id: string }[]
  changes: {
    kind: string
    id: string
    change: string
    fields: { name: string; before: unknown; after: unknown }[]
  }[]
  moreChanges: { kind: string; change: string; count: number }[]
  decision: string | null
}

interface Page {
  items: LoggedRequest[]
  nextCursor: string | null
}

onEveryDatabase('The request log', (database) => {
  let sandbox: Sandbox
  before(async () => {
    sandbox = await startSandbox(database)
  })
  after(() => sandbox.close())

  async function open() {
    const project = await createProject(sandbox)
    const call = projectCall(sandbox, project.interfaceB.apiKey)
    const list = async (query = ''): Promise<LoggedRequest[]> =>
      bodyOf<Page>(await call('GET', `/control/v1/requests${query}`), 200).items
    return { project, call, list }
  }

  async function withMerchant() {
    const { project, ...calls } = await open()
    const found = await sandbox.sandcard.service.directory.authenticate(
      'b',
      project.interfaceB.apiKey,
    )
    assert.ok(found !== undefined)
    return { ...calls, merchant: merchantOf(sandbox, found) }
  }

  /** A project whose log has two cards, an approved top-up, and a declined transfer. */
  async function withTransfer() {
    const { project, call, list } = await open()
    const [from, to] = [await issueCard(call), await issueCard(call)]
    await topUp(call, from, 1000)
    const answer = await call('POST', '/v2/transfers', {
      amount: 5000,
      currency: 'EUR',
      sourceCard: { cardNumber: from.number, expiryDate: from.expiryDate },
      destinationCard: { cardNumber: to.number },
    })
    await call('GET', '/control/v1/orders/none')
    return { project, call, list, from, to, declined: String(answer.headers['request-id']) }
  }

  test('shows the records that a request changed, before and after', async () => {
    const { call, list, from } = await withTransfer()
    const changesOf = async (operation: string) => {
      const [request] = await list(`?operation=${operation}`)
      return new Map(
        request?.changes.map(({ kind, id, change, fields }) => [
          kind === 'account' && id.startsWith('4') ? 'card account' : kind,
          {
            id,
            change,
            ...Object.fromEntries(
              fields.map(({ name, before: old, after: last }) => [name, [old, last]]),
            ),
          },
        ]),
      )
    }
    const topUpChanges = await changesOf('createTopup')
    assert.partialDeepStrictEqual(topUpChanges.get('card account'), {
      change: 'changed',
      posted: [0, 1000],
      available: [0, 1000],
    })
    assert.partialDeepStrictEqual(topUpChanges.get('entry'), {
      change: 'created',
      kind: [null, 'topup'],
      amount: [null, 1000],
    })
    assert.deepEqual([...(await changesOf('createTransfer')).keys()], ['entry'])
    await call('PATCH', `/v2/cards/${from.id}`, { status: 'blocked' })
    const blocked = (await changesOf('updateCard')).get('card')
    assert.partialDeepStrictEqual(blocked, { id: from.id, status: ['active', 'blocked'] })
    await call('PATCH', '/control/v1/project', { cardPool: 7 })
    assert.partialDeepStrictEqual((await changesOf('updateProject')).get('settings'), {
      cardPool: [20, 7],
    })
    assert.deepEqual((await changesOf('showOrder')).size, 0)
  })

  test('shows a changed callback in the state that the control API shows', async () => {
    const { merchant, list } = await withMerchant()
    await merchant.paidOrder()
    const [payment] = await list('?operation=paymentorder')
    const callback = payment?.changes.find(({ kind }) => kind === 'callback')
    const state = callback?.fields.find(({ name }) => name === 'state')
    assert.deepEqual(state, { name: 'state', before: null, after: 'captured' })
  })

  test('shows the changes of due work when the clock is advanced', async () => {
    const { merchant, call, list } = await withMerchant()
    const orders = []
    for (let number = 0; number < 30; number++) orders.push(await merchant.register())
    await call('POST', '/control/v1/clock', { advance: 'PT30M' })
    const [move] = await list('?operation=moveClock')
    const changed = move?.changes.filter(({ kind }) => kind === 'order') ?? []
    for (const { id, fields } of changed) {
      assert.ok(orders.includes(id))
      assert.ok(fields.some(({ name, after: last }) => name === 'status' && last === 'declined'))
    }
    assert.equal(move?.changes.at(-1)?.kind, 'clock')
    const more = move?.moreChanges.find(({ kind, change }) => kind + change === 'orderchanged')
    assert.equal(changed.length + (more?.count ?? 0), orders.length)
  })

  test('shows how many records a reset or a restore replaced', async () => {
    const { merchant, call, list } = await withMerchant()
    await merchant.register()
    await call('POST', '/control/v1/snapshots', { name: 'start' })
    await merchant.register()
    await call('PATCH', '/control/v1/project', { cardPool: 7 })
    await call('POST', '/control/v1/snapshots/start/restore')
    const orders = async (operation: string) => {
      const [request] = await list(`?operation=${operation}`)
      const counts = request?.moreChanges.filter(({ kind }) => kind === 'order')
      const settings = request?.changes.find(({ kind }) => kind === 'settings')
      return [
        counts?.map(({ change, count }) => [change, count]),
        settings?.fields.map(({ name }) => name),
      ]
    }
    const restored = [
      ['deleted', 2],
      ['created', 1],
    ]
    assert.deepEqual(await orders('restoreSnapshot'), [restored, ['cardPool']])
    await call('POST', '/control/v1/reset')
    assert.deepEqual(await orders('resetProject'), [[['deleted', 1]], undefined])
  })

  test('lists the calls of every API newest first, except calls that read the log', async () => {
    const { list, declined } = await withTransfer()
    const first = await list()
    assert.deepEqual(await list(), first)
    const seqs = first.map(({ seq }) => seq)
    assert.deepEqual(
      seqs,
      seqs.toSorted((a, b) => b - a),
    )
    assert.deepEqual(
      first.slice(0, 3).map(({ api, operation, outcome }) => [api, operation, outcome]),
      [
        ['control', 'showOrder', 'refused'],
        ['B', 'createTransfer', 'declined'],
        ['B', 'createTopup', 'approved'],
      ],
    )
    assert.equal(first[1]?.id, declined)
    assert.equal(first[1].decision, `/control/v1/decisions/${declined}`)
  })

  test('shows a declined simulation with the outcome "declined" and its card', async () => {
    const { call, list } = await open()
    const card = await issueCard(call)
    const body = { cardId: card.id, amount: 500 }
    await call('POST', '/control/v1/simulations/authorisations', body)
    const [entry] = await list('?operation=simulateAuthorisation')
    assert.deepEqual(
      [entry?.outcome, entry?.ids.some(({ id }) => id === card.id)],
      ['declined', true],
    )
    const decision = await call('GET', entry?.decision ?? '')
    assert.equal((decision.json as { outcome: string }).outcome, 'declined')
  })

  test('finds the entries of each filter', async () => {
    const { list, declined, from } = await withTransfer()
    const all = await list()
    const at = all.find(({ id }) => id === declined)?.at ?? ''
    const after = new Date(Date.parse(at) + 1).toISOString()
    const expected: readonly (readonly [string, (each: LoggedRequest) => boolean])[] = [
      ['api=control', ({ api }) => api === 'control'],
      ['operation=createCard', ({ operation }) => operation === 'createCard'],
      ['status=201', ({ status }) => status === 201],
      ['status=4xx', ({ status }) => status === 404],
      ['errorCode=order-not-found', ({ errorCode }) => errorCode === 'order-not-found'],
      ['outcome=declined', ({ outcome }) => outcome === 'declined'],
      [`id=${declined}`, ({ id }) => id === declined],
      [`id=${from.id}`, ({ ids }) => ids.some(({ id }) => id === from.id)],
      ['q=ANNA', (each) => /anna/i.test(`${each.request.body} ${each.response.body}`)],
      ['q=found%20nowhere', () => false],
      [`from=${after}`, (each) => each.at >= after],
      [`until=${after}`, (each) => each.at < after],
      ['api=B&outcome=declined', ({ outcome }) => outcome === 'declined'],
      ['api=A', () => false],
    ]
    for (const [query, fits] of expected)
      assert.deepEqual(
        (await list(`?${query}`)).map(({ id }) => id),
        all.filter(fits).map(({ id }) => id),
        query,
      )
  })

  test('is read in pages, and refuses the cursor of another list', async () => {
    const { call, list } = await withTransfer()
    const all = await list()
    const ids: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const query: string = cursor === '' ? '' : `&cursor=${cursor}`
      const page: Page = bodyOf<Page>(
        await call('GET', `/control/v1/requests?limit=3${query}`),
        200,
      )
      ids.push(...page.items.map(({ id }) => id))
      cursor = page.nextCursor
    }
    assert.deepEqual(
      ids,
      all.map(({ id }) => id),
    )
    assert.equal((await call('GET', '/control/v1/requests?cursor=none')).status, 422)
  })

  test('refuses invalid filters with the name of the parameter', async () => {
    const { call } = await open()
    for (const [query, status] of [
      ['api=D', 400],
      ['status=99', 400],
      ['outcome=good', 400],
      ['limit=0', 400],
      ['unknown=1', 400],
      ['q=%00', 400],
      // Like the times of every other list.
      ['from=today', 422],
      ['until=2026-02-30T00:00:00Z', 422],
    ] as const) {
      const answer = await call('GET', `/control/v1/requests?${query}`)
      assert.equal(answer.status, status, query)
      const { errors } = answer.json as { errors: { pointer: string }[] }
      assert.deepEqual(
        errors.map(({ pointer }) => pointer),
        [`/${query.split('=')[0] ?? ''}`],
      )
    }
    for (const path of ['requests/%00', 'decisions/%00', 'snapshots/%00/restore'])
      assert.equal(
        (await call(path.startsWith('snapshots') ? 'POST' : 'GET', `/control/v1/${path}`)).status,
        400,
        path,
      )
  })

  test('finds an entry by its request id, in its project only', async () => {
    const { call, declined } = await withTransfer()
    const entry = bodyOf<LoggedRequest>(await call('GET', `/control/v1/requests/${declined}`), 200)
    assert.equal(entry.id, declined)
    assert.equal(entry.request.headers['x-api-key'], '***')
    assert.ok(entry.durationMs > 0)
    const other = await open()
    for (const id of [declined, 'none']) {
      const answer = await other.call('GET', `/control/v1/requests/${id}`)
      assert.equal((answer.json as { code: string }).code, 'request-not-found')
    }
  })

  test("exports a request as HAR, and as a command with the project's credentials", async () => {
    const { project, call, declined } = await withTransfer()
    const har = await call('GET', `/control/v1/requests?format=har&operation=createTransfer`)
    const { log } = har.json as {
      log: { version: string; entries: { request: { method: string; url: string } }[] }
    }
    assert.deepEqual(
      [log.version, log.entries.map(({ request }) => `${request.method} ${request.url}`)],
      ['1.2', [`POST ${sandbox.url}/v2/transfers`]],
    )
    const curl = await call('GET', `/control/v1/requests/${declined}?format=curl`)
    assert.match(String(curl.headers['content-type']), /^text\/plain/)
    assert.ok(curl.text.includes(`curl -X POST '${sandbox.url}/v2/transfers'`), curl.text)
    assert.ok(curl.text.includes(`-H 'x-api-key: ${project.interfaceB.apiKey}'`), curl.text)
    assert.match(curl.text, /^# Replace the masked values/)
  })

  test('keeps as many entries as the setting says, and none with 0', async () => {
    const { call, list } = await open()
    await call('PATCH', '/control/v1/project', { requestLogEntries: 5 })
    for (let count = 0; count < 12; count++) await call('GET', `/v2/cards/${100_001 + count}`)
    const kept = await list()
    assert.deepEqual(
      kept.map(({ path }) => path),
      [12, 11, 10, 9, 8].map((number) => `/v2/cards/${100_000 + number}`),
    )
    await call('PATCH', '/control/v1/project', { requestLogEntries: 0 })
    await call('GET', '/v2/cards/1')
    assert.deepEqual(await list(), [])
    await call('PATCH', '/control/v1/project', { requestLogEntries: 5 })
    await call('GET', '/v2/cards/2')
    assert.equal((await list())[0]?.path, '/v2/cards/2')
  })

  test('is empty after a reset, except for the reset itself', async () => {
    const { call, list } = await withTransfer()
    await call('POST', '/control/v1/reset')
    assert.deepEqual(
      (await list()).map(({ operation, seq }) => [operation, seq]),
      [['resetProject', 1]],
    )
  })

  test('lists an attempt to send a callback for its callback and its order', async (context) => {
    const { project, call, list } = await open()
    const receiver = await Receiver.open()
    context.after(() => receiver.close())
    await call('PATCH', '/control/v1/project', { callbackUrl: receiver.url() })
    const found = await sandbox.sandcard.service.directory.authenticate(
      'b',
      project.interfaceB.apiKey,
    )
    assert.ok(found !== undefined)
    const sent = new Promise<void>((resolve) => {
      const { exchanges } = sandbox.sandcard.service
      const stop = exchanges.subscribe(found.number, ({ api }) => {
        if (api !== 'callback') return
        stop()
        resolve()
      })
    })
    const orderId = await merchantOf(sandbox, found).paidOrder()
    await sent
    const [entry] = await list(`?api=callback&id=${orderId}`)
    assert.ok(entry !== undefined)
    assert.deepEqual(
      [entry.operation, entry.status, entry.outcome, entry.ids.map(({ kind }) => kind)],
      ['deposited', 200, 'approved', ['callback', 'order']],
    )
    assert.ok(entry.path.startsWith(receiver.url()), entry.path)
  })

  test('stores no secret of the project and no card number', async () => {
    const { project, call, list, from, to } = await withTransfer()
    const { interfaceC, interfaceA } = project
    await call('GET', '/control/v1/project')
    await sandbox.call('POST', '/v1/apigate/ws/rest/getCardData', {
      headers: {
        authorization: `Basic ${Buffer.from(`${interfaceA.login}:${interfaceA.password}`).toString('base64')}`,
      },
      body: { cardIdentification: { cardNumber: Number(from.number) } },
    })
    await sandbox.call(
      'GET',
      `/payment/rest/getOrderStatus.do?${new URLSearchParams({
        userName: interfaceC.userName,
        password: interfaceC.password,
        orderId: 'none',
      }).toString()}`,
    )
    const stored = JSON.stringify(await list())
    const secrets = [
      project.interfaceB.apiKey,
      interfaceA.password,
      interfaceC.password,
      interfaceC.token,
      interfaceC.callbackKey,
      from.number,
      to.number,
    ]
    for (const secret of secrets) assert.ok(!stored.includes(secret), secret)
  })
})
