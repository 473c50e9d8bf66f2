// The maximum lengths of the parameters of interface C. They are repeated by hand, because limits
// read from the parameter table would change with it.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Form, onGateway, orderForm } from '../../kit/merchant.ts'

const letters = (length: number): string => 'x'.repeat(length)
const address = (length: number): string => 'https://shop.example/'.padEnd(length, 'x')
const json = (length: number): string => `{"a":"${letters(length - 8)}"}`
/** Order parameters as JSON, this many of them. */
const parameters = (count: number): string =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, ''])))

// prettier-ignore
const BOUNDS: readonly (readonly [name: string, longest: number, valueOf: (length: number) => string])[] = [
  ['orderNumber',        36,     letters],
  ['description',        598,    letters],
  ['clientId',           255,    letters],
  ['email',              255,    letters],
  ['phone',              40,     letters],
  ['postAddress',        255,    letters],
  ['pageView',           20,     letters],
  ['returnUrl',          512,    address],
  ['failUrl',            512,    address],
  ['dynamicCallbackUrl', 512,    address],
  ['jsonParams',         32_768, json],
  ['jsonParams',         100,    parameters],
  ['orderBundle',        32_768, json],
]

onGateway('The parameters of a registration', (at) => {
  for (const [name, longest, valueOf] of BOUNDS)
    test(`${name} has at most ${longest} characters`, async () => {
      const code = async (length: number): Promise<unknown> => {
        const form: Form = { ...orderForm, [name]: valueOf(length) }
        return (await at.merchant.callOk('register', form))['errorCode']
      }
      assert.deepEqual([await code(longest), await code(longest + 1)], [undefined, '5'])
    })
})

onGateway("The merchant's id for a refund", (at) => {
  test('has at most 32 characters', async () => {
    const orderId = await at.merchant.paidOrder()
    const code = async (length: number): Promise<unknown> => {
      const form = { orderId, amount: 1, externalRefundId: letters(length) }
      return (await at.merchant.callOk('refund', form))['errorCode']
    }
    assert.deepEqual([await code(33), await code(32)], ['5', '0'])
  })
})
