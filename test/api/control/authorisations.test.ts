// The list of authorisations: simulated ones and the payments of issued cards at interface C.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onEveryDatabase } from '../../kit/databases.ts'
import { newIssuerV1 } from '../../kit/issuer-v1.ts'
import { merchantOf, newMerchant } from '../../kit/merchant.ts'
import { type Sandbox, startSandbox } from '../../kit/sandbox.ts'
import { type Authorisation, SimulatedCard } from '../../kit/simulated-card.ts'

/** Formats the facts of an authorisation in one line. */
const lineOf = ({ source, kind, status, amount, held, cleared, refunded }: Authorisation) =>
  `${source} ${kind} ${status} ${amount} ${held} ${cleared} ${refunded}`

onEveryDatabase('The list of authorisations', (database) => {
  let sandbox: Sandbox
  before(async () => (sandbox = await startSandbox(database)))
  after(() => sandbox.close())

  test('contains the orders that an issued card paid, with their legs', async () => {
    const { project } = await newMerchant(sandbox)
    const at = await SimulatedCard.open(sandbox, 10_000, project)
    const merchant = merchantOf(sandbox, project)
    const { json } = await at.call('GET', `/v2/cards/${at.card.id}`)
    const { number: $PAN, cvc: $CVC, expiryDate } = json as Record<string, string>
    const paying = { $PAN, $CVC, YYYY: expiryDate?.slice(0, 4), MM: expiryDate?.slice(4) }
    const held = await merchant.registerPreAuth()
    await merchant.pay(held, paying)
    const paid = await merchant.register()
    await merchant.pay(paid, paying)
    const declined = await merchant.register({ amount: 90_000 })
    await merchant.pay(declined, paying)
    const other = await merchant.register()
    await merchant.pay(other)
    const [third, second, first, ...others] = await at.list()
    assert.ok(first && second && third)
    assert.deepEqual(others, [], 'a test card is not issued here')
    assert.deepEqual([third, second, first].map(lineOf), [
      'order purchase declined 90000 0 0 0',
      'order purchase cleared 2000 0 2000 0',
      'order preauthorisation pending 2000 2000 0 0',
    ])
    assert.deepEqual([third.reason, third.orderId], ['insufficient-funds', declined])
    await merchant.callOk('deposit', { orderId: held, amount: 1_500 })
    await merchant.callOk('refund', { orderId: held, amount: 400 })
    const after = await at.get<Authorisation>(`authorisations/${first.id}`)
    assert.equal(lineOf(after), 'order preauthorisation cleared 2000 0 1500 400')
    assert.deepEqual(
      after.legs.map(({ kind, amount }) => `${kind} ${amount}`),
      ['authorisation 2000', 'clearing 1500', 'refund 400'],
    )
    assert.deepEqual((await at.list('?status=cleared')).map(lineOf).sort(), [
      'order preauthorisation cleared 2000 0 1500 400',
      'order purchase cleared 2000 0 2000 0',
    ])
    assert.deepEqual(await at.list('?status=pending'), [])
    assert.equal((await at.list('?kind=preauthorisation&mcc=5999&source=order')).length, 1)
    for (const leg of ['clear', 'reverse', 'expire', 'refund'])
      assert.deepEqual(await at.refused(`authorisations/${first.id}/${leg}`), [
        409,
        'authorisation-of-order',
      ])
  })

  test('is read page by page, with simulations and orders in chronological order', async () => {
    const { project } = await newMerchant(sandbox)
    const at = await SimulatedCard.open(sandbox, 10_000, project)
    const merchant = merchantOf(sandbox, project)
    const { json } = await at.call('GET', `/v2/cards/${at.card.id}`)
    const { number: $PAN, cvc: $CVC, expiryDate } = json as Record<string, string>
    const paying = { $PAN, $CVC, YYYY: expiryDate?.slice(0, 4), MM: expiryDate?.slice(4) }
    const kinds: string[] = []
    for (const kind of ['order', 'simulation', 'simulation', 'order', 'order', 'simulation']) {
      kinds.unshift(kind)
      if (kind === 'order') await merchant.pay(await merchant.register({ amount: 100 }), paying)
      else await at.authorise({ amount: 100 })
    }
    const all = await at.list()
    assert.deepEqual(
      all.map(({ source }) => source),
      kinds,
    )
    for (const limit of [1, 2, 5]) {
      const seen: string[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const after: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`
        const page: { items: Authorisation[]; nextCursor: string | null } = await at.get(
          `authorisations?limit=${limit}${after}`,
        )
        assert.ok(page.items.length <= limit)
        seen.push(...page.items.map(({ id }) => id))
        cursor = page.nextCursor
      }
      assert.deepEqual(
        seen,
        all.map(({ id }) => id),
      )
    }
  })

  test('combines filters, and refuses invalid ones', async () => {
    const at = await SimulatedCard.open(sandbox, 100_000)
    const other = await SimulatedCard.open(sandbox, 10_000, at.project)
    const restaurant = await at.authorise({ amount: 100, mcc: '5812' })
    const foreign = await at.authorise({ amount: 100, currency: 'USD' })
    const cash = await at.authorise({ amount: 100, kind: 'cash' })
    const declined = await other.authorise({ decline: true })
    await at.leg(restaurant.id, 'clear')
    const newest = [declined, cash, foreign, restaurant].map(({ id }) => id)
    const [d, c, f, r] = newest
    const now = Date.parse((await at.get<{ now: string }>('clock')).now)
    const hour = (offset: number) => new Date(now + offset * 3_600_000).toISOString()
    // prettier-ignore
    for (const [query, ids] of [
      ['', newest], [`cardId=${other.card.id}`, [d]], [`cardId=${at.card.id}`, [c, f, r]], ['cardId=1', []],
      ['status=declined', [d]], ['status=cleared', [c, r]], ['status=pending', [f]], ['status=expired', []],
      ['kind=cash', [c]], ['kind=purchase&status=cleared', [r]], ['mcc=5812', [r]], ['mcc=6011', [c]],
      ['currency=USD', [f]], ['currency=840', [f]], ['currency=978', [d, c, r]],
      ['source=simulation', newest], ['source=order', []],
      [`from=${hour(-1)}`, newest], [`from=${hour(1)}`, []], [`until=${hour(-1)}`, []], [`until=${hour(1)}`, newest],
    ] as const)
      assert.deepEqual((await at.list(`?${query}`)).map(({ id }) => id), ids, query)
    for (const [query, status] of [
      ['cardId=x', 400],
      ['status=open', 400],
      ['kind=gift', 400],
      ['mcc=12', 400],
      ['currency=euro', 400],
      ['currency=XYZ', 422],
      ['source=shop', 400],
      ['from=yesterday', 422],
      ['limit=0', 400],
      ['limit=201', 400],
      ['colour=red', 400],
      ['cursor=none', 422],
    ] as const) {
      const answer = await at.call('GET', `/control/v1/authorisations?${query}`)
      assert.equal(answer.status, status, query)
    }
    for (const id of ['1', 'x', '9'.repeat(30)])
      assert.equal((await at.call('GET', `/control/v1/authorisations/${id}`)).status, 404, id)
    const stranger = await SimulatedCard.open(sandbox)
    assert.deepEqual(await stranger.list(), [], 'another project sees none of them')
    const path = `/control/v1/authorisations/${restaurant.id}`
    assert.equal((await stranger.call('GET', path)).status, 404)
  })

  test('shows a purchase abroad in both currencies, as interface A does', async () => {
    const issuer = await newIssuerV1(sandbox)
    const at = await SimulatedCard.open(sandbox, 10_000, issuer.project)
    const { id } = await at.authorise({
      amount: 1_600,
      currency: 'JPY',
      merchant: 'Tokyo tea',
      mcc: '5814',
      country: 'JPN',
      city: 'Tokyo',
      terminal: 'T0000001',
      merchantId: 'M1',
    })
    await at.leg(id, 'clear')
    const [hold, posted] = (await issuer.records(at.card.id)).slice(-2)
    for (const record of [hold, posted])
      assert.deepEqual(
        [record?.['amount'], record?.['currency'], record?.['amountInAccountCurrency']],
        [1_600, 392, 1_000],
      )
    const { merchantName, merchantCountry, merchantCity, mcc, terminalId } = hold ?? {}
    assert.deepEqual(
      [merchantName, merchantCountry, merchantCity, mcc, terminalId],
      ['Tokyo tea', 'JPN', 'TOKYO', 5814, 'T0000001'],
    )
    assert.equal(hold?.['authorizationIdResponse'], posted?.['authorizationIdResponse'])
  })
})
