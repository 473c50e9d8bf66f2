// A tester's tasks on the portal with the keyboard only: nothing is clicked, and every key press is
// counted. The guide `docs/keyboard.md` describes the steps of some tasks.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { freshPage, launchBrowser, returnPage, skip, watchPage } from '../../kit/browser.ts'
import { answer, Receiver } from '../../kit/callback-receiver.ts'
import { sqlite } from '../../kit/databases.ts'
import { type IssuedCard, newIssuerV1 } from '../../kit/issuer-v1.ts'
import { type Json, type Merchant, merchantOf } from '../../kit/merchant.ts'
import { type Sandbox, startSandbox } from '../../kit/sandbox.ts'
import { TEST_CARDS } from '../../kit/test-cards.ts'

/** Maximum number of clicks from Start for each of a tester's twelve tasks. */
const CLICKS_MAX = 3
const TWELVE = [
  'find out why a payment was declined',
  'refund part of a payment',
  'resend a failed callback',
  'verify a checksum',
  'issue a card and pay with it',
  'make the next payment of a card fail',
  'advance the clock by a month and see what expires',
  'find an order by any of its values',
  'rotate an API key',
  'send a request from the reference and open its result',
  'follow a guide',
  'export the orders',
]

/** A task with more steps than this has lost its way. */
const TABS_MAX = 60

/** For each task: the most key presses, without typed text, and the presses of Enter. */
const LIMITS: Readonly<Record<string, readonly [keys: number, enters: number]>> = {
  'find out why a payment was declined': [21, 1],
  'refund part of a payment': [15, 2],
  'resend a failed callback': [41, 2],
  'verify a checksum': [10, 2],
  'issue a card and pay with it': [33, 3],
  'make the next payment of a card fail': [26, 2],
  'advance the clock by a month and see what expires': [24, 2],
  'find an order by any of its values': [2, 1],
  'rotate an API key': [35, 3],
  'send a request from the reference and open its result': [25, 3],
  'follow a guide': [7, 2],
  'export the orders': [22, 2],
  'capture half of a hold': [16, 2],
  "lower a card's daily limit and see a payment decline": [44, 5],
  'see what will happen tomorrow and make it happen': [22, 2],
}

const shown = (page: Page, text: string | RegExp) =>
  page.locator('main').getByText(text).filter({ visible: true }).first()

/** A keyboard user at a page. Every key press counts, except typed text. */
class Keys {
  count = 0
  /** Presses of Enter, each of which is a click with the mouse. The skip link does not count. */
  enters = 0
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  restart(): void {
    this.count = 0
    this.enters = 0
  }

