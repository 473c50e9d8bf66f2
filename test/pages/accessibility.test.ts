// Every page and every state of it in a real browser: what axe-core finds in both themes, and that nothing is wider than the window, or
// narrower than it can be read, at every width.

import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { assertFits, skip } from '../kit/browser.ts'
import { cardForm } from '../kit/checkout.ts'
import { DESKTOP, enterCard, pay, Payer, press } from '../kit/payer.ts'
import { TEST_CARDS } from '../kit/test-cards.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core'), 'utf8')
const WIDTHS = [320, 390, 600, 768, 834, 1024, 1280, 1920]

interface AxeViolation {
  readonly id: string
  readonly impact: string | null
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[]
}

/** The themes differ in nothing but their colours: only those are looked at in both. */
const THEMES = { light: undefined, dark: ['color-contrast'] } as const

/**
 * What axe-core finds in a theme, but for what is minor. What is inside of the reference is Swagger UI's, and not ours to mend.
 */
async function findings(page: Page, theme: keyof typeof THEMES): Promise<string[]> {
  await page.emulateMedia({ colorScheme: theme })
  const runOnly = THEMES[theme]
  const options = { resultTypes: ['violations'], ...(runOnly && { runOnly }) }
  const violations = await page.evaluate<readonly AxeViolation[]>(
    `axe.run({ exclude: ['#swagger-ui'] }, ${JSON.stringify(options)}).then(({ violations }) => violations)`,
  )
  return violations
    .filter(({ impact }) => impact !== 'minor')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`),
    )
}

/** Values and cells with less room than their text needs, or than a person reads in: a score of characters, or ten in a cell. */
const unreadable = (page: Page): Promise<string[]> =>
  page.evaluate(`(() => {
    const pen = document.createElement('canvas').getContext('2d')
    const isTooNarrow = (element) => {
      const { whiteSpace, fontWeight, fontSize, fontFamily, paddingLeft, paddingRight } = getComputedStyle(element)
      // What is never broken is as wide as its text, and would be too wide for the window instead.
      if (whiteSpace === 'nowrap') return false
      pen.font = [fontWeight, fontSize, fontFamily].join(' ')
      const text = element.textContent.trim().replaceAll(/\\s+/g, ' ')
      const inner = element.getBoundingClientRect().width - parseFloat(paddingLeft) - parseFloat(paddingRight)
      const least = element.classList.contains('value') ? 160 : 80
      return inner + 2 < Math.min(pen.measureText(text).width, least)
    }
    return [...document.querySelectorAll('.value, main td, main th, dd')]
      .filter((element) => element.checkVisibility() && element.clientWidth > 1 && isTooNarrow(element))
      .map((element) => element.outerHTML.slice(0, 200))
  })()`)

const guides = readdirSync(new URL('../../docs/', import.meta.url)).map((file) =>
  file.replace(/\.md$/, ''),
)

/** A state: how a payer or a tester gets there. */
type State = readonly [name: string, open: (payer: Payer, page: Page) => Promise<unknown>]

const at = (path: string, shows?: string): State => [
  path,
  async ({ checkout }, page) => {
    await page.goto(checkout.sandbox.url + path)
    if (shows !== undefined) await page.locator(shows).first().waitFor()
  },
]

/** Where an order of the demo shop leads back to, paid with a card. */
const inShop = (name: string, pan: string): State => [
  `the shop with an order that is ${name}`,
  async ({ checkout }, page) => {
    const { sandbox } = checkout
    const { url } = sandbox
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const { headers: ordered } = await sandbox.call('POST', '/shop/order', { headers, body: '' })
    const mdOrder = new URL(String(ordered['location']), url).searchParams.get('mdOrder') ?? ''
    const body = new URLSearchParams({ mdOrder, ...cardForm(pan) }).toString()
    await sandbox.call('POST', '/payment/merchants/demo/pay', { headers, body })
    await page.goto(`${url}/shop/return?orderId=${mdOrder}`)
    await page.getByRole('heading', { name: 'How the shop knows' }).waitFor()
  },
]

/** The payment page of an order that something was done to. */
const atPage = (
  name: string,
  prepare: (payer: Payer, page: Page) => ReturnType<Payer['register']>,
  then?: (page: Page) => Promise<void>,
): State => [
  `the payment page ${name}`,
  async (payer, page) => {
    await page.goto(payer.pageAddress(await prepare(payer, page)))
    await then?.(page)
  },
]

/** A page of the portal of the payer's own project. */
const inPortal = (
  name: string,
  pathOf: (payer: Payer) => string | Promise<string>,
  then?: (page: Page) => Promise<void>,
): State => [
  `the portal with ${name}`,
  async (payer, page) => {
    const { sandbox, project } = payer.checkout
    await page.goto(`${sandbox.url}/p/${project.id}${await pathOf(payer)}`)
    await then?.(page)
  },
]

/** An order in two stages that was paid, and was declined before. */
async function held(payer: Payer): Promise<string> {
  const order = await payer.register({ twoStage: true })
  await payer.checkout.pay(order, cardForm(TEST_CARDS.noFunds))
  await payer.checkout.pay(order, cardForm())
  return `/orders/${order.id}`
}

/** Whatever of the page is folded is opened: what it holds is to be read, too. */
const unfold = (page: Page): Promise<void> =>
  page.evaluate(`document.querySelectorAll('main details').forEach((each) => (each.open = true))`)

async function issueCard(page: Page): Promise<void> {
  await page.locator('.issue > summary').click()
  await page.getByLabel('First name').fill('Ann')
  await page.getByLabel('Last name').fill('Dune')
  await press(page, 'Issue')
  await page.getByRole('heading', { name: 'Limits' }).waitFor()
}

const openDrawer = (page: Page): Promise<void> => page.locator('.test-cards summary').click()

const withStoredCard = async (payer: Payer, isBound: boolean) => {
  const bindingId = await payer.checkout.storeCard('seen')
  return payer.register({ clientId: 'seen', ...(isBound && { request: { bindingId } }) })
}

async function challenged(payer: Payer, page: Page): Promise<string> {
  const order = await payer.register()
  await page.goto(payer.pageAddress(order))
  await enterCard(page, { pan: TEST_CARDS.challengeV1 })
  await pay(page)
  await page.getByLabel('One-time code').waitFor()
  return order.id
}

const STATES: readonly State[] = [
  at('/'),
  at('/p'),
  inPortal('no order yet', () => '/orders?filter=refunded'),
  inPortal('an order that is held', held, unfold),
  inPortal('orders', () => '/orders'),
  inPortal('a mistake in an amount', held, async (page) => {
    await page.getByLabel('Amount to capture').fill('much')
    await page.locator('#capture .press button').click()
    await page.getByText('Nothing was changed').waitFor()
  }),
  inPortal('cards to be issued', () => '/cards', unfold),
  inPortal(
    'a card',
    () => '/cards',
    async (page) => {
      await issueCard(page)
      await unfold(page)
    },
  ),
  inPortal(
    'a card that shows its number',
    () => '/cards',
    async (page) => {
      await issueCard(page)
      await press(page, 'Show number and CVC')
      await page.getByText('Hide the number').waitFor()
    },
  ),
  inPortal('callbacks', () => '/callbacks'),
  inPortal(
    'a callback',
    () => '/callbacks',
    async (page) => {
      await page.locator('main tbody a').first().click()
      await page.getByRole('heading', { name: 'The checksum' }).waitFor()
      await unfold(page)
    },
  ),
  inPortal('the settings of callbacks', () => '/callbacks/settings', unfold),
  inPortal('the clock', () => '/clock', unfold),
  inPortal(
    'keys',
    () => '/keys',
    async (page) => {
      await press(page, 'Show all')
      await page.getByText('Hide them').waitFor()
    },
  ),
  inPortal('settings', () => '/settings', unfold),
  inPortal('a search', () => '/search?q=nothing'),
  at('/test-cards'),
  at('/nothing-here'),
  at('/shop'),
  inShop('paid', TEST_CARDS.approved),
  inShop('declined', TEST_CARDS.noFunds),
  at('/guides'),
  ...['readme', ...guides].map((name) => at(`/guides/${name}`)),
  at('/docs', '.opblock'),
  atPage('when it is fresh', (payer) => payer.register({ number: 'A-1' }), openDrawer),
  atPage(
    'with mistakes',
    (payer) => payer.register(),
    async (page) => {
      await pay(page)
      await page.getByText('Enter the CVC').waitFor()
    },
  ),
  atPage('after a decline', async (payer) => {
    const order = await payer.register()
    await payer.checkout.pay(order, cardForm(TEST_CARDS.noFunds))
    return order
  }),
  atPage('with stored cards', (payer) => withStoredCard(payer, false)),
  atPage('of an order that is bound to a stored card', (payer) => withStoredCard(payer, true)),
  atPage('of a paid order', async (payer) => {
    const order = await payer.register()
    await payer.checkout.pay(order, cardForm())
    return order
  }),
  atPage('of an expired order', async (payer) => {
    const order = await payer.register({ sessionTimeoutSecs: 1 })
    await payer.checkout.control('POST', '/clock', { advance: 'PT2S' })
    return order
  }),
  atPage('of an order that was withdrawn', async (payer) => {
    const order = await payer.register()
    const { userName, password } = payer.checkout.project.secrets.interfaceC
    await payer.checkout.post('/payment/rest/decline.do', { userName, password, orderId: order.id })
    return order
  }),
  [
    'the payment page of a payer who cancelled',
    async (payer, page) => {
      await challenged(payer, page)
      await press(page, 'Cancel payment')
      await page.getByText('The payment was cancelled').waitFor()
    },
  ],
  at('/payment/merchants/demo/payment_en.html?mdOrder=none'),
  ['the issuer’s page', challenged],
  [
    'the issuer’s page after a wrong code',
    async (payer, page) => {
      await challenged(payer, page)
      await page.getByLabel('One-time code').fill('000000')
      await press(page, 'Confirm payment')
      await page.getByText('The code is wrong.').waitFor()
    },
  ],
  at('/payment/acs/nothing-to-confirm'),
  at('/payment/acs/method'),
  [
    'the way to the issuer',
    async (payer, page) => {
      await page.route('**/assets/auto-post*', (route) => route.abort())
      const order = await payer.register()
      await page.goto(payer.pageAddress(order))
      await enterCard(page, { pan: TEST_CARDS.challengeV1 })
      await pay(page)
      await page.getByRole('button', { name: 'Continue' }).waitFor()
      await page.unroute('**/assets/auto-post*')
    },
  ],
  // Last: the rule decides what is paid from then on.
  inPortal(
    'a rule',
    () => '/rules',
    async (page) => {
      await press(page, 'Add the rule')
      await page.getByText('Saved').waitFor()
    },
  ),
]

describe('Every page and state', { skip }, () => {
  let payer: Payer
  let page: Page
  before(async () => {
    payer = await Payer.open()
    page = await payer.browser.newPage(DESKTOP)
  })
  after(() => payer.close())

  for (const [name, open] of STATES)
    test(`${name}: axe-core finds nothing above minor, and everything can be read at every width`, async () => {
      await page.setViewportSize(DESKTOP.viewport)
      await open(payer, page)
      await page.evaluate(AXE)
      for (const theme of ['light', 'dark'] as const)
        assert.deepEqual(await findings(page, theme), [], theme)
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 })
        await assertFits(page)
        assert.deepEqual(await unreadable(page), [], `at ${width} px`)
      }
    })
})
