// Named scenarios: the life of a card in one call.

import { Type } from '../../../web/http/schemas/type.ts'
import type { AuthorisationResult } from '../../../authorisations/legs.ts'
import {
  advancesClock,
  callOf,
  monthsBefore,
  noteId,
  type PlayedStep,
  SCENARIO_AMOUNT_MAX,
  SCENARIO_NAMES,
  type ScenarioInput,
  type ScenarioName,
  SCENARIOS,
  type StepCall,
} from '../../../authorisations/scenarios.ts'
import type { ForcedAnswer } from '../../../real-time/real-time-decision.ts'
import { datasetById } from '../../../store/reads/ledger.ts'
import type { ProjectCall } from '../../endpoint/operation.ts'
import { operation } from '../api.ts'
import { CARD_EXAMPLE, cardOf } from '../cards/cards.ts'
import { problem } from '../problems.ts'
import { callbacksUntil } from '../projects/clock.ts'
import { Moment } from '../schemas.ts'
import { AccountSchema } from '../ledger/account-view.ts'
import {
  AuthorisationDetails,
  authorisationDetails,
  DecisionAnswer,
  decisionView,
} from './authorisation-view.ts'
import { AtMerchant, atMerchant, CardId, ForcedDecision, withPointer } from './simulation-input.ts'

const ScenarioSchema = Type.Object({
  name: Type.Enum([...SCENARIO_NAMES], { description: 'Name of the scenario' }),
  description: Type.String(),
  amount: Type.Integer({ description: 'Amount by default, minor units' }),
  mcc: Type.String(),
  steps: Type.Array(Type.String(), { description: 'Steps of the scenario, in order' }),
})

const listScenarios = operation({
  name: 'listScenarios',
  method: 'GET',
  path: '/simulations/scenarios',
  summary: 'List the scenarios',
  description: 'Lists the scenarios that `playScenario` can run with an issued card.',
  answer: Type.Object({ items: Type.Array(ScenarioSchema) }),
  handle: () =>
    Promise.resolve({
      items: SCENARIO_NAMES.map((name) => {
        const { description, amount, mcc, steps } = SCENARIOS[name]
        return { name, description, amount, mcc: String(mcc), steps: steps.map(({ step }) => step) }
      }),
    }),
})

const Step = Type.Object({
  step: Type.Enum(['authorise', 'increment', 'advise', 'clear', 'reverse', 'refund']),
  at: { ...Moment, description: "Time of the step on the project's clock" },
  authorisationId: Type.String(),
  ...Type.Pick(DecisionAnswer, ['approved', 'responseCode', 'reason', 'explanation']).properties,
  merchantAmount: Type.Integer({
    description: "Amount in the merchant's currency, minor units",
  }),
})

