// MCP tools that need several calls: a project, a payment at interface C, changes to it, a
// scenario.

import type { SandboxProject } from '../../client/connect.ts'
import { EXIT } from '../exit-codes.ts'
import { CommandFailure } from '../failure.ts'
import { described } from '../operation-fields.ts'
import { descriptionOf } from '../project.ts'
import { type ScenarioOptions, SCENARIOS } from '../scenarios.ts'
import { inputOf, objectSchema } from './schemas.ts'
import type { Tool } from './tool.ts'

const AMOUNT = { type: 'integer', minimum: 1, maximum: 999_999_999_999, description: 'Minor units' }
const CURRENCY = {
  type: 'string',
  pattern: '^[0-9]{3}$',
  description: 'ISO 4217 numeric code; 978 by default',
}
const ORDER_ID = { type: 'string', maxLength: 36, description: 'The orderId that pay returned' }
const CARD = {
  type: 'object',
  properties: {
    number: { type: 'string', pattern: '^[0-9]{12,19}$' },
    cvc: { type: 'string', pattern: '^[0-9]{3,4}$' },
    expiry: { type: 'string', pattern: '^[0-9]{6}$', description: 'YYYYMM' },
  },
  required: ['number', 'cvc', 'expiry'],
  additionalProperties: false,
  description: 'A test card of list_test_cards. Without card and cardId, one that is approved',
}
const APPROVED_CARD = { number: '4444555511113333', cvc: '123', expiry: '203412' }
const RETURN_URL = 'https://shop.example/return'

interface CardData {
  readonly number: string
  readonly cvc: string
  readonly expiry: string
}

interface Payment {
  readonly amount: number
  readonly currency?: string
  readonly card?: CardData
  readonly cardId?: string
  readonly twoStage?: boolean
  readonly clientId?: string
  readonly description?: string
}

/** The SDK has validated the request with the tool's schema. */
const paymentOf = (request: object): Payment => request as Payment

async function issuedCard({ b }: SandboxProject, id: string): Promise<CardData> {
  const { number, cvc, expiryDate } = await b.getCard({ id })
  return { number, cvc, expiry: expiryDate }
}

async function pay(project: SandboxProject, payment: Payment): Promise<object> {
  const { amount, currency = '978', cardId, twoStage, clientId, description } = payment
  const card =
    cardId === undefined ? (payment.card ?? APPROVED_CARD) : await issuedCard(project, cardId)
  const order = {
    amount,
    currency,
    returnUrl: RETURN_URL,
    ...(clientId !== undefined && { clientId }),
    ...(description !== undefined && { description }),
  }
  const { c } = project
  const { orderId } = await (twoStage === true ? c.registerPreAuth(order) : c.register(order))
  const answer = await c.paymentorder({
    MDORDER: orderId,
    $PAN: card.number,
    $CVC: card.cvc,
    $EXPIRY: card.expiry,
    TEXT: 'SANDBOX PAYER',
  })
  return { ...(await statusOf(project, orderId)), paymentAnswer: answer }
}

async function statusOf({ c, control }: SandboxProject, orderId: string): Promise<object> {
  const { paymentAmountInfo, actionCode, actionCodeDescription } = await c.getOrderStatusExtended({
    orderId,
  })
  const { status } = await control.showOrder({ id: orderId })
  return { orderId, status, actionCode, actionCodeDescription, ...paymentAmountInfo }
}

/** A change to a paid order at interface C. */
const orderTool = (
  name: string,
  title: string,
  change: (project: SandboxProject, orderId: string, amount: number) => Promise<unknown>,
): Tool => ({
  name,
  title,
  description: `${title} at interface C, and returns the state of the order.`,
  schema: objectSchema(
    {
      orderId: ORDER_ID,
      amount: { ...AMOUNT, minimum: 0, description: 'Minor units; all that is left if omitted' },
    },
    ['orderId'],
  ),
  effect: 'changes',
  async call(request, { connection, key }) {
    const { orderId, amount = 0 } = request as { orderId: string; amount?: number }
    const project = await connection.open(key)
    await change(project, orderId, amount)
    return statusOf(project, orderId)
  },
})

