// Work that needs exclusive use of a dataset, such as a snapshot, while its commands never stop.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { databases } from '../kit/databases.ts'
import { EngineSandbox, type ProjectCard, topUpInput } from '../kit/engine-sandbox.ts'

/** Without its own turn, the work would wait for all of them. */
const COMMANDS = 200

for (const database of databases)
  describe(`Work that holds a dataset (${database.name})`, () => {
    test('starts after the running batch, before other commands of the dataset and alongside other datasets', async (t) => {
      const sandbox = await EngineSandbox.start(database)
      t.after(() => sandbox.close())
      const other = await sandbox.newProject()
      const [card, otherCard] = await Promise.all([sandbox.card(), other.card()])
      const { engine } = sandbox.process
      const topUp = async (of: EngineSandbox, { hash }: ProjectCard): Promise<void> => {
        const input = topUpInput(hash, 1)
        const { datasetId } = of.project
        const outcome = await engine.submit({ datasetId, command: 'topup', input })
        assert.equal(outcome.kind, 'result')
      }
      const order: string[] = []
      let sent = 0
      const send = async (): Promise<void> => {
        if (sent === COMMANDS) return
        const name = `command ${(sent += 1)}`
        await topUp(sandbox, card)
        order.push(name)
        await send()
      }
      // Two senders: while a batch runs, a command waits.
      const senders = [send(), send()]
      const works = ['first', 'second'].map((name) =>
        engine.hold(sandbox.project.datasetId, async () => {
          order.push(`${name} begins`)
          await topUp(other, otherCard)
          order.push(`${name} ends`)
        }),
      )
      await Promise.all([...senders, ...works])
      const begun = order.indexOf('first begins')
      assert.deepEqual(order.slice(begun, begun + 4), [
        'first begins',
        'first ends',
        'second begins',
        'second ends',
      ])
      assert.ok(begun <= 2, `after ${begun} commands`)
      assert.equal(order.length, COMMANDS + 4)
    })
  })
