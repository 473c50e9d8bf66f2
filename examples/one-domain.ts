// A and B share one ledger: a card issued through A is limited, topped up and charged through B,
// and A lists what B did.
//
//   npm run example one-domain

import assert from 'node:assert/strict'
import { callA, callB, newProject, registration, stopClock, virtualCard } from './project.ts'

interface CardOfB {
  readonly status: string
  readonly number: string
  readonly expiryDate: string
  readonly account: { readonly accountNumber: string; readonly balance: number }
}

const project = await newProject('one-domain')
const today = await stopClock(project)
const [ann, bob] = [await issueThroughA('ann', 1), await issueThroughA('bob', 2)]

const seen = await callB<CardOfB>(project, 'GET', `/cards/${ann.cardId}`)
assert.equal(seen.status, 200)
assert.equal(seen.body.number, ann.cardNumber)
assert.equal(seen.body.account.accountNumber, ann.accountNumber)
console.log(`card ${ann.cardId}: issued through A, read through B`)

const spendingLimits = [{ amount: 3000, interval: 'daily' }]
assert.equal(
  (await callB(project, 'PATCH', `/cards/${ann.cardId}`, { spendingLimits })).status,
  200,
)
const byId = { cardIdentification: { cardId: Number(ann.cardId) } }
const limits = await callA<{ limits: { name: string; value: number }[] }>(
  project,
  'getCardLimits',
  byId,
)
assert.equal(limits.body.limits.find(({ name }) => name === 'LMTP0109')?.value, 3000)
console.log("B's daily limit of 30.00 EUR is A's LMTP0109")

await moveThroughB('/topups', 10_000, 'approved')
await moveThroughB('/transfers', 2500, 'approved')
await moveThroughB('/transfers', 501, 'declined')

const card = await callA<{ cardData: { accounts: { balance: number }[] } }>(
  project,
  'getCardData',
  byId,
)
assert.equal(card.body.cardData.accounts[0]?.balance, 7500)
console.log('A shows the same balance: 75.00 EUR')

const records = await callA<{ transactions: { transactionType: string }[] }>(
  project,
  'getTransactions',
  { ...byId, period: { start: today, end: today } },
)
const types = records.body.transactions.map(({ transactionType }) => transactionType)
assert.ok(types.includes('760') && types.includes('781'))
console.log(`A's records of the operations of B: ${types.join(' ')}`)

const blocked = await callA<{ responseCode: string }>(project, 'blockCard', {
  ...byId,
  hotCardStatus: 6,
})
assert.equal(blocked.body.responseCode, '00')
assert.equal((await callB<CardOfB>(project, 'GET', `/cards/${ann.cardId}`)).body.status, 'blocked')
console.log('blocked through A, blocked in B')

async function issueThroughA(customerNumber: string, serial: number) {
  const customer = await callA<{ accountNumber: string }>(
    project,
    'registerCustomer',
    registration(project, customerNumber, customerNumber),
  )
  const { accountNumber } = customer.body
  const issued = await callA<{
    virtualCardIdentification: { cardNumber: string; cardId: string; expDate: string }
  }>(project, 'createVirtualCard', virtualCard(customerNumber, accountNumber, serial))
  assert.equal(issued.status, 200)
  return { accountNumber, ...issued.body.virtualCardIdentification }
}

async function moveThroughB(path: '/topups' | '/transfers', amount: number, expected: string) {
  const cards =
    path === '/topups'
      ? { destinationCard: { cardNumber: ann.cardNumber } }
      : {
          sourceCard: { cardNumber: ann.cardNumber, expiryDate: ann.expDate },
          destinationCard: { cardNumber: bob.cardNumber },
        }
  const body = { amount, currency: 'EUR', ...cards }
  const moved = await callB<{ status: string; statusMessage: string }>(project, 'POST', path, body)
  assert.equal(moved.status, 201)
  assert.equal(moved.body.status, expected)
  console.log(`${path} of ${amount} cents through B: ${expected} ${moved.body.statusMessage}`)
}
