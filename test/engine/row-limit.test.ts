// The row limit of a project: commands that would exceed it are refused in the format of each
// interface, and everything else continues.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cardForm } from '../kit/checkout.ts'
import { bodyOf, issueCard, projectCall, topUp } from '../kit/control.ts'
import { onEveryDatabase } from '../kit/databases.ts'
import { EngineSandbox, cardholderInput, topUpInput } from '../kit/engine-sandbox.ts'
import { engineOfThisRun } from '../kit/engine-variant.ts'
import { newIssuerV1 } from '../kit/issuer-v1.ts'
import { FORM_TYPE, merchantOf, orderForm } from '../kit/merchant.ts'
import { startHosted } from '../kit/person.ts'
import { wordsOf } from '../kit/portal.ts'
import { startSandbox } from '../kit/sandbox.ts'
import { assertRowsCounted } from '../kit/stored-rows.ts'

interface Storage {
  readonly rows: number
  readonly limit: number | null
  readonly bytes: number
  readonly byteLimit: number | null
}

onEveryDatabase('The rows that a project stores', (database) => {
  test('are counted at each write, and a repeated request adds none', async (t) => {
    const sandbox = await startSandbox(database)
    t.after(() => sandbox.close())
    const { secrets } = await sandbox.newProject()
    const call = projectCall(sandbox, secrets.interfaceB.apiKey)
    const rows = async () => {
      const answer = await call('GET', '/control/v1/storage')
      const { rows: stored, limit } = bodyOf<{ rows: number; limit: number | null }>(answer, 200)
      assert.equal(limit, null)
      return stored
    }
    assert.equal(await rows(), 0)
    const card = await issueCard(call)
    // The cardholder and its account; the card, its number and its usage of limits.
    assert.equal(await rows(), 5)
    const sent = {
      headers: { 'X-API-KEY': secrets.interfaceB.apiKey, 'Idempotency-Key': 'once' },
      body: { amount: 100, currency: 'EUR', destinationCard: { cardNumber: card.number } },
    }
    for (let count = 0; count < 3; count++)
      bodyOf(await sandbox.call('POST', '/v2/topups', sent), 201)
    // An entry, and the account of the source.
    assert.equal(await rows(), 7)
    bodyOf(await call('PATCH', `/v2/cards/${card.id}`, { status: 'blocked' }), 200)
    const url = sandbox.sandcard.service.config.database
    await assertRowsCounted(url.kind === 'postgres' ? url.url : `sqlite:${url.path}`)
    bodyOf(await call('POST', '/control/v1/reset'), 200)
    assert.equal(await rows(), 0)
  })

  test('stop at the limit under concurrency, and operations that add none still work', async () => {
    const options = { engine: { ...engineOfThisRun, limits: { rows: 60, bytes: 0 } } }
    const sandbox = await EngineSandbox.start(database, options)
    const card = await sandbox.card()
    const outcomes = await Promise.all(
      Array.from({ length: 60 }, () => sandbox.submit('topup', topUpInput(card.hash, 100))),
    )
    const codes = outcomes.map((each) => (each.kind === 'fault' ? each.code : each.kind))
    const { storedRows } = await sandbox.dataset()
    assert.equal(storedRows, 60)
    assert.equal(codes.filter((code) => code === 'result').length, 54)
    assert.ok(codes.slice(54).every((code) => code === 'quota-exceeded'))
    assert.equal((await sandbox.submit('registerCardholder', cardholderInput())).kind, 'fault')
    await sandbox.execute('resetPinCounter', { cardId: card.id })
    await sandbox.execute('changeSettings', { settings: { cardPool: 7 } })
    await sandbox.execute('moveClock', { move: { kind: 'advance', ms: 1000 } })
    await assertRowsCounted(sandbox.opened.url)
    await sandbox.close()
  })

  test('are counted per project', async () => {
    const options = { engine: { ...engineOfThisRun, limits: { rows: 6, bytes: 0 } } }
    const full = await EngineSandbox.start(database, options)
    const other = await full.newProject()
    await full.card()
    assert.equal((await full.submit('registerCardholder', cardholderInput())).kind, 'fault')
    await other.card()
    await full.close()
  })

  test('may exceed the limit through due work: an expiring order gets its callback', async () => {
    const sandbox = await EngineSandbox.start(database, {
      engine: { ...engineOfThisRun, limits: { rows: 1, bytes: 0 } },
    })
    const settings = { callbackUrl: 'https://shop.example/callback' }
    await sandbox.execute('changeSettings', { settings })
    const order = await sandbox.order(60)
    const { result } = await sandbox
      .submit('moveClock', { move: { kind: 'advance', ms: 120_000 } })
      .then((answer) => {
        assert.equal(answer.kind, 'result')
        return answer as { readonly result: { readonly ran: number } }
      })
    assert.equal(result.ran, 1)
    const { storedRows } = await sandbox.dataset()
    assert.equal(storedRows, 2, `the callback of ${order.id}`)
    await assertRowsCounted(sandbox.opened.url)
    await sandbox.close()
  })
})

