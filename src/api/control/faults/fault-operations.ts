// The faults of a project: read, replace, add, delete and delete all.

import { Type } from '../../../web/http/schemas/type.ts'
import type { ChangedFaults, FaultChange } from '../../../fault-injection/change-faults.ts'
import { FAULTS_MAX, type FaultSeed } from '../../../fault-injection/fault-plan.ts'
import { random } from '../../../random.ts'
import { faultPlanOf } from '../../../store/reads/faults.ts'
import type { ProjectCall } from '../../endpoint/operation.ts'
import { operation } from '../api.ts'
import { problem } from '../problems.ts'
import {
  definedFault,
  FaultAnswer,
  FaultsAnswer,
  FaultSchema,
  FaultSeedSchema,
  faultsView,
  faultView,
} from './fault-schemas.ts'

const FaultId = Type.Object({
  id: Type.String({ maxLength: 40, description: 'Id of the fault', examples: ['fault-1'] }),
})

export const getFaults = operation({
  name: 'getFaults',
  method: 'GET',
  path: '/faults',
  summary: 'Read the faults of the project',
  description:
    'Returns the faults, with the number of calls that each has matched and affected, and how many more it can match.',
  answer: FaultsAnswer,
  reads: ['faultPlan'],
  handle: async ({ read }) => faultsView(await read(faultPlanOf)),
})

const setFaults = operation({
  name: 'setFaults',
  isAudited: true,
  method: 'PUT',
  path: '/faults',
  summary: 'Replace the faults of the project',
  description:
    'Makes calls to interfaces A, B and C, and callbacks, fail on purpose. Control API calls are never affected. While faults are active, every response has the header `Sandcard-Faults: active`, and a response that a fault acted on has `Sandcard-Fault` with its kind. An empty list ends all faults, and so does a reset. Counts start at 0. If several faults match a call, the first `latency` fault and the first fault of another kind apply.',
  body: Type.Object(
    {
      seed: Type.Optional(FaultSeedSchema),
      faults: Type.Array(FaultSchema, { maxItems: FAULTS_MAX }),
    },
    { additionalProperties: false },
  ),
  examples: [
    { faults: [{ kind: 'reset-after-commit', operation: 'register', times: 1 }] },
    {
      seed: 7,
      faults: [
        { api: 'B', kind: 'latency', ms: 200, jitterMs: 300 },
        { api: 'C', kind: 'error', status: 503, rate: 0.2 },
        { kind: 'duplicate', operation: 'deposited' },
      ],
    },
    { faults: [] },
  ],
  answer: FaultsAnswer,
  async handle({ body, service, command }) {
    const faults = body.faults.map((fault, index) =>
      definedFault(fault, `/faults/${index}`, service.operationApis),
    )
    const change = { kind: 'replace', seed: body.seed ?? newSeed(), faults } as const
    return faultsView((await changed(command, change)).plan)
  },
})

export const addFault = operation({
  name: 'addFault',
  isAudited: true,
  method: 'POST',
  path: '/faults',
  summary: 'Add a fault',
  description: 'Adds a fault in last place. The others and their counts do not change.',
  body: FaultSchema,
  examples: [{ kind: 'rate-limit', api: 'A', retryAfterSeconds: 2, times: 3 }],
  status: 201,
  answer: FaultAnswer,
  errors: ['too-many-faults'],
  async handle({ body, service, command }) {
    const fault = definedFault(body, '', service.operationApis)
    const { plan, id } = await changed(command, { kind: 'add', seed: newSeed(), fault })
    const added = plan.faults.find((each) => each.id === id)
    if (added === undefined) throw new Error('the added fault is missing')
    return faultView(added)
  },
})

export const deleteFault = operation({
  name: 'deleteFault',
  isAudited: true,
  method: 'DELETE',
  path: '/faults/:id',
  summary: 'Delete a fault',
  description: 'Deletes a fault. The others keep their ids and counts.',
  params: FaultId,
  answer: FaultsAnswer,
  errors: ['fault-not-found'],
  handle: async ({ params: { id }, command }) =>
    faultsView((await changed(command, { kind: 'remove', id })).plan),
})

export const endFaults = operation({
  name: 'endFaults',
  isAudited: true,
  method: 'DELETE',
  path: '/faults',
  summary: 'End all faults',
  description:
    'Ends all faults, so that calls and callbacks work normally again. Callbacks that a fault lost are retried.',
  answer: FaultsAnswer,
  handle: async ({ command }) =>
    faultsView((await changed(command, { kind: 'replace', seed: newSeed(), faults: [] })).plan),
})

export const faultOperations = [getFaults, setFaults, addFault, deleteFault, endFaults]

async function changed(
  command: ProjectCall['command'],
  change: FaultChange,
): Promise<ChangedFaults> {
  const result = await command('changeFaults', change)
  if (!('refusal' in result)) return result
  throw result.refusal === 'full'
    ? problem('too-many-faults', `Limit of ${FAULTS_MAX} faults reached. Delete a fault first.`)
    : problem('fault-not-found', 'This project has no such fault.')
}

/** A random seed, which the response contains, so that a run can be repeated. */
const newSeed = (): FaultSeed => Buffer.from(random()).readUInt32BE()
