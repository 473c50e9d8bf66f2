// Real-time decisions as the control API shows them.

import { type Static, Type } from '../../../web/http/schemas/type.ts'
import {
  DECIDERS,
  type DecisionExchange,
  type RealTimeDecision,
} from '../../../real-time/real-time-decision.ts'
import { iso, Moment, orNull } from '../schemas.ts'

const ExchangeSchema = Type.Object({
  httpStatus: orNull(Type.Integer(), 'HTTP status of the response; null if none arrived'),
  latencyMs: Type.Integer(),
  error: orNull(Type.String(), 'Why the answer was not used; null if it was'),
  answer: Type.String({ description: 'Headers and the start of the body of the response' }),
})

export const RealTimeDecisionSchema = Type.Object({
  id: Type.String(),
  state: Type.Enum(['pending', 'approved', 'declined']),
  decidedBy: orNull(
    Type.Enum([...DECIDERS]),
    '`programme`: the answer of the server. `timeout`, `error`: `onTimeout` or `onError` of the endpoint. `rules`: the card or the order changed while the server decided. Null while the decision is pending',
  ),
  cardId: Type.String(),
  authorisationId: orNull(Type.String(), 'Id of the authorisation; null while it is pending'),
  createdAt: Moment,
  question: Type.String({ description: 'JSON body of the request to the server' }),
  exchange: orNull(ExchangeSchema, 'Answer of the server; null if none arrived in time'),
  late: orNull(ExchangeSchema, 'Answer that arrived after the decision, and had no effect'),
})

export const realTimeView = (
  decision: RealTimeDecision,
): Static<typeof RealTimeDecisionSchema> => ({
  id: String(decision.id),
  state: decision.state,
  decidedBy: decision.decidedBy,
  cardId: String(decision.cardId),
  authorisationId: decision.authorisationId === null ? null : String(decision.authorisationId),
  createdAt: iso(decision.createdAt),
  question: decision.question,
  exchange: decision.exchange && exchangeView(decision.exchange),
  late: decision.late && exchangeView(decision.late),
})

const exchangeView = (exchange: DecisionExchange): Static<typeof ExchangeSchema> => ({
  ...exchange,
})
