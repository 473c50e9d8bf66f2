// Completes commands that wait for the project's decision server: calls it outside any transaction,
// and settles the decision with a second command.

import type { Logger } from 'pino'
import type { LoggedProject } from '../activity/exchange.ts'
import type { ExchangeFeed } from '../activity/exchange-feed.ts'
import type { ExchangeOutcome } from '../activity/outcome.ts'
import { SentExchange } from '../activity/sent-exchange.ts'
import type { TouchedId } from '../activity/touched-ids.ts'
import type { CommandExecutor, ExecutionResult } from '../engine/execution.ts'
import type { CommandOrigin } from '../kernel/origin.ts'
import type { Vault } from '../projects/vault.ts'
import type { AwaitedDecision } from '../real-time/awaited-decision.ts'
import { programmeAnswer } from '../real-time/programme-answer.ts'
import {
  type DecisionExchange,
  type ProgrammeAnswer,
  type RealTimeDecision,
  simulatedExchange,
} from '../real-time/real-time-decision.ts'
import type { Settled, SettleInput } from '../real-time/settle-decision.ts'
import { realNow } from '../time.ts'
import type { DecisionClient, Question } from './decision-client.ts'
import { newSecret } from './standard-signature.ts'

/** The request whose command is waiting. */
interface WaitingRequest {
  readonly datasetId: number
  readonly projectNumber: number
  readonly vault: Vault
  readonly origin: CommandOrigin | undefined
}

interface ProgrammeParts {
  readonly engine: Pick<CommandExecutor, 'submit'>
  readonly client: Pick<DecisionClient, 'ask'>
  readonly logger: Logger
  /** Receives, for metrics, each decision that was made and each late answer. */
  readonly onDecided: (decision: RealTimeDecision, exchange: DecisionExchange | null) => void
  readonly onLate: () => void
  /** Receives every answer, including late and missing ones. */
  readonly exchanges?: ExchangeFeed
}

type Answer = Omit<SettleInput, 'id'>

export class Programme {
  readonly #parts: ProgrammeParts

  constructor(parts: ProgrammeParts) {
    this.#parts = parts
  }

