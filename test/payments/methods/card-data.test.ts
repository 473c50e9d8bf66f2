// Nothing of a card's number or CVC is stored but what may be: not while a challenge is open, not
// of a card that nobody knows.

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

/** A CVC that no other number in the database contains by chance. */
const CVC = '73915550173'
/** As long as a number may be: what its mask hides is found nowhere by chance either. */
const UNKNOWN = '4929371950284617308'

/** Every row of every table, read back without its meaning. */
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

/** The bytes of an SQLite database and its log, with what was deleted or overwritten. */
function fileText(sandbox: PaymentSandbox, { name }: TestDatabase): string {
  if (name !== 'sqlite') return ''
  const folder = dirname(sandbox.opened.url.replace(/^sqlite:/, ''))
  return readdirSync(folder)
    .map((file) => readFileSync(join(folder, file), 'latin1'))
    .join('\n')
}

onEveryDatabase('What is stored of a payment', (database) => {
  test('has no card number and no CVC, also while a challenge is open', async () => {
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

  test('of a card nobody knows is the first six and last four digits alone', async () => {
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

  test('has no verdict on the CVC either, once the payment has ended', async () => {
    const sandbox = await PaymentSandbox.open(database)
    const order = await sandbox.challengedOrder({ pan: TEST_CARDS.challengeV2 })
    assert.equal(order.progress.challenge?.payment.cvc, 'right')
    await sandbox.answer(order, { kind: 'code', code: '123456' })
    const { order: paid } = await sandbox.finish(order)
    assert.equal(paid.progress.challenge, null)
    assert.ok(!JSON.stringify(paid).includes('"cvc"'))
  })
})
