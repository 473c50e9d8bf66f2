// Every page of a project in words: a story fills a project, and each of its pages says and leads to what is kept in `outlines/`. Where a page
// was changed on purpose, `npm run kept` writes them anew.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { TEST_CARDS } from '../../kit/test-cards.ts'
import { bodyOf, projectCall } from '../../kit/control.ts'
import { assertOutline, linesBeside, outlineOf } from '../../kit/outline.ts'
import { onPortal } from '../../kit/portal.ts'
import { namesOfStory, type PortalStory, tellStory } from '../../kit/portal-story.ts'

/** Pages that need nothing to be shown, with the states that an address of theirs brings. */
// prettier-ignore
const PAGES = [
  ['orders', '/orders', { held: '?filter=held' }],
  ['cards', '/cards', { active: '?filter=active' }],
  ['cardholders', '/cardholders', {}],
  ['accounts', '/ledger', {}],
  ['statement', '/ledger/funding-978', {}],
  ['callbacks', '/callbacks', { failed: '?filter=failed', resent: '?resent=3' }],
  ['callback-settings', '/callbacks/settings', { saved: '?did=saved' }],
  ['rules', '/rules', { saved: '?did=saved' }],
  ['clock', '/clock', { moved: '?did=day&ran=0', stopped: '?did=freeze&ran=2', set: '?did=set&ran=2' }],
  ['keys', '/keys', {}],
  ['settings', '/settings', { saved: '?did=saved', reset: '?did=reset' }],
  ['search', '/search', { nothing: '?q=nothing', number: `?q=${TEST_CARDS.frictionless}`, people: '?q=Berg' }],
] as const

/** Forms that say what is wrong: the page, the form, what is typed. */
// prettier-ignore
const REFUSED = [
  ['cards', '/cards', 'issue', { firstName: '', lastName: 'x'.repeat(41), phoneNumber: 'x' }],
  ['rules', '/rules', 'rule', { panSuffix: '12345', amountFrom: 'x', flow: 'x' }],
  ['clock', '/clock', 'clock-set', { to: 'soon' }],
  ['settings', '/settings', 'settings', { merchantName: '', mcc: '0', terminalId: 'x', cardPool: 'x', gatewayCurrencies: 'x' }],
  ['reset', '/settings', 'reset', { confirm: 'x' }],
  ['callback-settings', '/callbacks/settings', 'callback-settings', { callbackUrl: 'x' }],
] as const

onPortal('The pages of a project in words', (at) => {
  let story: PortalStory
  before(async () => {
    story = await tellStory(at.portal)
  })

  const outline = (page: string): string => outlineOf(page, namesOfStory(at.portal, story))
  const outlineAt = async (path: string): Promise<string> =>
    outline(await at.portal.page(at.portal.base + path))
  const keeps = (name: string, told: string): void =>
    assertOutline(new URL(`outlines/${name}.txt`, import.meta.url), told)

  for (const [name, path, states] of PAGES)
    test(`${path} is as it is kept, in each of its states`, async () => {
      const plainly = await outlineAt(path)
      keeps(name, plainly)
      for (const [state, query] of Object.entries(states))
        keeps(`${name}-${state}`, linesBeside(await outlineAt(path + query), plainly))
    })

  for (const [name, path, form, fields] of REFUSED)
    test(`the form ${form} of ${path} says what is wrong as it is kept`, async () => {
      const { portal } = at
      const page = await portal.page(portal.base + path)
      const { status, text } = await portal.submit(page, form, fields)
      assert.equal(status, 422)
      keeps(`${name}-refused`, linesBeside(outline(text), outline(page)))
    })

  test('an order is as it is kept, in every state', async () => {
    for (const [number, id] of story.orders)
      keeps(`order-${number}`, await outlineAt(`/orders/${id}`))
  })

  test('a card is as it is kept, as each interface shows what happened to it', async () => {
    const [first] = story.cards
    const path = `/cards/${first?.id ?? ''}`
    const plainly = await outlineAt(path)
    keeps('card', plainly)
    for (const filter of ['B', 'C'])
      keeps(`card-${filter}`, linesBeside(await outlineAt(`${path}?filter=${filter}`), plainly))
    keeps('account', await outlineAt(`/ledger/${first?.account.accountNumber ?? ''}`))
  })

  for (const [name, list, pattern] of [
    ['callback', '/callbacks', /\/callbacks\/\d+/],
    ['entry', '/ledger/funding-978', /\/ledger\/entries\/\d+/],
    ['cardholder', '/cardholders', /\/cardholders\/\d+/],
  ] as const)
    test(`the first ${name} that ${list} leads to is as it is kept`, async () => {
      const [path = ''] = pattern.exec(await at.portal.page(at.portal.base + list)) ?? []
      keeps(name, await outlineAt(path))
    })

  test('the key that signs is not ended, which is said as it is kept', async () => {
    const { portal } = at
    const path = `${portal.base}/keys`
    const plainly = await outlineAt('/keys')
    const refused = await portal.post(`${path}/callback/end`, { alias: 'callbackKey' })
    keeps('keys-refused', linesBeside(outline(refused.text), plainly))
    const made = await portal.done(await portal.page(path), 'callback-key')
    keeps('keys-made', linesBeside(outline(made), plainly))
  })

  test('the entry of a hold is as it is kept', async () => {
    const { portal } = at
    const call = projectCall(portal.sandbox, portal.merchant.project.secrets.interfaceB.apiKey)
    const path = `/control/v1/entries?orderId=${story.orders.get('held') ?? ''}`
    const { items } = bodyOf<{ items: { id: string }[] }>(await call('GET', path), 200)
    keeps('hold', await outlineAt(`/ledger/entries/${items.at(-1)?.id ?? ''}`))
  })
})
