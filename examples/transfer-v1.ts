// The same scenario through interface A: two customers, two cards, a limit, a credit, a transfer,
// the records, and a blocked card.
//
//   npm run example transfer-v1

import assert from 'node:assert/strict'
import { callA, newProject, registration, stopClock, virtualCard } from './project.ts'

interface VirtualCard {
  readonly cardNumber: string
  readonly cardId: string
  readonly expDate: string
}
interface OperationResult {
  readonly responseCode: string
  readonly processingCode: string
  readonly rrn?: string
}
interface Transaction {
  readonly transactionType: string
  readonly operationDirection: string
  readonly amount: number
}

const project = await newProject('transfer-v1')
const today = await stopClock(project)
const ann = await issueCard('1001_P001', 'Ann', 1)
const bob = await issueCard('1001_P002', 'Bob', 2)

const limit = { name: 'LMTP0109', value: 20_000, cycleType: 0, cycleLength: 1 }
expectDone(await result('changeCardLimit', { ...byId(ann), limit }), '710000')
console.log('Ann may spend 200.00 EUR a day')

const credit = await result('creditCard', {
  cardIdentification: byNumber(ann),
  amount: 10_000,
  currency: 978,
})
expectDone(credit, '270000')
assert.equal(await balance(ann), 10_000)
console.log('credited: Ann has 100.00 EUR')

const sent = await transfer(2500)
expectDone(sent, '490000')
assert.equal(await balance(ann), 7500)
assert.equal(await balance(bob), 2500)
console.log(`transferred under rrn ${sent.rrn}: Ann has 75.00 EUR, Bob has 25.00 EUR`)

const tooMuch = await transfer(15_000)
assert.equal(tooMuch.responseCode, '51')
console.log(`refused with responseCode ${tooMuch.responseCode}: insufficient funds`)

const { status, body } = await callA<{ transactions: Transaction[] }>(project, 'getTransactions', {
  ...byId(ann),
  period: { start: today, end: today },
})
assert.equal(status, 200)
const debits = body.transactions.filter(({ operationDirection }) => operationDirection === 'DEBIT')
assert.deepEqual(
  debits.map(({ transactionType, amount }) => [transactionType, amount]),
  [['781', 2500]],
)
console.log(`records of Ann's card: ${body.transactions.map((t) => t.transactionType).join(' ')}`)

expectDone(await result('blockCard', { ...byId(ann), hotCardStatus: 6 }), '910000')
assert.notEqual((await result('blockCard', { ...byId(ann), hotCardStatus: 6 })).responseCode, '00')
expectDone(await result('changeCardStatus', { ...byId(ann), hotCardStatus: 0 }), '950000')
console.log('blocked, refused the second time, activated again')

async function issueCard(
  customerNumber: string,
  firstName: string,
  serial: number,
): Promise<VirtualCard> {
  const customer = await callA<{ customerNumber: string; accountNumber: string }>(
    project,
    'registerCustomer',
    registration(project, customerNumber, firstName),
  )
  assert.equal(customer.status, 200)
  const issued = await callA<{ virtualCardIdentification: VirtualCard }>(
    project,
    'createVirtualCard',
    virtualCard(customerNumber, customer.body.accountNumber, serial),
  )
  assert.equal(issued.status, 200)
  console.log(`${firstName} has card ${issued.body.virtualCardIdentification.cardId}`)
  return issued.body.virtualCardIdentification
}

function transfer(amount: number): Promise<OperationResult> {
  return result('p2pTransfer', {
    sourceCardIdentification: byNumber(ann),
    destinationCardIdentification: { cardNumber: Number(bob.cardNumber) },
    amount,
    currency: 978,
    senderReceiverInfo: { senderName: 'Ann Doe', senderAddress: 'Main 1, Limassol' },
    pointOfServiceDataCode: 100_000_000_130,
  })
}

async function result(operation: string, request: unknown): Promise<OperationResult> {
  const answer = await callA<OperationResult>(project, operation, request)
  assert.equal(answer.status, 200)
  return answer.body
}

async function balance(card: VirtualCard): Promise<number | undefined> {
  const answer = await callA<{ cardData: { accounts: { balance: number }[] } }>(
    project,
    'getCardData',
    byId(card),
  )
  return answer.body.cardData.accounts[0]?.balance
}

/** Interface A takes digits as JSON numbers. */
function byId({ cardId }: VirtualCard) {
  return { cardIdentification: { cardId: Number(cardId) } }
}

function byNumber({ cardNumber, expDate }: VirtualCard) {
  return { cardNumber: Number(cardNumber), expDate: Number(expDate) }
}

function expectDone(done: OperationResult, processingCode: string): void {
  assert.equal(done.responseCode, '00')
  assert.equal(done.processingCode, processingCode)
}
