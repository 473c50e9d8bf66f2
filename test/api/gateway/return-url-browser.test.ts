// The payment page redirects a browser to an app: the page's content security policy allows it.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { skip } from '../../kit/browser.ts'
import { enterCard, pay, Payer } from '../../kit/payer.ts'

describe('A payer of an app', { skip }, () => {
  let payer: Payer
  before(async () => {
    payer = await Payer.open()
  })
  after(() => payer.close())

  test('is redirected to the app by the payment page', async () => {
    const order = await payer.register({ request: { returnUrl: 'sdk://done' } })
    const page = await payer.browser.newPage()
    await page.goto(payer.pageAddress(order))
    await enterCard(page)
    // A redirect that the policy blocks never becomes a request.
    const handedOver = page.waitForRequest((request) => request.url().startsWith('sdk:'))
    await pay(page)
    assert.equal((await handedOver).url(), `sdk://done?orderId=${order.id}&lang=en`)
  })
})
