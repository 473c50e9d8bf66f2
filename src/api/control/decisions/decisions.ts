// Explains why a request ended as it did, by its request id, and lists the newest decisions.

import { type Static, Type } from '../../../web/http/schemas/type.ts'
import { DECISION_OUTCOMES } from '../../../ledger/decision.ts'
import {
  decisionByRequest,
  type DecisionKey,
  decisionsPage,
  type NumberedDecision,
} from '../../../store/reads/decisions.ts'
import { entryById } from '../../../store/reads/entries.ts'
import { orderById } from '../../../store/reads/orders.ts'
import { logEntry } from '../../../store/reads/request-log.ts'
import { realNow } from '../../../time.ts'
import type { ProjectCall } from '../../endpoint/operation.ts'
import { operation } from '../api.ts'
import { List, listAnswer, listQuery } from '../list.ts'
import { problem } from '../problems.ts'
import { Currency, iso, Moment, orNull, requestIdParameter } from '../schemas.ts'
import { explain } from './explanation.ts'
import { explainRefusal } from './refused-request.ts'

const Minor = (description: string) => Type.Integer({ description: `${description}, minor units` })

const CardFacts = Type.Object({
  id: Type.String(),
  numberMask: Type.String(),
  expiryDate: Type.String({ description: 'Expiry date of the card, YYYYMM' }),
  status: Type.String({ description: 'Status at the time of the decision' }),
})

/** Fields that do not apply are absent. */
const Facts = Type.Object({
  at: Type.Unsafe<string>({ ...Moment, description: "The project's time" }),
  asked: Type.Optional(Type.Object({ amount: Minor('Requested amount'), currency: Currency })),
  available: Type.Optional(Minor('Available balance of the card before the decision')),
  limit: Type.Optional(
    Type.Object(
      {
        name: Type.String({ description: "Interface A's name, such as LMTP0109" }),
        label: Type.String(),
        value: Minor('Amount of the limit'),
        used: Minor('Amount used before the decision'),
        asked: Minor('Requested amount'),
        left: Minor('Amount left before the decision'),
        endsAt: Type.Unsafe<string>({ ...Moment, description: 'End of the period of the limit' }),
      },
      { description: 'The limit that was exceeded, or otherwise the limit with the least left' },
    ),
  ),
  card: Type.Optional(CardFacts),
  destination: Type.Optional(CardFacts),
  payer: Type.Optional(
    Type.Object(
      {
        numberMask: Type.String(),
        kind: Type.String({
          description:
            '`issued` by this project, a `test` card, a card of an outcome `rule`, or any other (`unknown`)',
        }),
      },
      { description: 'Card that paid at interface C' },
    ),
  ),
  order: Type.Optional(
    Type.Object({
      id: Type.String(),
      number: Type.Optional(Type.String()),
      status: Type.Optional(Type.Integer({ description: '`orderStatus` before the decision' })),
      approvedAmount: Type.Optional(Minor('Amount held or charged before the decision')),
      depositedAmount: Type.Optional(Minor('Amount captured before the decision')),
      refundedAmount: Type.Optional(Minor('Amount refunded before the decision')),
    }),
  ),
  authorisationId: Type.Optional(
    Type.String({ description: 'Id of the authorisation, if a simulation caused the decision' }),
  ),
  entryId: Type.Optional(Type.String({ description: 'Id of the journal entry of the decision' })),
  realTimeDecision: Type.Optional(
    Type.Object(
      { id: Type.String(), decidedBy: Type.Enum(['programme', 'timeout', 'error']) },
      { description: "The decision of the project's server" },
    ),
  ),
  ruleId: Type.Optional(Type.String({ description: 'Id of the outcome rule that applied' })),
  answers: Type.Optional(
    Type.Object(
      {
        responseCode: Type.Optional(
          Type.String({ description: '`responseCode` of the decline at interface A' }),
        ),
        internalResponseCode: Type.Optional(
          Type.Integer({
            description: '`internalResponseCode` of the decline in records of interface A',
          }),
        ),
        statusMessage: Type.Optional(
          Type.String({ description: '`statusMessage` of the decline at interface B' }),
        ),
        actionCode: Type.Optional(
          Type.Integer({ description: 'Action code of the decline at interface C' }),
        ),
      },
      { description: 'The codes with which each interface reports the decline' },
    ),
  ),
  member: Type.Optional(Type.String({ description: 'Request field that caused a refusal' })),
})

const DecisionAnswer = Type.Object({
  requestId: Type.String(),
  at: Moment,
  api: orNull(
    Type.String(),
    'A, B, C or simulation; null for other requests of the control API and the portal',
  ),
  operation: Type.String({ description: 'Name of the operation, as in /openapi.json' }),
  outcome: Type.Enum([...DECISION_OUTCOMES], { description: 'How the request ended' }),
  code: Type.String({ description: 'The decline, the fault, or approved or partly-approved' }),
  reason: Type.String({ description: 'Why, in a sentence with the amounts' }),
  wouldChange: Type.String({ description: 'A change that would lead to another outcome' }),
  facts: Facts,
})

export const getDecision = operation({
  name: 'getDecision',
  method: 'GET',
  path: '/decisions/:id',
  summary: 'Explain a decision',
  description:
    "Explains the approval, decline or refusal of a request by the id in its Request-id header. The facts are the rule or limit with the requested and used amounts, the balance, the card and the project's time. A project keeps its last 10,000 decisions.",
  params: requestIdParameter('5f3e2c1a-0000-4000-8000-000000000001'),
  answer: DecisionAnswer,
  errors: ['decision-not-found'],
  async handle({ params: { id }, read, service, project }) {
    const found = await read(decisionByRequest, id)
    if (found !== undefined) return explained(found, read)
    const entry = await service.readLog(project, (reads, datasetId) =>
      logEntry(reads, datasetId, id),
    )
    const refused = entry && explainRefusal(entry)
    if (refused === undefined)
      throw problem(
        'decision-not-found',
        'This project has no decision with this request id. Read requests have no decision, and the oldest decisions are deleted.',
      )
    return refused
  },
})

const list = new List<DecisionKey>('decisions')

export const listDecisions = operation({
  name: 'listDecisions',
  method: 'GET',
  path: '/decisions',
  summary: 'List the newest decisions',
  description:
    'Lists approvals, declines and refusals of A, B and C with their reasons, newest first.',
  query: listQuery({}),
  answer: listAnswer(DecisionAnswer),
  errors: ['cursor-invalid'],
  async handle({ query, project, read }) {
    const page = await read(decisionsPage, list.request(project, query))
    const items = await Promise.all(page.items.map((each) => explained(each, read)))
    return list.answer(project, { ...page, items }, (item) => item)
  },
})

export const decisionOperations = [listDecisions, getDecision]

/** Reads the rows that the decision names. */
async function explained(
  { line }: NumberedDecision,
  read: ProjectCall['read'],
): Promise<Static<typeof DecisionAnswer>> {
  const [requestId, api, operationName, at, { entryId, orderId }] = line
  const [entry, order] = await Promise.all([
    entryId === undefined ? undefined : read(entryById, entryId),
    orderId === undefined ? undefined : read(orderById, orderId, realNow()),
  ])
  return {
    requestId,
    at: iso(entry?.entry.at ?? at),
    api,
    operation: operationName,
    ...explain({ line, entry, order: order?.order }),
  }
}
