// Every page of a project matches its snapshot: its main part and, for each state, the lines that
// the state adds.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { TEST_CARDS } from '../../kit/test-cards.ts'
import { bodyOf, projectCall } from '../../kit/control.ts'
import { linesBeside, outlineOf } from '../../kit/page-outline.ts'
import { assertSnapshot } from '../../kit/snapshot.ts'
import { onPortal } from '../../kit/portal.ts'
import { namesOfStory, type PortalStory, tellStory } from '../../kit/portal-story.ts'

interface PageSnapshot {
  readonly path: string
  /** Query strings, each with the state that it shows. */
  readonly queries?: readonly string[]
  /** Input that a form of the page refuses. */
  readonly refused?: readonly (readonly [form: string, fields: Readonly<Record<string, string>>])[]
}

// prettier-ignore
const PAGES: Readonly<Record<string, PageSnapshot>> = {
  orders:      { path: '/orders', queries: ['filter=held'] },
  cards:       { path: '/cards', queries: ['filter=active'],
                 refused: [['issue', { firstName: '', lastName: 'x'.repeat(101), phoneNumber: 'x' }]] },
  cardholders: { path: '/cardholders' },
  accounts:    { path: '/ledger' },
  statement:   { path: '/ledger/funding-978' },
  callbacks:   { path: '/callbacks', queries: ['filter=failed', 'resent=3'] },
  rules:       { path: '/rules', queries: ['did=saved'],
                 refused: [['rule', { panSuffix: '12345', amountFrom: 'x', flow: 'x' }]] },
  clock:       { path: '/clock', queries: ['did=day', 'did=freeze', 'did=set', 'to=2031-06-01T00:00Z'],
                 refused: [['clock-set', { to: 'soon' }]] },
  keys:        { path: '/keys' },
  settings:    { path: '/settings', queries: ['did=saved', 'did=reset'],
                 refused: [['settings', { merchantName: '', mcc: '0', terminalId: 'x', cardPool: 'x', gatewayCurrencies: 'x' }],
                           ['reset', { confirm: 'x' }]] },
  search:      { path: '/search', queries: ['q=nothing', `q=${TEST_CARDS.frictionless}`, 'q=Berg'] },
  'callback-settings': { path: '/callbacks/settings', queries: ['did=saved'],
                         refused: [['callback-settings', { callbackUrl: 'x' }]] },
}

onPortal('The pages of a project', (at) => {
  let story: PortalStory
  before(async () => {
    story = await tellStory(at.portal)
  })

  const outline = (page: string): string =>
    namesOfStory(at.portal, story).reduce(
      (text, [from, to]) => text.replaceAll(from, to),
      outlineOf(page),
    )
  const outlineAt = async (path: string): Promise<string> =>
    outline(await at.portal.page(at.portal.base + path))
  const assertMatches = (name: string, ...parts: readonly string[]): void =>
    assertSnapshot(new URL(`snapshots/${name}.txt`, import.meta.url), parts.join('\n'))
  for (const list of [
    'orders',
    'cards',
    'cardholders',
    'callbacks',
    'activity',
    'authorisations',
    'ledger',
  ])
    test(`each tab of ${list} counts the rows that it lists`, async () => {
      const path = `${at.portal.base}/${list}`
      const page = await at.portal.page(path)
      const nav = /<nav class="tabs"[^]*?<\/nav>/.exec(page)?.[0] ?? ''
      const tabs = [...nav.matchAll(/href="([^"]*)"[^>]*>[^<]*<span class="count">([^<]*)</g)]
      assert.ok(tabs.length >= 3, nav)
      assert.equal(tabs.length, nav.split('<a ').length - 1)
      for (const [, href = '', count] of tabs) {
        const { status, text } = await at.portal.get(href.replace(path, `${path}.csv`))
        assert.equal(status, 200)
        // The first line is the header.
        assert.equal(text.trimEnd().split('\r\n').length - 1, Number(count), href)
      }
    })

  const state = (title: string, shown: string, page: string): string =>
    `## ${title} adds\n${linesBeside(shown, page)}`

  for (const [name, { path, queries = [], refused = [] }] of Object.entries(PAGES))
    test(`${path} has not changed in any state`, async () => {
      const { portal } = at
      const plain = await outlineAt(path)
      const parts = [plain]
      for (const query of queries)
        parts.push(state(`?${query}`, await outlineAt(`${path}?${query}`), plain))
      for (const [form, fields] of refused) {
        const page = await portal.page(portal.base + path)
        const { status, text } = await portal.submit(page, form, fields)
        assert.equal(status, 422)
        parts.push(state(`a refused form "${form}"`, outline(text), outline(page)))
      }
      assertMatches(name, ...parts)
    })

  test('the page of an order has not changed in any status', async () => {
    const outlines: [number: string, outline: string][] = []
    for (const [number, id] of story.orders)
      outlines.push([number, await outlineAt(`/orders/${id}`)])
    const [[, first = ''] = [], ...others] = outlines
    assertMatches(
      'order',
      first,
      ...others.map(([number, shown]) => state(`the order ${number}`, shown, first)),
    )
  })

  test('the page of a card has not changed, with the history of each interface', async () => {
    const [first] = story.cards
    const path = `/cards/${first?.id ?? ''}`
    const plain = await outlineAt(path)
    const parts = [plain]
    for (const filter of ['B', 'C'])
      parts.push(state(`?filter=${filter}`, await outlineAt(`${path}?filter=${filter}`), plain))
    assertMatches('card', ...parts)
    assertMatches('card-account', await outlineAt(`/ledger/${first?.account.accountNumber ?? ''}`))
  })

  for (const [name, list, pattern] of [
    ['callback', '/callbacks', /\/callbacks\/\d+/],
    ['entry', '/ledger/funding-978', /\/ledger\/entries\/\d+/],
    ['cardholder', '/cardholders', /\/cardholders\/\d+/],
  ] as const)
    test(`the page of the first ${name} of ${list} has not changed`, async () => {
      const [path = ''] = pattern.exec(await at.portal.page(at.portal.base + list)) ?? []
      assertMatches(name, await outlineAt(path))
    })

  test('the messages about a new and a refused callback key have not changed', async () => {
    const { portal } = at
    const path = `${portal.base}/keys`
    const plain = await outlineAt('/keys')
    const refused = await portal.post(`${path}/callback/end`, { alias: 'callbackKey' })
    const created = await portal.done(await portal.page(path), 'rotate-callback')
    assertMatches(
      'callback-keys',
      state('ending the key that signs', outline(refused.text), plain),
      state('a new key', outline(created), plain),
    )
  })

  test('the page of the entry of a hold has not changed', async () => {
    const { portal } = at
    const call = projectCall(portal.sandbox, portal.merchant.project.secrets.interfaceB.apiKey)
    const path = `/control/v1/entries?orderId=${story.orders.get('held') ?? ''}`
    const { items } = bodyOf<{ items: { id: string }[] }>(await call('GET', path), 200)
    assertMatches('hold', await outlineAt(`/ledger/entries/${items.at(-1)?.id ?? ''}`))
  })
})
