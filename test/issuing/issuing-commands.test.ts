// Commands of the issuer: the largest and smallest input that they accept, and the fault and field
// for any other.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { Fault } from '../../src/kernel/fault.ts'
import type { CommandInput, CommandName } from '../../src/registry/commands.ts'
import { onEveryDatabase } from '../kit/databases.ts'
import {
  cardholderInput,
  type ProjectCard,
  START,
  topUpInput,
  transferInput,
} from '../kit/engine-sandbox.ts'
import { PaymentSandbox } from '../kit/payment-sandbox.ts'

const MAX = 999_999_999_999

onEveryDatabase('A command of the issuer', (database) => {
  let sandbox: PaymentSandbox
  let card: ProjectCard
  let other: ProjectCard
  before(async () => {
    sandbox = await PaymentSandbox.open(database)
    card = await sandbox.card(100)
    other = await sandbox.card()
  })

  /** The code and the field of the fault; `done` without one. */
  async function end<N extends CommandName>(
    command: N,
    input: CommandInput<N>,
  ): Promise<readonly unknown[]> {
    try {
      await sandbox.execute(command, input)
      return ['done']
    } catch (error) {
      assert.ok(error instanceof Fault, String(error))
      return error.member === undefined ? [error.code] : [error.code, error.member]
    }
  }

  test('registers a customer only with a past start date and no future date of birth', async () => {
    const person = (over: object) => ({ ...cardholderInput(), ...over })
    const today = new Date(START).toISOString().slice(0, 10)
    // prettier-ignore
    const ENDS: readonly (readonly [over: object, end: readonly unknown[]])[] = [
      [{ startDate: '2032-01-29' }, ['done']], [{ startDate: today }, ['parameter-invalid', 'start_date']], [{ startDate: '2031-02-29' }, ['parameter-invalid', 'start_date']], [{ startDate: '2031-2-2' }, ['parameter-invalid', 'start_date']],
      [{ profile: { dateOfBirth: today } }, ['done']], [{ profile: { dateOfBirth: '2032-01-31' } }, ['parameter-invalid', 'dateOfBirth']],
      [{ customerNumber: 'C-1' }, ['done']], [{ customerNumber: 'C-1' }, ['customer-exists']],
    ]
    for (const [over, expected] of ENDS)
      assert.deepEqual(
        await end('registerCardholder', person(over)),
        expected,
        JSON.stringify(over),
      )
    assert.deepEqual(await end('updateCardholder', { cardholderId: 1, profile: {} }), [
      'cardholder-not-found',
    ])
    assert.deepEqual(
      await end('updateCardholder', {
        cardholderId: card.cardholderId,
        profile: { dateOfBirth: '2032-01-31' },
      }),
      ['parameter-invalid', 'dateOfBirth'],
    )
  })

  test('issues one card to each cardholder until the pool is exhausted', async () => {
    const issue = (cardholderId: number) =>
      end('issueCard', { cardholderId, candidates: [sandbox.newNumber().candidate] })
    assert.deepEqual(await issue(1), ['cardholder-unknown', 'cardholder'])
    assert.deepEqual(await issue(card.cardholderId), ['cardholder-has-card'])
    const { poolUsed } = await sandbox.dataset()
    const { cardholder } = await sandbox.execute('registerCardholder', cardholderInput())
    await sandbox.execute('changeSettings', { settings: { cardPool: poolUsed } })
    assert.deepEqual(await issue(cardholder.id), ['pool-exhausted'])
    await sandbox.execute('changeSettings', { settings: { cardPool: poolUsed + 1 } })
    assert.deepEqual(await issue(cardholder.id), ['done'])
    assert.equal((await sandbox.dataset()).poolUsed, poolUsed + 1)
    await sandbox.execute('changeSettings', { settings: { cardPool: 1_000_000 } })
  })

  test('gives a new card the first free number and an expiry in five years', async () => {
    const { cardholder } = await sandbox.execute('registerCardholder', cardholderInput())
    const [taken, free] = [sandbox.newNumber(), sandbox.newNumber()]
    const candidates = [
      { ...taken.candidate, hash: card.hash },
      free.candidate,
      sandbox.newNumber().candidate,
    ]
    const issued = await sandbox.execute('issueCard', { cardholderId: cardholder.id, candidates })
    assert.equal(issued.number.hash, free.candidate.hash)
    assert.equal(issued.number.expiry, 203_701)
    const {
      status,
      plasticNumber,
      embossedName,
      pinHash,
      pinDenials,
      createdAt,
      blockedAt,
      productType,
    } = issued.card
    assert.deepEqual(
      {
        status,
        plasticNumber,
        embossedName,
        pinHash,
        pinDenials,
        createdAt,
        blockedAt,
        productType,
      },
      {
        status: 'active',
        plasticNumber: 1,
        embossedName: 'ADA LOVELACE',
        pinHash: null,
        pinDenials: 0,
        createdAt: START,
        blockedAt: null,
        productType: '1',
      },
    )
  })

  test('moves amounts from one cent to the maximum, in euros, between existing numbers', async () => {
    // prettier-ignore
    const ENDS: readonly (readonly [over: object, end: readonly unknown[]])[] = [
      [{ amount: 0 }, ['amount-invalid', 'amount']], [{ amount: 0.5 }, ['amount-invalid', 'amount']], [{ amount: MAX + 1 }, ['amount-invalid', 'amount']], [{ amount: 1 }, ['done']], [{ amount: MAX }, ['done']],
      [{ currency: 840 }, ['currency-unsupported', 'currency']], [{ destination: 'nobody' }, ['card-unknown', 'destination']],
    ]
    for (const [over, expected] of ENDS) {
      assert.deepEqual(
        await end('topup', { ...topUpInput(other.hash, 5), ...over }),
        expected,
        JSON.stringify(over),
      )
      assert.deepEqual(
        await end('transfer', { ...transferInput(card.hash, other.hash, 5), ...over }),
        expected,
        JSON.stringify(over),
      )
    }
    assert.deepEqual(await end('transfer', transferInput('nobody', 'no one', 5)), [
      'card-unknown',
      'source',
    ])
  })

  test('accepts the id of a movement once; a refused movement does not use it up', async () => {
    const named = (externalId: string, amount: number) => ({
      ...topUpInput(other.hash, amount),
      externalId,
    })
    assert.deepEqual(await end('topup', named('one', 0)), ['amount-invalid', 'amount'])
    assert.deepEqual(await end('topup', named('one', 1)), ['done'])
    assert.deepEqual(await end('topup', named('one', 1)), ['external-id-used', 'externalId'])
    assert.deepEqual(
      await end('transfer', { ...transferInput(card.hash, other.hash, 1), externalId: 'one' }),
      ['external-id-used', 'externalId'],
    )
    const [row] = (await sandbox.rows('externalId')).filter(({ hash }) => hash === 'one')
    assert.equal(row?.usedAt, START)
  })

  test('sets a PIN once per nonce and resets the counter', async () => {
    const pin = (nonce: string) => ({ cardId: card.id, pinHash: `hash ${nonce}`, nonce })
    assert.deepEqual(await end('setPin', pin('n1')), ['done'])
    assert.deepEqual(await end('setPin', pin('n1')), ['nonce-used', 'pin'])
    assert.deepEqual(await end('setPin', { ...pin('n2'), cardId: 5 }), ['card-not-found'])
    const [row] = (await sandbox.rows('card')).filter(({ id }) => id === card.id)
    assert.deepEqual([row?.pinHash, row?.pinDenials], ['hash n1', 0])
    assert.deepEqual(
      (await sandbox.rows('pinNonce')).map(({ nonce, usedAt }) => [nonce, usedAt]),
      [['n1', START]],
    )
  })

  test('stores when a card was last blocked, and one entry per change of status', async () => {
    const own = await sandbox.card()
    const kinds = async () => (await sandbox.journal(own)).map(({ kind }) => kind)
    await sandbox.advance(1000)
    const blocked = await sandbox.execute('blockCard', { cardId: own.id })
    assert.equal(blocked.card.blockedAt, START + 1000)
    await sandbox.advance(1000)
    const again = await sandbox.execute('setCardStatus', { cardId: own.id, status: 'blocked' })
    assert.deepEqual([again.card.blockedAt, again.entry], [START + 1000, null])
    assert.deepEqual(await end('blockCard', { cardId: own.id }), ['status-not-active'])
    await sandbox.execute('unblockCard', { cardId: own.id })
    assert.deepEqual(await end('unblockCard', { cardId: own.id }), ['status-already-active'])
    await sandbox.setCardStatus(own, 'blocked')
    await sandbox.setCardStatus(own, 'lost')
    assert.deepEqual(await end('unblockCard', { cardId: own.id }), ['status-not-blocked'])
    assert.deepEqual(await end('setCardStatus', { cardId: own.id, status: 'active' }), [
      'status-final',
    ])
    assert.deepEqual(await kinds(), ['block', 'status-change', 'block', 'status-change'])
    const reissued = await sandbox.reissue(own, 'lost')
    const [row] = (await sandbox.rows('card')).filter(({ id }) => id === own.id)
    assert.deepEqual([row?.status, row?.plasticNumber, row?.blockedAt], ['active', 2, START + 2000])
    const [old] = (await sandbox.rows('cardNumber')).filter(({ hash }) => hash === own.hash)
    assert.deepEqual([old?.replaced, reissued.id], ['lost', own.id])
  })
})
