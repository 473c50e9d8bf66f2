// The caller's id of a transaction (`extId`): used up by an approved or declined transaction, in
// every process and after a restart.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onEveryDatabase, type OpenDatabase } from '../../kit/databases.ts'
import {
  credit,
  type IssuedCard,
  type IssuerV1,
  type Json,
  newIssuerV1,
  p2p,
} from '../../kit/issuer-v1.ts'
import type { Answer } from '../../kit/http.ts'
import { type Sandbox, startSandbox } from '../../kit/sandbox.ts'

function assertDuplicate({ status, json, text }: Answer): void {
  const { errorCode, errorDesc } = json as Json
  assert.deepEqual([status, errorCode], [409, '1008'], text)
  assert.equal(errorDesc, 'This extId has already been used.')
}

onEveryDatabase('The extId of interface A', (database) => {
  let opened: OpenDatabase
  let sandbox: Sandbox
  let a: IssuerV1
  let card: IssuedCard
  let other: IssuedCard
  /** The database outlives the sandbox, so that another can be started on it. */
  const lasting = {
    ...database,
    openMigrated: () => Promise.resolve({ ...opened, drop: () => Promise.resolve() }),
  }
  before(async () => {
    opened = await database.open()
    sandbox = await startSandbox(lasting)
    a = await newIssuerV1(sandbox)
    card = await a.card(10_000)
    other = await a.card()
  })
  after(async () => {
    await sandbox.close()
    await opened.drop()
  })
  const creditCard = (extId: unknown, amount = 5) =>
    a.call('creditCard', credit(card.cardNumber, amount, { extId }))
  const p2pTransfer = (extId: unknown, amount = 5) =>
    a.call('p2pTransfer', p2p(card.cardNumber, other.cardNumber, amount, { extId }))
  /** How an action changes the card's balance and its number of records. */
  async function moved(
    act: () => Promise<void>,
  ): Promise<readonly [cents: number, records: number]> {
    const state = async () =>
      [await a.balance(card.cardId), (await a.records(card.cardId)).length] as const
    const [balance, records] = await state()
    await act()
    const [balanceAfter, recordsAfter] = await state()
    return [balanceAfter - balance, recordsAfter - records]
  }

  test('is refused with 409 and 1008 if sent again and moves no money, in both operations', async () => {
    assert.equal((await creditCard('credit-1')).status, 200)
    assert.equal((await p2pTransfer('transfer-1')).status, 200)
    assert.deepEqual(
      await moved(async () => {
        for (const extId of ['credit-1', 'transfer-1'])
          for (const call of [creditCard, p2pTransfer]) assertDuplicate(await call(extId, 7))
      }),
      [0, 0],
    )
  })

  test('is the same as a number or a string, and ignored if empty or absent', async () => {
    assert.equal((await creditCard(77)).status, 200)
    assertDuplicate(await creditCard('77'))
    for (const extId of ['', undefined, '', undefined])
      assert.equal((await creditCard(extId)).status, 200)
  })

  test('is also used up by a declined transaction', async () => {
    const declined = (await p2pTransfer('declined', 90_000_000)).json as Json
    assert.equal(declined['responseCode'], '51')
    assertDuplicate(await p2pTransfer('declined'))
  })

  test('is not used up by a refused transaction', async () => {
    for (const amount of [0, -1]) {
      const refused = (await creditCard('refused', amount)).json as Json
      assert.equal(refused['responseCode'], '13')
    }
    assert.equal((await creditCard('refused')).status, 200)
  })

  test('belongs to its project: another project can use the same id', async () => {
    const foreign = await newIssuerV1(sandbox)
    const { cardNumber } = await foreign.card()
    assert.equal((await creditCard('shared')).status, 200)
    await foreign.callOk('creditCard', credit(cardNumber, 5, { extId: 'shared' }))
  })

  test('moves the money exactly once if sent many times concurrently', async () => {
    const change = await moved(async () => {
      const answers = await Promise.all(Array.from({ length: 20 }, () => creditCard('at once', 3)))
      const good = answers.filter(({ status }) => status === 200)
      assert.equal(good.length, 1)
      for (const answer of answers) if (answer !== good[0]) assertDuplicate(answer)
    })
    assert.deepEqual(change, [3, 1])
  })

  test('survives a restart of the service, but not a reset', async () => {
    assert.equal((await creditCard('lasting')).status, 200)
    await sandbox.close()
    sandbox = await startSandbox(lasting)
    const { login, password } = a.project.secrets.interfaceA
    const project = await sandbox.sandcard.service.directory.authenticate('a', login, password)
    assert.ok(project)
    a = await newIssuerV1(sandbox, project)
    assertDuplicate(await creditCard('lasting'))
    const headers = { 'x-api-key': a.project.secrets.interfaceB.apiKey }
    const reset = await sandbox.call('POST', '/control/v1/reset', { headers })
    assert.equal(reset.status, 200, reset.text)
    card = await a.card()
    assert.equal((await creditCard('lasting')).status, 200)
  })

  test('has at most 255 characters', async () => {
    assert.equal((await creditCard('x'.repeat(255))).status, 200)
    const refused = (await creditCard('x'.repeat(256))).json as Json
    assert.deepEqual(refused, {
      errorCode: '1001',
      errorDesc: '/extId must have at most 255 characters.',
    })
  })
})
