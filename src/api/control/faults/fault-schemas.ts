// Faults as the control API accepts and returns them.

import { type Static, Type } from '../../../web/http/schemas/type.ts'
import { CALLBACK_OPERATIONS } from '../../../callbacks/callback-schedule.ts'
import {
  FAULT_APIS,
  FAULT_KIND_NAMES,
  FAULT_KINDS,
  type FaultNumber,
  isCallbackFault,
  PAGE_OPERATIONS,
} from '../../../fault-injection/fault-kinds.ts'
import {
  type DefinedFault,
  FAULT_TIMES_MAX,
  type FaultPlan,
  hasActiveFault,
  leftOf,
  numberOf,
  type PlannedFault,
} from '../../../fault-injection/fault-plan.ts'
import { EVENT_TYPES } from '../../../webhooks/event-types.ts'
import { similarNames } from '../../endpoint/similar-names.ts'
import { unacceptable } from '../problems.ts'
import { orNull } from '../schemas.ts'

const SEED_LENGTH = 64

export const FaultSeedSchema = Type.Union(
  [Type.Integer({ minimum: 0 }), Type.String({ minLength: 1, maxLength: SEED_LENGTH })],
  {
    description:
      'A number or a string. The same seed, faults and calls give the same result; random if omitted',
  },
)

const NUMBER_DESCRIPTIONS: Readonly<Record<FaultNumber, string>> = {
  ms: "Milliseconds: the pause of `latency`, the duration of `slow-body`, and in the project's time the delay of `delay` and the longest wait of `reorder`",
  jitterMs: 'Up to this many milliseconds are added at random, for `latency` and `delay`',
  status: 'HTTP status of `error`: 500, 502, 503 or 504',
  retryAfterSeconds: 'Value of `Retry-After`, for `rate-limit`',
}
const NUMBER_NAMES = Object.keys(NUMBER_DESCRIPTIONS) as readonly FaultNumber[]

const numberSchema = (name: FaultNumber) =>
  Type.Optional(Type.Integer({ minimum: 0, description: NUMBER_DESCRIPTIONS[name] }))

const KindSchema = Type.Enum([...FAULT_KIND_NAMES], {
  description: FAULT_KIND_NAMES.map((name) => `\`${name}\`: ${FAULT_KINDS[name].sentence}`).join(
    ' ',
  ),
})

const NUMBERS = {
  ms: numberSchema('ms'),
  jitterMs: numberSchema('jitterMs'),
  status: numberSchema('status'),
  retryAfterSeconds: numberSchema('retryAfterSeconds'),
}

const ApiSchema = Type.Enum([...FAULT_APIS], {
  description: 'Only calls of this interface; not for faults of callbacks',
})

export const FaultSchema = Type.Object(
  {
    kind: KindSchema,
    api: Type.Optional(ApiSchema),
    operation: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: `Only this operation, by its \`operationId\` in \`/openapi.json\`, or a call of the payer's pages: ${PAGE_OPERATIONS.join(', ')}; for faults of callbacks, the \`operation\` of the callback, or the type of a webhook event`,
        examples: ['register'],
      }),
    ),
    times: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: FAULT_TIMES_MAX,
        description: 'Number of matching calls after which the fault ends; unlimited if omitted',
      }),
    ),
    rate: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        maximum: 1,
        description: 'Probability that a matching call is affected; 1 if omitted',
      }),
    ),
    ...NUMBERS,
  },
  { additionalProperties: false },
)

export const FaultAnswer = Type.Object({
  id: Type.String({ examples: ['fault-1'] }),
  kind: KindSchema,
  api: orNull(ApiSchema, 'Interface whose calls are affected; null affects all interfaces'),
  operation: orNull(Type.String(), 'Operation that is affected; null affects all operations'),
  times: orNull(
    Type.Integer(),
    'Number of matching calls after which the fault ends; null if unlimited',
  ),
  rate: Type.Number(),
  ...NUMBERS,
  left: orNull(Type.Integer(), 'Number of matching calls until the fault ends; null if unlimited'),
  calls: Type.Integer({ description: 'Number of matching calls so far' }),
  injected: Type.Integer({ description: 'Number of calls that the fault affected' }),
})

