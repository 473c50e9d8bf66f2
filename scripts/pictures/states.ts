// Portal pages after an action: open menus, filters and dialogs, refused forms, results. Later
// actions change the project for the next ones.

import type { Page } from 'playwright-core'

/** A name, the page within the project, and the action. */
type State = readonly [name: string, path: string, act: (page: Page) => Promise<unknown>]

const press = async (page: Page, selector: string): Promise<void> => {
  await page.locator(selector).first().press('Enter')
}

/** Submits the form of a button, and waits for the next page. */
const submit = (selector: string) => async (page: Page) => {
  await Promise.all([page.waitForEvent('load'), press(page, selector)])
}

const fill = async (page: Page, values: Readonly<Record<string, string>>): Promise<void> => {
  for (const [selector, value] of Object.entries(values)) {
    const field = page.locator(selector).first()
    if ((await field.evaluate('({ tagName }) => tagName')) === 'SELECT')
      await field.selectOption(value)
    else await field.fill(value)
  }
}

export const PORTAL_STATES: readonly State[] = [
  [
    'search suggestions',
    '',
    async (page) => {
      await page.keyboard.press('/')
      await page.getByRole('combobox').fill('S1-08')
      await page.locator('.palette [role=option]').first().waitFor({ state: 'attached' })
    },
  ],
  ['user menu', '', (page) => press(page, '.user-menu > summary')],
  ['project menu', '', (page) => press(page, '.topbar > .menu:not(.user-menu) > summary')],
  ['shortcuts', '', (page) => page.keyboard.press('?')],
  ['phone menu', '', (page) => page.evaluate('document.querySelector(".drawer").open = true')],
  ['order filters', '/orders', (page) => press(page, '.list-filter > summary')],
  ['card filters', '/cards', (page) => press(page, '.list-filter > summary')],
  ['no match', '/orders?client=nobody', () => Promise.resolve()],
  ['order beside the list', '/orders', submit('main a.detail-link')],
  [
    'order as JSON',
    '/orders',
    async (page) => {
      await submit('main th a.name')(page)
      await submit('main a[href*="view=json"]')(page)
    },
  ],
  [
    'card actions',
    '/cards',
    async (page) => {
      await submit('main tbody th a')(page)
      await press(page, 'main .menu > summary')
    },
  ],
  [
    'key rotation',
    '/keys',
    (page) => press(page, 'main td:last-child .button, main td:last-child summary'),
  ],
  ['rule conditions', '/rules', (page) => press(page, '.more-conditions > summary')],
  [
    'rule refused',
    '/rules',
    async (page) => {
      await fill(page, { '[name=amountFrom]': 'much' })
      await submit('#rule .button')(page)
    },
  ],
  [
    'rules',
    '/rules',
    async (page) => {
      const add = submit('#rule .button')
      await add(page)
      await fill(page, { '[name=amountFrom]': '100' })
      await add(page)
    },
  ],
  ['fault', '/faults', submit('.fault-presets button')],
  [
    'snapshot',
    '/snapshots',
    async (page) => {
      await fill(page, { '[name=name]': 'before-refunds' })
      await submit('#take .button')(page)
    },
  ],
  [
    'import refused',
    '/cards/import',
    async (page) => {
      await fill(page, { textarea: 'first_name,last_name\nAnn,\n,Doe\n' })
      await submit('main form .press .button')(page)
    },
  ],
  [
    'import preview',
    '/cardholders/import',
    async (page) => {
      await fill(page, { textarea: 'first_name,last_name,phone_number\nAnn,Lee,+35799000001\n' })
      await submit('main form .press .button')(page)
    },
  ],
  [
    'callback verified',
    '/callbacks/verifier',
    async (page) => {
      await fill(page, {
        textarea: 'mdOrder=1&orderNumber=2&operation=deposited&status=1&checksum=00',
      })
      await submit('main form .press .button')(page)
    },
  ],
  [
    'paid without a page',
    '/try',
    (page) =>
      Promise.all([
        page.waitForEvent('load'),
        page.getByRole('button', { name: 'Pay without the page' }).press('Enter'),
      ]),
  ],
  [
    'authorised',
    '/simulate',
    (page) =>
      Promise.all([
        page.waitForEvent('load'),
        page.getByRole('button', { name: 'Authorise payment' }).press('Enter'),
      ]),
  ],
  ['clock preview', '/clock', submit('#clock-set .button.quiet')],
  [
    'frozen clock',
    '/clock',
    (page) =>
      Promise.all([
        page.waitForEvent('load'),
        page.getByRole('button', { name: 'Freeze the clock' }).press('Enter'),
      ]),
  ],
]
