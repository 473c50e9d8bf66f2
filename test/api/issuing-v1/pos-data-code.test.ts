// The point-of-service data code of a transfer (ISO 8583, field 22): twelve digits in the records, whatever form it was sent in.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onEveryDatabase } from '../../kit/databases.ts'
import { type IssuerV1, newIssuerV1, p2p } from '../../kit/issuer-v1.ts'
import { type Sandbox, startSandbox } from '../../kit/sandbox.ts'

/** Of a transfer that was sent with none. */
const USUAL = '100000U00130'

onEveryDatabase('The point-of-service data code of interface A', (database) => {
  let sandbox: Sandbox
  let a: IssuerV1
  before(async () => {
    sandbox = await startSandbox(database)
    a = await newIssuerV1(sandbox)
  })
  after(() => sandbox.close())

  test('has twelve digits; a longer one is left out', async () => {
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
