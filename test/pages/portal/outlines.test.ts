// Every page of a project in words: a story fills a project, and each of its pages says and leads to what is kept in `outlines/`. Where a page
// was changed on purpose, SANDCARD_TEST_OUTLINES=write writes them anew.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import {
  bodyOf,
  type IssuedCard,
  issueCard,
  projectCall,
  topUp,
  transfer,
} from '../../kit/control.ts'
import type { Form } from '../../kit/merchant.ts'
import { assertOutline, linesBeside, type Names, outlineOf } from '../../kit/outline.ts'
import { onPortal, type Portal } from '../../kit/portal.ts'
import { TEST_CARDS } from '../../kit/test-cards.ts'

/** Outcome rules with every condition, for payments that this story does not make. */
// prettier-ignore
const RULES = [
  { id: 'begins',   match: { panPrefix: '999' }, outcome: { actionCode: 116 } },
  { id: 'between',  match: { panSuffix: '0000', amountFrom: 90_000_001, amountTo: 90_000_002 }, outcome: { actionCode: 0, flow: 'challenge' } },
  { id: 'money',    match: { panSuffix: '0001', currency: '392', amountFrom: 90_000_001 }, outcome: { actionCode: 0, funds: 500 } },
  { id: 'currency', match: { panSuffix: '0002', currency: '840' }, outcome: { actionCode: 101 } },
  { id: 'at-most',  match: { panSuffix: '0003', currency: '840', amountTo: 7 }, outcome: { actionCode: 101 } },
  { id: 'whose',    match: { orderNumber: 'no-such-order', clientId: 'nobody' }, outcome: { actionCode: 0 } },
]

interface Story {
  /** By what they are; each is the order's number, too. */
  readonly orders: ReadonlyMap<string, string>
  readonly cards: readonly (IssuedCard & { readonly cvc: string })[]
}

async function told({ sandbox, merchant }: Portal): Promise<Story> {
  const { apiKey } = merchant.project.secrets.interfaceB
  const call = projectCall(sandbox, apiKey)
  const cards = [await issueCard(call), await issueCard(call)] as (IssuedCard & { cvc: string })[]
  const [first, second] = cards
  assert.ok(first !== undefined && second !== undefined)
  await topUp(call, first, 500_000)
  bodyOf(await transfer(call, first, second, 1234), 201)
  const orders = new Map<string, string>()
  const made = async (number: string, form: Form = {}): Promise<string> => {
    // No two are made at the same time, so that their order is always the same.
    await merchant.advanceClock(60_000)
    const orderId = await merchant.registerPreAuth({ orderNumber: number, ...form })
    orders.set(number, orderId)
    return orderId
  }
  await made('unpaid', { description: 'Two & a half "shoes"' })
  await merchant.pay(await made('held', { clientId: 'client-1' }))
  const captured = await made('captured', { amount: 12_345, currency: 840 })
  await merchant.pay(captured)
  await merchant.callOk('deposit', { orderId: captured, amount: 12_000 })
  await merchant.callOk('refund', { orderId: captured, amount: 500 })
  await merchant.pay(await made('declined'), { $PAN: TEST_CARDS.noFunds })
  await merchant.callOk('decline', { orderId: await made('withdrawn') })
  await merchant.pay(await made('asked'), { $PAN: TEST_CARDS.challengeV2 })
  const [YYYY = '', MM = ''] = first.expiryDate.split('-')
  await merchant.pay(await made('by-card', { amount: 700 }), {
    ...{ $PAN: first.number, $CVC: first.cvc, YYYY, MM },
  })
  await merchant.changeSettings({ outcomeRules: RULES })
  return { orders, cards }
}

/** What each run makes anew, by the name that the outlines have for it. */
function namesOf({ sandbox, merchant, base }: Portal, { orders, cards }: Story): Names {
  const { id, name, secrets } = merchant.project
  const { interfaceA, interfaceB, interfaceC } = secrets
  return [
    [base, '/p/PROJECT'],
    [sandbox.url, 'ORIGIN'],
    [id, 'PROJECT'],
    [interfaceA.login, 'LOGIN-A'],
    [interfaceA.password, 'PASSWORD-A'],
    [interfaceB.apiKey, 'KEY-B'],
    [interfaceC.userName, 'LOGIN-C'],
    [interfaceC.password, 'PASSWORD-C'],
    [new RegExp(`\\b${name}\\b`, 'g'), 'NAME'],
    [/It is \S+ days ahead/g, 'It is DAYS ahead'],
    [/\bkey-\w+/g, 'NEW-KEY'],
    [/\b[\dA-F]{64}\b/g, 'CHECKSUM'],
    [/-----BEGIN[^-]*-----[^-]*-----END[^-]*-----/g, 'PUBLIC-KEY'],
    ...[...orders].map(([number, orderId]) => [orderId, `ORDER-${number}`] as const),
    ...cards.flatMap(({ id: cardId, number, account }, index) => [
      [cardId, `CARD-${index}`] as const,
      [account.accountNumber, `ACCOUNT-${index}`] as const,
      [new RegExp(`\\b${number.slice(0, 4)} ?${number.slice(4, 6)}`, 'g'), 'BIN'] as const,
      [new RegExp(`\\b${number.slice(-4)}\\b`, 'g'), `LAST-${index}`] as const,
    ]),
  ]
}

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
  ['search', '/search', { nothing: '?q=nothing', number: '?q=4111111111111111', people: '?q=Berg' }],
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
  let story: Story
  before(async () => {
    story = await told(at.portal)
  })

  const outline = (page: string): string => outlineOf(page, namesOf(at.portal, story))
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
