// The limits of request bodies: the maximum number of bytes and fields is accepted, one more is
// refused.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { oneDatabase } from '../../kit/databases.ts'
import { FORM_TYPE, type Merchant, newMerchant } from '../../kit/merchant.ts'
import { type HostedSandbox, startHosted } from '../../kit/person.ts'
import { type Sandbox, startSandbox } from '../../kit/sandbox.ts'
import { TEST_CARDS } from '../../kit/test-cards.ts'

const KILOBYTE = 1024
const FIELDS_MAX = 100

describe('A body', () => {
  let sandbox: Sandbox
  let hosted: HostedSandbox
  let merchant: Merchant
  before(async () => {
    sandbox = await startSandbox(oneDatabase)
    hosted = await startHosted(oneDatabase)
    merchant = await newMerchant(sandbox)
  })
  after(async () => {
    await sandbox.close()
    await hosted.sandbox.close()
  })

  // prettier-ignore
  const PLACES: readonly (readonly [path: string, kilobytes: number, isHosted?: boolean])[] = [
    ['/docs/c/register',                  64],
    ['/p/PROJECT/settings',               64],
    ['/p',                                64],
    ['/payment/merchants/LOGIN/pay',      32],
    ['/payment/merchants/LOGIN/finish',   32],
    ['/payment/acs/x/answer',             64],
    ['/payment/rest/register.do',         256],
    ['/account/log-in',                   16, true],
  ]
  for (const [pattern, kilobytes, isHosted = false] of PLACES)
    test(`may have ${kilobytes} kilobytes at ${pattern}, and not one byte more`, async () => {
      const path = pattern
        .replace('PROJECT', merchant.project.id)
        .replace('LOGIN', merchant.project.secrets.interfaceC.userName)
      const post = async (bytes: number) =>
        (isHosted ? hosted.sandbox : sandbox).call('POST', path, {
          headers: FORM_TYPE,
          body: 'a='.padEnd(bytes, 'x'),
        })
      const [small, longest, longer, huge] = [
        await post(10),
        await post(kilobytes * KILOBYTE),
        await post(kilobytes * KILOBYTE + 1),
        await post(kilobytes * KILOBYTE + 10_000),
      ]
      assert.equal(longest.status, small.status)
      assert.equal(longer.status, huge.status)
      assert.ok(longer.status >= 400)
      assert.notEqual(longer.status, longest.status)
    })

  test('is a form of at most a hundred fields', async () => {
    const post = async (fields: number) => {
      const body = Array.from({ length: fields }, (_, index) => `f${index}=1`).join('&')
      return (await sandbox.call('POST', '/p', { headers: FORM_TYPE, body })).status
    }
    assert.deepEqual([await post(FIELDS_MAX), await post(FIELDS_MAX + 1)], [422, 400])
  })

  test('may contain an order id in lower or upper case', async () => {
    const orderId = await merchant.register()
    await merchant.pay(orderId, { $PAN: TEST_CARDS.challengeV1 })
    const page = async (id: string) =>
      (await sandbox.call('GET', `/payment/rest/acsRedirect.do?orderId=${id}`)).text
    assert.match(await page(orderId), /PaReq/)
    assert.equal(await page(orderId.toUpperCase()), await page(orderId))
  })

  test('contains the currency of a test payment as three digits', async () => {
    await merchant.changeSettings({ gatewayCurrencies: ['036', '048'] })
    const path = `/p/${merchant.project.id}/try`
    const { text } = await sandbox.call('GET', path, { headers: { accept: 'text/html' } })
    assert.match(text, /-d currency=036 /)
  })
})
