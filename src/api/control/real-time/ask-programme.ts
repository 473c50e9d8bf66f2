// Authorises the use of a card: the rules of the card first, then the server of the project, if it
// has one. Two commands with the request to the server in between, outside any transaction.

import type { AuthorisationResult } from '../../../authorisations/legs.ts'
import type { AuthoriseInput } from '../../../authorisations/authorise.ts'
import type { Answered, Question } from '../../../delivery/decision-client.ts'
import { newSecret } from '../../../delivery/standard-signature.ts'
import type { CommandInput, CommandResult } from '../../../registry/commands.ts'
import { programmeAnswer } from '../../../real-time/programme-answer.ts'
import type {
  DecisionExchange,
  ForcedAnswer,
  RealTimeDecision,
} from '../../../real-time/real-time-decision.ts'
import type { ProjectCall } from '../../endpoint/operation.ts'

type Call = Pick<ProjectCall, 'service' | 'project' | 'command'>
type Pending = Extract<CommandResult<'askDecision'>, { kind: 'pending' }>
type Answer = Omit<CommandInput<'settleDecision'>, 'id'>

export interface Authorised {
  readonly result: AuthorisationResult
  /** Null if the rules of the card decided alone. */
  readonly decision: RealTimeDecision | null
}

export async function authorisedByProgramme(
  call: Call,
  authorise: AuthoriseInput,
  forced: ForcedAnswer | undefined,
): Promise<Authorised> {
  const asked = await call.command('askDecision', { authorise, ...(forced && { forced }) })
  if (asked.kind === 'decided') return { result: asked.result, decision: null }
  const answer = await answerTo(call, asked, forced)
  const { id } = asked.decision
  const settled = await call.command('settleDecision', { id, ...answer })
  if (forced !== 'slow') return settled
  const late = exchangeOf('{"decision":"approve"}', 'simulated: it came after the time limit')
  await call.command('recordLateAnswer', { id, exchange: late })
  return { ...settled, decision: { ...settled.decision, late } }
}

/** Forced answers need no server, except for a wrong signature, which the server must refuse. */
function answerTo(call: Call, pending: Pending, forced: ForcedAnswer | undefined) {
  switch (forced) {
    case undefined:
    case 'bad-signature':
      return ask(call, pending, forced === 'bad-signature')
    case 'timeout':
    case 'slow':
      return { programmeAnswer: { kind: 'timeout' }, exchange: null } satisfies Answer
    case 'error':
      return simulated(pending, 500, '')
    case 'malformed':
      return simulated(pending, 200, '{"decision":')
    case 'approve':
    case 'decline':
      return simulated(pending, 200, JSON.stringify({ decision: forced }))
  }
}

const simulated = ({ decision }: Pending, httpStatus: number, body: string): Answer => ({
  programmeAnswer: programmeAnswer(httpStatus, body, decision.input.amount),
  exchange: exchangeOf(body, null, httpStatus),
})

const exchangeOf = (body: string, error: string | null, httpStatus = 200): DecisionExchange => ({
  ...{ httpStatus, latencyMs: 0, error },
  answer: `simulated\n\n${body}`,
})

async function ask(
  call: Call,
  { decision, endpoint }: Pending,
  isBadlySigned: boolean,
): Promise<Answer> {
  const { service, project, command } = call
  if (endpoint === null || service.decisions === undefined) {
    const error = 'the project has no server for decisions'
    return { programmeAnswer: { kind: 'error', error }, exchange: null }
  }
  const { id, question: body, input } = decision
  const question: Question = {
    ...{ id: `dec_${project.datasetId}_${id}`, url: endpoint.url, body },
    secret: isBadlySigned ? newSecret() : project.vault.open(endpoint.sealed),
    timeoutMs: endpoint.timeoutMs,
  }
  const answered = await service.decisions.ask(question, async ({ exchange }) => {
    await command('recordLateAnswer', { id, exchange })
  })
  if (answered === undefined) return { programmeAnswer: { kind: 'timeout' }, exchange: null }
  return { programmeAnswer: answerIn(answered, input.amount), exchange: answered.exchange }
}

function answerIn({ exchange, body }: Answered, asked: number) {
  const { httpStatus, error } = exchange
  return error === null
    ? programmeAnswer(httpStatus, body, asked)
    : ({ kind: 'error', error } as const)
}
