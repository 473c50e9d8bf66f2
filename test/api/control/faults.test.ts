// The faults of a project in the control API.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { FAULTS_MAX } from '../../../src/fault-injection/fault-plan.ts'
import { bodyOf, type ProblemShape, type ProjectCall, projectCall } from '../../kit/control.ts'
import { onEveryDatabase } from '../../kit/databases.ts'
import { type Sandbox, startSandbox } from '../../kit/sandbox.ts'

const PATH = '/control/v1/faults'

interface FaultsShape {
  readonly seed: unknown
  readonly active: boolean
  readonly faults: readonly (Record<string, unknown> & { readonly id: string })[]
}

onEveryDatabase('Faults', (database) => {
  let sandbox: Sandbox
  let call: ProjectCall
  before(async () => {
    sandbox = await startSandbox(database)
    const project = await sandbox.newProject()
    call = projectCall(sandbox, project.secrets.interfaceB.apiKey)
  })
  after(() => sandbox.close())

  test('do not exist in a new project', async () => {
    const other = await sandbox.newProject()
    const callOfOther = projectCall(sandbox, other.secrets.interfaceB.apiKey)
    const none = { seed: null, active: false, faults: [] }
    assert.deepEqual(bodyOf(await callOfOther('GET', PATH), 200), none)
  })

  test('are replaced as a list, with the defaults of their kinds', async () => {
    const faults = [
      { kind: 'latency' },
      { kind: 'error', api: 'C', operation: 'register', status: 503, rate: 0.25, times: 4 },
      { kind: 'delay', operation: 'refunded' },
    ]
    const set = bodyOf<FaultsShape>(await call('PUT', PATH, { seed: 'mine', faults }), 200)
    const uses = { calls: 0, injected: 0 }
    const all = { api: null, operation: null, times: null, rate: 1, left: null }
    assert.deepEqual(set, {
      seed: 'mine',
      active: true,
      faults: [
        { id: 'fault-1', ...all, kind: 'latency', ms: 1000, jitterMs: 0, ...uses },
        {
          id: 'fault-2',
          kind: 'error',
          api: 'C',
          operation: 'register',
          status: 503,
          rate: 0.25,
          times: 4,
          left: 4,
          ...uses,
        },
        {
          id: 'fault-3',
          ...all,
          kind: 'delay',
          operation: 'refunded',
          ms: 60_000,
          jitterMs: 0,
          ...uses,
        },
      ],
    })
    assert.deepEqual(bodyOf(await call('GET', PATH), 200), set)
    const drawn = bodyOf<FaultsShape>(await call('PUT', PATH, { faults }), 200)
    assert.equal(typeof drawn.seed, 'number')
  })

  test('are added and deleted one by one and keep their ids', async () => {
    bodyOf(await call('PUT', PATH, { seed: 3, faults: [] }), 200)
    const added: string[] = []
    for (const kind of ['error', 'drop', 'truncate']) {
      const { id } = bodyOf<{ id: string }>(await call('POST', PATH, { kind }), 201)
      added.push(id)
    }
    assert.deepEqual(added, ['fault-1', 'fault-2', 'fault-3'])
    const left = bodyOf<FaultsShape>(await call('DELETE', `${PATH}/fault-2`), 200)
    assert.deepEqual(
      left.faults.map(({ id, kind }) => [id, kind]),
      [
        ['fault-1', 'error'],
        ['fault-3', 'truncate'],
      ],
    )
    bodyOf(await call('DELETE', `${PATH}/fault-2`), 404)
    const { id } = bodyOf<{ id: string }>(await call('POST', PATH, { kind: 'drop' }), 201)
    assert.equal(id, 'fault-4')
    const ended = bodyOf<FaultsShape>(await call('DELETE', PATH), 200)
    assert.deepEqual([ended.active, ended.faults], [false, []])
  })

  test(`are limited to ${FAULTS_MAX} per project`, async () => {
    const faults = Array.from({ length: FAULTS_MAX }, () => ({ kind: 'drop' }))
    bodyOf(await call('PUT', PATH, { faults }), 200)
    const refused = bodyOf<ProblemShape>(await call('POST', PATH, { kind: 'drop' }), 422)
    assert.equal(refused.code, 'too-many-faults')
    bodyOf(await call('PUT', PATH, { faults: [...faults, { kind: 'drop' }] }), 422)
    bodyOf(await call('DELETE', PATH), 200)
  })

  // prettier-ignore
  const REFUSED: readonly (readonly [fault: object, pointer: string, detail: RegExp])[] = [
    [{},                                                   '/kind',      /required/],
    [{ kind: 'explode' },                                  '/kind',      /must be/],
    [{ kind: 'error', status: 418 },                       '/status',    /must be one of 500, 502, 503, 504/],
    [{ kind: 'error', ms: 5 },                             '/ms',        /is not a field of the kind error/],
    [{ kind: 'truncate', retryAfterSeconds: 1 },           '/retryAfterSeconds', /truncate/],
    [{ kind: 'latency', ms: 60_001 },                      '/ms',        /from 0 to 60000/],
    [{ kind: 'latency', ms: -1 },                          '/ms',        /0/],
    [{ kind: 'latency', ms: 1.5 },                         '/ms',        /integer/],
    [{ kind: 'rate-limit', retryAfterSeconds: 0 },         '/retryAfterSeconds', /from 1 to 3600/],
    [{ kind: 'error', times: 0 },                          '/times',     /1/],
    [{ kind: 'error', rate: 0 },                           '/rate',      /0/],
    [{ kind: 'error', rate: 1.01 },                        '/rate',      /1/],
    [{ kind: 'error', api: 'control' },                    '/api',       /must be/],
    [{ kind: 'error', operation: 'regster' },              '/operation', /Did you mean register/],
    [{ kind: 'error', operation: 'register.do' },          '/operation', /Did you mean register/],
    [{ kind: 'error', api: 'B', operation: 'register' },   '/operation', /no operation of B/],
    [{ kind: 'error', operation: 'payFrompage' },          '/operation', /Did you mean payFromPage/],
    [{ kind: 'error', operation: 'getFaults' },            '/operation', /no operation of interface A, B or C/],
    [{ kind: 'drop', operation: 'deposit' },               '/operation', /Did you mean deposited/],
    [{ kind: 'drop', operation: 'zzzzzz' },                '/operation', /See \/docs/],
    [{ kind: 'drop', api: 'C' },                           '/api',       /does not apply to callback faults/],
    [{ kind: 'drop', extra: 1 },                           '/extra',     /./],
  ]

  for (const [fault, pointer, detail] of REFUSED)
    test(`are refused with a pointer to ${pointer}: ${JSON.stringify(fault)}`, async () => {
      const before = bodyOf(await call('GET', PATH), 200)
      for (const [method, body, prefix] of [
        ['PUT', { faults: [{ kind: 'drop' }, fault] }, '/faults/1'],
        ['POST', fault, ''],
      ] as const) {
        const { code, errors = [] } = bodyOf<ProblemShape>(await call(method, PATH, body), 422)
        assert.equal(code, 'validation-failed')
        assert.equal(errors[0]?.pointer, prefix + pointer)
        assert.match(errors[0].detail, detail)
      }
      assert.deepEqual(bodyOf(await call('GET', PATH), 200), before)
    })

  test('are refused as an invalid list, or with a seed of a wrong type', async () => {
    for (const body of [
      {},
      { faults: {} },
      { faults: [], seed: true },
      { faults: [], seed: '' },
      [],
    ])
      bodyOf(await call('PUT', PATH, body), 422)
  })
})
