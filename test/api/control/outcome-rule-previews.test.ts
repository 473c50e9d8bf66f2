// The preview of outcome rules: their results for the newest payments.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onEveryDatabase } from '../../kit/databases.ts'
import { bodyOf, issueCard, type ProjectCall, projectCall, topUp } from '../../kit/control.ts'
import { type Merchant, newMerchant } from '../../kit/merchant.ts'
import { type Sandbox, startSandbox } from '../../kit/sandbox.ts'
import { TEST_CARDS } from '../../kit/test-cards.ts'

const PATH = '/control/v1/outcome-rules'

onEveryDatabase('Outcome rules', (database) => {
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
  const add = async (match: object, more: object): Promise<unknown> =>
    bodyOf(await call('POST', PATH, { match, ...more }), 201)

  test('are previewed on the newest payments; orders without a payment are skipped', async () => {
    await fresh()
    interface Preview {
      readonly changed: number
      readonly items: readonly {
        readonly place: number | null
        readonly actionCode: number | null
        readonly changes: boolean
        readonly order: { readonly amount: number }
      }[]
    }
    const preview = async () => bodyOf<Preview>(await call('GET', `${PATH}/preview`), 200)
    assert.deepEqual(await preview(), { items: [], changed: 0 })
    for (const pan of [TEST_CARDS.approved, TEST_CARDS.declined]) {
      const order = await merchant.register({ amount: 5000 })
      await merchant.pay(order, { $PAN: pan })
    }
    await merchant.register()
    const changes = async () => (await preview()).items.map((each) => each.changes)
    assert.deepEqual(await changes(), [false, false])
    await add({ amountFrom: 5000 }, { outcome: { actionCode: 5 } })
    assert.deepEqual(
      (await preview()).items.map(({ place, actionCode }) => [place, actionCode]),
      [
        [1, 5],
        [1, 5],
      ],
    )
    assert.deepEqual(await changes(), [false, true])
    await add({}, { outcome: { actionCode: 0 } })
    assert.deepEqual(await changes(), [true, false])
    await add({}, { outcome: { funds: 4999 } })
    assert.deepEqual(
      (await preview()).items.map(({ actionCode }) => actionCode),
      [116, 116],
    )
    await add({}, { outcome: { flow: 'rejected' } })
    assert.deepEqual(
      (await preview()).items.map(({ actionCode }) => actionCode),
      [null, null],
    )
    assert.equal((await preview()).changed, 1)
    await Promise.all(Array.from({ length: 20 }, () => merchant.register()))
    assert.equal((await preview()).items.length, 2)
  })

  test('are previewed on simulated authorisations, with the actual result', async () => {
    await fresh()
    const card = await issueCard(call)
    await topUp(call, card, 5000)
    const use = (body: object) =>
      call('POST', '/control/v1/simulations/authorisations', { cardId: card.id, ...body })
    await use({ amount: 1000, mcc: '7995' })
    await use({ amount: 9000 })
    await call('POST', '/control/v1/simulations/refunds', { cardId: card.id, amount: 100 })
    interface Preview {
      readonly changed: number
      readonly items: readonly {
        readonly order: null
        readonly authorisation: { readonly amount: number; readonly approved: boolean }
        readonly place: number | null
        readonly actionCode: number | null
        readonly changes: boolean
      }[]
    }
    const preview = async () => {
      const { items, changed } = bodyOf<Preview>(await call('GET', `${PATH}/preview`), 200)
      return [
        changed,
        items.map(({ order, authorisation, place, actionCode, changes }) => [
          order,
          authorisation.amount,
          authorisation.approved,
          place,
          actionCode,
          changes,
        ]),
      ]
    }
    assert.deepEqual(await preview(), [
      0,
      [
        [null, 9000, false, null, null, false],
        [null, 1000, true, null, null, false],
      ],
    ])
    await add({ cardKind: 'issued', mcc: '7995' }, { outcome: { actionCode: 57 } })
    assert.deepEqual(await preview(), [
      1,
      [
        [null, 9000, false, null, null, false],
        [null, 1000, true, 1, 57, true],
      ],
    ])
    await add({ cardKind: 'issued', amountFrom: 5000 }, { outcome: { actionCode: 116 } })
    assert.deepEqual(await preview(), [
      1,
      [
        [null, 9000, false, 1, 116, false],
        [null, 1000, true, 2, 57, true],
      ],
    ])
  })
})
