// What the pages of a payment do by themselves in a real browser: checks, countdown, drawer, keyboard, without script, and the ways that
// a merchant leads its payer to the issuer. The database has no part in it: one is enough.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { acsRedirect } from '../../../src/web/http/acs-redirect.ts'
import { redirectMerchant } from '../../../src/web/http/merchant.ts'
import { skip } from '../../kit/browser.ts'
import { DESKTOP, enterCard, pay, Payer, PHONE, press } from '../../kit/payer.ts'
import { cardForm, TEST_CARDS } from '../../kit/checkout.ts'

/** A page whose clock was once moved stays so. */
const WITH_A_CLOCK_OF_ITS_OWN = { ...DESKTOP }

describe('The pages of a payment in a browser', { skip }, () => {
  let payer: Payer
  before(async () => {
    payer = await Payer.open()
  })
  after(() => payer.close())

  test('mistakes are said at the field before anything is sent', () =>
    payer.run(async (page) => {
      await page.goto(payer.pageAddress(await payer.register()))
      await enterCard(page, { pan: '4444555511113334', cvc: '1' })
      await pay(page)
      await page.getByText('Check the card number, a digit seems wrong').first().waitFor()
      await page.getByText('Enter 3 or 4 digits').first().waitFor()
      assert.equal(await page.locator('#pan').getAttribute('aria-invalid'), 'true')
      assert.equal(await page.evaluate('document.activeElement.id'), 'pan')
    }))

  test('another code can be asked for, and the payment cancelled', () =>
    payer.run(async (page) => {
      const order = await payer.register()
      await page.goto(payer.pageAddress(order))
      await enterCard(page, { pan: TEST_CARDS.challengeV1 })
      await pay(page)
      await press(page, 'Send a new code')
      await page.getByText('A new code is on its way.').waitFor()
      await press(page, 'Cancel payment')
      await page.getByText('The bank could not confirm that it is you.').waitFor()
    }))

  test('the merchant’s own way: PaRes is posted to its TermUrl', () =>
    payer.run(async (page) => {
      const order = await payer.register()
      await payer.checkout.pay(order, cardForm(TEST_CARDS.challengeV1))
      const { challenge } = (await payer.checkout.storedOrder(order)).progress
      assert.ok(challenge)
      const redirect = acsRedirect(
        order,
        challenge,
        redirectMerchant(payer.checkout.project, 'Shop', payer.checkout.sandbox.url),
      )
      assert.ok(redirect.version === 1)
      const fields = { PaReq: redirect.paReq, MD: 'md', TermUrl: `${payer.merchantUrl}/term` }
      await page.goto(payer.merchantUrl)
      await page.evaluate(submitForm(redirect.acsUrl, fields))
      await press(page, /Attempted/)
      await page.waitForURL(`${payer.merchantUrl}/term`)
      await page.getByText('POST').waitFor()
    }))

  for (const version of [1, 2] as const)
    test(`acsRedirect.do leads through 3-D Secure ${version} and back`, async () => {
      await payer.checkout.control('PATCH', '/project', { gatewayPrefersVersion2: version === 2 })
      await payer.run(async (page) => {
        const order = await payer.register()
        await payer.checkout.pay(
          order,
          cardForm(version === 1 ? TEST_CARDS.challengeV1 : TEST_CARDS.challengeV2),
        )
        await page.goto(`${payer.checkout.sandbox.url}/payment/acsRedirect.do?orderId=${order.id}`)
        await page.getByLabel('One-time code').fill('123456')
        await page.keyboard.press('Enter')
        await page.waitForURL(payer.returnAddress(order, 'paid'))
      })
      await payer.checkout.control('PATCH', '/project', { gatewayPrefersVersion2: false })
    })

  test('the page notices by itself that its time is up', () =>
    payer.run(async (page) => {
      const order = await payer.register({ sessionTimeoutSecs: 200 })
      await page.clock.install()
      await page.goto(payer.pageAddress(order))
      await page.getByText('Time left to pay').waitFor()
      await payer.checkout.control('POST', '/clock', { advance: 'PT4M' })
      await page.clock.fastForward('04:00')
      await page.getByRole('heading', { name: 'Time is up' }).waitFor()
    }, WITH_A_CLOCK_OF_ITS_OWN))

  test('the drawer fills the form with one click', () =>
    payer.run(async (page) => {
      const order = await payer.register()
      await page.goto(payer.pageAddress(order))
      await page.getByText('Test cards', { exact: true }).click()
      await press(page, 'Use the card ending in 4242')
      assert.equal(await page.getByLabel('Card number').inputValue(), '4242 4242 4242 4242')
      await pay(page)
      await page.waitForURL(payer.returnAddress(order, 'paid'))
    }))

  test('works by keyboard alone: Tab goes through the fields in order, Enter pays and confirms', () =>
    payer.run(async (page) => {
      const order = await payer.register()
      await page.goto(payer.pageAddress(order))
      await page.getByLabel('Card number').focus()
      await page.keyboard.type('5000001111111115')
      await page.keyboard.press('Tab')
      await page.keyboard.type('1234')
      await page.keyboard.press('Tab')
      await page.keyboard.type('123')
      await page.keyboard.press('Tab')
      await page.keyboard.type('Ann Dune')
      await page.keyboard.press('Tab')
      const focused = await page.evaluate('document.activeElement.className')
      assert.match(String(focused), /pay/)
      await page.keyboard.press('Enter')
      await page.getByLabel('One-time code').waitFor()
      assert.equal(await page.evaluate('document.activeElement.id'), 'code')
      await page.keyboard.type('123456')
      await page.keyboard.press('Enter')
      await page.waitForURL(payer.returnAddress(order, 'paid'))
      assert.equal(
        (await payer.checkout.storedOrder(order)).progress.payment?.card.cardholderName,
        'Ann Dune',
      )
    }))

  test('needs no script: mistakes, 3-D Secure by its buttons, and the way back', async () => {
    // Without script nothing is checked before it is sent, and the answer to a mistake has status 422, which the browser notes.
    const context = await payer.browser.newContext({ ...PHONE, javaScriptEnabled: false })
    const page = await context.newPage()
    const order = await payer.register({ clientId: 'scriptless' })
    await page.goto(payer.pageAddress(order))
    await page.getByLabel('Card number').fill(TEST_CARDS.challengeV1)
    await page.getByLabel('Valid until').fill('12/34')
    await pay(page)
    await page.getByText('Check these fields').waitFor()
    assert.equal(await page.getByLabel('Card number').inputValue(), TEST_CARDS.challengeV1)
    await page.getByRole('link', { name: 'Enter the CVC' }).click()
    await page.getByLabel('CVC').fill('123')
    await pay(page)
    await press(page, 'Continue')
    await page.getByLabel('One-time code').fill('123456')
    await press(page, 'Confirm payment')
    await press(page, 'Continue')
    await page.waitForURL(payer.returnAddress(order, 'paid'))
    await context.close()
  })
})

/** Script of a merchant's page that posts a form. */
const submitForm = (action: string, fields: Readonly<Record<string, string>>): string => `
  const form = document.createElement('form')
  form.method = 'post'
  form.action = ${JSON.stringify(action)}
  for (const [name, value] of Object.entries(${JSON.stringify(fields)})) {
    const input = document.createElement('input')
    input.type = 'hidden'
    input.name = name
    input.value = value
    form.append(input)
  }
  document.body.append(form)
  form.submit()`
