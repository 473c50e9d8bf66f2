// Accounts of identities that a provider of single sign-on has proven: one person has one account, by its subject first, then by its address.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onEveryDatabase } from '../kit/databases.ts'
import { type HostedSandbox, startHosted } from '../kit/person.ts'

onEveryDatabase('The account of a proven identity', (database) => {
  let hosted: HostedSandbox
  before(async () => {
    hosted = await startHosted(database)
  })
  after(() => hosted.sandbox.close())

  test('is made once, and found by its subject, whatever address the provider tells later', async () => {
    const { users } = hosted.accounts
    const ann = await users.ofIdentity({ subject: 'ann', email: 'ann@example.com' })
    assert.deepEqual(await users.ofIdentity({ subject: 'ann', email: 'ann@example.com' }), ann)
    assert.deepEqual(await users.ofIdentity({ subject: 'ann', email: 'ann@new.example' }), ann)
    assert.equal(await users.find('ann@new.example'), undefined)
  })

  test('is the one that has its address, and by its subject from then on', async () => {
    const { users } = hosted.accounts
    const bob = await users.ofIdentity({ subject: 'bob at one', email: 'bob@example.com' })
    const other = { subject: 'bob at another', email: 'bob@example.com' }
    assert.deepEqual(await users.ofIdentity(other), bob)
    assert.deepEqual(await users.ofIdentity({ ...other, email: 'bob@new.example' }), bob)
    const nobody = await users.ofIdentity({ subject: 'cid', email: 'cid@example.com' })
    assert.notEqual(nobody.id, bob.id)
  })
})
