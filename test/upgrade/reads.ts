// Reads the story back through the interfaces. From each response, it keeps the fields that
// describe the result, so that responses may gain fields.

import { type DemoProject, type Json } from '../kit/demo-project.ts'
import { PERIOD, type References } from './story.ts'

const CARDHOLDER = ['id', 'firstName', 'lastName', 'phoneNumber', 'status']
// prettier-ignore
const CARD = [
  'id', 'number', 'numberMask', 'expiryDate', 'cvc', 'status', 'cardholder', 'embossedName', 'blockingDate',
  'pinDenialCounter', 'account', 'spendingLimits',
]
const TRANSFER = [
  'id',
  'amount',
  'currency',
  'status',
  'sourceCard',
  'destinationCard',
  'creationDate',
  'rrn',
]
// prettier-ignore
const RECORD = [
  'transactionType', 'operationDirection', 'amount', 'requestAmount', 'utrnno', 'authorizationIdResponse',
  'internalResponseCode', 'reversal',
]
const LIMIT = ['name', 'value', 'cycleType', 'cycleLength', 'currency', 'currentValue']
const ORDER = ['orderNumber', 'orderStatus', 'actionCode', 'amount', 'currency', 'authRefNum']
const PAID_WITH = ['maskedPan', 'approvalCode']
const AMOUNTS = ['paymentState', 'approvedAmount', 'depositedAmount', 'refundedAmount']
const BINDING = ['bindingId', 'maskedPan', 'expiryDate']
const CALLBACK = ['id', 'orderNumber', 'operation', 'status', 'state', 'url']
const ACCOUNT = ['account', 'kind', 'currency', 'posted', 'held', 'available']

const pick = (answer: Json | undefined, members: readonly string[]): Json =>
  Object.fromEntries(
    members.flatMap((name) => (answer?.[name] === undefined ? [] : [[name, answer[name]]])),
  )

const each = (answers: readonly Json[] | undefined, members: readonly string[]): readonly Json[] =>
  (answers ?? []).map((answer) => pick(answer, members))

/** All records of the story, as the service returns them. */
export async function readBack(demo: DemoProject, references: References): Promise<Json> {
  const { cardholders, cards, orders, clients } = references
  return {
    cardholders: await inTurn(cardholders, async (id) =>
      pick(await demo.issuingV2('GET', `/cardholders/${id}`), CARDHOLDER),
    ),
    cards: await inTurn(cards, (id) => readCard(demo, id)),
    orders: await inTurn(Object.values(orders), (orderId) => readOrder(demo, orderId)),
    bindings: await inTurn(clients, async (clientId) => {
      const { bindings } = await demo.gateway<{ bindings: Json[] }>('getBindings', { clientId })
      return each(bindings, BINDING)
    }),
    ...(clients.length === 0 ? {} : await readGateway(demo)),
    ledger: await readLedger(demo),
  }
}

/** One call after the other, so that responses keep their order and an error names its call. */
async function inTurn<T, R>(
  items: readonly T[],
  read: (item: T) => Promise<R>,
): Promise<readonly R[]> {
  const results: R[] = []
  for (const item of items) results.push(await read(item))
  return results
}

async function readCard(demo: DemoProject, id: string): Promise<Json> {
  const card = await demo.issuingV2('GET', `/cards/${id}`)
  const byNumber = `/transfers?cardNumberFltr=${String(card['number'])}`
  const { transfers } = await demo.issuingV2<{ transfers: Json[] }>('GET', byNumber)
  const cardIdentification = { cardId: Number(id) }
  const { limits } = await demo.issuingV1<{ limits: Json[] }>('getCardLimits', {
    cardIdentification,
  })
  const { transactions } = await demo.issuingV1<{ transactions: Json[] }>('getTransactions', {
    cardIdentification,
    period: PERIOD,
  })
  return {
    ...pick(card, CARD),
    transfers: each(transfers, TRANSFER),
    limits: each(limits, LIMIT),
    records: each(transactions, RECORD),
  }
}

async function readOrder(demo: DemoProject, orderId: string): Promise<Json> {
  const status = await demo.gateway<Record<string, Json>>('getOrderStatusExtended', { orderId })
  return {
    ...pick(status, ORDER),
    ...pick(status['cardAuthInfo'], PAID_WITH),
    ...pick(status['paymentAmountInfo'], AMOUNTS),
    ...pick(status['bindingInfo'], ['clientId', 'bindingId']),
  }
}

async function readGateway(demo: DemoProject): Promise<Json> {
  const { items } = await demo.control<{ items: Json[] }>('GET', '/callbacks?limit=100')
  const { settings } = await demo.control<{ settings: Json }>('GET', '/project')
  return {
    callbacks: items.map((item) => ({
      ...pick(item, CALLBACK),
      attempts: (item['attempts'] as Json[]).map(({ httpStatus }) => httpStatus),
    })),
    settings: pick(settings, ['callbackUrl', 'callbackSignature', 'outcomeRules']),
  }
}

export async function readLedger(demo: DemoProject): Promise<Json> {
  const ledger = await demo.control<{ trialBalance: number; accounts: Json[] }>('GET', '/ledger')
  return { trialBalance: ledger.trialBalance, accounts: each(ledger.accounts, ACCOUNT) }
}
