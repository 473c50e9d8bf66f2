// The specification's test scenario through interface B: two cardholders, two cards, limits, a
// top-up, a transfer, the lists, and a blocked card.
//
//   npm run example transfer-v2

import assert from 'node:assert/strict'
import { callB, newProject, type Project } from './project.ts'

interface Card {
  readonly id: string
  readonly status: string
  readonly number: string
  readonly expiryDate: string
  readonly blockingDate: string
  readonly account: { readonly balance: number }
}
interface Movement {
  readonly id: string
  readonly status: string
  readonly statusMessage: string
}

const project = await newProject('transfer-v2')
const ann = await issueCard(project, 'Ann')
const bob = await issueCard(project, 'Bob')

const spendingLimits = [
  { amount: 20_000, interval: 'daily' },
  { amount: 50_000, interval: 'monthly' },
]
const limited = await callB<Card>(project, 'PATCH', `/cards/${ann.id}`, { spendingLimits })
assert.equal(limited.status, 200)
console.log('Ann may spend 200.00 EUR a day and 500.00 EUR a month')

const topup = await callB<Movement>(project, 'POST', '/topups', {
  amount: 10_000,
  currency: 'EUR',
  destinationCard: { cardNumber: ann.number },
})
assert.equal(topup.status, 201)
assert.equal(topup.body.status, 'approved')
assert.equal(await balance(ann), 10_000)
console.log('topped up: Ann has 100.00 EUR')

const sent = await transfer(2500)
assert.equal(sent.status, 'approved')
assert.equal(await balance(ann), 7500)
assert.equal(await balance(bob), 2500)
console.log('transferred: Ann has 75.00 EUR, Bob has 25.00 EUR')

// Above the balance: the transfer is stored as declined and moves no money.
const tooMuch = await transfer(15_000)
assert.equal(tooMuch.status, 'declined')
assert.equal(await balance(ann), 7500)
console.log(`declined: ${tooMuch.statusMessage}`)

for (const [name, card] of Object.entries({ ann, bob })) {
  const path = `/transfers?cardNumberFltr=${card.number}&statusFltr=approved`
  const { status, body } = await callB<{ transfers: Movement[] }>(project, 'GET', path)
  assert.equal(status, 200)
  assert.deepEqual(
    body.transfers.map(({ id }) => id),
    [sent.id],
  )
  console.log(`approved transfers of ${name}: ${body.transfers.length}`)
}

const blocked = await callB<Card>(project, 'PATCH', `/cards/${ann.id}`, { status: 'blocked' })
assert.equal(blocked.body.status, 'blocked')
assert.notEqual(blocked.body.blockingDate, '')
const refused = await transfer(100)
assert.equal(refused.status, 'declined')
console.log(`blocked: ${refused.statusMessage}`)

/**
 * Registers a cardholder, issues a card and reads its number, which only the request for a single
 * card returns.
 */
async function issueCard(owner: Project, firstName: string): Promise<Card> {
  const cardholder = await callB<{ id: string }>(owner, 'POST', '/cardholders', {
    firstName,
    lastName: 'Doe',
    phoneNumber: '+35700000001',
    billingAddress: { country: 'CY', postalCode: '3000' },
  })
  assert.equal(cardholder.status, 201)
  const issued = await callB<Card>(owner, 'POST', '/cards', {
    productName: owner.product.cardProductName,
    cardholder: cardholder.body.id,
  })
  assert.equal(issued.status, 201)
  assert.equal('number' in issued.body, false)
  console.log(`${firstName} has card ${issued.body.id}`)
  return (await callB<Card>(owner, 'GET', `/cards/${issued.body.id}`)).body
}

async function transfer(amount: number): Promise<Movement> {
  const { status, body } = await callB<Movement>(project, 'POST', '/transfers', {
    amount,
    currency: 'EUR',
    sourceCard: { cardNumber: ann.number, expiryDate: ann.expiryDate },
    destinationCard: { cardNumber: bob.number },
  })
  assert.equal(status, 201)
  return body
}

async function balance(card: Card): Promise<number> {
  return (await callB<Card>(project, 'GET', `/cards/${card.id}`)).body.account.balance
}