  /** The result of the command; `stale` if the project was reset while its server decided. */
  async settle(awaited: AwaitedDecision, request: WaitingRequest): Promise<ExecutionResult> {
    const { id } = awaited
    const { datasetId, origin } = request
    const answer = await this.#answerTo(awaited, request)
    const settled = await this.#parts.engine.submit({
      datasetId,
      command: 'settleDecision',
      input: { id, ...answer } satisfies SettleInput,
      ...(origin && { origin, keepsChanges: true }),
    })
    if (settled.kind !== 'result') return settled
    const { decision, ending } = settled.result as Settled
    // A replayed request sends no decision request, because its decision was counted before.
    if (awaited.question !== '') this.#parts.onDecided(decision, answer.exchange)
    return 'result' in ending
      ? { ...settled, result: ending.result }
      : { kind: 'fault', ...ending.refused, member: undefined }
  }

  /** Forced answers need no server, except for a wrong signature, which the server must reject. */
  #answerTo(awaited: AwaitedDecision, request: WaitingRequest): Answer | Promise<Answer> {
    const { forced } = awaited
    switch (forced) {
      case undefined:
      case 'bad-signature':
        return this.#ask(awaited, request)
      case 'timeout':
        return NO_ANSWER
      case 'slow':
        return {
          ...NO_ANSWER,
          late: simulatedExchange(LATE_BODY, 200, 'simulated: after the time limit'),
        }
      case 'error':
        return forcedAnswer(awaited, '', 500)
      case 'malformed':
        return forcedAnswer(awaited, '{"decision":')
      case 'approve':
      case 'decline':
        return forcedAnswer(awaited, JSON.stringify({ decision: forced }))
    }
  }

  async #ask(
    { id, question: body, amount, endpoint, forced }: AwaitedDecision,
    { datasetId, projectNumber, vault }: WaitingRequest,
  ): Promise<Answer> {
    if (endpoint === null) return NO_SERVER
    const project = { number: projectNumber, datasetId }
    const question: Question = {
      id: `dec_${datasetId}_${id}`,
      url: endpoint.url,
      body,
      secret: forced === 'bad-signature' ? newSecret() : vault.open(endpoint.sealed),
      timeoutMs: endpoint.timeoutMs,
      projectNumber,
    }
    const answered = await this.#parts.client.ask(question, ({ exchange }) => {
      this.#publish(project, question, { programmeAnswer: LATE, exchange })
      return this.#recordLate(datasetId, id, exchange)
    })
    const answer: Answer =
      answered === undefined
        ? NO_ANSWER
        : {
            programmeAnswer:
              answered.exchange.error === null
                ? programmeAnswer(answered.exchange.httpStatus, answered.body, amount)
                : { kind: 'error', error: answered.exchange.error },
            exchange: answered.exchange,
          }
    this.#publish(project, question, answer)
    return answer
  }

  #publish(
    project: LoggedProject,
    { url, body, timeoutMs }: Question,
    { programmeAnswer: answered, exchange }: Answer,
  ): void {
    const { exchanges } = this.#parts
    if (exchanges?.isHeard(project) !== true) return
    exchanges.publish(
      new SentExchange({
        api: 'decision-server',
        operation: 'authorisation.request',
        project,
        at: realNow(),
        request: { method: 'POST', url, body, headers: JSON_HEADERS },
        httpStatus: exchange?.httpStatus ?? null,
        durationMs: exchange?.latencyMs ?? timeoutMs,
        answer: exchange?.answer ?? '',
        ...endOf(answered),
        ids: idsIn(body),
      }),
    )
  }

  /** Does nothing if the project was reset in the meantime, because that deletes the decision. */
  async #recordLate(datasetId: number, id: number, exchange: DecisionExchange): Promise<void> {
    const { engine, logger, onLate } = this.#parts
    const input = { id, exchange }
    const recorded = await engine.submit({ datasetId, command: 'recordLateAnswer', input })
    if (recorded.kind === 'result') onLate()
    else if (recorded.kind !== 'stale')
      logger.warn({ err: recorded, decision: id }, 'a late answer could not be recorded')
  }
}

const JSON_HEADERS = { 'content-type': 'application/json' }

interface AskedIds {
  readonly data: {
    readonly card: { readonly id: string }
    readonly order: { readonly id: string } | null
    readonly authorisationId: string | null
  }
}

function idsIn(question: string): readonly TouchedId[] {
  const { card, order, authorisationId } = (JSON.parse(question) as AskedIds).data
  return [
    { kind: 'card', id: card.id },
    ...(order === null ? [] : [{ kind: 'order', id: order.id } as const]),
    ...(authorisationId === null ? [] : [{ kind: 'authorisation', id: authorisationId } as const]),
  ]
}

/** The outcome in the request log, and why the answer was not used. */
const endOf = (
  answer: ProgrammeAnswer,
): { readonly outcome: ExchangeOutcome; readonly error: string | null } => {
  switch (answer.kind) {
    case 'approve':
    case 'partial':
      return { outcome: 'approved', error: null }
    case 'decline':
      return { outcome: 'declined', error: answer.error ?? null }
    case 'timeout':
      return { outcome: 'error', error: 'no answer within the time limit' }
    case 'error':
      return { outcome: 'error', error: answer.error }
  }
}

const LATE: ProgrammeAnswer = { kind: 'error', error: 'after the time limit' }
const NO_ANSWER: Answer = { programmeAnswer: { kind: 'timeout' }, exchange: null }
const NO_SERVER: Answer = {
  programmeAnswer: { kind: 'error', error: 'the project has no server for decisions' },
  exchange: null,
}

const LATE_BODY = '{"decision":"approve"}'

const forcedAnswer = ({ amount }: AwaitedDecision, body: string, httpStatus = 200): Answer => ({
  programmeAnswer: programmeAnswer(httpStatus, body, amount),
  exchange: simulatedExchange(body, httpStatus, null),
})
