// A card number that a caller writes where words belong is masked before it is stored, through whichever interface it comes.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onEveryDatabase } from './kit/databases.ts'
import { type Sandbox, startSandbox } from './kit/sandbox.ts'

const NUMBER = '4111 1111 1111 1111'
const MASKED = '4111 11** **** 1111'

onEveryDatabase('A card number in a free text', (database) => {
  let sandbox: Sandbox
  before(async () => {
    sandbox = await startSandbox(database)
  })
  after(() => sandbox.close())

  const gateway = async (operation: string, form: Readonly<Record<string, string>>) => {
    const { json } = await sandbox.call('POST', `/payment/rest/${operation}.do`, {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        userName: 'demo-api',
        password: 'demo-password',
        ...form,
      }).toString(),
    })
    return json as Readonly<Record<string, unknown>>
  }

  test('of an order is masked in its status', async () => {
    const { orderId } = await gateway('register', {
      amount: '100',
      returnUrl: 'https://shop.example/',
      description: `paid with ${NUMBER}`,
      jsonParams: JSON.stringify({ note: NUMBER, [`of ${NUMBER}`]: 'a name' }),
    })
    const status = await gateway('getOrderStatusExtended', { orderId: String(orderId) })
    assert.equal(status['orderDescription'], `paid with ${MASKED}`)
    assert.deepEqual(
      (status['merchantOrderParams'] as { name: string; value: string }[]).find(
        ({ name }) => name === 'note',
      ),
      { name: 'note', value: MASKED },
    )
    assert.ok(!JSON.stringify(status).includes(NUMBER))
  })

  test('of a cardholder is masked when the cardholder is read', async () => {
    const headers = { 'x-api-key': 'demo-api-key' }
    const made = await sandbox.call('POST', '/v2/cardholders', {
      headers,
      body: {
        firstName: 'Ann',
        lastName: 'Doe',
        phoneNumber: '+35700000001',
        billingAddress: { country: 'CY', postalCode: '3000', line1: `House ${NUMBER}` },
      },
    })
    assert.equal(made.status, 201, made.text)
    const { id } = made.json as { id: string }
    const read = await sandbox.call('GET', `/v2/cardholders/${id}`, { headers })
    assert.ok(read.text.includes(`House ${MASKED}`), read.text)
    assert.ok(!read.text.includes(NUMBER))
  })
})