  async press(key: string): Promise<void> {
    this.count += 1
    if (key === 'Enter') this.enters += 1
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
    this.count += 1
    await this.#page.keyboard.press('Enter')
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

  /** Searches, waits for the suggestions, and opens the first one. */
  async open(text: string, shows: string | RegExp): Promise<void> {
    await this.press('/')
    await this.#page.keyboard.type(text)
    // The list belongs to the text as soon as one of its options is selected.
    await this.#page.locator('dialog.palette [aria-selected=true]').waitFor()
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

describe('With the keyboard alone, a tester', { skip }, () => {
  let sandbox: Sandbox
  let browser: Browser
  let receiver: Receiver
  let merchant: Merchant
  let card: IssuedCard
  let failing: IssuedCard
  let sought: Json
  before(async () => {
    sandbox = await startSandbox(sqlite)
    browser = await launchBrowser()
    receiver = await Receiver.open()
    receiver.usual = answer(500)
    const issuer = await newIssuerV1(sandbox)
    merchant = merchantOf(sandbox, issuer.project)
    card = await issuer.card(50_000)
    failing = await issuer.card(50_000)
    await merchant.paidOrder({ orderNumber: 'told', dynamicCallbackUrl: receiver.url() })
    await receiver.until(1)
    // Four days later, its last attempt has failed.
    await merchant.advanceClock(4 * 86_400_000)
    const refused = await merchant.register({ orderNumber: 'refused' })
    await merchant.pay(refused, { $PAN: TEST_CARDS.declined })
    sought = await merchant.status(
      await merchant.paidOrder({
        orderNumber: 'sought-number',
        amount: 7331,
        clientId: 'client-of-the-test',
      }),
    )
    await merchant.heldOrder({ orderNumber: 'held' })
    await merchant.heldOrder({ orderNumber: 'another-hold' })
  })
  after(async () => {
    await browser.close()
    await receiver.close()
    await sandbox.close()
  })

  const declared: string[] = []

  /**
   * Runs a task from the project's first page, and compares the number of key presses with its
   * limits.
   */
  const task = (title: string, tell: (keys: Keys, page: Page) => Promise<void>): void => {
    declared.push(title)
    void test(`can ${title}`, async () => {
      const page = await freshPage(browser)
      const errors = watchPage(page, [sandbox.url])
      await page.goto(`${sandbox.url}/p/${merchant.project.id}`)
      const keys = new Keys(page)
      await tell(keys, page)
      assert.deepEqual(errors, [])
      const [most = 0, enters = 0] = LIMITS[title] ?? []
      assert.ok(keys.count <= most, `${keys.count} keys instead of ${most}`)
      assert.equal(keys.enters, enters, 'presses of Enter')
      if (TWELVE.includes(title)) assert.ok(keys.enters <= CLICKS_MAX, `${keys.enters} clicks`)
      await returnPage(browser, page)
    })
  }

  task('find out why a payment was declined', async (keys) => {
    await keys.toContent()
    await keys.follow('refused', 'Declined by the issuer')
  })

  task('refund part of a payment', async (keys) => {
    await keys.search('told', 'Amount to refund')
    await keys.toContent()
    await keys.to(/Amount to refund/)
    await keys.type('7.50')
    await keys.enter('Refunded')
  })

  task('resend a failed callback', async (keys, page) => {
    await keys.toContent()
    await keys.to('Failing callbacks')
    await keys.follow('deposited', 'Resend callback')
    receiver.usual = answer(200)
    const before = receiver.received.length
    await keys.toContent()
    await keys.to('Resend callback')
    await keys.press('Enter')
    await receiver.until(before + 1)
    await shown(page, 'delivered').waitFor()
  })

  task('verify a checksum', async (keys) => {
    await keys.open('checksum', 'Callback verifier')
    await keys.toContent()
    await keys.to('Received')
    await keys.type(receiver.received[0]?.path.split('?')[1] ?? '')
    await keys.to('Verify')
    await keys.enter(/The checksum is correct/)
  })

  task('issue a card and pay with it', async (keys) => {
    await keys.follow('Cards', 'Issue card')
    await keys.toContent()
    await keys.to('First name')
    await keys.type('Grace')
    await keys.to('Last name')
    await keys.type('Hopper')
    await keys.to('Phone')
    await keys.type('+35799123456')
    await keys.enter('Pay a new order')
    await keys.to(/Amount of the order/)
    await keys.enter('Paid')
  })

  task('make the next payment of a card fail', async (keys, page) => {
    await keys.search(failing.cardId, 'Make the next payment fail')
    await keys.toContent()
    await keys.to('Result')
    await page.keyboard.type('208')
    await keys.to('Make next payment fail')
    await keys.enter('The next payment with this card will fail')
    await shown(page, /decline with 208 \(.*\), the next payment only/).waitFor()
  })

  task('find an order by any of its values', async (keys, page) => {
    const { authRefNum, cardAuthInfo } = sought
    const { approvalCode } = cardAuthInfo as Json
    const values = [
      'ought-num',
      '73.31',
      'client-of-the-test',
      String(authRefNum),
      String(approvalCode),
    ]
    for (const value of values) {
      await page.goto(`${sandbox.url}/p/${merchant.project.id}`)
      keys.restart()
      await keys.open(value, 'sought-number')
      assert.deepEqual([keys.count, keys.enters], [2, 1], value)
    }
  })

  task('send a request from the reference and open its result', async (keys) => {
    await keys.open('Register an order', 'Send request')
    await keys.toContent()
    await keys.to(/^userName/)
    await keys.enter(/in [\d.,]+ m?s/)
    await keys.to(/^"[0-9a-f-]{36}"$/)
    await keys.enter('Open the payment page')
  })

  task('follow a guide', async (keys) => {
    await keys.open('my callback does not arrive', 'callback inbox')
    await keys.toContent()
    await keys.follow('retention', 'Data retention')
  })

  task('export the orders', async (keys, page) => {
    await keys.follow('Orders', 'Export CSV')
    await keys.toContent()
    await keys.to('Export CSV')
    const downloads = page.waitForEvent('download')
    await keys.press('Enter')
    assert.match((await downloads).suggestedFilename(), /\.csv$/)
  })

  task('rotate an API key', async (keys, page) => {
    await keys.follow('Keys', 'Anyone with these keys can act as the project.')
    await keys.toContent()
    await keys.to('Rotate… the API key')
    await keys.press('Enter')
    await page.locator('[popover]:popover-open').waitFor()
    await keys.to('Rotate API key')
    await keys.enter(/New/)
  })

  test('can do each of the twelve main tasks', () => {
    assert.deepEqual(
      TWELVE.filter((title) => !declared.includes(title)),
      [],
    )
  })

  // More tasks.

  task('capture half of a hold', async (keys) => {
    await keys.search('held', 'Amount to capture')
    await keys.toContent()
    await keys.to(/Amount to capture/)
    await keys.type('10.00')
    await keys.enter('Captured')
  })

  test('gets the focus in a refused field, which keeps the input', async () => {
    const page = await freshPage(browser)
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
    await returnPage(browser, page)
  })

  task("lower a card's daily limit and see a payment decline", async (keys, page) => {
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
    await keys.to(/Amount of the order/)
    await keys.type('20.00')
    await keys.enter('Declined by the issuer')
    await shown(page, /limit/).waitFor()
  })

  task('see what will happen tomorrow and make it happen', async (keys) => {
    await keys.follow('Clock', 'Due next')
    await keys.toContent()
    await keys.to('1 day')
    await keys.enter(/^Done: /)
  })

  task('advance the clock by a month and see what expires', async (keys, page) => {
    await merchant.register({ orderNumber: 'unpaid' })
    await keys.follow('Clock', 'Due next')
    await keys.toContent()
    await keys.to('1 month')
    await keys.enter(/^Done: /)
    await shown(page, 'unpaid').waitFor()
    await shown(page, 'expired').waitFor()
  })
})
