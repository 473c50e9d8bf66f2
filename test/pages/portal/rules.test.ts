// The rules of the portal: created, moved and removed with forms, each time on the current list.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Answer } from '../../kit/http.ts'
import { onPortal, type Portal, sectionOf, wordsOf } from '../../kit/portal.ts'
import { type ConditionSchema } from '../../../src/payments/methods/rule-condition.ts'
import { CONDITION_ROWS } from '../../../src/payments/methods/rule-conditions.ts'
import { fc } from '../../kit/property.ts'
import { issueCard, projectCall } from '../../kit/control.ts'
import { endsLikeTestCard, TEST_CARDS } from '../../kit/test-cards.ts'

/** Clicks a button next to a rule of a page. */
function change(
  portal: Portal,
  page: string,
  rule: string,
  act: 'up' | 'down' | 'on' | 'off' | 'delete',
): Promise<Answer> {
  const form = page
    .split('<form')
    .find((each) => each.includes('/rules/change') && each.includes(`name="rule" value="${rule}"`))
  const held = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(form ?? '')?.[1]
  const [seen, place] = [held('seen'), held('place')]
  assert.ok(seen !== undefined && place !== undefined, `the page has no rule ${rule}`)
  return portal.post(`${portal.base}/rules/change`, { rule, change: act, seen, place })
}

