// The lists of the control API: each has pages, filters and a maximum page size, and agrees with
// the other interfaces.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import {
  bodyOf,
  type IssuedCard,
  issueCard,
  projectCall,
  topUp,
  transfer,
} from '../../kit/control.ts'
import { type Json, newMerchant, onGateway } from '../../kit/merchant.ts'
import { TEST_CARDS } from '../../kit/test-cards.ts'
import { answerChallenge } from '../reference/gateway-examples.ts'

interface Page {
  readonly items: readonly Json[]
  readonly nextCursor: string | null
}

const CONTROL = '/control/v1'
const NOBODY = '99999999'
const NO_ORDER = '0196b0a0-0000-7000-8000-000000000000'

onGateway('The lists of the control API', (at) => {
  let call: ReturnType<typeof projectCall>
  let cards: readonly [IssuedCard, IssuedCard, IssuedCard]
  let orders: Readonly<Record<'paid' | 'declined' | 'held' | 'refunded' | 'registered', string>>

  const read = async <T = Json>(path: string): Promise<T> =>
    bodyOf<T>(await call('GET', `${CONTROL}${path}`), 200)
  const page = (path: string): Promise<Page> => read<Page>(path)
  const listed = async (path: string): Promise<readonly Json[]> => (await page(path)).items
  const each = async (path: string, member: string): Promise<unknown[]> =>
    (await listed(path)).map((item) => item[member])
  const first = () => cards[0]

  before(async () => {
    const { merchant, sandbox } = at
    call = projectCall(sandbox, merchant.project.secrets.interfaceB.apiKey)
    cards = [await issueCard(call), await issueCard(call), await issueCard(call)]
    const [ann, ben, eve] = cards
    bodyOf(await topUp(call, ann, 50_000), 201)
    bodyOf(await transfer(call, ann, ben, 1250), 201)
    bodyOf(await transfer(call, ben, ann, 999_999), 201)
    bodyOf(await call('PATCH', `/v2/cards/${eve.id}`, { status: 'blocked' }), 200)
    const { cvc } = bodyOf<{ cvc: string }>(await call('GET', `/v2/cards/${ann.id}`), 200)
    const withOwn = {
      $PAN: ann.number,
      $CVC: cvc,
      YYYY: ann.expiryDate.slice(0, 4),
      MM: ann.expiryDate.slice(4),
    }
    const paid = await merchant.register({ orderNumber: 'shop-1', clientId: 'client-1' })
    await merchant.pay(paid, withOwn)
    const declined = await merchant.register({ orderNumber: 'shop-2', amount: 90_000 })
    await merchant.pay(declined, withOwn)
    const held = await merchant.registerPreAuth({ orderNumber: 'SHOP-3', clientId: 'client-2' })
    await merchant.pay(held)
    const refunded = await merchant.register({ orderNumber: 'other-4' })
    await merchant.pay(refunded, withOwn)
    await merchant.callOk('refund', { orderId: refunded, amount: 500 })
    const registered = await merchant.register()
    orders = { paid, declined, held, refunded, registered }
  })

  test('return the same items in pages and in one request, each item once', async () => {
    for (const path of [
      '/cardholders?',
      '/cardholders?q=berg&',
      '/cards?',
      `/cards/${first().id}/transactions?`,
      `/cards/${first().id}/transactions?as=A&`,
      `/cards/${first().id}/transactions?as=B&`,
      `/cards/${first().id}/transactions?as=C&`,
      '/orders?',
      '/orders?q=o&',
      '/orders?expiring=true&',
      '/bindings?',
      '/entries?',
      '/entries?kind=purchase&',
      `/entries?cardId=${first().id}&`,
      '/entries?account=merchant-978&',
      `/entries?account=${first().account.accountNumber}&`,
      '/accounts?',
      '/accounts/merchant-978/entries?',
      `/accounts/${first().account.accountNumber}/entries?`,
      '/callbacks?',
    ]) {
      const whole = await page(`${path}limit=200`)
      assert.equal(whole.nextCursor, null, path)
      assert.ok(whole.items.length >= 2, path)
      const parts: Json[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const part: Page = await page(`${path}limit=1${cursor === '' ? '' : `&cursor=${cursor}`}`)
        assert.ok(part.items.length <= 1, path)
        parts.push(...part.items)
        cursor = part.nextCursor
      }
      assert.deepEqual(parts, whole.items, path)
    }
  })

  test('continue after the last item of a page even if rows were added', async () => {
    const whole = await each('/cardholders', 'id')
    const { items, nextCursor } = await page('/cardholders?limit=1')
    await issueCard(call)
    const rest = await each(`/cardholders?cursor=${String(nextCursor)}`, 'id')
    assert.deepEqual([...items.map(({ id }) => id), ...rest], whole)
  })

  test('return the items that match their filters', async () => {
    const { paid, declined, held, refunded, registered } = orders
    const all = [registered, refunded, held, declined, paid]
    const created = String((await read(`/orders/${paid}`))['createdAt'])
    const holder = String((await read(`/cards/${first().id}`))['cardholderId'])
    const own = first().account.accountNumber
    const expected: readonly (readonly [string, string, readonly unknown[]])[] = [
      ['/orders?q=shop', 'id', [held, declined, paid]],
      ['/orders?q=%25', 'id', []],
      [`/orders?q=${paid.slice(-20, -8)}`, 'id', [paid]],
      ['/orders?number=shop-1', 'id', [paid]],
      ['/orders?number=shop', 'id', []],
      ['/orders?number=shop-1&status=held', 'id', []],
      ['/orders?status=held', 'id', [held]],
      ['/orders?status=held&q=3', 'id', [held]],
      ['/orders?status=refunded', 'id', [refunded]],
      ['/orders?status=reversed', 'id', []],
      ['/orders?expiring=true', 'id', [declined, registered, held]],
      ['/orders?expiring=true&status=held', 'id', [held]],
      [`/orders?createdFrom=${created}`, 'id', all],
      [`/orders?createdUntil=${created}`, 'id', []],
      [`/orders?createdFrom=${created}&status=held&expiring=true`, 'id', [held]],
      ['/cards?status=blocked', 'id', [cards[2].id]],
      ['/cards?status=lost', 'id', []],
      [`/cards?cardholderId=${holder}`, 'id', [first().id]],
      ['/cards?sort=highest&limit=2', 'id', [first().id, cards[1].id]],
      ['/cards?sort=lowest&limit=1', 'id', [cards[2].id]],
      [`/cards?lastFour=${first().number.slice(-4)}&status=active`, 'id', [first().id]],
      [`/cards?lastFour=${first().number.slice(-4)}&cardholderId=${NOBODY}`, 'id', []],
      ['/cardholders?q=NNA+berg', 'firstName', ['Anna', 'Anna', 'Anna', 'Anna']],
      ['/cardholders?q=4930901', 'firstName', ['Anna', 'Anna', 'Anna', 'Anna']],
      ['/cardholders?q=nobody', 'id', []],
      ['/bindings?clientId=client-1', 'cardId', [first().id]],
      ['/bindings?clientId=client-2', 'cardId', [null]],
      ['/bindings?clientId=client', 'id', []],
      ['/entries?kind=refund', 'orderId', [refunded]],
      [`/entries?orderId=${refunded}`, 'kind', ['refund', 'purchase']],
      [`/entries?orderId=${refunded}&kind=refund`, 'kind', ['refund']],
      [`/entries?orderId=${refunded}`, 'isHold', [false, false]],
      [`/entries?orderId=${held}`, 'isHold', [true]],
      ['/entries?account=funding-978', 'kind', ['topup']],
      [`/entries?account=${own}`, 'kind', ['refund', 'purchase', 'purchase', 'transfer', 'topup']],
      [`/entries?account=${own}&orderId=${declined}`, 'kind', []],
      ['/entries?account=suspense-978', 'kind', []],
      [`/entries?cardId=${cards[1].id}`, 'approved', [false, true]],
    ]
    for (const [path, member, values] of expected)
      assert.deepEqual(await each(path, member), values, path)
  })

  test('show a card with the same data as interfaces A, B and C', async () => {
    const { id } = first()
    const shown = async (as: string): Promise<Json[]> =>
      (await each(`/cards/${id}/transactions?as=${as}`, 'shown')).flat() as Json[]
    const { login, password } = at.merchant.project.secrets.interfaceA
    const answer = await at.sandbox.call('POST', '/v1/apigate/ws/rest/getTransactions', {
      headers: { authorization: `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}` },
      body: {
        cardIdentification: { cardId: Number(id) },
        period: { start: '2031-05-10', end: '2031-05-10' },
      },
    })
    const { transactions } = answer.json as { transactions: Json[] }
    const byNumber = (records: readonly Json[]) =>
      records.toSorted((a, b) => Number(a['utrnno']) - Number(b['utrnno']))
    assert.deepEqual(byNumber(await shown('A')), byNumber(transactions))

    const ofB = await call('GET', `/v2/transfers?cardNumberFltr=${first().number}`)
    const { transfers } = ofB.json as { transfers: Json[] }
    const masked = JSON.parse(
      JSON.stringify(transfers).replaceAll(/(\d{6})\d{6}(\d{4})"/g, '$1******$2"'),
    ) as Json[]
    assert.deepEqual(
      await page(`/cards/${id}/transactions`),
      await page(`/cards/${id}/transactions?as=A`),
    )
    const moved = await shown('B')
    assert.deepEqual(moved.slice(0, -1), masked)
    assert.equal(moved.at(-1)?.['amount'], 50_000)

    const { refunded, declined, paid } = orders
    const statuses = [refunded, declined, paid].map(async (orderId) => {
      const { errorCode, errorMessage, ...record } = await at.merchant.status(orderId)
      assert.deepEqual([errorCode, errorMessage], ['0', 'Success'])
      return record
    })
    assert.deepEqual(await shown('C'), await Promise.all(statuses))
  })

  test('return an account statement with the balance after every movement', async () => {
    for (const account of [first().account.accountNumber, 'merchant-978', 'funding-978']) {
      const { posted } = await read(`/accounts/${account}`)
      const rows = await listed(`/accounts/${account}/entries`)
      const last = rows.reduce((balance, row) => {
        assert.equal(row['balance'], balance)
        return balance - Number(row['amount'])
      }, Number(posted))
      assert.equal(last, 0, account)
      for (const { amount, entry } of rows) {
        const side = Number(amount) > 0 ? 'credit' : 'debit'
        assert.equal((entry as Json)[side], account)
      }
    }
  })

  test('return an order, a card, a cardholder or an entry by id, with its parts', async () => {
    const order = await read(`/orders/${orders.refunded}`)
    const { entries, callbacks } = order as Record<string, Json[]>
    assert.deepEqual(
      entries?.map(({ kind }) => kind),
      ['refund', 'purchase'],
    )
    assert.deepEqual(
      callbacks?.map(({ operation }) => operation),
      ['refunded', 'deposited'],
    )
    assert.equal((order['payment'] as Json)['entryId'], entries?.[1]?.['id'])
    assert.deepEqual(await read(`/entries/${String(entries?.[0]?.['id'])}`), entries?.[0])

    const answer = await call('GET', `${CONTROL}/cards/${first().id}`)
    const card = answer.json as Json
    assert.ok(!answer.text.includes(first().number))
    assert.deepEqual(
      (card['limits'] as Json[]).slice(2, 4).map(({ name, cycle, used }) => [name, cycle, used]),
      [
        ['LMTP0109', 'day', 4750],
        ['LMTP0110', 'month', 4750],
      ],
    )
    assert.equal((card['bindings'] as Json[]).length, 1)
    assert.equal((card['numbers'] as Json[]).length, 1)
    const person = await read(`/cardholders/${String(card['cardholderId'])}`)
    assert.equal((person['account'] as Json)['posted'], card['posted'])
    assert.deepEqual((person['cards'] as Json[])[0]?.['id'], first().id)
  })

  test('show the challenge of an order while it is in progress', async () => {
    const merchant = await newMerchant(at.sandbox)
    const apiKey = merchant.project.secrets.interfaceB.apiKey
    const orderId = await merchant.register()
    const challengeOf = async (): Promise<unknown> => {
      const answer = await projectCall(at.sandbox, apiKey)('GET', `${CONTROL}/orders/${orderId}`)
      return bodyOf<Json>(answer, 200)['challenge']
    }
    assert.equal(await challengeOf(), null)
    await merchant.pay(orderId, { $PAN: TEST_CARDS.challengeV1 })
    assert.deepEqual(await challengeOf(), {
      version: '1',
      flow: 'challenge',
      step: 'open',
      startedAt: '2031-05-10T10:00:00.000Z',
      code: '123456',
      wrongCodes: 0,
      numberMask: '500000**1115',
      cardholderName: 'ANN DOE',
    })
    await answerChallenge(at.sandbox, merchant.project, orderId)
    await merchant.advanceClock(60 * 60 * 1000)
    assert.equal(await challengeOf(), null)
  })

  test('refuse invalid input, and return nothing of another project', async () => {
    const other = projectCall(at.sandbox, (await at.sandbox.newProject()).secrets.interfaceB.apiKey)
    const { nextCursor } = await page('/cards?limit=1')
    const cursor = String(nextCursor)
    const ofAnotherCard = String(
      (await page(`/cards/${first().id}/transactions?as=A&limit=1`)).nextCursor,
    )
    const [entry] = await each('/entries', 'id')
    for (const [path, status] of [
      ['/cards?cursor=x', 422],
      [`/cards?sort=highest&cursor=${String(nextCursor)}`, 422],
      ['/cards?sort=balance', 400],
      [`/cards?cursor=${'x'.repeat(300)}`, 400],
      [`/cardholders?cursor=${cursor}`, 422],
      [`/cards/${cards[1].id}/transactions?as=A&cursor=${ofAnotherCard}`, 422],
      [`/cards/${first().id}/transactions?as=B&cursor=${ofAnotherCard}`, 422],
      [`/cards/${first().id}/transactions?as=D`, 400],
      ['/cards?limit=0', 400],
      ['/cards?limit=201', 400],
      ['/cards?unknown=1', 400],
      ['/cards?lastFour=12', 400],
      ['/cardholders?q=', 400],
      ['/cardholders?q=%00', 400],
      ['/bindings?clientId=%00', 400],
      ['/orders?status=1', 400],
      ['/orders?createdFrom=yesterday', 422],
      ['/orders?createdUntil=2031-02-30T00:00:00Z', 422],
      ['/entries?kind=gift', 400],
      ['/entries?account=nobody', 404],
      ['/accounts/funding-840', 404],
      [`/accounts/${first().account.accountNumber.slice(0, -3)}840`, 404],
      ['/cards/1', 404],
      ['/cards/abc', 404],
      ['/cards/1/transactions?as=A', 404],
      [`/cardholders/${NOBODY}`, 404],
      [`/orders/${NO_ORDER}`, 404],
      ['/orders/%00', 404],
      [`/orders/${NO_ORDER}%00`, 404],
      [`/orders/%00${NO_ORDER}`, 404],
      ['/entries/0', 404],
    ] as const)
      assert.equal((await call('GET', `${CONTROL}${path}`)).status, status, path)
    assert.equal((await other('GET', `${CONTROL}/cards?cursor=${cursor}`)).status, 422)
    for (const path of [
      `/cards/${first().id}`,
      `/orders/${orders.paid}`,
      `/entries/${String(entry)}`,
      '/accounts/merchant-978',
    ])
      assert.equal((await other('GET', `${CONTROL}${path}`)).status, 404, path)
    for (const path of ['/cards', '/cardholders', '/orders', '/bindings', '/entries', '/accounts'])
      assert.deepEqual((await other('GET', `${CONTROL}${path}`)).json, {
        items: [],
        nextCursor: null,
      })
  })
})
