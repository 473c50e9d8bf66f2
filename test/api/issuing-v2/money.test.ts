import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../../kit/databases.ts'
import {
  type CardJson,
  type MovementJson,
  type IssuerV2,
  issuerV2On,
  transferBody,
} from '../../kit/issuer-v2.ts'

type Scene = (issuer: IssuerV2, from: CardJson, to: CardJson) => Promise<MovementJson>

const inStatus =
  (side: 'from' | 'to', status: string): Scene =>
  async (issuer, from, to) => {
    await issuer.patch(side === 'from' ? from : to, { status })
    return issuer.transfer(from, to, 100)
  }

// prettier-ignore
const DECLINES: readonly (readonly [message: string, scene: Scene])[] = [
  ['Source and destination are the same card', (issuer, from) => issuer.transfer(from, from, 100)],
  ['Invalid expiry date', (issuer, from, to) => issuer.transfer({ ...from, expiryDate: '209901' }, to, 100)],
  ['Expired card', async (issuer, from, to) => {
    await issuer.freezeClock('2035-04-01T00:00:00Z')
    return issuer.transfer(from, to, 100)
  }],
  ['Card is blocked', inStatus('from', 'blocked')],
  ['Card is lost', inStatus('from', 'lost')],
  ['Card is stolen', inStatus('from', 'stolen')],
  ['Card is blocked', inStatus('to', 'blocked')],
  ['Card is lost', inStatus('to', 'lost')],
  ['Card is stolen', inStatus('to', 'stolen')],
  ['Insufficient funds', (issuer, from, to) => issuer.transfer(from, to, 200_001)],
  ['Daily limit exceeded', (issuer, from, to) => issuer.transfer(from, to, 100_001)],
  ['Monthly limit exceeded', async (issuer, from, to) => {
    await issuer.patch(from, { spendingLimits: [{ amount: 99, interval: 'monthly' }] })
    return issuer.transfer(from, to, 100)
  }],
]

onEveryDatabase('Money at interface B', (database) => {
  const open = issuerV2On(database)

  test('a declined transfer returns 201 with its message and moves no money', async () => {
    for (const [message, scene] of DECLINES) {
      const issuer = await open()
      await issuer.freezeClock('2030-03-10T10:00:00Z')
      const [from, to] = [await issuer.fundedCard(200_000), await issuer.newCard()]
      const declined = await scene(issuer, from, to)
      assert.deepEqual([declined.status, declined.statusMessage], ['declined', message])
      assert.match(declined.rrn, /^\d{12}$/)
      assert.deepEqual(
        [await issuer.balance(from), await issuer.balance(to)],
        [200_000, 0],
        message,
      )
      const listed = await issuer.list({ cardNumberFltr: from.number, statusFltr: 'declined' })
      assert.deepEqual(listed.transfers, [declined])
    }
  })

  test('a declined transfer does not use a limit', async () => {
    const issuer = await open()
    await issuer.freezeClock('2030-03-10T10:00:00Z')
    const [from, to] = [await issuer.fundedCard(200_000), await issuer.newCard()]
    assert.equal((await issuer.transfer(from, to, 100_001)).status, 'declined')
    assert.equal((await issuer.transfer(from, to, 100_000)).status, 'approved')
    assert.equal((await issuer.transfer(from, to, 1)).statusMessage, 'Daily limit exceeded')
  })

  test('a top-up is declined in every status but active, and uses no limit', async () => {
    const issuer = await open()
    for (const [status, message] of [
      ['blocked', 'Card is blocked'],
      ['lost', 'Card is lost'],
      ['stolen', 'Card is stolen'],
    ] as const) {
      const card = await issuer.newCardIn(status)
      const answer = await issuer.topup(card, 100)
      assert.equal(answer.status, 201)
      const { status: result, statusMessage } = answer.json as MovementJson
      assert.deepEqual([result, statusMessage], ['declined', message])
      assert.equal(await issuer.balance(card), 0)
    }
    const card = await issuer.fundedCard(500_000_000)
    assert.equal((await issuer.transfer(card, await issuer.newCard(), 100_000)).status, 'approved')
  })

  test("limits count by calendar day and month on the project's clock", async () => {
    const issuer = await open()
    await issuer.freezeClock('2030-03-30T22:00:00Z')
    const [from, to] = [await issuer.fundedCard(1_000_000), await issuer.newCard()]
    const spendingLimits = [
      { amount: 1000, interval: 'daily' },
      { amount: 1500, interval: 'monthly' },
    ]
    await issuer.patch(from, { spendingLimits })
    const steps = [
      ['2030-03-30T22:00:01Z', 600, ''],
      ['2030-03-30T23:59:50Z', 401, 'Daily limit exceeded'],
      ['2030-03-30T23:59:51Z', 400, ''],
      ['2030-03-31T00:00:00Z', 501, 'Monthly limit exceeded'],
      ['2030-03-31T00:00:01Z', 500, ''],
      ['2030-04-01T00:00:00Z', 1000, ''],
      ['2030-04-01T12:00:00Z', 1, 'Daily limit exceeded'],
    ] as const
    for (const [at, amount, message] of steps) {
      await issuer.freezeClock(at)
      const { statusMessage } = await issuer.transfer(from, to, amount)
      assert.equal(statusMessage, message, at)
    }
    assert.equal(await issuer.balance(to), 2500)
  })

  test('a transfer is checked for expiry, status, funds and limits, in this order', async () => {
    const issuer = await open()
    const [from, to] = [await issuer.newCard(), await issuer.newCard()]
    await issuer.patch(from, { spendingLimits: [{ amount: 0, interval: 'daily' }] })
    const message = async (source: CardJson, destination: CardJson) =>
      (await issuer.transfer(source, destination, 100)).statusMessage
    assert.equal(await message(from, to), 'Insufficient funds')
    await issuer.patch(to, { status: 'stolen' })
    assert.equal(await message(from, to), 'Card is stolen')
    await issuer.patch(from, { status: 'blocked' })
    assert.equal(await message(from, to), 'Card is blocked')
    assert.equal(await message({ ...from, expiryDate: '209901' }, to), 'Invalid expiry date')
    const same = await message({ ...from, expiryDate: '209901' }, from)
    assert.equal(same, 'Source and destination are the same card')
  })

  test('concurrent transfers never overdraw an account', async () => {
    const issuer = await open()
    const [from, to] = [await issuer.fundedCard(1000), await issuer.newCard()]
    const body = transferBody(from, to, 300)
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => issuer.call('POST', '/transfers', body)),
    )
    const approved = answers.filter(({ json }) => (json as MovementJson).status === 'approved')
    assert.equal(approved.length, 3)
    assert.deepEqual([await issuer.balance(from), await issuer.balance(to)], [100, 900])
  })
})