export const playScenario = operation({
  name: 'playScenario',
  method: 'POST',
  path: '/simulations/scenarios/:name',
  summary: 'Run a scenario with an issued card',
  description: `Runs all steps of a scenario: ${SCENARIO_NAMES.join(', ')}. They share one transaction, unless the project has a decision server or the scenario advances the clock, as \`subscription\` does. If an authorisation is declined, its further steps are skipped. See \`listScenarios\`.`,
  params: Type.Object({
    name: Type.String({ description: 'Name of the scenario', examples: ['tip'] }),
  }),
  body: Type.Object(
    {
      cardId: CardId,
      amount: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: SCENARIO_AMOUNT_MAX,
          description: "Amount in minor units; by default, the scenario's own",
          examples: [1000],
        }),
      ),
      currency: AtMerchant.currency,
      merchant: AtMerchant.merchant,
      realTimeDecision: ForcedDecision,
    },
    { additionalProperties: false },
  ),
  examples: [{ cardId: CARD_EXAMPLE, amount: 300 }],
  status: 201,
  answer: Type.Object({
    name: Type.Enum([...SCENARIO_NAMES], { description: 'Name of the scenario' }),
    steps: Type.Array(Step),
    authorisations: Type.Array(AuthorisationDetails, {
      description: 'Authorisations of the scenario after its last step, oldest first',
    }),
    account: Type.Pick(AccountSchema, ['currency', 'posted', 'held', 'available']),
  }),
  errors: ['card-not-found', 'scenario-not-found'],
  async handle({ params, body, read, command }) {
    const { cardId, amount, realTimeDecision: forced, ...where } = body
    const { name } = params
    if (!isScenario(name))
      throw problem('scenario-not-found', `Use one of ${SCENARIO_NAMES.join(', ')}.`)
    const { merchantName, mcc, amount: usual } = SCENARIOS[name]
    const { currency, merchant } = atMerchant(
      { merchant: merchantName, ...where },
      { mcc, entryMode: 'ecommerce' },
    )
    const { card, number } = await cardOf(read, cardId)
    const input: ScenarioInput = {
      name,
      cardId: card.id,
      numberId: number.id,
      amount: amount ?? usual,
      currency,
      merchant,
    }
    const { settings } = await read(datasetById)
    const isAsked = settings.decisionEndpoint !== null || forced !== undefined
    const played = await (
      isAsked || advancesClock(name)
        ? playSteps({ command, read }, input, forced)
        : command('playScenario', input)
    ).catch(withPointer)
    const decisions = played.map(({ result }) => decisionView(result))
    const last = decisions.at(-1)
    if (last === undefined) throw new Error('a scenario has no steps')
    const latest = new Map(played.map(({ result }) => [result.authorisation.id, result]))
    return {
      name,
      steps: played.map(({ step, result }) => {
        const { id, leg, approved, responseCode, reason, explanation } = decisionView(result)
        const { merchantAmount } = leg
        return {
          step,
          at: leg.at,
          authorisationId: id,
          approved,
          responseCode,
          reason,
          explanation,
          merchantAmount,
        }
      }),
      authorisations: [...latest.values()].map(({ authorisation, numberMask }) =>
        authorisationDetails({ authorisation, numberMask, orderId: null }),
      ),
      account: last.account,
    }
  },
})

/**
 * Each step is a separate command, because the decision server is called outside any transaction,
 * and due work runs before the clock has advanced.
 */
async function playSteps(
  { command, read }: Pick<ProjectCall, 'command' | 'read'>,
  input: ScenarioInput,
  forced: ForcedAnswer | undefined,
): Promise<readonly PlayedStep[]> {
  const ids = new Map<string, number>()
  const played: PlayedStep[] = []
  for (const step of SCENARIOS[input.name].steps) {
    const months = monthsBefore(step)
    if (months > 0) {
      const move = { kind: 'advance', months, ms: 0 } as const
      const callbacks = await callbacksUntil(move, read)
      await command('moveClock', { move, ...(callbacks && { callbacks }) })
    }
    const call = callOf(input, step, ids)
    if (call === undefined) continue
    const result = await playStep({ command }, call, forced)
    noteId(step, result, ids)
    played.push({ step: step.step, result })
  }
  return played
}

function playStep(
  { command }: Pick<ProjectCall, 'command'>,
  call: StepCall,
  forced: ForcedAnswer | undefined,
): Promise<AuthorisationResult> {
  const asking = forced === undefined ? {} : { forced }
  switch (call.step) {
    case 'authorise':
      return command('authoriseCard', { ...call.input, ...asking })
    case 'increment':
      return command('incrementAuthorisation', { ...call.input, ...asking })
    case 'advise':
      return command('adviseAuthorisation', { ...call.input, ...asking })
    case 'clear':
      return command('clearAuthorisation', { ...call.input, final: true })
    case 'reverse':
      return command('reverseAuthorisation', call.input)
    case 'refund':
      return command('refundAuthorisation', call.input)
  }
}

export const scenarioOperations = [listScenarios, playScenario]

const isScenario = (name: string): name is ScenarioName =>
  SCENARIO_NAMES.some((each) => each === name)
