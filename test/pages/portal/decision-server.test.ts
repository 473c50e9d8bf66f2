// The page of real-time decisions: the decision server, the list, and one decision.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onPortal, wordsOf } from '../../kit/portal.ts'
import { SimulatedCard } from '../../kit/simulated-card.ts'

onPortal('The real-time decisions page of the portal', (at) => {
  const LIST = '/authorisations/decisions'

  test('saves, replaces and deletes the server, and shows its secret once', async () => {
    const { portal } = at
    const { base } = portal
    const page = await portal.page(base + LIST)
    assert.match(wordsOf(page), /No decisions yet\..*No server yet/s)
    const typed = { url: 'http://127.0.0.1:9/decide', timeoutMs: '500', onTimeout: 'approve' }
    const saved = await portal.submit(page, 'server', typed)
    assert.equal(/whsec_[\w+/=]+/.exec(saved.text)?.length, 1)
    const list = await portal.page(base + LIST)
    assert.ok(!list.includes('whsec_'))
    assert.match(wordsOf(list), /Requests go to http:\/\/127\.0\.0\.1:9\/decide.*500 ms/s)
    const deleted = await portal.done(list, 'delete')
    assert.match(wordsOf(deleted), /Each card’s status, balance and limits now decide its payments/)
  })

  test('reports an invalid value at its field, and keeps the input', async () => {
    const { portal } = at
    const page = await portal.page(portal.base + LIST)
    const url = 'http://127.0.0.1:9/decide'
    for (const [typed, text] of [
      [{ url: 'decide' }, /URL ?: It must be an absolute http or https URL/],
      [{ url, timeoutMs: '99' }, /Time limit ?: Enter a whole number from 100 to 10,000/],
      [{ url, timeoutMs: 'soon' }, /Time limit ?: Enter a whole number from 100 to 10,000/],
    ] as const) {
      const refused = await portal.submit(page, 'server', typed)
      assert.equal(refused.status, 422)
      assert.match(wordsOf(refused.text), text)
      for (const value of Object.values(typed)) assert.ok(refused.text.includes(`value="${value}"`))
    }
  })

  test('lists the decisions, and shows the request and the late answer of one', async () => {
    const { portal } = at
    const { base, sandbox, merchant } = portal
    const card = await SimulatedCard.open(sandbox, 10_000, merchant.project)
    const { id } = await card.authorise({ realTimeDecision: 'slow' })
    const list = await portal.page(base + LIST)
    assert.match(
      wordsOf(list),
      /Purchase \d+ .*declined No answer in time \(decided by onTimeout\) late answer .*20\.00/,
    )
    const [path = ''] = /\/authorisations\/decisions\/\d+/.exec(list) ?? []
    const page = await portal.page(base + path)
    assert.match(wordsOf(page), /Request .*Decision: declined .*Late answer It arrived after/s)
    assert.ok(page.includes(`${base}/authorisations/${id}"`))
    assert.match(await portal.page(`${base}/authorisations/${id}`), new RegExp(`${path}"`))
  })

  test('names a simulated answer as such, without the time of a server', async () => {
    const { portal } = at
    const { base, sandbox, merchant } = portal
    const card = await SimulatedCard.open(sandbox, 10_000, merchant.project)
    await card.authorise({ realTimeDecision: 'approve' })
    const list = await portal.page(base + LIST)
    assert.match(wordsOf(list), /Purchase \d+ .*?approved Simulated answer just now/)
    assert.doesNotMatch(wordsOf(list), / in 0 ms/)
    const [path = ''] = /\/authorisations\/decisions\/\d+/.exec(list) ?? []
    const page = wordsOf(await portal.page(base + path))
    assert.match(page, /Status 200 as requested; your server was not called/)
    assert.doesNotMatch(page, /after 0 ms/)
  })

  test('shows a decision that the terminal forced', async () => {
    const { portal } = at
    const page = await portal.page(`${portal.base}/simulate`)
    const declined = await portal.done(page, 'terminal', { realTimeDecision: 'error' })
    assert.match(wordsOf(declined), /Your decision server failed or sent an unusable answer/)
  })
})
