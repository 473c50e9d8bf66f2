// The catalogues of action codes and test cards.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allActionCodes } from '../../../src/payments/authorisation/action-code.ts'
import { allTestCards } from '../../../src/payments/methods/test-card.ts'
import { bodyOf, createProject, projectCall } from '../../kit/control.ts'
import { onEveryDatabase } from '../../kit/databases.ts'
import { startSandbox } from '../../kit/sandbox.ts'

interface Codes {
  readonly items: readonly {
    readonly code: number
    readonly meaning: string
    readonly group: string
    readonly texts: { readonly en: string; readonly ru: string }
    readonly causes: readonly { readonly text: string; readonly kind: string | null }[]
  }[]
}

interface Cards {
  readonly items: readonly {
    readonly number: string
    readonly cvc: string
    readonly expiry: string
    readonly actionCode: number
    readonly funds: number | null
  }[]
}

onEveryDatabase('The catalogues of the control API', (database) => {
  test("list every action code and every test card, with the project's rules", async (context) => {
    const sandbox = await startSandbox(database)
    context.after(() => sandbox.close())
    const call = projectCall(sandbox, (await createProject(sandbox)).interfaceB.apiKey)
    const codes = async (query = '') =>
      bodyOf<Codes>(await call('GET', `/control/v1/action-codes${query}`), 200).items
    const all = await codes()
    // The texts of interface C are unchanged.
    assert.deepEqual(
      all.map(({ code, texts }) => [code, texts]),
      allActionCodes().map(({ code, texts }) => [code, texts]),
    )
    for (const { code, meaning } of all) assert.notEqual(meaning, '', String(code))
    for (const [query, found] of [
      ['?q=71015', [71_015]],
      ['?q=LOST%20stolen', [208]],
      ['?q=4242', []],
    ] as const)
      assert.deepEqual(
        (await codes(query)).map(({ code }) => code),
        found,
        query,
      )
    const rule = { match: {}, outcome: { actionCode: 907 } }
    await call('POST', '/control/v1/outcome-rules', rule)
    const [unavailable] = await codes('?q=907')
    assert.deepEqual(unavailable?.causes, [{ text: 'Rule 1 of this project', kind: 'rule' }])
    for (const query of ['?q=', `?q=${'x'.repeat(101)}`, '?q=%00', '?x=1'])
      assert.equal((await call('GET', `/control/v1/action-codes${query}`)).status, 400, query)

    const cards = bodyOf<Cards>(await call('GET', '/control/v1/test-cards'), 200).items
    assert.deepEqual(
      cards.map(({ number, cvc, actionCode, funds }) => [number, cvc, actionCode, funds]),
      allTestCards().map(({ pan, cvc, actionCode, funds }) => [
        pan,
        cvc,
        actionCode,
        funds ?? null,
      ]),
    )
    // The expiry date is later than the project's clock.
    await call('POST', '/control/v1/clock', { set: '2050-03-01T00:00:00Z' })
    const later = bodyOf<Cards>(await call('GET', '/control/v1/test-cards'), 200).items
    assert.deepEqual([cards[0]?.expiry, later[0]?.expiry], ['203412', '205103'])
  })
})
