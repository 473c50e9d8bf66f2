// Lists with an index: filters by card and client, and the order of the rows.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Binding } from '../../src/payments/methods/binding.ts'
import { bindingsOfCard, bindingsOfClient, bindingsPage } from '../../src/store/reads/bindings.ts'
import { cardsPage } from '../../src/store/reads/cards.ts'
import { onEveryDatabase } from '../kit/databases.ts'
import type { ProjectCard } from '../kit/engine-sandbox.ts'
import { cardEntry, PaymentSandbox } from '../kit/payment-sandbox.ts'

onEveryDatabase('A list', (database) => {
  let sandbox: PaymentSandbox
  let cards: readonly ProjectCard[]
  let bindings: readonly Binding[]

  /** Pays with a card and stores it for a client; returns the new binding. */
  const bound = async (card: ProjectCard, clientId: string): Promise<Binding> => {
    const known = new Set((await sandbox.rows('binding')).map(({ id }) => id))
    await sandbox.paidOrder({ ...cardEntry(card), keepCard: true }, { clientId })
    const made = (await sandbox.rows('binding')).find(({ id }) => !known.has(id))
    assert.ok(made !== undefined)
    return made
  }

  before(async () => {
    sandbox = await PaymentSandbox.open(database)
    const issued: ProjectCard[] = []
    const made: Binding[] = []
    for (const clientId of ['ann', 'ann', 'ben']) {
      const card = await sandbox.card(50_000)
      issued.push(card)
      made.push(await bound(card, clientId))
      await sandbox.advance(60_000)
    }
    cards = issued
    bindings = made
  })

  const idsOf = (items: readonly { readonly id: string }[]) => items.map(({ id }) => id)
  const bindingIds = (...indexes: readonly number[]) => indexes.map((index) => bindings[index]?.id)

  test("of a card's bindings contains no bindings of other cards", async () => {
    const { process, project } = sandbox
    for (const [index, { hash }] of cards.entries())
      assert.deepEqual(
        idsOf(await bindingsOfCard(process.reads, project.datasetId, hash)),
        bindingIds(index),
      )
  })

  test('of bindings starts with the newest, in full and page by page', async () => {
    const { reads } = sandbox.process
    const { datasetId } = sandbox.project
    assert.deepEqual(idsOf(await bindingsOfClient(reads, datasetId, 'ann')), bindingIds(1, 0))
    for (const [clientId, expected] of [
      [undefined, [2, 1, 0]],
      ['ann', [1, 0]],
    ] as const) {
      const whole = await bindingsPage(reads, datasetId, { clientId, limit: 10 })
      assert.deepEqual(idsOf(whole.items), bindingIds(...expected))
      const first = await bindingsPage(reads, datasetId, { clientId, limit: 1 })
      assert.deepEqual(idsOf(first.items), bindingIds(...expected.slice(0, 1)))
      assert.ok(first.next !== null)
      const second = await bindingsPage(reads, datasetId, { clientId, limit: 1, after: first.next })
      assert.deepEqual(idsOf(second.items), bindingIds(...expected.slice(1, 2)))
    }
  })

  test('of cards only finds a reissued card by its new number', async () => {
    const { reads } = sandbox.process
    const before = await sandbox.card()
    const after = await sandbox.reissue(before)
    const found = async ({ pan }: ProjectCard) => {
      const lastFour = pan.slice(-4)
      const { items } = await cardsPage(reads, sandbox.project.datasetId, { lastFour, limit: 100 })
      return items.map(({ card }) => card.id)
    }
    assert.notEqual(before.pan.slice(-4), after.pan.slice(-4))
    assert.deepEqual(await found(after), [after.id])
    assert.deepEqual(await found(before), [])
  })
})
