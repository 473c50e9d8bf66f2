// The IP address of the caller in statuses and callbacks: an IPv4 address is shown as such on any
// socket.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { callerAddress } from '../../../../src/web/http/requests/caller-address.ts'
import { oneDatabase } from '../../../kit/databases.ts'
import { cardForm, encoded, FORM_TYPE, newMerchant } from '../../../kit/merchant.ts'
import { startSandbox } from '../../../kit/sandbox.ts'

// prettier-ignore
const ADDRESSES: readonly (readonly [ip: string, shown: string])[] = [
  ['203.0.113.7',        '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:203.0.113.7', '203.0.113.7'],
  ['::1',                '::1'],
  ['2001:db8::7',        '2001:db8::7'],
  ['::ffff:cb00:7107',   '::ffff:cb00:7107'],
  ['2001:db8::ffff:203.0.113.7', '2001:db8::ffff:203.0.113.7'],
]

describe('The IP address of a caller', () => {
  for (const [ip, shown] of ADDRESSES)
    test(`${ip} is shown as ${shown}`, () => {
      assert.equal(callerAddress({ ip }), shown)
    })

  test('is absent after the caller disconnects', () => {
    assert.equal(callerAddress({}), undefined)
  })

  for (const [trustedProxies, shown] of [
    [undefined, '127.0.0.1'],
    ['127.0.0.1', '203.0.113.9'],
    ['192.0.2.1', '127.0.0.1'],
  ] as const)
    test(`is ${shown} if ${trustedProxies ?? 'no'} proxy is trusted`, async (t) => {
      const config = trustedProxies === undefined ? {} : { trustedProxies }
      const sandbox = await startSandbox(oneDatabase, { config })
      t.after(() => sandbox.close())
      const merchant = await newMerchant(sandbox)
      const orderId = await merchant.register()
      await sandbox.call('POST', '/payment/rest/processform.do', {
        headers: { ...FORM_TYPE, 'x-forwarded-for': '198.51.100.1, 203.0.113.9' },
        body: encoded({ ...cardForm(orderId), ip: undefined }),
      })
      const { orderStatus, ip } = await merchant.status(orderId)
      assert.deepEqual([orderStatus, ip], [2, shown])
    })
})
