// The behaviour of the payment pages in a real browser: validation, countdown, panel, keyboard, no
// JavaScript, and the redirects from a merchant to the issuer. The database makes no difference
// here, so one is enough.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { acsRedirect } from '../../../src/web/redirects/acs-redirect.ts'
import { redirectMerchant } from '../../../src/web/redirects/merchant.ts'
import { assertUncut, skip } from '../../kit/browser.ts'
import { DESKTOP, enterCard, pay, Payer, PHONE, press } from '../../kit/payer.ts'
import { cardForm } from '../../kit/checkout.ts'
import { TEST_CARDS, inGroups } from '../../kit/test-cards.ts'

/** A mocked clock of a page cannot be reset, so these tests use separate pages. */
const MOCKED_CLOCK = { ...DESKTOP }
const OTHER_MOCKED_CLOCK = { ...DESKTOP }

describe('The pages of a payment in a browser', { skip }, () => {
  let payer: Payer
  before(async () => {
    payer = await Payer.open()
  })
  after(() => payer.close())

  test('errors are shown at the field before anything is sent', () =>
    payer.run(async (page) => {
      await page.goto(payer.pageAddress(await payer.register()))
      await enterCard(page, { pan: '4444555511113334', cvc: '1' })
      await pay(page)
      await page.getByText('Check the card number: a digit seems to be wrong').first().waitFor()
      await page.getByText('Enter 3 or 4 digits').first().waitFor()
      assert.equal(await page.locator('#pan').getAttribute('aria-invalid'), 'true')
      assert.equal(await page.evaluate('document.activeElement.id'), 'pan')
    }))

  test('a decline is the page title and gets the focus', () =>
    payer.run(async (page) => {
      const order = await payer.register()
      await page.goto(payer.pageAddress(order))
      await enterCard(page, { pan: '4000056655665556' })
      await pay(page)
      await page.getByText('The payment was declined').waitFor()
      assert.match(await page.title(), /^The payment was declined – Payment to /)
      assert.match(String(await page.evaluate('document.activeElement.className')), /declined/)
      await page.getByRole('link', { name: 'Choose a test card below.' }).click()
      await page.getByRole('button', { name: 'Use the card ending in 4242' }).click()
      assert.equal(await page.getByLabel('Card number').inputValue(), '4242 4242 4242 4242')
    }))

  test('an input error is the page title', () =>
    payer.run(async (page) => {
      await page.goto(payer.pageAddress(await payer.register()))
      await pay(page)
      await page.getByText('Enter the card number').waitFor()
      assert.match(await page.title(), /^Check these fields – Payment to /)
    }))

  for (const [typed, pasted, becomes] of [
    ['1/34', false, '01/34'],
    ['1/2034', false, '01/34'],
    ['12/2034', false, '12/34'],
    ['934', false, '09/34'],
    ['12 / 2034', true, '12/34'],
    ['2034-12', true, '12/34'],
    ['2034-1', true, '01/34'],
    ['1-34', true, '01/34'],
  ] as const)
    test(`${typed}, ${pasted ? 'pasted' : 'typed'}, becomes the expiry ${becomes}`, () =>
      payer.run(async (page) => {
        await page.goto(payer.pageAddress(await payer.register()))
        const expiry = page.getByLabel('Valid until')
        await expiry.focus()
        if (pasted) await page.keyboard.insertText(typed)
        else await page.keyboard.type(typed)
        assert.equal(await expiry.inputValue(), becomes)
      }))

  test('another language keeps the input, and no URL contains the card number', () =>
    payer.run(async (page) => {
      await page.goto(payer.pageAddress(await payer.register({ clientId: 'polyglot' })))
      await enterCard(page)
      await page.getByLabel('Save this card').uncheck()
      await page.getByRole('button', { name: 'Deutsch' }).click()
      await page.getByRole('button', { name: /bezahlen$/ }).waitFor()
      assert.equal(await page.getByLabel('Kartennummer').inputValue(), '4444 5555 1111 3333')
      assert.equal(await page.getByRole('textbox', { name: 'Gültig bis' }).inputValue(), '12/34')
      assert.equal(await page.getByLabel('CVC').inputValue(), '')
      assert.equal(await page.getByLabel('Karte für künftige').isChecked(), false)
      assert.match(page.url(), /payment_de\.html\?mdOrder=[\da-f-]+$/)
    }))

  test('a payment without a response can be sent again after 15 seconds, and takes effect once', () =>
    payer.run(async (page) => {
      const order = await payer.register()
      await page.clock.install()
      await page.goto(payer.pageAddress(order))
      await enterCard(page)
      // The first response goes to another window, so this page never receives one although the
      // order was paid.
      await page.evaluate("document.querySelector('form.payment').target = 'lost'")
      const [lost] = await Promise.all([page.waitForEvent('popup'), pay(page)])
      await lost.waitForURL(payer.returnAddress(order, 'paid'))
      await page.clock.fastForward(14_000)
      await page.getByRole('button', { name: 'Paying…' }).waitFor()
      await page.clock.fastForward(1000)
      await page.getByText('This is taking longer than usual.').waitFor()
      await page.evaluate("document.querySelector('form.payment').target = ''")
      await press(page, 'Try again')
      await page.getByRole('heading', { name: 'Paid' }).waitFor()
      assert.equal((await payer.checkout.storedOrder(order)).depositedAmount, 2000)
      await lost.close()
    }, OTHER_MOCKED_CLOCK))

  for (const { viewport } of [DESKTOP, PHONE])
    test(`text at twice the size is not cut off at ${viewport.width} px`, () =>
      payer.run(async (page) => {
        await payer.checkout.storeCard('large-print')
        const order = await payer.register({ clientId: 'large-print', amount: 123_456_789 })
        await payer.checkout.pay(order, cardForm(TEST_CARDS.noFunds, '521'))
        await page.setViewportSize(viewport)
        await page.goto(payer.pageAddress(order))
        await page.evaluate("document.documentElement.style.fontSize = '200%'")
        await page.getByText('Another card', { exact: true }).click()
        await page.getByText('Test cards', { exact: true }).click()
        await assertUncut(page)
        await page.setViewportSize(DESKTOP.viewport)
      }))

  test("the tester's panel fills in the code with one click", () =>
    payer.run(async (page) => {
      const order = await payer.register()
      await page.goto(payer.pageAddress(order))
      await enterCard(page, { pan: TEST_CARDS.challengeV1 })
      await pay(page)
      await press(page, 'Fill in the code')
      assert.equal(await page.getByLabel('One-time code').inputValue(), '123456')
      await press(page, 'Confirm payment')
      await page.waitForURL(payer.returnAddress(order, 'paid'))
    }))

  test('another code can be requested, and the payment cancelled', () =>
    payer.run(async (page) => {
      const order = await payer.register()
      await page.goto(payer.pageAddress(order))
      await enterCard(page, { pan: TEST_CARDS.challengeV1 })
      await pay(page)
      await press(page, 'Send a new code')
      await page.getByText('A new code has been sent.').waitFor()
      await press(page, 'Cancel payment')
      await page.getByText('The payment was cancelled').waitFor()
    }))

  test("with the merchant's own form, PaRes is posted to its TermUrl", () =>
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
    test(`acsRedirect.do completes 3-D Secure ${version} and returns`, async () => {
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

  test('the page detects that the order has expired', () =>
    payer.run(async (page) => {
      const order = await payer.register({ sessionTimeoutSecs: 200 })
      await page.clock.install()
      await page.goto(payer.pageAddress(order))
      await page.getByText('Time left to pay').waitFor()
      await payer.checkout.control('POST', '/clock', { advance: 'PT4M' })
      await page.clock.fastForward('04:00')
      await page.getByRole('heading', { name: 'Order expired' }).waitFor()
    }, MOCKED_CLOCK))

  test('the panel fills in the form with one click', () =>
    payer.run(async (page) => {
      const order = await payer.register()
      await page.goto(payer.pageAddress(order))
      await page.getByText('Test cards', { exact: true }).click()
      await press(page, 'Use the card ending in 4242')
      assert.equal(
        await page.getByLabel('Card number').inputValue(),
        inGroups(TEST_CARDS.approvedWellKnown),
      )
      await pay(page)
      await page.waitForURL(payer.returnAddress(order, 'paid'))
    }))

  test('the keyboard alone is enough: Tab moves through the fields in order, Enter pays and confirms', () =>
    payer.run(async (page) => {
      const order = await payer.register()
      await page.goto(payer.pageAddress(order))
      await page.getByLabel('Card number').focus()
      await page.keyboard.type(TEST_CARDS.challengeV1)
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

  test('errors, 3-D Secure and the return to the merchant work without JavaScript', async () => {
    // Without script the server validates the form. The response to invalid input is 422, which the
    // browser logs.
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

/** Script of a merchant's page that submits a form. */
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
