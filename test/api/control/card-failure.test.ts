// Making the next payment of a card fail, by the control API.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../../kit/databases.ts'
import { bodyOf, createProject, issueCard, projectCall } from '../../kit/control.ts'
import { startSandbox } from '../../kit/sandbox.ts'

interface Rules {
  readonly outcomeRules: { id: string; match: object; outcome: object; times?: number }[]
}

onEveryDatabase('Making the next payment of a card fail', (database) => {
  test('adds a rule for one payment before the others, and refuses codes that cannot decline', async (context) => {
    const sandbox = await startSandbox(database)
    context.after(() => sandbox.close())
    const call = projectCall(sandbox, (await createProject(sandbox)).interfaceB.apiKey)
    const { id } = await issueCard(call)
    const path = `/control/v1/cards/${id}/fail-next-payment`
    const rule = (number: number, actionCode: number) => ({
      id: `rule-${number}`,
      match: { cardId: id },
      outcome: { flow: 'ssl', version: 2, code: '123456', actionCode },
      times: 1,
    })
    const first = bodyOf<Rules>(await call('POST', path, { actionCode: 208 }), 201)
    assert.deepEqual(first.outcomeRules, [rule(1, 208)])
    const second = bodyOf<Rules>(await call('POST', path, { actionCode: 5 }), 201)
    assert.deepEqual(second.outcomeRules, [rule(2, 5), rule(1, 208)])
    for (const [body, pointer] of [
      [{ actionCode: 0 }, '/actionCode'],
      [{ actionCode: 12_345 }, '/actionCode'],
      [{ actionCode: 1.5 }, '/actionCode'],
      [{ actionCode: '5' }, '/actionCode'],
      [{ actionCode: 1e9 }, '/actionCode'],
      [{}, '/actionCode'],
      [{ actionCode: 5, times: 2 }, '/times'],
    ] as const) {
      const refused = await call('POST', path, body)
      const { code, errors } = bodyOf<{ code: string; errors: { pointer: string }[] }>(refused, 422)
      assert.deepEqual([code, errors[0]?.pointer], ['validation-failed', pointer])
    }
    for (const unknown of ['1', 'x', '100000999999', '9'.repeat(30)]) {
      const other = `/control/v1/cards/${unknown}/fail-next-payment`
      assert.equal((await call('POST', other, { actionCode: 5 })).status, 404, unknown)
    }
    const full = Array.from({ length: 100 }, () => ({ match: {}, outcome: {} }))
    bodyOf(await call('PATCH', '/control/v1/project', { outcomeRules: full }), 200)
    const refused = bodyOf<{ code: string }>(await call('POST', path, { actionCode: 5 }), 422)
    assert.equal(refused.code, 'too-many-rules')
  })
})
