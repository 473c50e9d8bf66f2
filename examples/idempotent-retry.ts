// A retry that cannot pay twice: the same Idempotency-Key returns the first response again, and a
// different body is refused.
//
//   npm run example idempotent-retry

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { callB, newProject } from './project.ts'

interface Topup {
  readonly id: string
  readonly status: string
}
interface Card {
  readonly id: string
  readonly number: string
  readonly account: { readonly balance: number }
}

const project = await newProject('idempotent-retry')
const cardholder = await callB<{ id: string }>(project, 'POST', '/cardholders', {
  firstName: 'Ann',
  lastName: 'Doe',
  phoneNumber: '+35700000001',
  billingAddress: { country: 'CY', postalCode: '3000' },
})
const issued = await callB<Card>(project, 'POST', '/cards', {
  productName: project.product.cardProductName,
  cardholder: cardholder.body.id,
})
const path = `/cards/${issued.body.id}`
const card = (await callB<Card>(project, 'GET', path)).body

const key = randomUUID()
const topup = (amount: number) =>
  callB<Topup>(
    project,
    'POST',
    '/topups',
    { amount, currency: 'EUR', destinationCard: { cardNumber: card.number } },
    { 'idempotency-key': key },
  )

// Two requests at the same time, as after a short timeout, and one later.
const [first, duplicate] = await Promise.all([topup(1000), topup(1000)])
const later = await topup(1000)
for (const { status, body } of [first, duplicate, later]) {
  assert.equal(status, 201)
  assert.equal(body.id, first.body.id)
}
assert.equal(later.headers.get('idempotency-replayed'), 'true')
assert.notEqual(later.headers.get('request-id'), first.headers.get('request-id'))
assert.equal((await callB<Card>(project, 'GET', path)).body.account.balance, 1000)
console.log(`three requests, one top-up: ${first.body.id}`)

const other = await topup(2000)
assert.equal(other.status, 422)
assert.equal(other.headers.get('content-type')?.startsWith('application/problem+json'), true)
console.log('the same key with another amount: 422')
