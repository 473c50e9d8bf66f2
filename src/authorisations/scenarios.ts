// Named scenarios: the life of a card in one call. A scenario is a list of steps whose amounts are
// percentages of one amount, so that it can run with any amount.

import { defineCommand } from '../kernel/command.ts'
import type { Draft } from '../kernel/draft.ts'
import type { DeclineCode } from '../ledger/decline.ts'
import type { AskedKind, EntryMode, Merchant } from './authorisation.ts'
import { authorise } from './authorise.ts'
import { advise, increment, reverse } from './change-hold.ts'
import { clear } from './clear.ts'
import { type AuthorisationResult, keysOfUse } from './legs.ts'
import { refund } from './refund.ts'
import type { AuthoriseInput } from './verdict.ts'

/** A step; `of` names the authorisation that an earlier step created. */
type ScenarioStep =
  | {
      readonly step: 'authorise'
      readonly as: string
      readonly percent: number
      readonly kind?: AskedKind
      readonly entryMode: EntryMode
      readonly cvc?: 'right' | 'wrong'
      readonly decline?: DeclineCode
      /** The clock advances by this time before the step. */
      readonly afterMonths?: number
    }
  | {
      readonly step: 'increment' | 'advise' | 'clear' | 'reverse' | 'refund'
      readonly of: string
      readonly percent: number
    }

interface Scenario {
  readonly description: string
  /** Minor units; the default if the call sends no amount. */
  readonly amount: number
  readonly mcc: number
  readonly merchantName: string
  readonly steps: readonly ScenarioStep[]
}

export const SCENARIO_NAMES = [
  'tip',
  'hotel',
  'fuel',
  'subscription',
  'duplicate',
  'card-testing',
] as const
export type ScenarioName = (typeof SCENARIO_NAMES)[number]

const guess = (as: string): ScenarioStep => ({
  step: 'authorise',
  as,
  percent: 100,
  entryMode: 'ecommerce',
  cvc: 'wrong',
})

export const SCENARIOS: Readonly<Record<ScenarioName, Scenario>> = {
  tip: {
    description: 'A restaurant authorises the bill and clears it with a tip of 20 percent.',
    amount: 4_000,
    mcc: 5812,
    merchantName: 'Harbour restaurant',
    steps: [
      { step: 'authorise', as: 'bill', percent: 100, entryMode: 'chip' },
      { step: 'clear', of: 'bill', percent: 120 },
    ],
  },
  hotel: {
    description:
      'A hotel authorises at check-in, adds half for another night, and clears less at check-out.',
    amount: 20_000,
    mcc: 7011,
    merchantName: 'Seaview hotel',
    steps: [
      { step: 'authorise', as: 'stay', percent: 100, kind: 'preauthorisation', entryMode: 'chip' },
      { step: 'increment', of: 'stay', percent: 50 },
      { step: 'clear', of: 'stay', percent: 140 },
    ],
  },
  fuel: {
    description:
      'A fuel pump holds the maximum amount, sends an advice with the actual price, and clears it.',
    amount: 10_000,
    mcc: 5542,
    merchantName: 'Ring road fuel',
    steps: [
      {
        step: 'authorise',
        as: 'pump',
        percent: 100,
        kind: 'preauthorisation',
        entryMode: 'contactless',
      },
      { step: 'advise', of: 'pump', percent: 45 },
      { step: 'clear', of: 'pump', percent: 45 },
    ],
  },
  subscription: {
    description:
      'A shop stores the card with the first payment and charges it in the next two months without the cardholder. Advances the clock by two months.',
    amount: 999,
    mcc: 5815,
    merchantName: 'Monthly films',
    steps: [
      { step: 'authorise', as: 'first', percent: 100, entryMode: 'ecommerce', cvc: 'right' },
      { step: 'clear', of: 'first', percent: 100 },
      { step: 'authorise', as: 'second', percent: 100, entryMode: 'recurring', afterMonths: 1 },
      { step: 'clear', of: 'second', percent: 100 },
      { step: 'authorise', as: 'third', percent: 100, entryMode: 'recurring', afterMonths: 1 },
      { step: 'clear', of: 'third', percent: 100 },
    ],
  },
  duplicate: {
    description: 'A terminal sends the same purchase twice; the merchant refunds the second.',
    amount: 1_500,
    mcc: 5411,
    merchantName: 'Corner grocery',
    steps: [
      { step: 'authorise', as: 'purchase', percent: 100, entryMode: 'contactless' },
      { step: 'authorise', as: 'duplicate', percent: 100, entryMode: 'contactless' },
      { step: 'clear', of: 'purchase', percent: 100 },
      { step: 'clear', of: 'duplicate', percent: 100 },
      { step: 'refund', of: 'duplicate', percent: 100 },
    ],
  },
  'card-testing': {
    description:
      'A thief guesses the CVC four times, finds it, and is stopped at the first large purchase.',
    amount: 100,
    mcc: 5999,
    merchantName: 'Donations online',
    steps: [
      ...['first', 'second', 'third', 'fourth'].map(guess),
      { step: 'authorise', as: 'found', percent: 100, entryMode: 'ecommerce', cvc: 'right' },
      { step: 'reverse', of: 'found', percent: 100 },
      {
        step: 'authorise',
        as: 'large',
        percent: 10_000,
        entryMode: 'ecommerce',
        cvc: 'right',
        decline: 'suspected-fraud',
      },
    ],
  },
}