export const FaultsAnswer = Type.Object({
  seed: orNull(FaultSeedSchema, 'Seed of the faults; null if the project has never had one'),
  active: Type.Boolean({ description: 'True while a fault can still affect a call' }),
  faults: Type.Array(FaultAnswer),
})

/**
 * The fault of a request body at `pointer`. Throws a problem if a field does not match the kind of
 * fault.
 */
export function definedFault(
  given: Static<typeof FaultSchema>,
  pointer: string,
  operationApis: ReadonlyMap<string, string>,
): DefinedFault {
  checkNumbers(given, pointer)
  if (isCallbackFault(given.kind)) checkCallbackFault(given, pointer)
  else checkOperation(given, pointer, operationApis)
  return given
}

function checkNumbers(given: Static<typeof FaultSchema>, pointer: string): void {
  for (const name of NUMBER_NAMES) {
    const value = given[name]
    if (value === undefined) continue
    const bounds = FAULT_KINDS[given.kind].numbers[name]
    const at = `${pointer}/${name}`
    if (bounds === undefined) throw unacceptable(at, `is not a field of the kind ${given.kind}`)
    const { minimum, maximum, values } = bounds
    if (values !== undefined && !values.includes(value))
      throw unacceptable(at, `must be one of ${values.join(', ')}`)
    if (value < minimum || value > maximum)
      throw unacceptable(at, `must be from ${minimum} to ${maximum}`)
  }
}

/** Callback faults apply to callbacks by their operation, and to events by their type. */
export const SENT: readonly string[] = [...CALLBACK_OPERATIONS, ...Object.keys(EVENT_TYPES)]

function checkCallbackFault({ api, operation }: DefinedFault, pointer: string): void {
  if (api !== undefined) throw unacceptable(`${pointer}/api`, 'does not apply to callback faults')
  if (operation === undefined || SENT.includes(operation)) return
  throw unacceptable(
    `${pointer}/operation`,
    `is neither a callback operation nor an event type. ${suggestion(operation, SENT)}`,
  )
}

function checkOperation(
  { api, operation }: DefinedFault,
  pointer: string,
  operationApis: ReadonlyMap<string, string>,
): void {
  if (operation === undefined) return
  const found = operationApis.get(operation)
  if (found !== undefined && (api === undefined || api === found)) return
  const names = [...operationApis]
    .filter(([, each]) => api === undefined || each === api)
    .map(([name]) => name)
  const where = api === undefined ? 'no operation of interface A, B or C' : `no operation of ${api}`
  throw unacceptable(`${pointer}/operation`, `is ${where}. ${suggestion(operation, names)}`)
}

function suggestion(given: string, names: readonly string[]): string {
  const similar = similarNames(given, names)
  return similar.length === 0
    ? 'See /docs for their names'
    : `Did you mean ${similar.join(' or ')}?`
}

const NO_FAULTS: Static<typeof FaultsAnswer> = { seed: null, active: false, faults: [] }

export const faultsView = (plan: FaultPlan | null): Static<typeof FaultsAnswer> =>
  plan === null
    ? NO_FAULTS
    : { seed: plan.seed, active: hasActiveFault(plan.faults), faults: plan.faults.map(faultView) }

/** The fault with the defaults of its kind. */
export function faultView(fault: PlannedFault): Static<typeof FaultAnswer> {
  const { id, kind, api = null, operation = null, times = null, rate = 1, calls, injected } = fault
  const numbers = Object.keys(FAULT_KINDS[kind].numbers).map((name) => [
    name,
    numberOf(fault, name as FaultNumber),
  ])
  return {
    id,
    kind,
    api,
    operation,
    times,
    rate,
    ...(Object.fromEntries(numbers) as Partial<Record<FaultNumber, number>>),
    left: leftOf(fault),
    calls,
    injected,
  }
}
