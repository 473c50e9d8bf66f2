// The records of a card in `getTransactions`: every field, the days of a period, and the terminal
// of a transfer.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onEveryDatabase } from '../../kit/databases.ts'
import { credit, type Json, newIssuerV1, p2p } from '../../kit/issuer-v1.ts'
import { type Sandbox, startSandbox } from '../../kit/sandbox.ts'

const DAY = 86_400_000
const AT = '2031-05-10T10:00:00'

/** The default point-of-service data code. */
const USUAL = '100000U00130'

onEveryDatabase('The records of interface A', (database) => {
  let sandbox: Sandbox
  before(async () => {
    sandbox = await startSandbox(database)
  })
  after(() => sandbox.close())

  test('getTransactions returns every field of the specification with its type', async () => {
    const a = await newIssuerV1(sandbox)
    const [source, destination] = [await a.card(5_000), await a.card()]
    await a.callOk('p2pTransfer', p2p(source.cardNumber, destination.cardNumber, 1_500))
    const [, preparation, debit] = await a.records(source.cardId)
    const shared = {
      authorizationDate: AT,
      feeDirection: 'DEBIT',
      acquireFeeAmount: 0,
      feIssuerFeeAmount: 0,
      mcc: 6012,
      merchantCountry: 'CYP',
      merchantCity: 'NICOSIA',
      merchantName: 'PERSON TO PERSON',
      merchantId: 'SANDCARD',
      terminalAddress: 'PERSON TO PERSON CYP NICOSIA',
      terminalId: 'SANDCARD',
      posDataCode: '000100000130',
      reversal: false,
      internalResponseCode: -1,
    }
    assert.deepEqual(preparation, {
      ...shared,
      transactionType: '689',
      operationDirection: 'NOOP',
      amount: 0,
      amountInAccountCurrency: 0,
      requestAmount: 0,
      currency: 0,
      utrnno: 1_600_001,
      transactionDescription: 'Card-to-Card money transfer',
    })
    assert.deepEqual(debit, {
      ...shared,
      transactionType: '781',
      operationDirection: 'DEBIT',
      amount: 1_500,
      amountInAccountCurrency: 1_500,
      requestAmount: 1_500,
      currency: 978,
      utrnno: 1_600_002,
      transactionDescription: 'P2P Debit part',
      authorizationIdResponse: '600003',
    })
  })

  test('a period includes both its days, in UTC', async () => {
    const a = await newIssuerV1(sandbox)
    const card = await a.card(100)
    await a.advanceClock(DAY - 10 * 3_600_000 - 1)
    await a.callOk('creditCard', credit(card.cardNumber, 200))
    await a.advanceClock(1)
    await a.callOk('creditCard', credit(card.cardNumber, 300))
    const amounts = async (start: string, end: string) => {
      const cardIdentification = { cardId: card.cardId }
      const answer = await a.callOk('getTransactions', {
        cardIdentification,
        period: { start, end },
      })
      return (answer['transactions'] as Json[]).map(({ amount }) => amount)
    }
    assert.deepEqual(await amounts('2031-05-10', '2031-05-10'), [100, 200])
    await a.advanceClock(DAY)
    assert.deepEqual(await amounts('2031-05-11', '2031-05-11'), [300])
  })

  test('the sender of a transfer is stored with its entry, and exported', async () => {
    const issuer = await newIssuerV1(sandbox)
    const source = await issuer.card(10)
    const destination = await issuer.card()
    const sender = { senderName: 'Ann Doe', senderAddress: 'Main 1, Limassol' }
    for (const senderReceiverInfo of [sender, { senderName: 'Ann Doe' }, {}]) {
      const changes = { senderReceiverInfo }
      await issuer.callOk('p2pTransfer', p2p(source.cardNumber, destination.cardNumber, 1, changes))
    }
    const headers = { 'x-api-key': issuer.project.secrets.interfaceB.apiKey }
    const { json } = await sandbox.call('GET', '/control/v1/export', { headers })
    const { entries } = json as { entries: { kind: string; details: Json }[] }
    const kept = entries
      .filter(({ kind }) => kind === 'transfer')
      .map(({ details: { senderName, senderAddress } }) => ({ senderName, senderAddress }))
    assert.deepEqual(kept, [
      sender,
      { senderName: 'Ann Doe', senderAddress: undefined },
      { senderName: undefined, senderAddress: undefined },
    ])
  })

  test('a point-of-service data code (ISO 8583, field 22) has twelve digits; a longer one is omitted', async () => {
    const a = await newIssuerV1(sandbox)
    const [source, destination] = [await a.card(10_000), await a.card()]
    for (const [sent, told] of [
      [130, '000000000130'],
      ['130', '000000000130'],
      ['123456789012', '123456789012'],
      ['1234567890123', USUAL],
      [undefined, USUAL],
    ] as const) {
      const changes = { pointOfServiceDataCode: sent }
      await a.callOk('p2pTransfer', p2p(source.cardNumber, destination.cardNumber, 5, changes))
      const records = await a.records(source.cardId)
      assert.equal(records.at(-1)?.['posDataCode'], told, String(sent))
    }
  })
})