onEveryDatabase('A hosted service with a row limit', (database) => {
  test('refuses requests of a full project on every interface and page, until it is reset', async (t) => {
    const hosted = await startHosted(database, { rowLimit: 12 })
    t.after(() => hosted.sandbox.close())
    const { sandbox } = hosted
    const owner = await hosted.member('full@example.com')
    const base = await owner.newProject()
    const project = await hosted.projectAt(base)
    const call = projectCall(sandbox, project.secrets.interfaceB.apiKey)
    const issuer = await newIssuerV1(sandbox, project)
    const merchant = merchantOf(sandbox, project)
    const orderId = await merchant.register()
    const card = await issueCard(call)
    while ((await topUp(call, card, 100)).status === 201);
    const said = {
      A: await issuer.call('creditCard', {
        cardIdentification: { cardNumber: card.number, expDate: Number(card.expiryDate) },
        amount: 100,
        currency: 978,
      }),
      B: await topUp(call, card, 100),
      C: await merchant.call('register', orderForm),
    }
    assert.deepEqual(
      Object.entries(said).map(([api, { status, headers, json }]) => {
        const { code, errorCode } = json as Readonly<Record<string, unknown>>
        return [api, status, code ?? errorCode, headers['retry-after']]
      }),
      [
        ['A', 403, '1010', undefined],
        ['B', 403, 'quota-exceeded', undefined],
        ['C', 200, '7', undefined],
      ],
    )
    assert.match(said.B.text, /Row limit of 12 reached/)
    assert.match(said.C.text, /has reached its row limit/)
    // Requests that add nothing still work.
    assert.equal((await merchant.status(orderId))['orderStatus'], 0)
    bodyOf(await call('PATCH', '/control/v1/project', { merchantName: 'Full shop' }), 200)
    bodyOf(await call('PATCH', `/v2/cards/${card.id}`, { status: 'blocked' }), 403)
    const storage = bodyOf<Storage>(await call('GET', '/control/v1/storage'), 200)
    assert.deepEqual([storage.rows, storage.limit], [12, 12])
    const page = await owner.page(`${base}/settings`)
    assert.match(wordsOf(page), /The project stores 12 of 12 rows \(.+\)\. The limit is reached/)
    const { userName } = project.secrets.interfaceC
    const paid = await sandbox.call('POST', `/payment/merchants/${userName}/pay`, {
      headers: FORM_TYPE,
      body: new URLSearchParams({ mdOrder: orderId, ...cardForm() }).toString(),
    })
    assert.equal(paid.status, 409, paid.text)
    assert.equal(paid.headers['retry-after'], undefined)
    const answer = await owner.submit(page, 'reset', { confirm: 'test' })
    assert.equal(answer.status, 303)
    bodyOf(await call('POST', '/control/v1/callback-keys'), 201)
    await merchant.register()
    assert.match(wordsOf(await owner.page(`${base}/settings`)), /stores 1 of 12 rows \(/)
  })

  test('refuses requests of a project with too many bytes, and shows the limit on its page', async (t) => {
    const hosted = await startHosted(database, { byteLimit: 2_000 })
    t.after(() => hosted.sandbox.close())
    const owner = await hosted.member('bytes@example.com')
    const base = await owner.newProject()
    const project = await hosted.projectAt(base)
    const call = projectCall(hosted.sandbox, project.secrets.interfaceB.apiKey)
    const merchant = merchantOf(hosted.sandbox, project)
    const description = 'a long text '.repeat(40)
    await merchant.register({ description })
    await merchant.register({ description })
    const refused = await merchant.call('register', orderForm)
    assert.match(refused.text, /"errorCode":"7"/)
    const billingAddress = { country: 'IE', postalCode: 'D02' }
    const body = { firstName: 'Ada', lastName: 'Hill', phoneNumber: '+3531234567', billingAddress }
    const added = await call('POST', '/v2/cardholders', body)
    assert.match(added.text, /Byte limit of 2,000 reached/)
    assert.equal(added.status, 403)
    const { bytes, byteLimit } = bodyOf<Storage>(await call('GET', '/control/v1/storage'), 200)
    assert.ok(bytes >= 2_000 && bytes < 4_000, String(bytes))
    assert.equal(byteLimit, 2_000)
    const page = wordsOf(await owner.page(`${base}/settings`))
    assert.match(
      page,
      /\([23](\.\d)? kB of 2 kB\)\. The limit is reached\. Reset or delete the project\./,
    )
    bodyOf(await call('POST', '/control/v1/reset'), 200)
    await merchant.register({ description })
  })

  test('has a limit by default, and local mode has none', async (t) => {
    const hosted = await startHosted(database)
    t.after(() => hosted.sandbox.close())
    const owner = await hosted.member('default@example.com')
    const page = wordsOf(await owner.page(`${await owner.newProject()}/settings`))
    assert.match(page, /The project stores 0 of 1,000,000 rows \(0 kB of 1 GB\)\./)
  })
})
