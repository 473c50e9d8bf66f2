import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../../kit/databases.ts'
import { CARDHOLDER, assertProblem, issuerV2On } from '../../kit/issuer-v2.ts'

onEveryDatabase('Updating a cardholder of interface B', (database) => {
  const open = issuerV2On(database)

  test('fields in the request replace stored ones; the others stay unchanged', async () => {
    const issuer = await open()
    const id = await issuer.newCardholder()
    const change = { lastName: 'Smith', billingAddress: { city: 'Paphos' }, email: 'a@b.cy' }
    const changed = await issuer.call('PATCH', `/cardholders/${id}`, change)
    assert.equal(changed.status, 200)
    assert.deepEqual(changed.json, {
      id,
      ...CARDHOLDER,
      lastName: 'Smith',
      email: 'a@b.cy',
      billingAddress: { ...CARDHOLDER.billingAddress, city: 'Paphos' },
      status: 'active',
    })
    assert.deepEqual((await issuer.call('GET', `/cardholders/${id}`)).json, changed.json)
  })

  test('id and status are not writable, and an empty change is refused', async () => {
    const issuer = await open()
    const id = await issuer.newCardholder()
    const rows = [
      [{ id: '7' }, 'validation-failed', '/id'],
      [{ firstName: 'Eve', status: 'active' }, 'validation-failed', '/status'],
      [{ phoneNumber: '123' }, 'validation-failed', '/phoneNumber'],
      [{ firstName: '' }, 'validation-failed', '/firstName'],
      [{}, 'no-parameter', undefined],
      [{ nickname: 'Eve' }, 'no-parameter', undefined],
      [{ billingAddress: {}, verification: {} }, 'no-parameter', undefined],
    ] as const
    for (const [body, code, pointer] of rows) {
      const answer = await issuer.call('PATCH', `/cardholders/${id}`, body)
      assert.equal(assertProblem(answer, 422, code).errors?.[0]?.pointer, pointer)
    }
    const read = await issuer.call('GET', `/cardholders/${id}`)
    assert.deepEqual(read.json, { id, ...CARDHOLDER, status: 'active' })
  })
})
