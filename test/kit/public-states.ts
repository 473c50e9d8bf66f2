// Every page outside the portal in every state, and how to reach it.

import type { Locator, Page } from 'playwright-core'
import { guideList } from '../../src/pages/portal/guides/guides-screen.ts'
import { cardForm } from './checkout.ts'
import { enterCard, type Payer } from './payer.ts'
import { TEST_CARDS } from './test-cards.ts'

/** A state, and how a payer or a tester reaches it. */
export type State = readonly [name: string, open: (payer: Payer, page: Page) => Promise<unknown>]

/** With the keyboard, because the pages are not painted: see `launchBrowser`. */
export const enter = (element: Locator): Promise<void> => element.press('Enter')

export const enterButton = (page: Page, name: string | RegExp): Promise<void> =>
  enter(page.getByRole('button', { name }))

export const at = (path: string, shows?: string): State => [
  path,
  async ({ checkout }, page) => {
    await page.goto(checkout.sandbox.url + path)
    if (shows !== undefined) await page.locator(shows).first().waitFor()
  },
]

/** The return URL of a demo shop order that was paid with a card. */
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

/** The page of an operation after sending a request, with all collapsible parts open. */
const sentOperation = (operation: string): State => [
  `the reference with ${operation} sent`,
  async ({ checkout }, page) => {
    await page.goto(`${checkout.sandbox.url}/docs/${operation}`)
    await enter(page.getByRole('button', { name: 'Send' }))
    await page.getByRole('heading', { name: 'Response', exact: true }).waitFor()
    await page.evaluate(
      `document.querySelectorAll('main details:not([name])').forEach((each) => (each.open = true))`,
    )
  },
]

/** The payment page of an order after an action on the order. */
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

const openDrawer = (page: Page): Promise<void> => enter(page.locator('.test-cards summary'))

const withStoredCard = async (payer: Payer, isBound: boolean) => {
  const bindingId = await payer.checkout.storeCard('seen')
  return payer.register({ clientId: 'seen', ...(isBound && { request: { bindingId } }) })
}

async function challenged(payer: Payer, page: Page): Promise<string> {
  const order = await payer.register()
  await page.goto(payer.pageAddress(order))
  await enterCard(page, { pan: TEST_CARDS.challengeV1 })
  await enterButton(page, /^Pay 20\.00/)
  await page.getByLabel('One-time code').waitFor()
  return order.id
}

export const PUBLIC_STATES: readonly State[] = [
  at('/'),
  at('/test-cards'),
  at('/action-codes'),
  at('/nothing-here'),
  at('/shop'),
  inShop('paid', TEST_CARDS.approved),
  inShop('declined', TEST_CARDS.noFunds),
  at('/guides'),
  ...guideList().map(({ name }) => at(`/guides/${name}`)),
  at('/docs'),
  at('/docs?q=hold'),
  at('/docs/b'),
  sentOperation('b/createCardholder'),
  sentOperation('c/register'),
  atPage('of a new order', (payer) => payer.register({ number: 'A-1' }), openDrawer),
  atPage(
    'with input errors',
    (payer) => payer.register(),
    async (page) => {
      await enterButton(page, /^Pay 20\.00/)
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
  atPage('of an order that the merchant declined', async (payer) => {
    const order = await payer.register()
    const { userName, password } = payer.checkout.project.secrets.interfaceC
    await payer.checkout.post('/payment/rest/decline.do', { userName, password, orderId: order.id })
    return order
  }),
  [
    'the payment page of a payer who cancelled',
    async (payer, page) => {
      await challenged(payer, page)
      await enterButton(page, 'Cancel payment')
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
      await enterButton(page, 'Confirm payment')
      await page.getByText('The code is incorrect.').waitFor()
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
      await enterButton(page, /^Pay 20\.00/)
      await page.getByRole('button', { name: 'Continue' }).waitFor()
      await page.unroute('**/assets/auto-post*')
    },
  ],
]
