// A closed loop: a card issued through B pays at C, every step changes its balance, and A lists
// every step.
//
//   npm run example closed-loop

import assert from 'node:assert/strict'
import {
  callA,
  callB,
  callC,
  callControl,
  cardFields,
  newProject,
  orderStatus,
  stopClock,
} from './project.ts'

interface Card {
  readonly id: string
  readonly number: string
  readonly expiryDate: string
  readonly cvc: string
  readonly account: { readonly accountNumber: string; readonly balance: number }
}
interface Transaction {
  readonly transactionType: string
  readonly operationDirection: string
  readonly amount: number
  readonly utrnno: number
  readonly authorizationIdResponse?: string
}

const project = await newProject('closed-loop')
const today = await stopClock(project)
const cardholder = await callB<{ id: string }>(project, 'POST', '/cardholders', {
  firstName: 'Ann',
  lastName: 'Doe',
  phoneNumber: '+35700000001',
  billingAddress: { country: 'CY', postalCode: '3000' },
})
const issued = await callB<{ id: string }>(project, 'POST', '/cards', {
  productName: project.product.cardProductName,
  cardholder: cardholder.body.id,
})
const card = await read()
await callB(project, 'POST', '/topups', {
  amount: 10_000,
  currency: 'EUR',
  destinationCard: { cardNumber: card.number },
})
console.log(`issued through B and topped up: ${(await read()).account.balance} cents`)

const orderId = await register(4000)
await pay(orderId)
const held = await orderStatus(project, orderId)
assert.equal(held.orderStatus, 1)
assert.equal((await read()).account.balance, 6000)
console.log('held at C: 4000 cents; B shows the lower balance')

await callC(project, 'deposit', { orderId, amount: 3000 })
assert.equal((await read()).account.balance, 7000)
await callC(project, 'refund', { orderId, amount: 1000 })
assert.equal((await read()).account.balance, 8000)
console.log('captured 3000, refunded 1000: the balance is 8000')

const tooDear = await register(8001)
await pay(tooDear)
const declined = await orderStatus(project, tooDear)
assert.deepEqual([declined.orderStatus, declined.actionCode], [0, 116])
console.log(`an order of 8001 is declined: ${declined.actionCodeDescription}`)

const { body } = await callA<{ transactions: Transaction[] }>(project, 'getTransactions', {
  cardIdentification: { cardId: Number(issued.body.id) },
  period: { start: today, end: today },
})
const steps = body.transactions.map(
  ({ transactionType, operationDirection, amount }) =>
    `${transactionType} ${operationDirection} ${amount}`,
)
assert.deepEqual(steps, [
  '760 CREDIT 10000',
  '774 DEBIT 4000',
  '737 DEBIT 3000',
  '775 CREDIT 1000',
  '774 NOOP 0',
])
const purchase = body.transactions.find(({ transactionType }) => transactionType === '774')
assert.equal(String(purchase?.utrnno).padStart(12, '0'), held.authRefNum)
assert.equal(purchase?.authorizationIdResponse, held.cardAuthInfo?.approvalCode)
console.log(`A lists ${steps.join(', ')}; reference and approval are the gateway's`)

const ledger = await callControl<{
  trialBalance: number
  accounts: { account: string; posted: number }[]
}>(project, 'GET', '/ledger')
const merchant = ledger.body.accounts.find(({ account }) => account.startsWith('merchant'))
assert.deepEqual([ledger.body.trialBalance, merchant?.posted], [0, 2000])
console.log("the merchant's account holds 2000, and the ledger sums to zero")

async function read(): Promise<Card> {
  return (await callB<Card>(project, 'GET', `/cards/${issued.body.id}`)).body
}

async function register(amount: number): Promise<string> {
  const registered = await callC<{ orderId: string }>(project, 'registerPreAuth', {
    amount,
    currency: 978,
    returnUrl: 'https://shop.example/return',
  })
  return registered.body.orderId
}

async function pay(order: string): Promise<void> {
  const fields = { MDORDER: order, ...cardFields(card.number, card.expiryDate, card.cvc) }
  const { body: answer } = await callC<{ errorCode: number }>(project, 'paymentorder', fields)
  assert.equal(answer.errorCode, 0)
}
