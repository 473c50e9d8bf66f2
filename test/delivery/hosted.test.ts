// In hosted mode, callbacks never reach a private network, neither by URL nor by the addresses of a
// name.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { databases } from '../kit/databases.ts'
import { startSandbox } from '../kit/sandbox.ts'
import { merchantOf, orderForm } from '../kit/merchant.ts'
import { Receiver } from '../kit/callback-receiver.ts'
import { CallbackMerchant } from '../kit/callback-merchant.ts'

const [database] = databases

test('A callback to a name with a private IP address fails without a connection', async (t) => {
  const receiver = await Receiver.open()
  t.after(() => receiver.close())
  const asked: string[] = []
  const answers: Record<string, string[]> = {
    'loopback.example.com': ['127.0.0.1'],
    'mapped.example.com': ['::ffff:127.0.0.1'],
    'metadata.example.com': ['169.254.169.254'],
    'mixed.example.com': ['93.184.215.14', '10.0.0.1'],
  }
  assert.ok(database !== undefined)
  const sandbox = await startSandbox(database, {
    config: { mode: 'hosted', adminToken: 'a-token-of-the-admin' },
    delivery: {
      resolve: async (name) => {
        asked.push(name)
        return (answers[name] ?? []).map((address) => ({
          address,
          family: address.includes(':') ? 6 : 4,
        }))
      },
    },
  })
  t.after(() => sandbox.close())
  for (const name of Object.keys(answers)) {
    const merchant = await CallbackMerchant.open(sandbox, {
      callbackUrl: `http://${name}:${receiver.port}/`,
    })
    await merchant.pay()
    const [callback] = await merchant.inboxOnce(([one]) => one?.attempts.length === 1)
    assert.equal(
      callback?.attempts[0]?.error,
      'the URL resolves to a loopback or private IP address',
      name,
    )
    assert.equal(callback.state, 'waiting')
  }
  assert.deepEqual(asked, Object.keys(answers))
  // The URL of an order is also checked.
  const merchant = await CallbackMerchant.open(sandbox)
  const [name = ''] = Object.keys(answers)
  await merchant.pay({ dynamicCallbackUrl: `http://${name}:${receiver.port}/` })
  const [callback] = await merchant.inboxOnce(([one]) => one?.attempts.length === 1)
  assert.match(callback?.attempts[0]?.error ?? '', /private IP address/)
  assert.equal(receiver.received.length, 0)
})

test('An order with a private callback URL is refused', async (t) => {
  assert.ok(database !== undefined)
  const sandbox = await startSandbox(database, {
    config: { mode: 'hosted', adminToken: 'a-token-of-the-admin' },
  })
  t.after(() => sandbox.close())
  const merchant = merchantOf(sandbox, await sandbox.newProject())
  const register = (dynamicCallbackUrl: string) =>
    merchant.callOk('register', { ...orderForm, dynamicCallbackUrl })
  for (const url of [
    'http://127.1/',
    'http://[::1]/',
    'http://router/',
    'http://a:b@shop.example/',
  ])
    assert.match(
      String((await register(url))['errorMessage']),
      /^Invalid \[dynamicCallbackUrl\]/,
      url,
    )
  assert.equal((await register('https://shop.example/callback'))['errorMessage'], undefined)
})

test('A name is resolved once, and the callback goes to the IP address that was checked', async (t) => {
  const receiver = await Receiver.open()
  t.after(() => receiver.close())
  const asked: string[] = []
  assert.ok(database !== undefined)
  const sandbox = await startSandbox(database, {
    delivery: {
      resolve: async (name) => {
        asked.push(name)
        return [{ address: '127.0.0.1', family: 4 }]
      },
    },
  })
  t.after(() => sandbox.close())
  const merchant = await CallbackMerchant.open(sandbox, {
    callbackUrl: `http://shop.example.com:${receiver.port}/`,
  })
  await merchant.pay()
  const [received] = await receiver.until(1)
  assert.equal(received?.headers.host, `shop.example.com:${receiver.port}`)
  assert.deepEqual(asked, ['shop.example.com'])
})
