// Learning pages within a project: the same pages as under `/`, with the project's cards and rules,
// and links that stay in it.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allActionCodes, payerMessage } from '../../../src/payments/authorisation/action-code.ts'
import { DECLINES } from '../../../src/ledger/decline.ts'
import { allTestCards } from '../../../src/payments/methods/test-card.ts'
import { learn } from '../../../src/pages/portal/shell/learn-screens.ts'
import { plain } from '../../kit/checkout.ts'
import { issueCard, projectCall, topUp } from '../../kit/control.ts'
import { onPortal, type Portal, wordsOf } from '../../kit/portal.ts'
import { TEST_CARDS } from '../../kit/test-cards.ts'

/** The table row that contains this. */
const rowWith = (page: string, words: string): string => {
  const rows = [...page.matchAll(/<tr[ >][^]*?<\/tr>/g)].map(([row]) => row)
  return rows.find((row) => row.includes(words)) ?? ''
}

const callOf = ({ sandbox, merchant }: Portal) =>
  projectCall(sandbox, merchant.project.secrets.interfaceB.apiKey)

onPortal('The learning section of a project', (at) => {
  test('is in its navigation, and in the navigation of the pages under /', async () => {
    const { base } = at.portal
    for (const { path, label } of learn) {
      assert.match(
        await at.portal.page(base + path),
        new RegExp(`href="${base}${path}"\\s+aria-current="page"`),
      )
      const page = await at.portal.page(path)
      assert.match(page, new RegExp(`href="${path}"\\s+aria-current="page"`), label)
      assert.match(page, /href="\/">/)
    }
  })

  test('is linked from the page for an unknown URL, for the project in the URL', async () => {
    const { base } = at.portal
    const missing = '019b2d4e-5c7a-7b21-8f3d-9a5e00000001'
    for (const [path, docs] of [
      [`${base}/orders/${missing}`, `${base}/docs`],
      [`${base}/nothing`, `${base}/docs`],
      [`${base}/docs/c/nothing`, `${base}/docs`],
      ['/p/prj_aaaaaaaaaaaaaaaa', '/docs'],
      ['/p/prj_aaaaaaaaaaaaaaaa/nothing', '/docs'],
      ['/nothing', '/docs'],
    ] as const) {
      const { status, text } = await at.portal.get(path)
      assert.equal(status, 404, path)
      assert.match(text, new RegExp(`href="${docs}">API reference`), path)
    }
  })

  test('has guides whose links stay in the project', async () => {
    const { base } = at.portal
    const readme = await at.portal.page(`${base}/guides/readme`)
    assert.ok(readme.includes(`href="${base}/guides/control-api"`))
    assert.ok(!/href="\/(docs|guides|test-cards)/.test(readme))
    assert.ok((await at.portal.page('/guides/readme')).includes('href="/guides/control-api"'))
  })

  test('has every action code, with its texts, its causes and its operations', async () => {
    const { base } = at.portal
    const page = await at.portal.page(`${base}/action-codes`)
    assert.doesNotMatch(page, /lang="ru"/)
    const full = await at.portal.page(`${base}/action-codes?texts=all`)
    for (const { code, texts } of allActionCodes()) {
      const row = plain(rowWith(full, `id="code-${code}"`))
      for (const text of [texts.en, texts.ru, payerMessage(code, 'en'), payerMessage(code, 'ru')])
        assert.ok(row.includes(text), `${code}: ${text}`)
    }
    for (const { pan, actionCode } of allTestCards().filter((card) => card.actionCode !== 0))
      assert.ok(
        rowWith(page, `id="code-${actionCode}"`).includes(
          `href="${base}/test-cards">Test card ${pan.replace(/(\d{4})(?=\d)/g, '$1\u00A0')}`,
        ),
        pan,
      )
    for (const [code, words] of [
      [116, 'the amount is more than the available balance'],
      [111, 'neither a test card nor issued'],
      [82, 'An incorrect CVC for any test card'],
      [116, `href="${base}/orders?actionCode=116"`],
      [4005, 'decline.do'],
      [-2007, 'The order expired'],
      [2003, 'FORCE_TDS'],
      [-2025, 'incorrect too often, the payer cancelled'],
      [-2006, 'too often or the payer cancelled'],
    ] as const)
      assert.ok(rowWith(page, `id="code-${code}"`).includes(words), `${code}: ${words}`)
  })

  test('finds codes by their number and by words of their meaning, even without script', async () => {
    const { base } = at.portal
    const found = async (q: string) => {
      const page = await at.portal.page(`${base}/action-codes?q=${encodeURIComponent(q)}`)
      return [...page.matchAll(/id="code-(-?\d+)"/g)].map(([, code]) => Number(code))
    }
    assert.deepEqual(await found('71015'), [71015])
    assert.deepEqual(await found('lost or stolen'), [208])
    assert.deepEqual(await found('\u0001Insufficient  FUNDS'), [116, 20])
    assert.deepEqual(await found('no such words'), [])
    assert.match(
      wordsOf(await at.portal.page(`${base}/action-codes?q=xyz`)),
      /No code matches “xyz”\. Show all codes/,
    )
  })

  test('lists each decline of an issued card with the codes of A, B and C', async () => {
    const page = await at.portal.page('/action-codes')
    for (const [words, ...said] of [
      ['The amount is more than the available balance', '51', '116', 'Insufficient funds'],
      ['The card was reported lost', '41', '208', 'Card is lost'],
      ['The CVC does not match the card', 'AB', '122', '82'],
    ] as const)
      for (const each of said) assert.ok(wordsOf(rowWith(page, `>${words}<`)).includes(each), words)
    for (const { actionCode } of Object.values(DECLINES))
      assert.ok(page.includes(`id="code-${actionCode}"`))
  })

  test('lists the rules of the project that end a payment with a code', async () => {
    const { base } = at.portal
    const outcomeRules = [{ match: { panSuffix: '1111' }, outcome: { actionCode: 907 } }]
    const { status } = await callOf(at.portal)('PATCH', '/control/v1/project', { outcomeRules })
    assert.equal(status, 200)
    const row = rowWith(await at.portal.page(`${base}/action-codes`), 'id="code-907"')
    assert.match(row, /\/rules">Rule 1 of this project</)
    await callOf(at.portal)('PATCH', '/control/v1/project', { outcomeRules: [] })
  })

  test('is linked from each decline', async () => {
    const { base, merchant } = at.portal
    const orderId = await merchant.register()
    await merchant.pay(orderId, { $PAN: TEST_CARDS.noFunds })
    const page = await at.portal.page(`${base}/orders/${orderId}`)
    assert.ok(page.includes(`href="${base}/action-codes#code-116"`))
    assert.match(page, new RegExp(`href="${base}/docs/\\w+/\\w+">In the reference`))
  })

  test("shows the project's issued cards first among the test cards, and pays with them", async () => {
    const { base } = at.portal
    assert.ok(!(await at.portal.page(`${base}/test-cards`)).includes('id="own"'))
    const card = await issueCard(callOf(at.portal))
    await topUp(callOf(at.portal), card, 12_345)
    const page = await at.portal.page(`${base}/test-cards`)
    assert.ok(page.indexOf('id="own"') < page.indexOf('id="without"'))
    const row = rowWith(page, `data-copy="${card.number}"`)
    assert.match(plain(row), /approves up to 123\.45\sEUR/)
    assert.match(row, new RegExp(`href="${base}/cards/\\d+"`))
    for (const pan of [card.number, TEST_CARDS.approved]) {
      const { status, headers } = await at.portal.post(`${base}/test-cards/pay`, { card: pan })
      assert.equal(status, 303)
      const address = String(headers['location'])
      assert.match(
        address,
        new RegExp(
          `^/payment/merchants/[^/]+/payment_en\\.html\\?mdOrder=[\\da-f-]{36}#card-${pan.slice(0, 6)}${pan.slice(-4)}$`,
        ),
      )
      const orderId = /[\da-f-]{36}/.exec(address)?.[0] ?? ''
      assert.match(await at.portal.page(`${base}/test-cards?orderId=${orderId}`), /is not paid/)
      assert.ok(!(await at.portal.page(`/test-cards?orderId=${orderId}`)).includes('class="tried"'))
    }
    const elsewhere = await at.portal.post('/test-cards/pay', { card: card.number })
    assert.equal(elsewhere.status, 404)
  })
})
