// Callback keys: up to ten, of which the newest signs and cannot be deleted.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { CALLBACK_KEYS_MAX } from '../../src/callbacks/callback-keys.ts'
import { onEveryDatabase } from '../kit/databases.ts'
import { START } from '../kit/engine-sandbox.ts'
import { PaymentSandbox } from '../kit/payment-sandbox.ts'

onEveryDatabase('Callback keys', (database) => {
  let sandbox: PaymentSandbox
  before(async () => (sandbox = await PaymentSandbox.open(database)))

  const add = (alias: string) =>
    sandbox.execute('addCallbackKey', { alias, sealed: `sealed ${alias}` })
  const end = (alias: string) => sandbox.execute('endCallbackKey', { alias })

  test('are limited to ten, have unique aliases, and can be deleted except the one that signs', async () => {
    assert.equal(CALLBACK_KEYS_MAX, 10)
    await assert.rejects(add('callbackKey'), { code: 'parameter-invalid', member: 'alias' })
    await assert.rejects(end('callbackKey'), {
      code: 'parameter-invalid',
      message: /^This is the current signing key/,
    })
    for (let count = 2; count <= 10; count++)
      assert.equal((await add(`key-${count}`)).length, count)
    await assert.rejects(add('one-more'), {
      code: 'parameter-invalid',
      message: /^Limit of 10 keys reached/,
      member: undefined,
    })
    await assert.rejects(add('key-2'), { code: 'parameter-invalid', member: 'alias' })
    await assert.rejects(end('key-10'), {
      code: 'parameter-invalid',
      message: /^This is the current signing key/,
    })
    await assert.rejects(end('nobody'), { code: 'callback-not-found' })
    const left = await end('key-9')
    assert.deepEqual(
      left.map(({ alias }) => alias),
      ['callbackKey', ...[2, 3, 4, 5, 6, 7, 8, 10].map((count) => `key-${count}`)],
    )
    assert.deepEqual(left.at(-1), { alias: 'key-10', sealed: 'sealed key-10', createdAt: START })
    assert.deepEqual((await sandbox.dataset()).settings.callbackKeys, left)
    assert.equal((await add('one-more')).at(-1)?.alias, 'one-more')
  })

  test('include the signing key, which a change of settings replaces under its alias', async () => {
    const { callbackKeys } = (await sandbox.dataset()).settings
    const after = await sandbox.execute('changeSettings', {
      settings: { mcc: 4000 },
      callbackKey: 'replacement',
    })
    assert.deepEqual(after.callbackKeys, [
      ...callbackKeys.slice(0, -1),
      { ...callbackKeys.at(-1), sealed: 'replacement' },
    ])
    assert.equal(after.mcc, 4000)
  })
})
