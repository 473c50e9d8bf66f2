// A project for one test run: its own credentials, a frozen clock, and a monthly limit that a clock
// move resets.
//
//   npm run example ci-project

import assert from 'node:assert/strict'
import { callB, callControl, newProject, type Project } from './project.ts'

interface Card {
  readonly id: string
  readonly number: string
  readonly expiryDate: string
}

const project = await newProject('ci-project')
console.log('a project of its own: isolated from all others')

const frozen = await callControl<{ frozen: boolean }>(project, 'POST', '/clock', { freeze: true })
assert.equal(frozen.body.frozen, true)
// The clock only moves forward, so the test uses a future month.
await setClock('2099-01-31T23:59:00Z')
const ann = await issueCard(project, 'Ann')
const bob = await issueCard(project, 'Bob')
const spendingLimits = [{ amount: 5000, interval: 'monthly' }]
const limited = await callB(project, 'PATCH', `/cards/${ann.id}`, { spendingLimits })
assert.equal(limited.status, 200)
const topup = { amount: 20_000, currency: 'EUR', destinationCard: { cardNumber: ann.number } }
assert.equal((await callB(project, 'POST', '/topups', topup)).status, 201)

assert.deepEqual(await transfer(5000), { status: 'approved', statusMessage: '' })
const refused = await transfer(1)
assert.equal(refused.status, 'declined')
console.log(`31 January, one minute to midnight: ${refused.statusMessage}`)

await setClock('2099-02-01T00:00:00Z')
assert.deepEqual(await transfer(5000), { status: 'approved', statusMessage: '' })
console.log('1 February: the monthly limit is available again')

const ledger = await callControl<{ trialBalance: number }>(project, 'GET', '/ledger')
assert.equal(ledger.body.trialBalance, 0)
console.log('the ledger sums to zero')

async function setClock(time: string): Promise<void> {
  const { status, body } = await callControl<{ now: string }>(project, 'POST', '/clock', {
    set: time,
  })
  assert.equal(status, 200)
  assert.equal(Date.parse(body.now), Date.parse(time))
}

async function issueCard(owner: Project, firstName: string): Promise<Card> {
  const cardholder = await callB<{ id: string }>(owner, 'POST', '/cardholders', {
    firstName,
    lastName: 'Doe',
    phoneNumber: '+35700000001',
    billingAddress: { country: 'CY', postalCode: '3000' },
  })
  const issued = await callB<Card>(owner, 'POST', '/cards', {
    productName: owner.product.cardProductName,
    cardholder: cardholder.body.id,
  })
  assert.equal(issued.status, 201)
  return (await callB<Card>(owner, 'GET', `/cards/${issued.body.id}`)).body
}

async function transfer(amount: number): Promise<{ status: string; statusMessage: string }> {
  const { body } = await callB<{ status: string; statusMessage: string }>(
    project,
    'POST',
    '/transfers',
    {
      amount,
      currency: 'EUR',
      sourceCard: { cardNumber: ann.number, expiryDate: ann.expiryDate },
      destinationCard: { cardNumber: bob.number },
    },
  )
  const { status, statusMessage } = body
  return { status, statusMessage }
}
