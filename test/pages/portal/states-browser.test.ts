// The pages of the portal, in every state.

import type { Page } from 'playwright-core'
import { cardForm } from '../../kit/checkout.ts'
import { describeStates } from '../../kit/page-states.ts'
import type { Payer } from '../../kit/payer.ts'
import { at, enter, enterButton, type State } from '../../kit/public-states.ts'
import { TEST_CARDS } from '../../kit/test-cards.ts'

/** A page of the portal of the payer's project. */
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

/** An order in two stages that was paid after a decline. */
async function held(payer: Payer): Promise<string> {
  const order = await payer.register({ twoStage: true })
  await payer.checkout.pay(order, cardForm(TEST_CARDS.noFunds))
  await payer.checkout.pay(order, cardForm())
  return `/orders/${order.id}`
}

/** A received callback of an order's payment, with a wrong checksum and an additional parameter. */
async function verifierOfWrong(payer: Payer): Promise<string> {
  const order = await payer.register()
  await payer.checkout.pay(order, cardForm())
  const parameters = { mdOrder: order.id, operation: 'deposited', status: '1', color: 'red' }
  const received = new URLSearchParams({ ...parameters, checksum: 'A'.repeat(64) }).toString()
  return `/callbacks/verifier?${new URLSearchParams({ received }).toString()}`
}

/** Expands every collapsible part of the page, so that its content is checked too. */
const unfold = (page: Page): Promise<void> =>
  page.evaluate(`document.querySelectorAll('main details').forEach((each) => (each.open = true))`)

/** Follows the first link of the page's table. */
async function openFirst(page: Page): Promise<void> {
  await enter(page.locator('main tbody a').first())
  await page.locator('main :is(dl, .stats)').first().waitFor()
}

async function issueCard(page: Page): Promise<void> {
  await page.getByLabel('First name').fill('Ann')
  await page.getByLabel('Last name').fill('Dune')
  await enterButton(page, 'Issue card')
  await page.getByRole('heading', { name: 'Limits' }).waitFor()
}

const STATES: readonly State[] = [
  at('/p'),
  inPortal('the first steps', () => '', unfold),
  inPortal('no order yet', () => '/orders?filter=refunded'),
  inPortal('an order that is held', held, unfold),
  inPortal('recent activity', () => ''),
  inPortal('orders', () => '/orders'),
  inPortal('a mistake in an amount', held, async (page) => {
    await page.getByLabel('Amount to capture').fill('much')
    await enter(page.locator('#capture .press button'))
    await page.getByText('Check this field').waitFor()
  }),
  inPortal('a new test payment', () => '/try', unfold),
  inPortal(
    'a finished test payment',
    async (payer) => (await held(payer)).replace('/orders/', '/try/'),
    unfold,
  ),
  inPortal('the form that issues a card', () => '/cards', unfold),
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
      await enterButton(page, 'Show number and CVC')
      await page.getByText('Hide the number').waitFor()
    },
  ),
  inPortal('the import of cards', () => '/cards/import'),
  inPortal('cardholders', () => '/cardholders'),
  inPortal('a cardholder', () => '/cardholders', openFirst),
  inPortal('the ledger', () => '/ledger'),
  inPortal('an account', () => '/ledger', openFirst),
  inPortal(
    'an entry',
    async (payer) => {
      await payer.checkout.pay(await payer.register(), cardForm())
      return '/ledger/merchant-978'
    },
    async (page) => {
      await enter(page.locator('main tbody a').first())
      await page.waitForURL(/\/entries\//)
    },
  ),
  inPortal('callbacks', () => '/callbacks'),
  inPortal(
    'a callback',
    () => '/callbacks',
    async (page) => {
      await enter(page.locator('main tbody a').first())
      await page.getByRole('heading', { name: 'The checksum' }).waitFor()
      await unfold(page)
    },
  ),
  inPortal('a callback that is verified', verifierOfWrong, unfold),
  inPortal('the form that sends a test callback', () => '/callbacks/test', unfold),
  inPortal('failed callbacks to be resent', () => '/callbacks/resend'),
  inPortal('the callback settings', () => '/callbacks/settings', unfold),
  inPortal('the clock', () => '/clock', unfold),
  inPortal(
    'keys',
    () => '/keys',
    async (page) => {
      await enterButton(page, 'Show all')
      await page.getByText('Hide all').waitFor()
    },
  ),
  inPortal(
    'rotated keys during the overlap',
    () => '/keys',
    async (page) => {
      for (const key of ['callback signing key', 'PIN encryption key']) {
        await enterButton(page, `Rotate… the ${key}`)
        await enterButton(page, `Rotate ${key}`)
        await page.getByText(`New ${key} created`).waitFor()
      }
    },
  ),
  inPortal('settings', () => '/settings', unfold),
  inPortal('a search', () => '/search?q=nothing'),
  // Last, because the rule applies to all later payments.
  inPortal(
    'a rule',
    () => '/rules',
    async (page) => {
      await enterButton(page, 'Add rule')
      await page.getByText('Saved').waitFor()
    },
  ),
  inPortal(
    'rules that were changed in the meantime',
    () => '/rules',
    async (page) => {
      await enterButton(page, 'Add rule')
      await page.getByText('Saved').waitFor()
      // The form of a page that was opened before the rule was added.
      await page.evaluate(`document.querySelector('input[name="seen"]').value = '0.'`)
      await enter(page.getByRole('button', { name: /^Delete/ }).first())
      await page.getByText('The list of rules has changed').waitFor()
    },
  ),
]

describeStates('Every page of the portal', STATES)
