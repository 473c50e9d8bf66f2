// The pages of a payment in a real browser, in every language, on a desktop and on a phone: texts
// of any length fit.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { PAGE_LANGUAGES, type PageLanguage } from '../../../src/web/http/requests/page-language.ts'
import { MESSAGES as ISSUER_MESSAGES } from '../../../src/pages/acs/messages.ts'
import { MESSAGES } from '../../../src/pages/checkout/messages.ts'
import { FIELD_OF_ERROR, type FieldError } from '../../../src/pages/checkout/model.ts'
import { assertUncut, skip } from '../../kit/browser.ts'
import { DESKTOP, Payer, PHONE } from '../../kit/payer.ts'
import { cardForm } from '../../kit/checkout.ts'
import { TEST_CARDS } from '../../kit/test-cards.ts'

/**
 * A phone has the least space, so it is tested in every language. On a desktop, the language with
 * the longest texts is enough.
 */
const SEEN: readonly (readonly [PageLanguage, device: string, BrowserContextOptions])[] = [
  ['de', 'a desktop', DESKTOP],
  ...PAGE_LANGUAGES.map((language) => [language, 'a phone', PHONE] as const),
]

describe('Pages in every language', { skip }, () => {
  let payer: Payer
  before(async () => {
    payer = await Payer.open()
  })
  after(() => payer.close())

  for (const [language, device, options] of SEEN)
    test(`${language} on ${device}: no text is cut off, and the payment can be completed`, () =>
      payer.run(async (page) => {
        const { checkout } = payer
        const clientId = `${device} ${language}`
        await checkout.storeCard(clientId)
        const order = await checkout.register({ clientId, amount: 123_456_789 })
        await checkout.pay(order, cardForm(TEST_CARDS.noFundsCvc521, '521'))
        const words = MESSAGES[language]

        await page.goto(checkout.sandbox.url + checkout.pageOf(order, language))
        await page.getByText(words.declined).waitFor()
        await page.getByText(words.anotherCard, { exact: true }).click()
        await page.getByText(words.testCards, { exact: true }).click()
        await assertUncut(page)
        await assertSteady(page, language)
        await page.getByLabel(words.cardNumber).fill(TEST_CARDS.challengeV1)
        await page.getByRole('textbox', { name: words.expiry }).fill('12/34')
        await page.getByLabel(words.cvc).fill('123')
        await page.locator('.pay').click()

        const asked = ISSUER_MESSAGES[language]
        await page.getByRole('heading', { name: asked.title }).waitFor()
        await page.getByRole('button', { name: asked.confirm }).click()
        await page.getByText(asked.notices.codeMissing).waitFor()
        await assertUncut(page)
        await page.getByRole('button', { name: asked.cancel }).click()
        await page.getByText(words.cancelled).waitFor()

        await checkout.pay(order, cardForm(TEST_CARDS.noFundsCvc521, '521'))
        await page.reload()
        await page.getByRole('heading', { name: words.results.declined.title }).waitFor()
        await assertUncut(page)
        await page.goto(`${checkout.sandbox.url}/payment/acs/method?language=${language}`)
        await page.getByRole('heading', { name: asked.method.title }).waitFor()
        await assertUncut(page)
      }, options))
})

/** Every field error fits on the line reserved for it: the form does not move. */
async function assertSteady(page: Page, language: PageLanguage): Promise<void> {
  const { errors } = MESSAGES[language]
  const messages = ERRORS_AT_INPUTS.map((error) => [FIELD_OF_ERROR[error], errors[error]])
  assert.deepEqual(await page.evaluate(`(${MOVING})(${JSON.stringify(messages)})`), [])
}

/** A deleted stored card has no reserved line: its error is shown when the page is loaded again. */
const ERRORS_AT_INPUTS = (Object.keys(FIELD_OF_ERROR) as FieldError[]).filter(
  (error) => error !== 'bindingUnknown',
)

const MOVING = `(messages) => {
  const heightWith = (element, text) => {
    element.textContent = text
    return document.querySelector('form.payment').getBoundingClientRect().height
  }
  return messages.filter(([field, text]) => {
    const element = document.getElementById(field + '-message')
    return heightWith(element, text) !== heightWith(element, element.dataset.hint)
  })
}`
