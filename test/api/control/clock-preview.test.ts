// Previews of clock moves, and the record of the last one.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onEveryDatabase } from '../../kit/databases.ts'
import { bodyOf, type ProblemShape, type ProjectCall, projectCall } from '../../kit/control.ts'
import { type Merchant, newMerchant } from '../../kit/merchant.ts'
import { type Sandbox, startSandbox } from '../../kit/sandbox.ts'

interface Counts {
  readonly expired: number
  readonly captured: number
  readonly released: number
  readonly callbacks: number
}

interface Preview {
  readonly now: string
  readonly moves: readonly (Counts & { move: string; until: string; isCut: boolean })[]
  readonly orders: readonly { readonly number: string }[]
  readonly callbacks: readonly { readonly orderNumber: string | null }[]
}

interface LastMove {
  readonly move:
    | (Counts & {
        readonly from: string
        readonly until: string
        readonly orders: readonly { readonly number: string; readonly status: string }[]
        readonly sent: readonly { readonly orderNumber: string | null }[]
      })
    | null
}

const PATH = '/control/v1/clock'

onEveryDatabase('A move of the clock', (database) => {
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
  const preview = async (query: string): Promise<Preview> =>
    bodyOf<Preview>(await call('GET', `${PATH}/preview${query}`), 200)
  const lastMove = async (): Promise<LastMove['move']> =>
    bodyOf<LastMove>(await call('GET', `${PATH}/last-move`), 200).move
  const counts = ({ expired, captured, released, callbacks }: Counts) => [
    expired,
    captured,
    released,
    callbacks,
  ]

  test('can be previewed without a change, and its results match the preview', async () => {
    await fresh()
    assert.deepEqual(await preview(''), {
      now: '2031-05-10T10:00:00.000Z',
      moves: [],
      orders: [],
      callbacks: [],
    })
    await merchant.register({ orderNumber: 'short', sessionTimeoutSecs: 60 })
    await merchant.register({ orderNumber: 'usual', description: '"autocompletionAt":1' })
    await merchant.heldOrder({ orderNumber: 'held', description: '"autocompletionAt":1' })
    await merchant.heldOrder({ orderNumber: 'captured', autocompletionDate: '2031-05-12T10:00:00' })
    const query = '?advance=PT1S,PT1M,PT20M,P3D,P1M&set=2031-05-10T10:01:00Z'
    const foreseen = await preview(query)
    assert.deepEqual(
      foreseen.moves.map((each) => [each.move, ...counts(each), each.isCut]),
      [
        ['PT1S', 0, 0, 0, 0, false],
        ['PT1M', 1, 0, 0, 0, false],
        ['PT20M', 2, 0, 0, 0, false],
        ['P3D', 2, 1, 0, 0, false],
        ['P1M', 2, 1, 1, 0, false],
        ['2031-05-10T10:01:00Z', 1, 0, 0, 0, false],
      ],
    )
    const numbers = ['short', 'usual', 'captured', 'held']
    assert.deepEqual(
      foreseen.orders.map(({ number }) => number),
      numbers,
    )
    assert.deepEqual(await preview(query), foreseen)
    const moved = bodyOf<object>(await call('POST', PATH, { advance: 'P1M' }), 200)
    assert.deepEqual(Object.keys(moved).toSorted(), ['frozen', 'now', 'offsetMs', 'ran'])
    const ran = await lastMove()
    assert.ok(ran !== null)
    assert.deepEqual(counts(ran), [2, 1, 1, 0])
    assert.deepEqual([ran.from, ran.until], [foreseen.now, foreseen.moves[4]?.until])
    assert.deepEqual(
      ran.orders.map(({ number, status }) => [number, status]),
      [
        ['short', 'declined'],
        ['usual', 'declined'],
        ['captured', 'deposited'],
        ['held', 'reversed'],
      ],
    )
    // Freezing is not a move. The next move has a separate record, and a reset clears it.
    await call('POST', PATH, { freeze: true })
    assert.deepEqual(await lastMove(), ran)
    await call('POST', PATH, { advance: 'PT1S' })
    assert.deepEqual(counts((await lastMove()) ?? ran), [0, 0, 0, 0])
    await call('POST', '/control/v1/reset')
    assert.equal(await lastMove(), null)
  })

  test('counts the callbacks that become due, and lists them', async () => {
    await fresh()
    // Nothing listens there, so that the callback is retried.
    await merchant.changeSettings({ callbackUrl: 'http://127.0.0.1:9/callback' })
    for (const orderNumber of ['one', 'two']) await merchant.paidOrder({ orderNumber })
    const { moves, callbacks } = await preview('?advance=P1D')
    assert.deepEqual(moves.map(counts), [[0, 0, 0, 2]])
    assert.deepEqual(callbacks.map(({ orderNumber }) => orderNumber).toSorted(), ['one', 'two'])
    await call('POST', PATH, { advance: 'P1D' })
    const ran = await lastMove()
    assert.ok(ran !== null)
    assert.deepEqual(counts(ran), [0, 0, 0, 2])
    assert.deepEqual(ran.sent.map(({ orderNumber }) => orderNumber).toSorted(), ['one', 'two'])
  })

  test('counts at most 1,000 orders, and lists at most 25', async () => {
    await fresh()
    await Promise.all(Array.from({ length: 1010 }, () => merchant.register()))
    const { moves, orders } = await preview('?advance=P1D')
    assert.deepEqual(
      moves.map((each) => [...counts(each), each.isCut]),
      [[1000, 0, 0, 0, true]],
    )
    assert.equal(orders.length, 25)
    await call('POST', PATH, { advance: 'P1D' })
    const ran = await lastMove()
    assert.ok(ran !== null)
    // The record of the move counts exactly.
    assert.deepEqual([ran.expired, ran.orders.length], [1010, 25])
  })

  test('refuses previews of moves that are not possible', async () => {
    await fresh()
    const tooMany = Array.from({ length: 11 }, () => 'PT1S').join()
    for (const [query, status, code] of [
      ['?advance=soon', 422, 'validation-failed'],
      ['?advance=', 422, 'validation-failed'],
      [`?advance=${tooMany}`, 422, 'validation-failed'],
      ['?set=2031-05-10', 422, 'validation-failed'],
      ['?set=2031-05-10T09:59:59Z', 422, 'clock-backwards'],
      ['?advance=P9000Y', 422, 'parameter-invalid'],
      [`?advance=${'P1D,'.repeat(60)}P1D`, 400, 'invalid-parameter'],
      ['?freeze=true', 400, 'invalid-parameter'],
    ] as const) {
      const problem = bodyOf<ProblemShape>(await call('GET', `${PATH}/preview${query}`), status)
      assert.equal(problem.code, code, query)
    }
  })
})
