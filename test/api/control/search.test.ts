// The search of the control API finds records by values that people remember.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import {
  bodyOf,
  type IssuedCard,
  issueCard,
  projectCall,
  type ProjectCall,
  topUp,
} from '../../kit/control.ts'
import { type Json, newMerchant, onGateway } from '../../kit/merchant.ts'
import { TEST_CARDS } from '../../kit/test-cards.ts'

type Hits = Readonly<
  Record<'orders' | 'cards' | 'cardholders' | 'entries' | 'callbacks', readonly Json[]>
>

onGateway('The search of the control API', (at) => {
  let call: ProjectCall
  let card: IssuedCard
  let paid: string
  let other: string
  let payment: Json

  const search = async (q: string): Promise<Hits> =>
    bodyOf<Hits>(
      await call('GET', `/control/v1/search?${new URLSearchParams({ q }).toString()}`),
      200,
    )
  const ids = (hits: readonly Json[]): unknown[] => hits.map(({ id }) => id)

  before(async () => {
    const { merchant, sandbox } = at
    call = projectCall(sandbox, merchant.project.secrets.interfaceB.apiKey)
    card = await issueCard(call)
    bodyOf(await topUp(call, card, 50_000), 201)
    paid = await merchant.register({
      orderNumber: 'S1795-Shoes-044',
      amount: 4217,
      clientId: 'client-blue',
      email: 'ann@shop.example',
      phone: '35799123456',
    })
    await merchant.pay(paid, { $PAN: TEST_CARDS.approved, TEXT: 'MARY POPPINS' })
    other = await merchant.register({ orderNumber: 'another', amount: 990 })
    const order = bodyOf<Json>(await call('GET', `/control/v1/orders/${paid}`), 200)
    payment = order['payment'] as Json
  })

  test('finds an order by each of its searchable values', async () => {
    const { rrn, approvalCode } = payment as { rrn: string; approvalCode: string }
    for (const q of [
      paid,
      paid.slice(0, 23),
      'S1795-Shoes-044',
      's1795',
      '044',
      'SHOES',
      'client-blue',
      'ann@shop',
      '99123456',
      'poppins',
      TEST_CARDS.approved.slice(-4),
      `**** ${TEST_CARDS.approved.slice(-4)}`,
      '42.17',
      '42,17 EUR',
      rrn,
      approvalCode,
    ])
      assert.ok(ids((await search(q)).orders).includes(paid), q)
  })

  test('says which value of an order contains the text', async () => {
    const { rrn, approvalCode } = payment as { rrn: string; approvalCode: string }
    for (const [q, matched] of [
      ['SHOES', { name: 'number', value: 'S1795-Shoes-044' }],
      ['blue', { name: 'clientId', value: 'client-blue' }],
      ['ann@', { name: 'email', value: 'ann@shop.example' }],
      ['99123456', { name: 'phone', value: '35799123456' }],
      ['poppins', { name: 'cardholderName', value: 'MARY POPPINS' }],
      [rrn, { name: 'rrn', value: rrn }],
      [approvalCode, { name: 'approvalCode', value: approvalCode }],
      [paid.slice(0, 23), { name: 'id', value: paid }],
      ['42.17', null],
    ] as const) {
      const hit = (await search(q)).orders.find(({ id }) => id === paid)
      assert.deepEqual(hit?.['matched'], matched, q)
    }
  })

  test('does not find an order by text of another order', async () => {
    for (const q of ['another', '9.90']) assert.deepEqual(ids((await search(q)).orders), [other], q)
    for (const q of ['no-such-order', '42.18', '%', '_', 'S1795%044', '0000'])
      assert.deepEqual(ids((await search(q)).orders), [], q)
  })

  test('lists the exact match first, and each order once', async () => {
    const { merchant } = at
    const exact = await merchant.register({ orderNumber: 'match' })
    await merchant.register({ orderNumber: 'match-2' })
    const found = ids((await search('match')).orders)
    assert.equal(found[0], exact)
    assert.equal(new Set(found).size, found.length)
    assert.equal(found.length, 2)
  })

  test('returns at most 20 orders', async () => {
    const { merchant } = at
    const made: string[] = []
    for (let index = 0; index < 22; index++)
      made.push(await merchant.register({ orderNumber: `many-${index}` }))
    const found = ids((await search('many-')).orders)
    assert.equal(found.length, 20)
    assert.ok(found.every((id) => made.includes(String(id))))
  })

  test('finds cards, cardholders, entries and callbacks', async () => {
    const holder = bodyOf<Json>(
      await call('GET', `/control/v1/cardholders/${card.cardholder}`),
      200,
    )
    const last = card.number.slice(-4)
    for (const q of [card.id, last, `•••• ${last}`, `400000 ****** ${last}`])
      assert.ok(ids((await search(q)).cards).includes(card.id), q)
    const { firstName, lastName, phoneNumber } = holder as Record<string, string>
    for (const q of [
      card.cardholder,
      lastName,
      `${firstName} ${lastName}`,
      phoneNumber?.slice(-7),
      `+${phoneNumber?.replace('+', '')}`,
      phoneNumber?.replace(/^\+?(\d{3})(\d{2})/, '+$1 $2 '),
    ]) {
      assert.ok(q !== undefined)
      assert.ok(ids((await search(q)).cardholders).includes(card.cardholder), q)
    }
    const [entry] = bodyOf<{ items: readonly Json[] }>(
      await call('GET', '/control/v1/entries?limit=1'),
      200,
    ).items
    assert.deepEqual(ids((await search(String(entry?.['id']))).entries), [entry?.['id']])
    const [callback] = bodyOf<{ items: readonly Json[] }>(
      await call('GET', '/control/v1/callbacks?limit=1'),
      200,
    ).items
    assert.deepEqual(ids((await search(String(callback?.['id']))).callbacks), [callback?.['id']])
  })

  test('finds a cardholder of interface B by email', async () => {
    const body = {
      firstName: 'Eve',
      lastName: 'Adams',
      phoneNumber: '+35799000001',
      billingAddress: { country: 'CY', postalCode: '1010' },
      email: 'eve@mail.example',
    }
    const { id } = bodyOf<Json>(await call('POST', '/v2/cardholders', body), 201)
    assert.deepEqual(ids((await search('eve@mail')).cardholders), [id])
  })

  test('finds nothing of another project', async () => {
    const { sandbox } = at
    const stranger = await newMerchant(sandbox)
    const theirs = projectCall(sandbox, stranger.project.secrets.interfaceB.apiKey)
    for (const q of [paid, '044', 'client-blue', '42.17', card.id, String(payment['rrn'])]) {
      const hits = bodyOf<Hits>(
        await theirs('GET', `/control/v1/search?${new URLSearchParams({ q }).toString()}`),
        200,
      )
      assert.deepEqual(Object.values(hits).flat(), [], q)
    }
  })
})
