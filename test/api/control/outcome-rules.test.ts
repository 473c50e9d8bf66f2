// Outcome rules one at a time, through the control API.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onEveryDatabase } from '../../kit/databases.ts'
import {
  bodyOf,
  type IssuedCard,
  issueCard,
  type ProblemShape,
  type ProjectCall,
  projectCall,
} from '../../kit/control.ts'
import { type Merchant, newMerchant } from '../../kit/merchant.ts'
import { type Sandbox, startSandbox } from '../../kit/sandbox.ts'
import { endsLikeTestCard, TEST_CARDS } from '../../kit/test-cards.ts'

interface Rule {
  readonly id: string
  readonly place: number
  readonly enabled: boolean
  readonly matches: number
  readonly warnings: readonly Warning[]
}

interface Warning {
  readonly code: string
  readonly detail: string
  readonly ruleId: string | null
  readonly cardId: string | null
}

interface Rules {
  readonly items: readonly Rule[]
  readonly nextCursor: null
  readonly version: string
}

const PATH = '/control/v1/outcome-rules'
const OUTCOME = { actionCode: 116 }

onEveryDatabase('Outcome rules through the control API', (database) => {
  let sandbox: Sandbox
  let merchant: Merchant
  let call: ProjectCall
  before(async () => {
    sandbox = await startSandbox(database)
  })
  after(() => sandbox.close())

  const fresh = async (): Promise<void> => {
    merchant = await newMerchant(sandbox)
    call = projectCall(sandbox, merchant.project.secrets.interfaceB.apiKey)
  }
  /** A card of a new project whose last three digits match no test card. */
  const cardUnlikeTestCards = async (): Promise<IssuedCard> => {
    for (;;) {
      await fresh()
      const card = await issueCard(call)
      if (!endsLikeTestCard(card.number, 3)) return card
    }
  }
  const list = async (): Promise<Rules> => bodyOf<Rules>(await call('GET', PATH), 200)
  const add = async (match: object, more: object = {}): Promise<Rule> =>
    bodyOf<Rule>(await call('POST', PATH, { match, outcome: OUTCOME, ...more }), 201)
  const refused = async (
    [method, path, body]: readonly [string, string, unknown?],
    [status, code]: readonly [number, string],
  ): Promise<ProblemShape> => {
    const problem = bodyOf<ProblemShape>(await call(method, path, body), status)
    assert.equal(problem.code, code, problem.detail)
    return problem
  }
  const ids = async (): Promise<readonly string[]> => (await list()).items.map(({ id }) => id)

  test('are added before the others, moved, turned off and deleted', async () => {
    await fresh()
    assert.deepEqual(
      { ...(await list()), version: '' },
      { items: [], nextCursor: null, version: '' },
    )
    for (const panSuffix of ['0001', '0002', '0003']) await add({ panSuffix })
    const own = await add({ panSuffix: '0004' }, { id: 'mine', times: 3, enabled: false })
    assert.deepEqual([own.id, own.place, own.enabled], ['mine', 1, false])
    assert.deepEqual(await ids(), ['mine', 'rule-3', 'rule-2', 'rule-1'])
    for (const [place, order] of [
      [4, ['rule-3', 'rule-2', 'rule-1', 'mine']],
      [2, ['rule-3', 'mine', 'rule-2', 'rule-1']],
      [100, ['rule-3', 'rule-2', 'rule-1', 'mine']],
      [1, ['mine', 'rule-3', 'rule-2', 'rule-1']],
    ] as const) {
      const moved = bodyOf<Rule>(await call('PATCH', `${PATH}/mine`, { place }), 200)
      assert.deepEqual(await ids(), order)
      assert.equal(moved.place, order.indexOf('mine') + 1)
    }
    assert.equal(
      bodyOf<Rule>(await call('PATCH', `${PATH}/mine`, { enabled: true }), 200).enabled,
      true,
    )
    assert.deepEqual(bodyOf(await call('DELETE', `${PATH}/rule-2`), 200), { id: 'rule-2' })
    assert.deepEqual(await ids(), ['mine', 'rule-3', 'rule-1'])
  })

  test('get ids that no rule had before, even one that was used up or deleted', async () => {
    await fresh()
    const used = await add({ panSuffix: '3333' }, { times: 1 })
    const pay = async () => merchant.pay(await merchant.register(), { $PAN: TEST_CARDS.approved })
    await pay()
    assert.deepEqual(await ids(), [])
    const deleted = await add({ panSuffix: '3333' })
    bodyOf(await call('DELETE', `${PATH}/${deleted.id}`), 200)
    const next = await add({ panSuffix: '3333' }, { times: 2 })
    assert.deepEqual([used.id, deleted.id, next.id], ['rule-1', 'rule-2', 'rule-3'])
  })

  test('get new ids in a replaced list, beside those that the list names', async () => {
    await fresh()
    const rule = { match: { amountFrom: 1 }, outcome: OUTCOME }
    for (const [outcomeRules, expected] of [
      [
        [rule, rule],
        ['rule-1', 'rule-2'],
      ],
      [[rule], ['rule-3']],
      [[], []],
      [
        [{ ...rule, id: 'mine' }, rule, { ...rule, id: 'rule-9' }],
        ['mine', 'rule-10', 'rule-9'],
      ],
    ] as const) {
      await merchant.changeSettings({ outcomeRules })
      assert.deepEqual(await ids(), expected)
    }
    assert.equal((await add({ amountFrom: 2 })).id, 'rule-11')
  })

  test('report all mistakes of a replaced list', async () => {
    await fresh()
    const rule = { id: 'same', match: {}, outcome: { actionCode: 7777 } }
    const answer = await call('PATCH', '/control/v1/project', { outcomeRules: [rule, rule] })
    assert.deepEqual(
      bodyOf<ProblemShape>(answer, 422).errors?.map(({ pointer }) => pointer),
      [0, 1]
        .map((place) => `/outcomeRules/${place}/outcome/actionCode`)
        .concat('/outcomeRules/1/id'),
    )
  })

  test("count the payments to which they apply; the project's settings do not show the counts", async () => {
    await fresh()
    await add({ panSuffix: '3333' })
    await add({ amountFrom: 999_999 })
    for (let round = 1; round <= 3; round += 1) {
      await merchant.pay(await merchant.register(), { $PAN: TEST_CARDS.approved })
      assert.deepEqual(
        (await list()).items.map(({ matches }) => matches),
        [0, round],
      )
    }
    const project = bodyOf<{ settings: { outcomeRules: object[] } }>(
      await call('GET', '/control/v1/project'),
      200,
    )
    const outcome = { flow: 'ssl', version: 2, code: '123456', actionCode: 116 }
    assert.deepEqual(project.settings.outcomeRules, [
      { id: 'rule-2', match: { amountFrom: 999_999 }, outcome },
      { id: 'rule-1', match: { panSuffix: '3333' }, outcome },
    ])
    // The settings can be sent back as they were read; this restarts the counts.
    await merchant.changeSettings({ outcomeRules: project.settings.outcomeRules })
    assert.deepEqual(
      (await list()).items.map(({ matches }) => matches),
      [0, 0],
    )
  })

  test('are refused if they can never match or are for an issued card; a check changes nothing', async () => {
    const { id, number } = await cardUnlikeTestCards()
    const panSuffix = number.slice(-4)
    for (const [match, code, warning] of [
      [{ panSuffix }, 'rule-for-issued-card', 'issued-card'],
      [{ panPrefix: '4', panSuffix: panSuffix.slice(1) }, 'rule-for-issued-card', 'issued-card'],
      [{ panPrefix: number.slice(0, 6) }, 'rule-for-issued-card', 'issued-card'],
      [{ currency: '000' }, 'rule-never-matches', 'impossible'],
      [{ orderNumber: '' }, 'rule-never-matches', 'impossible'],
      [{ clientId: '' }, 'rule-never-matches', 'impossible'],
      [{ cardId: '7' }, 'rule-never-matches', 'impossible'],
      [{ cardId: id, panPrefix: '5' }, 'rule-never-matches', 'impossible'],
    ] as const) {
      const body = { match, outcome: OUTCOME }
      const { detail } = await refused(['POST', PATH, body], [422, code])
      const check = await call('POST', `${PATH}/check`, body)
      const { warnings } = bodyOf<{ warnings: Warning[] }>(check, 200)
      assert.deepEqual(
        warnings.map((each) => each.code),
        [warning],
        JSON.stringify(match),
      )
      assert.ok(detail.startsWith(warnings[0]?.detail ?? '-'), detail)
      assert.equal(warnings[0]?.cardId, warning === 'issued-card' ? id : null)
    }
    assert.deepEqual(await ids(), [])
    for (const [match, codes] of [
      [{}, []],
      [{ panPrefix: '4' }, []],
      [{ panSuffix: '3333' }, []],
      [{ cardId: id }, []],
      [{ cardId: id, panSuffix }, []],
      [{ panPrefix: '99' }, ['unknown-cards']],
      [{ api: 'C', mcc: '5411' }, ['other-merchant']],
    ] as const) {
      const { warnings } = await add(match)
      assert.deepEqual(
        warnings.map(({ code }) => code),
        codes,
        JSON.stringify(match),
      )
    }
  })

  test('have a warning in the list if an earlier rule applies to all their payments', async () => {
    await fresh()
    await add({ panPrefix: '4444', amountFrom: 200 })
    await add({ amountFrom: 100 })
    const [broad, narrow] = (await list()).items
    assert.deepEqual(broad?.warnings, [])
    assert.deepEqual(narrow?.warnings, [
      {
        code: 'shadowed',
        detail: 'The rule can never match: rule 1 applies to all its payments.',
        ruleId: 'rule-2',
        cardId: null,
      },
    ])
    await call('PATCH', `${PATH}/rule-2`, { enabled: false })
    assert.deepEqual((await list()).items[1]?.warnings, [])
    // A list in the settings is accepted as before, and has the same warnings.
    const { number } = await cardUnlikeTestCards()
    await merchant.changeSettings({
      outcomeRules: [{ match: { panSuffix: number.slice(-4) }, outcome: OUTCOME }],
    })
    assert.deepEqual(
      (await list()).items[0]?.warnings.map(({ code }) => code),
      ['issued-card'],
    )
  })

  test('are not overwritten if another user has changed them', async () => {
    await fresh()
    await add({ panSuffix: '3333' }, { times: 2 })
    const { version } = await list()
    // The use of a rule with a limit is not a change of the list.
    await merchant.pay(await merchant.register(), { $PAN: TEST_CARDS.approved })
    assert.equal((await list()).version, version)
    bodyOf(await call('PATCH', `${PATH}/rule-1`, { enabled: false, version }), 200)
    for (const request of [
      ['PATCH', `${PATH}/rule-1`, { place: 1, version }],
      ['DELETE', `${PATH}/rule-1?version=${version}`],
    ] as const)
      await refused(request, [409, 'rules-changed'])
    assert.deepEqual(await ids(), ['rule-1'])
  })

  test('are refused in an invalid request', async () => {
    await fresh()
    await add({ panSuffix: '3333' })
    const body = { match: {}, outcome: OUTCOME }
    for (const [request, problem] of [
      [
        ['POST', PATH, {}],
        [422, 'validation-failed'],
      ],
      [
        ['POST', PATH, { ...body, place: 1 }],
        [422, 'validation-failed'],
      ],
      [
        ['POST', PATH, { ...body, id: 'rule-1' }],
        [422, 'validation-failed'],
      ],
      [
        ['POST', PATH, { ...body, id: 'a b' }],
        [422, 'validation-failed'],
      ],
      [
        ['POST', PATH, { ...body, times: 1001 }],
        [422, 'validation-failed'],
      ],
      [
        ['POST', PATH, { match: {}, outcome: { actionCode: 31_337 } }],
        [422, 'validation-failed'],
      ],
      [
        ['POST', PATH, { ...body, match: { amountFrom: 2, amountTo: 1 } }],
        [422, 'validation-failed'],
      ],
      [
        ['POST', PATH, { ...body, match: { panSuffix: '12345' } }],
        [422, 'validation-failed'],
      ],
      [
        ['POST', `${PATH}/check`, { ...body, match: { pan: '4' } }],
        [422, 'validation-failed'],
      ],
      [
        ['PATCH', `${PATH}/rule-1`, { place: 0 }],
        [422, 'validation-failed'],
      ],
      [
        ['PATCH', `${PATH}/rule-1`, { place: 101 }],
        [422, 'validation-failed'],
      ],
      [
        ['PATCH', `${PATH}/rule-1`, { match: {} }],
        [422, 'validation-failed'],
      ],
      [
        ['PATCH', `${PATH}/rule-2`, { place: 1 }],
        [404, 'rule-not-found'],
      ],
      [
        ['DELETE', `${PATH}/rule-2`],
        [404, 'rule-not-found'],
      ],
      [
        ['DELETE', `${PATH}/rule-1?version=${'x'.repeat(41)}`],
        [400, 'invalid-parameter'],
      ],
    ] as const)
      await refused(request, problem)
    assert.deepEqual(await ids(), ['rule-1'])
    const wrong = await sandbox.call('GET', PATH, { headers: { 'X-API-KEY': 'x' } })
    assert.equal(wrong.status, 401)
  })

  test('are refused with a pointer to the invalid field', async () => {
    await fresh()
    for (const [rule, pointer, detail] of [
      [{ match: { amountFrom: 10, amountTo: 5 } }, '/match/amountTo', /less than amountFrom/],
      [{ outcome: { actionCode: 7777 } }, '/outcome/actionCode', /known action code/],
      [{ outcome: { actionCode: 0, responseCode: '51' } }, '/outcome/responseCode', /declines/],
    ] as const) {
      const answer = await call('POST', PATH, { match: {}, outcome: OUTCOME, ...rule })
      const { errors = [] } = bodyOf<ProblemShape>(answer, 422)
      assert.equal(errors[0]?.pointer, pointer)
      assert.match(errors[0].detail, detail)
    }
  })

  test('are limited to a hundred per project', async () => {
    await fresh()
    const outcomeRules = Array.from({ length: 100 }, (_, id) => ({
      id: String(id),
      match: { panSuffix: '0001' },
      outcome: OUTCOME,
    }))
    await merchant.changeSettings({ outcomeRules })
    const body = { match: {}, outcome: OUTCOME }
    await refused(['POST', PATH, body], [422, 'too-many-rules'])
    assert.equal((await list()).items.length, 100)
  })
})
