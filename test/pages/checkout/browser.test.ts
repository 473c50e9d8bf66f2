// Paying in a real browser: the payment page, the issuer's page and the return to the merchant.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ORDER_STATUS } from '../../../src/payments/orders/order-status.ts'
import { assertFits, skip } from '../../kit/browser.ts'
import { enterCard, pay, Payer, PHONE, press } from '../../kit/payer.ts'
import { TEST_CARDS, inGroups } from '../../kit/test-cards.ts'

describe('Paying in a browser', { skip }, () => {
  let payer: Payer
  before(async () => {
    payer = await Payer.open()
  })
  after(() => payer.close())

  for (const [device, options] of [
    ['a desktop', undefined],
    ['a phone', PHONE],
  ] as const)
    test(`${device}: the payer types a card, the order is paid, and the payer returns to the merchant`, () =>
      payer.run(async (page) => {
        const order = await payer.register()
        await page.goto(payer.pageAddress(order))
        await assertFits(page)
        await page.getByLabel('Card number').pressSequentially(TEST_CARDS.approved)
        assert.equal(
          await page.getByLabel('Card number').inputValue(),
          inGroups(TEST_CARDS.approved),
        )
        assert.equal(await page.locator('.pan-brand').textContent(), 'Visa')
        await page.getByLabel('Valid until').pressSequentially('1234')
        assert.equal(await page.getByLabel('Valid until').inputValue(), '12/34')
        await page.getByLabel('CVC').fill('123')
        await pay(page)
        await page.waitForURL(payer.returnAddress(order, 'paid'))
        assert.equal((await payer.checkout.storedOrder(order)).status, ORDER_STATUS.deposited)
        await page.goto(payer.pageAddress(order))
        await page.getByRole('heading', { name: 'Paid' }).waitFor()
        await assertFits(page)
      }, options))

  test('a stored card needs only its CVC', () =>
    payer.run(async (page) => {
      await payer.checkout.storeCard('browser-client')
      const order = await payer.register({ clientId: 'browser-client' })
      await page.goto(payer.pageAddress(order))
      assert.equal(await page.getByLabel('Card number').isVisible(), false)
      await page.getByLabel('CVC').fill('123')
      await pay(page)
      await page.waitForURL(payer.returnAddress(order, 'paid'))
      assert.equal((await payer.checkout.storedOrder(order)).progress.payment?.way, 'CARD_BINDING')
    }))

  test('another card can be used and stored', () =>
    payer.run(async (page) => {
      await payer.checkout.storeCard('keeping-client')
      const order = await payer.register({ clientId: 'keeping-client' })
      await page.goto(payer.pageAddress(order))
      await page.getByText('Another card').click()
      await enterCard(page, { pan: TEST_CARDS.approvedWellKnown })
      await page.getByLabel('Save this card').check()
      await pay(page)
      await page.waitForURL(payer.returnAddress(order, 'paid'))
      await page.goto(payer.pageAddress(await payer.register({ clientId: 'keeping-client' })))
      await page.getByText('•••• 4242').waitFor()
    }))

  test('a decline shows the remaining attempts, and another card is approved', () =>
    payer.run(async (page) => {
      const order = await payer.register()
      await page.goto(payer.pageAddress(order))
      await enterCard(page, { pan: TEST_CARDS.noFundsCvc521, cvc: '521' })
      await pay(page)
      await page.getByRole('alert').getByText('The card has insufficient funds.').waitFor()
      await page.getByText('2 tries left').waitFor()
      assert.equal(await page.getByLabel('Card number').inputValue(), '')
      await enterCard(page)
      await pay(page)
      await page.waitForURL(payer.returnAddress(order, 'paid'))
    }))

  test("the third decline ends the order and redirects to the merchant's failUrl", () =>
    payer.run(async (page) => {
      const order = await payer.register()
      await page.goto(payer.pageAddress(order))
      for (const left of ['2 tries left', '1 try left']) {
        await enterCard(page, { pan: TEST_CARDS.noFundsCvc521, cvc: '521' })
        await pay(page)
        await page.getByText(left).waitFor()
      }
      await enterCard(page, { pan: TEST_CARDS.noFundsCvc521, cvc: '521' })
      await pay(page)
      await page.waitForURL(payer.returnAddress(order, 'failed'))
      await page.goto(payer.pageAddress(order))
      await page.getByRole('heading', { name: 'Payment declined' }).waitFor()
    }))

  for (const version of [1, 2] as const)
    test(`3-D Secure ${version} asks for the code, then redirects to the merchant`, async () => {
      await payer.checkout.control('PATCH', '/project', { gatewayPrefersVersion2: version === 2 })
      await payer.run(async (page) => {
        const order = await payer.register()
        await page.goto(payer.pageAddress(order))
        await enterCard(page, {
          pan: version === 1 ? TEST_CARDS.challengeV1 : TEST_CARDS.challengeV2,
        })
        await pay(page)
        await page.getByRole('heading', { name: 'Confirm your payment' }).waitFor()
        await assertFits(page)
        await page.getByLabel('One-time code').fill('123456')
        await press(page, 'Confirm payment')
        await page.waitForURL(payer.returnAddress(order, 'paid'))
        const { payment } = (await payer.checkout.storedOrder(order)).progress
        assert.equal(payment?.threeDsType, `THREE_DS${version}_FULL`)
      })
      await payer.checkout.control('PATCH', '/project', { gatewayPrefersVersion2: false })
    })

  test('three wrong codes fail the attempt, and the page shows the remaining attempts', () =>
    payer.run(async (page) => {
      const order = await payer.register()
      await page.goto(payer.pageAddress(order))
      await enterCard(page, { pan: TEST_CARDS.challengeV1 })
      await pay(page)
      for (const left of ['2 tries left', '1 try left']) {
        await page.getByLabel('One-time code').fill('000000')
        await press(page, 'Confirm payment')
        await page.getByText(left).waitFor()
        assert.equal(await page.getByLabel('One-time code').inputValue(), '')
      }
      await page.getByLabel('One-time code').fill('000000')
      await press(page, 'Confirm payment')
      await page.getByRole('alert').getByText('The bank could not confirm your identity.').waitFor()
      await page.getByText('2 tries left').waitFor()
      assert.equal((await payer.checkout.storedOrder(order)).actionCode, -2006)
    }))

  test('an order that expires while its page is open is not paid', () =>
    payer.run(async (page) => {
      const order = await payer.register({ sessionTimeoutSecs: 1000 })
      await page.goto(payer.pageAddress(order))
      await enterCard(page)
      await payer.checkout.control('POST', '/clock', { advance: 'PT17M' })
      await pay(page)
      await page.getByRole('heading', { name: 'Order expired' }).waitFor()
      await page.getByRole('link', { name: 'Back to the shop' }).click()
      await page.waitForURL(payer.returnAddress(order, 'failed'))
    }))
})
