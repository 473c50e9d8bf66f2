// Only the permitted parts of a card number are stored, and no CVC, even while a challenge is open
// or for an unknown card.

import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { LOOKUPS } from '../../../src/registry/rows.ts'
import type { TableName } from '../../../src/kernel/rows.ts'
import { TABLES } from '../../../src/store/tables.ts'
import { onEveryDatabase, type TestDatabase } from '../../kit/databases.ts'
import { cardEntry, PaymentSandbox } from '../../kit/payment-sandbox.ts'
import { TEST_CARDS } from '../../kit/test-cards.ts'

/** A CVC that does not occur in the database by chance. */
const CVC = '73915550173'
/** The longest card number, because its masked digits do not occur by chance either. */
const UNKNOWN = '4929371950284617308'

/** Every row of every table, without interpretation. */
async function storedText(sandbox: PaymentSandbox): Promise<string> {
  const { process } = sandbox
  const texts: string[] = []
  for (const table of Object.keys(LOOKUPS) as TableName[]) {
    const { name } = TABLES[table]
    const rows = await process.reads.query(
      { name: `dump_${name}`, text: `select * from ${name}` },
      [],
    )
    texts.push(JSON.stringify(rows))
  }
  return texts.join('\n')
}

/** The bytes of an SQLite database and its log, including deleted and overwritten rows. */
function fileText(sandbox: PaymentSandbox, { name }: TestDatabase): string {
  if (name !== 'sqlite') return ''
  const folder = dirname(sandbox.opened.url.replace(/^sqlite:/, ''))
  return readdirSync(folder)
    .map((file) => readFileSync(join(folder, file), 'latin1'))
    .join('\n')
}

onEveryDatabase('The stored data of a payment', (database) => {
  test('do not contain a card number or a CVC, even while a challenge is open', async () => {
    const sandbox = await PaymentSandbox.open(database, { issuedCardChallenge: 'challenge' })
    const issued = await sandbox.card(10_000)
    const client = { clientId: 'client' }
    const cards = [TEST_CARDS.approved, TEST_CARDS.challengeV2, UNKNOWN].map((pan) => ({
      pan,
      cvc: CVC,
    }))
    for (const card of [...cards, { ...cardEntry(issued), cvc: CVC }, cardEntry(issued)])
      for (const twoStage of [false, true]) {
        const order = await sandbox.register({ ...client, twoStage })
        await sandbox.pay(order, { ...card, keepCard: true })
      }
    const paid = await sandbox.paidOrder({ pan: TEST_CARDS.approved, keepCard: true }, client)
    await sandbox.execute('refundOrder', { order: { id: paid.id }, amount: 0 })
    const open = (await sandbox.rows('order')).filter(({ status }) => status === 5)
    assert.equal(open.length, 6)
    const text = (await storedText(sandbox)) + fileText(sandbox, database)
    assert.ok(text.includes('555555**5599'), 'the masks are there')
    for (const secret of [TEST_CARDS.approved, TEST_CARDS.challengeV2, UNKNOWN, issued.pan, CVC])
      assert.ok(!text.includes(secret), secret)
  })

  test('only contain the first six and last four digits of an unknown card', async () => {
    const sandbox = await PaymentSandbox.open(database)
    const { order } = await sandbox.pay(await sandbox.register(), { pan: UNKNOWN })
    const { payment } = order.progress
    assert.deepEqual(payment?.card, {
      kind: 'unknown',
      mask: '492937**7308',
      expiry: 203412,
      cardholderName: 'ADA LOVELACE',
    })
    const text = (await storedText(sandbox)) + fileText(sandbox, database)
    assert.ok(!text.includes(sandbox.project.vault.numberHash(UNKNOWN)))
    assert.ok(!text.includes(UNKNOWN.slice(6, -4)))
  })

  test('do not contain the result of the CVC check after the payment has ended', async () => {
    const sandbox = await PaymentSandbox.open(database)
    const order = await sandbox.challengedOrder({ pan: TEST_CARDS.challengeV2 })
    assert.equal(order.progress.challenge?.payment.cvc, 'right')
    await sandbox.answer(order, { kind: 'code', code: '123456' })
    const { order: paid } = await sandbox.finish(order)
    assert.equal(paid.progress.challenge, null)
    assert.ok(!JSON.stringify(paid).includes('"cvc"'))
  })
})
