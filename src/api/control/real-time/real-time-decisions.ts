// Real-time authorisation: the server of a project that decides authorisations, and its decisions.

import { type Static, Type } from '../../../web/http/schemas/type.ts'
import { CALLBACK_URL_LENGTH, callbackUrlFault } from '../../../delivery/address.ts'
import { newSecret } from '../../../delivery/standard-signature.ts'
import { rowIdOf } from '../../../kernel/row-id.ts'
import { TIMEOUT_DEFAULT_MS } from '../../../real-time/ask-programme.ts'
import { type DecisionEndpoint, FALLBACKS } from '../../../real-time/real-time-decision.ts'
import { pageOf } from '../../../store/keyset.ts'
import { datasetById } from '../../../store/reads/ledger.ts'
import {
  realTimeDecisionById,
  realTimeDecisionsOf,
} from '../../../store/reads/real-time-decisions.ts'
import { operation } from '../api.ts'
import { List, listAnswer, listQuery } from '../list.ts'
import { problem, unacceptable } from '../problems.ts'
import { idParameter, orNull } from '../schemas.ts'
import { RealTimeDecisionSchema, realTimeView } from './real-time-view.ts'

const FallbackSchema = (when: string) =>
  Type.Enum([...FALLBACKS], { description: `The decision ${when}; \`decline\` by default` })

const TimeoutMs = Type.Integer({
  minimum: 100,
  maximum: 10_000,
  description: `Time limit for the answer, in milliseconds of real time; ${TIMEOUT_DEFAULT_MS} by default`,
})

const EndpointSchema = Type.Object({
  url: Type.String(),
  timeoutMs: TimeoutMs,
  onTimeout: FallbackSchema('without an answer in time'),
  onError: FallbackSchema('after an error or an answer that cannot be read'),
})

const endpointView = ({
  url,
  timeoutMs,
  onTimeout,
  onError,
}: DecisionEndpoint): Static<typeof EndpointSchema> => ({ url, timeoutMs, onTimeout, onError })

const decisionList = new List<readonly [id: number]>('real-time-decisions')

const EXAMPLE_ENDPOINT = { url: 'http://127.0.0.1:9/decide', timeoutMs: 500, onTimeout: 'approve' }

export const setDecisionEndpoint = operation({
  name: 'setDecisionEndpoint',
  isAudited: true,
  method: 'PUT',
  path: '/real-time-decisions/endpoint',
  summary: 'Set the decision server',
  description:
    "Sets the server that approves or declines authorisations of issued cards. It is not called if the card's own checks already decline the payment. Each call replaces the endpoint and its secret, which is shown once.",
  body: Type.Object(
    {
      url: Type.String({ minLength: 1, maxLength: CALLBACK_URL_LENGTH }),
      timeoutMs: Type.Optional(TimeoutMs),
      onTimeout: Type.Optional(FallbackSchema('without an answer in time')),
      onError: Type.Optional(FallbackSchema('after an error or an answer that cannot be read')),
    },
    { additionalProperties: false },
  ),
  examples: [{ ...EXAMPLE_ENDPOINT, onTimeout: 'approve' as const }],
  answer: Type.Object({
    ...EndpointSchema.properties,
    secret: Type.String({ description: '`whsec_` and base64. It signs the requests' }),
  }),
  async handle({ service, project, body, command }) {
    const { url, timeoutMs = TIMEOUT_DEFAULT_MS, onTimeout = 'decline', onError = 'decline' } = body
    const fault = callbackUrlFault(url, service.config)
    if (fault !== undefined) throw unacceptable('/url', fault)
    const secret = newSecret()
    const endpoint = { url, timeoutMs, onTimeout, onError, sealed: project.vault.seal(secret) }
    await command('changeSettings', { settings: { decisionEndpoint: endpoint } })
    return { ...endpointView(endpoint), secret }
  },
})

export const deleteDecisionEndpoint = operation({
  name: 'deleteDecisionEndpoint',
  isAudited: true,
  method: 'DELETE',
  path: '/real-time-decisions/endpoint',
  summary: 'Remove the decision server',
  description:
    "Removes the server. The card's status, balance and limits alone decide again. Repeating the call has no effect.",
  answer: Type.Object({ endpoint: Type.Null() }),
  async handle({ command }) {
    await command('changeSettings', { settings: { decisionEndpoint: null } })
    return { endpoint: null }
  },
})

export const listRealTimeDecisions = operation({
  name: 'listRealTimeDecisions',
  method: 'GET',
  path: '/real-time-decisions',
  summary: 'List the real-time decisions',
  description:
    'Lists the decisions, newest first, each with its request and answer. Also returns the decision server.',
  query: listQuery({}),
  answer: Type.Object({
    ...listAnswer(RealTimeDecisionSchema).properties,
    endpoint: orNull(EndpointSchema, "The endpoint; null if only the card's own rules decide"),
  }),
  reads: ['realTimeDecision', 'project'],
  errors: ['cursor-invalid'],
  async handle({ project, query, read }) {
    const { after: [before] = [Number.MAX_SAFE_INTEGER], limit } = decisionList.request(
      project,
      query,
    )
    const [rows, { settings }] = await Promise.all([
      read(realTimeDecisionsOf, { before, limit: limit + 1 }),
      read(datasetById),
    ])
    const list = decisionList.answer(
      project,
      pageOf(rows, limit, ({ id }) => [id]),
      realTimeView,
    )
    const { decisionEndpoint: endpoint } = settings
    return { ...list, endpoint: endpoint && endpointView(endpoint) }
  },
})

export const showRealTimeDecision = operation({
  name: 'showRealTimeDecision',
  method: 'GET',
  path: '/real-time-decisions/:id',
  summary: 'Read a real-time decision',
  description:
    'Returns the request to the decision server, its answer, and a late answer if there is one.',
  params: idParameter('real-time decision', '100301'),
  answer: RealTimeDecisionSchema,
  reads: ['realTimeDecision'],
  errors: ['real-time-decision-not-found'],
  async handle({ params, read }) {
    const decision = await read(realTimeDecisionById, rowIdOf(params.id) ?? 0)
    if (decision === undefined)
      throw problem('real-time-decision-not-found', 'This project has no such real-time decision.')
    return realTimeView(decision)
  },
})

export const realTimeOperations = [
  listRealTimeDecisions,
  setDecisionEndpoint,
  deleteDecisionEndpoint,
  showRealTimeDecision,
]