const createProject = described('createProject')

/** Number of decisions that are searched for an order. */
const DECISIONS_READ = 200

const explainDecision: Tool = {
  name: 'explain_decision',
  title: 'Explain a decision',
  description:
    'Explains why a payment, transfer or simulation was approved, declined or refused: the reason, the facts (limit, balance, card, clock), and what would change the outcome. Name the request by its id, or the order for its latest decision.',
  schema: objectSchema({
    requestId: { type: 'string', maxLength: 64, description: 'The id of list_requests' },
    orderId: ORDER_ID,
  }),
  effect: 'reads',
  async call(request, { connection, key }) {
    const { requestId, orderId } = request as { requestId?: string; orderId?: string }
    const control = connection.control(key)
    if (requestId !== undefined) return control.getDecision({ id: requestId })
    const { items } = await control.listDecisions({ limit: DECISIONS_READ })
    const found = items.find(({ facts }) => facts.order?.id === orderId)
    if (orderId !== undefined && found !== undefined) return found
    throw new CommandFailure(
      'decision-not-found',
      'No recent decision is about this order. Send requestId or orderId; list_requests has the ids.',
      EXIT.refused,
    )
  },
}

export const PAYMENT_TOOLS: readonly Tool[] = [
  explainDecision,
  {
    name: 'create_project',
    title: createProject.summary,
    description: `${createProject.summary}. ${createProject.description} The other tools take its interfaceB.apiKey as "key".`,
    schema: inputOf(createProject),
    effect: 'changes',
    async call(request, { connection }) {
      return descriptionOf(await connection.project(request))
    },
  },
  {
    name: 'pay',
    title: 'Pay an order',
    description:
      'Registers an order at interface C and pays it with a card, as a merchant does. A decline is a result: read actionCode and actionCodeDescription. With twoStage the amount is held until capture_order.',
    schema: objectSchema(
      {
        amount: AMOUNT,
        currency: CURRENCY,
        card: CARD,
        cardId: { type: 'string', description: 'A card of the project, from issue_card' },
        twoStage: { type: 'boolean', description: 'Hold the amount instead of capturing it' },
        clientId: { type: 'string', maxLength: 255, description: 'Stores the card for a client' },
        description: { type: 'string', maxLength: 598 },
      },
      ['amount'],
    ),
    effect: 'changes',
    call: async (request, { connection, key }) =>
      pay(await connection.open(key), paymentOf(request)),
  },
  orderTool('capture_order', 'Captures a held amount', ({ c }, orderId, amount) =>
    c.deposit({ orderId, amount }),
  ),
  orderTool('reverse_order', 'Releases a held amount', ({ c }, orderId) => c.reverse({ orderId })),
  orderTool('refund_order', 'Refunds a payment', ({ c }, orderId, amount) =>
    c.refund({ orderId, amount }),
  ),
  {
    name: 'trigger_scenario',
    title: 'Run a scenario',
    description: `Runs a scenario with fresh records: ${Object.entries(SCENARIOS)
      .map(([name, { summary }]) => `${name} (${summary})`)
      .join(', ')}.`,
    schema: objectSchema(
      {
        scenario: { type: 'string', enum: Object.keys(SCENARIOS) },
        amount: { ...AMOUNT, description: 'Minor units; 2000, or the scenario’s own' },
        currency: CURRENCY,
        cardId: { type: 'string', description: 'Simulations: the card; a new one if omitted' },
      },
      ['scenario'],
    ),
    effect: 'changes',
    async call(request, { connection, key }) {
      const { scenario = '', ...options } = request as Partial<ScenarioOptions> & {
        scenario?: string
      }
      const project = await connection.open(key)
      const result = await SCENARIOS[scenario]?.play(project, { currency: '978', ...options })
      return { scenario, ...result }
    },
  },
]
