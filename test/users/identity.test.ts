// The account for an identity that a provider confirmed: found by its subject, then by its email
// address.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { userOfIdentity } from '../../src/users/identity.ts'
import { findUser } from '../../src/users/stored-user.ts'
import { onEveryDatabase } from '../kit/databases.ts'
import { type HostedSandbox, startHosted } from '../kit/person.ts'

onEveryDatabase('The account of an identity', (database) => {
  let hosted: HostedSandbox
  before(async () => {
    hosted = await startHosted(database)
  })
  after(() => hosted.sandbox.close())

  const accountOf = async (subject: string, email: string) =>
    (await userOfIdentity(hosted.accounts, { subject, email }))?.user

  test('is created once and found by its subject, whatever email address the provider sends later', async () => {
    const ann = await accountOf('ann', 'ann@example.com')
    assert.ok(ann)
    assert.deepEqual(await accountOf('ann', 'ann@example.com'), ann)
    assert.deepEqual(await accountOf('ann', 'ann@new.example'), ann)
    assert.equal(await findUser(hosted.accounts, 'ann@new.example'), undefined)
  })

  test('is not given to another subject with the same email address', async () => {
    const bob = await accountOf('bob', 'bob@example.com')
    assert.equal(await accountOf('the next bob', 'bob@example.com'), undefined)
    assert.deepEqual(await accountOf('bob', 'bob@example.com'), bob)
    assert.notEqual((await accountOf('cid', 'cid@example.com'))?.id, bob?.id)
  })
})