/** The maximum amount of a scenario, because its steps multiply the amount. */
export const SCENARIO_AMOUNT_MAX = 1_000_000_000

export interface ScenarioInput {
  readonly name: ScenarioName
  readonly cardId: number
  readonly numberId: number
  readonly amount: number
  readonly currency: number
  readonly merchant: Merchant
}

export interface PlayedStep {
  readonly step: ScenarioStep['step']
  readonly result: AuthorisationResult
}

/** The months by which the clock advances before a step. */
export const monthsBefore = (step: ScenarioStep): number =>
  step.step === 'authorise' ? (step.afterMonths ?? 0) : 0

/** Whether the steps of a scenario need separate commits, because the clock advances in between. */
export const advancesClock = (name: ScenarioName): boolean =>
  SCENARIOS[name].steps.some((step) => monthsBefore(step) > 0)

/**
 * Runs a scenario in one commit, without a decision server. The remaining steps of a declined
 * authorisation are skipped.
 */
export const playScenario = defineCommand<ScenarioInput, readonly PlayedStep[]>({
  prefetch: keysOfUse,
  decide(input, draft) {
    const ids = new Map<string, number>()
    const played: PlayedStep[] = []
    for (const step of SCENARIOS[input.name].steps) {
      const result = play(draft, input, step, ids)
      if (result !== undefined) played.push({ step: step.step, result })
    }
    return played
  },
})

function play(
  draft: Draft,
  input: ScenarioInput,
  step: ScenarioStep,
  ids: Map<string, number>,
): AuthorisationResult | undefined {
  const call = callOf(input, step, ids)
  switch (call?.step) {
    case undefined:
      return undefined
    case 'authorise': {
      const result = authorise(draft, call.input)
      noteId(step, result, ids)
      return result
    }
    case 'increment':
      return increment(draft, call.input)
    case 'advise':
      return advise(draft, call.input)
    case 'clear':
      return clear(draft, { ...call.input, final: true })
    case 'reverse':
      return reverse(draft, call.input)
    case 'refund':
      return refund(draft, call.input)
  }
}

/** A step as a separate command, if a server decides or the clock advances between the steps. */
export type StepCall =
  | { readonly step: 'authorise'; readonly input: AuthoriseInput }
  | {
      readonly step: Exclude<ScenarioStep['step'], 'authorise'>
      readonly input: { readonly authorisationId: number; readonly amount: number }
    }

/** Undefined if the authorisation of the step was declined. */
export function callOf(
  input: ScenarioInput,
  step: ScenarioStep,
  ids: ReadonlyMap<string, number>,
): StepCall | undefined {
  const amount = Math.max(1, Math.round((input.amount * step.percent) / 100))
  if (step.step === 'authorise') {
    const { kind = 'purchase', entryMode, cvc = 'none', decline } = step
    const { cardId, numberId, currency, merchant } = input
    return {
      step: 'authorise',
      input: {
        cardId,
        numberId,
        currency,
        merchant,
        amount,
        kind,
        entryMode,
        cvc,
        pin: null,
        partialApproval: false,
        ...(decline !== undefined && { decline }),
      },
    }
  }
  const authorisationId = ids.get(step.of)
  return authorisationId === undefined
    ? undefined
    : { step: step.step, input: { authorisationId, amount } }
}

/** Later steps find an approved authorisation by its name. */
export function noteId(
  step: ScenarioStep,
  { leg, authorisation }: AuthorisationResult,
  ids: Map<string, number>,
): void {
  if (step.step === 'authorise' && leg.decline === undefined) ids.set(step.as, authorisation.id)
}
