// A process that is killed during retention: each part is complete or did not happen, and the next
// process continues.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { test } from 'node:test'
import { applyRetention } from '../../src/engine/retention.ts'
import { EXPIRED_ORDERS } from '../../src/store/retention-statements.ts'
import { freezeClock } from '../kit/clock.ts'
import { onEveryDatabase } from '../kit/databases.ts'
import { EngineSandbox, openEngineProcess, START } from '../kit/engine-sandbox.ts'
import { DAY, PaymentSandbox } from '../kit/payment-sandbox.ts'
import { assertRowsCounted } from '../kit/stored-rows.ts'

const CHILD = fileURLToPath(new URL('retention-child.ts', import.meta.url))
const ORDERS = 5 * EXPIRED_ORDERS
const DELETED = 2 * EXPIRED_ORDERS
const LATER = START + 31 * DAY

onEveryDatabase('Retention', (database) => {
  for (const [where, title] of [
    ['inside', 'before the commit of a part'],
    ['between', 'between two parts'],
  ] as const)
    test(`a process killed ${title} leaves complete parts, and the next process continues`, async (t) => {
      const { opened, process: first, project } = await EngineSandbox.start(database)
      t.after(() => opened.drop())
      const sandbox = new PaymentSandbox(opened, first, project)
      await freezeClock(sandbox.service, project, START)
      await sandbox.execute('changeSettings', { settings: { orderRetentionDays: 30 } })
      const card = await sandbox.card(100)
      await Promise.all(
        Array.from({ length: ORDERS }, () => sandbox.register({ sessionTimeoutSecs: 60 })),
      )
      await sandbox.advance(DAY)
      const options = { serviceMaxDays: 0, hold: first.engine.hold.bind(first.engine) }
      await applyRetention(first.store, { ...options, now: () => START })
      const entries = await sandbox.rows('journalEntry')
      await first.close()

      const child = spawn(process.execPath, [CHILD, opened.url, where, String(LATER)], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      await once(child.stdout, 'data')
      child.kill('SIGKILL')
      await once(child, 'close')
      assert.equal(child.signalCode, 'SIGKILL')

      const second = await openEngineProcess(opened.url)
      t.after(() => second.close())
      const after = new PaymentSandbox(opened, second, project)
      assert.equal((await after.rows('order')).length, ORDERS - DELETED)
      assert.equal((await after.rows('callback')).length, ORDERS - DELETED)
      await assertRowsCounted(opened.url)
      const hold = second.engine.hold.bind(second.engine)
      await applyRetention(second.store, { serviceMaxDays: 0, hold, now: () => LATER })
      assert.deepEqual(await after.rows('order'), [])
      assert.deepEqual(await after.rows('callback'), [])
      assert.deepEqual(await after.rows('journalEntry'), entries)
      await after.paidOrder({ pan: card.pan, expiry: card.expiry, cvc: card.cvc }, { amount: 10 })
      await assertRowsCounted(opened.url)
    })
})
