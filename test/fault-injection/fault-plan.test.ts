// Which faults apply to which calls: by definition, count and chance.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  callbackFault,
  callFaults,
  type DefinedFault,
  type FaultedCall,
  mayMeetFault,
  newPlan,
} from '../../src/fault-injection/fault-plan.ts'
import { FAULT_KIND_NAMES, isCallbackFault } from '../../src/fault-injection/fault-kinds.ts'
import { assertProperty, fc } from '../kit/property.ts'

const CALL_KINDS = FAULT_KIND_NAMES.filter((kind) => !isCallbackFault(kind))
const register: FaultedCall = { api: 'C', operation: 'register' }
const transfer: FaultedCall = { api: 'B', operation: 'createTransfer' }

/** The kinds that apply to each of the calls, one after the other. */
function kindsOf(faults: readonly DefinedFault[], calls: readonly FaultedCall[], seed = 1) {
  let plan = newPlan(seed, faults)
  return calls.map((call) => {
    const [met, next] = callFaults(plan, call)
    plan = next
    return met.kinds.join()
  })
}

test('A fault only applies to calls of its API and operation', () => {
  const calls = [register, transfer, { api: 'C', operation: 'deposit' }] as const
  assert.deepEqual(kindsOf([{ kind: 'error' }], calls), ['error', 'error', 'error'])
  assert.deepEqual(kindsOf([{ kind: 'error', api: 'C' }], calls), ['error', '', 'error'])
  assert.deepEqual(kindsOf([{ kind: 'error', operation: 'register' }], calls), ['error', '', ''])
  assert.deepEqual(kindsOf([{ kind: 'drop' }], calls), ['', '', ''])
})

test('A counted fault applies to the next matching calls and is used up', () => {
  const faults = [{ kind: 'truncate', api: 'C', times: 2 }] as const
  assert.deepEqual(kindsOf(faults, [register, transfer, register, register]), [
    'truncate',
    '',
    'truncate',
    '',
  ])
  let plan = newPlan(1, faults)
  assert.equal(mayMeetFault(plan.faults, transfer), false)
  for (const left of [true, false]) {
    plan = callFaults(plan, register)[1]
    assert.equal(plan.active, left)
    assert.equal(mayMeetFault(plan.faults, register), left)
  }
})

test('The first latency fault and the first other fault apply to a call', () => {
  const faults = [
    { kind: 'error', times: 1 },
    { kind: 'latency', ms: 5 },
    { kind: 'latency', ms: 7 },
    { kind: 'rate-limit', times: 1 },
  ] as const
  const calls = [register, register, register]
  assert.deepEqual(kindsOf(faults, calls), ['latency,error', 'latency,rate-limit', 'latency'])
  const [met] = callFaults(newPlan(1, faults), register)
  assert.equal(met.latencyMs, 5)
})

test('At most one matching callback fault applies to an attempt', () => {
  const attempt = { operation: 'deposited', isSigned: true, wasDelayed: false }
  const kindOf = (faults: readonly DefinedFault[], over: object = {}) =>
    callbackFault(newPlan(1, faults), { ...attempt, ...over })[0]?.kind
  assert.equal(kindOf([{ kind: 'error' }, { kind: 'drop' }, { kind: 'delay' }]), 'drop')
  assert.equal(kindOf([{ kind: 'drop', operation: 'refunded' }, { kind: 'delay' }]), 'delay')
  assert.equal(kindOf([{ kind: 'delay' }, { kind: 'reorder' }], { wasDelayed: true }), undefined)
  assert.equal(kindOf([{ kind: 'wrong-signature' }], { isSigned: false }), undefined)
})

const anyCall = fc.constantFrom<FaultedCall>(register, transfer, {
  api: 'A',
  operation: 'getCardData',
})
const anyFault: fc.Arbitrary<DefinedFault> = fc.record(
  {
    kind: fc.constantFrom(...CALL_KINDS),
    api: fc.constantFrom('A' as const, 'B' as const, 'C' as const),
    operation: fc.constantFrom('register', 'createTransfer'),
    times: fc.integer({ min: 1, max: 5 }),
    rate: fc.double({ min: 0.01, max: 1, noNaN: true }),
    jitterMs: fc.integer({ min: 0, max: 1000 }),
  },
  { requiredKeys: ['kind'] },
)

test('The same seed and the same calls get the same faults', () => {
  assertProperty(
    fc.property(
      fc.array(anyFault, { maxLength: 6 }),
      fc.array(anyCall),
      fc.nat(),
      (faults, calls, seed) => {
        const met = (each: readonly FaultedCall[]) => {
          let plan = newPlan(seed, faults)
          return each.map((call) => {
            const [acting, next] = callFaults(plan, call)
            plan = next
            return acting
          })
        }
        assert.deepEqual(met(calls), met(calls))
        // Calls that no fault matches shift nothing.
        const others = { api: 'A', operation: 'blockCard' } as const
        const isMet = faults.some(
          ({ api = 'A', operation = 'blockCard' }) => api === 'A' && operation === 'blockCard',
        )
        if (!isMet)
          assert.deepEqual(
            met(calls.flatMap((call) => [others, call])).filter((_, index) => index % 2 === 1),
            met(calls),
          )
      },
    ),
  )
})

test('Counts add up: a fault never applies more often than its times', () => {
  assertProperty(
    fc.property(
      fc.array(anyFault, { maxLength: 6 }),
      fc.array(anyCall),
      fc.nat(),
      (faults, calls, seed) => {
        const end = calls.reduce((plan, call) => callFaults(plan, call)[1], newPlan(seed, faults))
        for (const { times = Infinity, calls: met, injected } of end.faults) {
          assert.ok(met <= times)
          assert.ok(injected <= met)
        }
      },
    ),
  )
})

test('A rate is the share of calls to which a fault applies', () => {
  const calls = Array.from({ length: 2000 }, () => register)
  for (const rate of [0.1, 0.5, 0.9]) {
    const acted = kindsOf([{ kind: 'error', rate }], calls).filter((kind) => kind !== '').length
    assert.ok(Math.abs(acted / calls.length - rate) < 0.05, `${rate}: ${acted}`)
  }
})

test('Latency is between its base and its base plus jitter', () => {
  let plan = newPlan('any', [{ kind: 'latency', ms: 100, jitterMs: 50 }])
  const pauses = Array.from({ length: 500 }, () => {
    const [{ latencyMs }, next] = callFaults(plan, register)
    plan = next
    return latencyMs
  })
  assert.equal(Math.min(...pauses), 100)
  assert.equal(Math.max(...pauses), 150)
})
