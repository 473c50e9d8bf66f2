// Tasks of a tester on the portal with the keyboard only: nothing is clicked, and every key press
// is counted. The guide `docs/keyboard.md` lists the maximum for each task.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser, PAGE_TIMEOUT_MS, skip, watchPage } from '../../kit/browser.ts'
import { answer, Receiver } from '../../kit/callback-receiver.ts'
import { sqlite } from '../../kit/databases.ts'
import { type IssuedCard, newIssuerV1 } from '../../kit/issuer-v1.ts'
import { type Merchant, merchantOf } from '../../kit/merchant.ts'
import { type Sandbox, startSandbox } from '../../kit/sandbox.ts'
import { TEST_CARDS } from '../../kit/test-cards.ts'

/** A task with more steps than this has lost its way. */
const TABS_MAX = 60

const GUIDE = readFileSync(new URL('../../../docs/keyboard.md', import.meta.url), 'utf8')

const shown = (page: Page, text: string | RegExp) =>
  page.locator('main').getByText(text).filter({ visible: true }).first()

/** A keyboard user at a page. Every key press counts, except typed text. */
class Keys {
  count = 0
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  async press(key: string): Promise<void> {
    this.count += 1
    await this.#page.keyboard.press(key)
  }

  /** Tabs from the focused element to the one with this name. */
  async to(name: string | RegExp): Promise<void> {
    for (let tabs = 0; tabs < TABS_MAX; tabs += 1) {
      await this.press('Tab')
      const focused = await this.#focused()
      if (typeof name === 'string' ? focused === name : name.test(focused)) return
    }
    assert.fail(`${String(name)} was not reached`)
  }

  /** Moves to an element and presses it, and waits for the result. */
  async follow(name: string | RegExp, shows: string | RegExp): Promise<void> {
    await this.to(name)
    await this.enter(shows)
  }

  async enter(shows: string | RegExp): Promise<void> {
    await this.press('Enter')
    await shown(this.#page, shows).waitFor()
  }

  /** Past the navigation and the top bar. */
  async toContent(): Promise<void> {
    await this.to('Skip to the content')
    await this.press('Enter')
    await this.#page.locator('#content:focus').waitFor({ state: 'attached' })
  }

  /** Replaces the value of a field. */
  async type(text: string): Promise<void> {
    await this.press('Control+a')
    await this.#page.keyboard.type(text)
  }

  async search(text: string, shows: string | RegExp): Promise<void> {
    await this.press('/')
    await this.#page.keyboard.type(text)
    await this.enter(shows)
  }

  #focused(): Promise<string> {
    return this.#page.evaluate<string>(`(() => {
      const { labels, ariaLabel, innerText, id } = document.activeElement
      const described = document.querySelector('label[for="' + id + '"]')
      return (ariaLabel ?? labels?.[0]?.innerText ?? described?.innerText ?? innerText).replace(/\\s+/g, ' ').trim()
    })()`)
  }
}

describe('By the keyboard alone', { skip }, () => {
  let sandbox: Sandbox
  let browser: Browser
  let receiver: Receiver
  let merchant: Merchant
  let card: IssuedCard
  before(async () => {
    sandbox = await startSandbox(sqlite)
    browser = await launchBrowser()
    receiver = await Receiver.open()
    receiver.usual = answer(500)
    const issuer = await newIssuerV1(sandbox)
    merchant = merchantOf(sandbox, issuer.project)
    card = await issuer.card(50_000)
    await merchant.paidOrder({ orderNumber: 'told', dynamicCallbackUrl: receiver.url() })
    await receiver.until(1)
    // Four days later, its last attempt has failed.
    await merchant.advanceClock(4 * 86_400_000)
    const refused = await merchant.register({ orderNumber: 'refused' })
    await merchant.pay(refused, { $PAN: TEST_CARDS.declined })
    await merchant.heldOrder({ orderNumber: 'held' })
    await merchant.heldOrder({ orderNumber: 'another-hold' })
  })
  after(async () => {
    await browser.close()
    await receiver.close()
    await sandbox.close()
  })

  /**
   * Runs a task from the project's first page, and compares the number of key presses with the
   * guide.
   */
  const task = (title: string, tell: (keys: Keys, page: Page) => Promise<void>): void => {
    void test(title, async () => {
      const page = await browser.newPage()
      page.setDefaultTimeout(PAGE_TIMEOUT_MS)
      const errors = watchPage(page, [sandbox.url])
      await page.goto(`${sandbox.url}/p/${merchant.project.id}`)
      const keys = new Keys(page)
      await tell(keys, page)
      assert.deepEqual(errors, [])
      const most = Number(new RegExp(`\\| ${title} \\| (\\d+) \\|`).exec(GUIDE)?.[1])
      assert.ok(keys.count <= most, `${keys.count} keys, and the guide says ${most}`)
      await page.close()
    })
  }

  task('find why a payment was declined', async (keys) => {
    await keys.toContent()
    await keys.follow('refused', 'Declined by the issuer')
    await keys.toContent()
    await keys.follow('5', 'Causes')
  })

  task('resend a failed callback', async (keys, page) => {
    await keys.toContent()
    await keys.follow('Failing callbacks', 'Failing')
    await keys.toContent()
    await keys.follow('deposited', 'Resend callback')
    receiver.usual = answer(200)
    const before = receiver.received.length
    await keys.toContent()
    await keys.to('Resend callback')
    await keys.press('Enter')
    await receiver.until(before + 1)
    await shown(page, 'delivered').waitFor()
  })

  task('capture half of a hold', async (keys) => {
    await keys.search('held', 'Amount to capture')
    await keys.toContent()
    await keys.to(/Amount to capture/)
    await keys.type('10.00')
    await keys.enter('Captured')
  })

  test('a refused field has the focus, and keeps the input', async () => {
    const page = await browser.newPage()
    page.setDefaultTimeout(PAGE_TIMEOUT_MS)
    await page.goto(`${sandbox.url}/p/${merchant.project.id}`)
    const keys = new Keys(page)
    await keys.search('another-hold', 'Amount to capture')
    await keys.toContent()
    await keys.to(/Amount to capture/)
    await keys.type('1000000.00')
    await keys.enter(/hold|most|more/i)
    assert.deepEqual(
      await page.evaluate('[document.activeElement.name, document.activeElement.value]'),
      ['amount', '1000000.00'],
    )
    await page.close()
  })

  task('give a card a lower daily limit and see a payment decline', async (keys, page) => {
    await keys.search(card.cardId, 'Pay a new order')
    await keys.toContent()
    await keys.to('More actions')
    await keys.press('Enter')
    await keys.to('Change a limit…')
    await keys.press('Enter')
    await keys.to('Limit')
    await page.keyboard.type('Spending per day')
    await keys.to('New limit')
    await keys.type('5.00')
    await keys.enter('5.00')
    await keys.toContent()
    await keys.to(/Amount of the order/)
    await keys.type('20.00')
    await keys.enter('Declined by the issuer')
    await shown(page, /limit/).waitFor()
  })

  task('make the next payment of a card fail', async (keys, page) => {
    await keys.search(card.cardId, 'Make the next payment fail')
    await keys.toContent()
    await keys.to('Result')
    await page.keyboard.type('208')
    await keys.to('Make next payment fail')
    await keys.enter('The next payment with this card will fail')
    await shown(page, /decline with 208 \(.*\), the next payment only/).waitFor()
  })

  task('see what will happen tomorrow and make it happen', async (keys) => {
    await keys.follow('Clock', 'Due next')
    await keys.toContent()
    await keys.to('1 day')
    await keys.enter(/^Done: /)
  })
})