/** The ids of the rules on a page, in order. */
const idsOf = (page: string): readonly string[] => [
  ...new Set([...page.matchAll(/name="rule" value="([^"]*)"/g)].map(([, id = '']) => id)),
]

/** Removes every rule of the page, one after the other. */
async function clear(portal: Portal): Promise<void> {
  for (;;) {
    const page = await portal.page(`${portal.base}/rules`)
    const [rule] = idsOf(page)
    if (rule === undefined) return
    assert.equal((await change(portal, page, rule, 'delete')).status, 303)
  }
}

const callOf = ({ sandbox, merchant }: Portal) =>
  projectCall(sandbox, merchant.project.secrets.interfaceB.apiKey)

/** A random value that the schema of a condition accepts. */
function validText(schema: ConditionSchema): string {
  if (schema.type === 'integer') return '10'
  if (schema.enum !== undefined) return schema.enum[0] ?? ''
  const pattern = new RegExp(schema.pattern ?? '^[a-z]{5}$', 'u')
  return fc.sample(fc.stringMatching(pattern), 1).join('')
}

const decimal = (minor: number): string => (minor / 100).toFixed(2)

onPortal('The rules of the portal', (at) => {
  test('are shown as sentences, created with a form, and apply to the next payment', async () => {
    const { portal } = at
    const { merchant, base } = portal
    const page = await portal.page(`${base}/rules`)
    assert.match(wordsOf(page), /No rules yet/)
    const added = await portal.done(page, 'rule', {
      panSuffix: '3333',
      amountFrom: '10',
      actionCode: '116',
      times: '',
    })
    assert.match(
      wordsOf(added),
      /When the card ends in 3333 and the amount is at least 10\.00, decline with 116 \(Insufficient funds\)\./,
    )
    const second = await portal.done(added, 'rule', { result: 'approve', times: '' })
    assert.match(
      wordsOf(second),
      /When any card not issued here pays, approve\. .* When the card ends in 3333/,
    )
    const id = await merchant.register()
    assert.equal((await change(portal, second, idsOf(second)[1] ?? '', 'up')).status, 303)
    assert.match(
      wordsOf(await portal.page(`${base}/rules`)),
      /When the card ends in 3333 .* When any card not issued here pays, approve\./,
    )
    await merchant.pay(id, { $PAN: TEST_CARDS.approved })
    assert.equal((await merchant.status(id))['actionCode'], 116)
    await clear(portal)
    assert.match(wordsOf(await portal.page(`${base}/rules`)), /No rules yet/)
  })

  test('can apply to the next payment only, and then disappear from the page', async () => {
    const { portal } = at
    const { merchant, base } = portal
    const page = await portal.page(`${base}/rules`)
    const added = await portal.done(page, 'rule', { times: '1', actionCode: '116' })
    assert.match(
      wordsOf(added),
      /When any card not issued here pays, decline with 116 \(Insufficient funds\), the next payment only\. No payment matched yet\. Does not apply to cards issued here\./,
    )
    const [first, second] = [await merchant.register(), await merchant.register()]
    for (const id of [first, second]) await merchant.pay(id, { $PAN: TEST_CARDS.approved })
    assert.equal((await merchant.status(first))['actionCode'], 116)
    assert.equal((await merchant.status(second))['actionCode'], 0)
    assert.match(wordsOf(await portal.page(`${base}/rules`)), /No rules yet/)
  })

  test('are previewed on recent payments before they apply to one', async () => {
    const { portal } = at
    const { merchant, base } = portal
    const small = await merchant.register({ orderNumber: 'small', amount: 999 })
    const large = await merchant.register({ orderNumber: 'large', amount: 5000 })
    for (const id of [small, large]) await merchant.pay(id, { $PAN: TEST_CARDS.approved })
    const tried = (page: string) => wordsOf(sectionOf(page, 'Preview on recent payments'))
    const before = await portal.page(`${base}/rules`)
    assert.match(tried(before), /small .* no rule: test card paid/)
    const after = await portal.done(before, 'rule', { amountFrom: '10', times: '' })
    assert.match(tried(after), /would have changed 2 of the last 5 payments/)
    assert.match(tried(after), /large .*3333 50\.00 EUR rule 1: Insufficient funds paid/)
    assert.match(tried(after), /small .*3333 9\.99 EUR no rule: test card paid/)
    const approving = await portal.done(after, 'rule', { result: 'approve', times: '' })
    assert.match(tried(approving), /large .*3333 50\.00 EUR rule 1: approved paid/)
    await clear(portal)
  })

  test('state all of their conditions in one sentence', async () => {
    const { portal } = at
    const { base } = portal
    const entered = {
      panPrefix: '4111',
      panSuffix: '3333',
      amountFrom: '10',
      amountTo: '20.50',
      currency: '978',
      orderNumber: 'A-1',
      clientId: 'ann',
    }
    await portal.done(await portal.page(`${base}/rules`), 'rule', entered)
    assert.match(
      wordsOf(await portal.page(`${base}/rules`)),
      /When the card starts with 4111 and the card ends in 3333 and the amount is at least 10\.00 EUR and the amount is at most 20\.50 EUR and the currency is EUR and the order number is A-1 and the client ID is ann, decline/,
    )
    await clear(portal)
  })

  test('have a field and a sentence for every condition of the control API', async () => {
    const { portal } = at
    const { base } = portal
    const card = await issueCard(callOf(portal))
    const exact: Readonly<Record<string, string>> = {
      cardId: card.id,
      currency: '978',
      operation: 'createTransfer',
      from: '2031-05-10T00:00Z',
      until: '2031-06-10T00:00:00+02:00',
    }
    for (const { name, schema, sentence, field } of CONDITION_ROWS) {
      const value = exact[name] ?? validText(schema)
      const page = await portal.done(await portal.page(`${base}/rules`), 'rule', { [name]: value })
      const scale = field.entry === 'number' ? 1 : 100
      const expected = sentence(schema.type === 'integer' ? Number(value) * scale : value, decimal)
      assert.ok(wordsOf(page).includes(`When ${expected}, decline`), name)
      await clear(portal)
    }
  })

  test('count the payments to which they apply, and can be turned off and moved', async () => {
    const { portal } = at
    const { merchant, base } = portal
    const page = () => portal.page(`${base}/rules`)
    await portal.done(await page(), 'rule', { panSuffix: '3333', times: '' })
    await portal.done(await page(), 'rule', { panSuffix: '0001', times: '' })
    const pay = async () => {
      const order = await merchant.register()
      await merchant.pay(order, { $PAN: TEST_CARDS.approved })
      return (await merchant.status(order))['actionCode']
    }
    assert.equal(await pay(), 116)
    assert.equal(await pay(), 116)
    assert.match(
      wordsOf(await page()),
      /0001, decline .* No payment matched yet\. .* 3333, decline .* Matched 2 payments\./,
    )
    const steps = [
      ['off', 0, /Matched 2 payments\. off Turn on/],
      ['on', 116, /Matched 3 payments\. Turn off/],
      ['up', 116, /3333, decline .* Matched 4 payments\. Turn off Move down Delete .* 0001/],
      [
        'down',
        116,
        /0001, decline .* 3333, decline .* Matched 5 payments\. Turn off Move up Delete/,
      ],
    ] as const
    const first = idsOf(await page()).at(-1) ?? ''
    for (const [act, actionCode, shows] of steps) {
      assert.equal((await change(portal, await page(), first, act)).status, 303, act)
      assert.equal(await pay(), actionCode, act)
      assert.match(wordsOf(await page()), shows, act)
    }
    await clear(portal)
  })

  test('can name a test card', async () => {
    const { portal } = at
    const { base } = portal
    const pan = TEST_CARDS.approved
    const card = `${pan.slice(0, 6)}-${pan.slice(-4)}`
    const page = await portal.done(await portal.page(`${base}/rules`), 'rule', { card })
    assert.match(
      wordsOf(page),
      new RegExp(`When the card starts with ${pan.slice(0, 6)} and the card ends in 3333, decline`),
    )
    await clear(portal)
  })

  test("are refused if they are meant for a card issued in this project, with a link to the card's form", async () => {
    const { portal } = at
    const { base } = portal
    let card = await issueCard(callOf(portal))
    // Numbers are random, and one in a few hundred ends like a test card.
    while (endsLikeTestCard(card.number)) card = await issueCard(callOf(portal))
    const { id, number } = card
    const panSuffix = number.slice(-4)
    const page = await portal.page(`${base}/rules`)
    const { status, text } = await portal.submit(page, 'rule', { panSuffix })
    assert.equal(status, 422)
    assert.match(
      wordsOf(text),
      new RegExp(
        `The rule was not added\\. ${panSuffix} is issued in this project\\. .* Make its next payment fail →`,
      ),
    )
    assert.ok(text.includes(`href="${base}/cards/${id}#fail"`))
    assert.ok(text.includes(`value="${panSuffix}"`), 'the typed text is kept')
    assert.match(await portal.page(`${base}/cards/${id}`), /<form[^>]* id="fail"/)
    assert.match(wordsOf(await portal.page(`${base}/rules`)), /No rules yet/)
  })

  test('are refused with the reason if they can never match, or show a warning if others shadow them', async () => {
    const { portal } = at
    const { base } = portal
    const { id } = await issueCard(callOf(portal))
    const page = await portal.page(`${base}/rules`)
    for (const [fields, reason] of [
      [{ currency: '000' }, 'ISO 4217 has no currency 000'],
      [{ cardId: '7' }, 'the project has no card 7'],
      [{ cardId: id, panPrefix: '5' }, `card ${id} has other digits`],
    ] as const) {
      const { status, text } = await portal.submit(page, 'rule', fields)
      assert.equal(status, 422)
      assert.ok(wordsOf(text).includes(`The rule can never match: ${reason}.`), wordsOf(text))
    }
    await portal.done(page, 'rule', { panSuffix: '3333', times: '' })
    const shadowed = await portal.done(page, 'rule', { times: '' })
    assert.match(
      wordsOf(shadowed),
      /3333, decline .* The rule can never match: rule 1 applies to all its payments\./,
    )
    await clear(portal)
  })

  test('report errors at the field', async () => {
    const { portal } = at
    const page = await portal.page(`${portal.base}/rules`)
    for (const [fields, said] of [
      [{ panSuffix: '12a' }, 'Card ends in : Enter up to four digits'],
      [{ amountFrom: 'much' }, 'Pays at least : Enter an amount'],
      [{ panPrefix: '4111111' }, 'Card starts with : Enter up to six digits'],
      [{ currency: 'EUR' }, 'Currency : Enter three digits'],
      [{ cardId: 'x' }, 'Id of an issued card : Enter a card id'],
      [
        { amountFrom: '10', amountTo: '9' },
        'Amount at most : Enter an amount that is not below the minimum',
      ],
      [{ actionCode: '31337' }, 'Action code : Select a code from the list'],
      [{ actionCode: 'x' }, 'Action code : Select a code from the list'],
      [{ result: 'x' }, 'Result : Select decline or approve'],
      [{ card: '4111' }, 'Card : Select a card'],
      [{ times: '0' }, 'Number of payments : Enter a number from 1 to 1,000'],
      [{ times: 'once' }, 'Number of payments : Enter a number from 1 to 1,000'],
      [{ flow: 'x' }, '3-D Secure : Select an option'],
    ] as const) {
      const { status, text } = await portal.submit(page, 'rule', fields)
      assert.equal(status, 422)
      assert.match(wordsOf(text), new RegExp(said))
    }
  })

  test('are unchanged by a stale page, which then shows their current state', async () => {
    const { portal } = at
    const { merchant, base } = portal
    await portal.done(await portal.page(`${base}/rules`), 'rule', { panSuffix: '0001', times: '' })
    const once = { panSuffix: '3333', times: '1', actionCode: '208' }
    const page = await portal.done(await portal.page(`${base}/rules`), 'rule', once)
    await merchant.pay(await merchant.register(), { $PAN: TEST_CARDS.approved })
    const [newest = '', oldest = ''] = idsOf(page)
    for (const [rule, act, undone] of [
      [oldest, 'delete', '“Delete” was not performed'],
      [oldest, 'up', '“Move up” was not performed'],
      [newest, 'down', '“Move down” was not performed'],
      [newest, 'off', '“Turn off” was not performed'],
      [newest, 'delete', '“Delete” was not performed'],
    ] as const) {
      const { status, text } = await change(portal, page, rule, act)
      assert.equal(status, 409)
      assert.match(
        wordsOf(text),
        new RegExp(`The list of rules has changed .* ${undone}.* Rules 2 1`),
      )
      assert.match(wordsOf(text), /card ends in 0001/)
      assert.doesNotMatch(wordsOf(text), /card ends in 3333, decline/)
    }
    // A form without the version of the list is also stale.
    for (const seen of ['', 'x', '1.', `${'1'.repeat(20)}.a`]) {
      const fields = { rule: oldest, change: 'delete', seen }
      const { status, text } = await portal.post(`${base}/rules/change`, fields)
      assert.equal(status, 409)
      assert.doesNotMatch(wordsOf(text), /Changes since then/)
    }
    await clear(portal)
  })

  test('are unchanged by a form with an invalid position, and the page says why', async () => {
    const { base } = at.portal
    const fields = { change: 'up', rule: 'x', seen: '', place: 'first' }
    const { status, text } = await at.portal.post(`${base}/rules/change`, fields)
    assert.equal(status, 409)
    assert.match(wordsOf(text), /Not possible .*\/place .* Nothing was changed\./)
  })

  test('can still be deleted on an open page after a payment has used them', async () => {
    const { portal } = at
    const { merchant, base } = portal
    const twice = { panSuffix: '3333', times: '2', actionCode: '208' }
    const page = await portal.done(await portal.page(`${base}/rules`), 'rule', twice)
    await merchant.pay(await merchant.register(), { $PAN: TEST_CARDS.approved })
    assert.equal((await change(portal, page, idsOf(page)[0] ?? '', 'delete')).status, 303)
  })

  test('do not reappear if a payment uses them up while others are added', async () => {
    const { portal } = at
    const { merchant, base } = portal
    for (let round = 0; round < 10; round += 1) {
      const once = { panSuffix: '3333', times: '1', actionCode: '208' }
      const page = await portal.done(await portal.page(`${base}/rules`), 'rule', once)
      const order = await merchant.register()
      await Promise.all([
        merchant.pay(order, { $PAN: TEST_CARDS.approved }),
        ...['0001', '0002', '0003'].map((panSuffix) =>
          portal.submit(page, 'rule', { panSuffix, times: '' }),
        ),
      ])
      assert.equal((await merchant.status(order))['actionCode'], 208)
      const left = wordsOf(await portal.page(`${base}/rules`))
      assert.doesNotMatch(left, /card ends in 3333, decline/)
      for (const panSuffix of ['0001', '0002', '0003'])
        assert.match(left, new RegExp(`card ends in ${panSuffix}, decline`))
      await clear(portal)
    }
  })

  test("are limited to a hundred, including cards' rules", async () => {
    const { portal } = at
    const rule = { match: { panSuffix: '0001' }, outcome: { actionCode: 116 } }
    const outcomeRules = Array.from({ length: 100 }, (_, id) => ({ id: String(id), ...rule }))
    await portal.merchant.changeSettings({ outcomeRules })
    const { status, text } = await portal.submit(await portal.page(`${portal.base}/rules`), 'rule')
    assert.equal(status, 422)
    assert.match(wordsOf(text), /Limit of 100 rules reached\. Delete a rule first/)
    await portal.merchant.changeSettings({ outcomeRules: [] })
  })
})
