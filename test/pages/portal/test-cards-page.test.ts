import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { FLOWS } from '../../../src/three-d-secure/authentication.ts'
import { allTestCards } from '../../../src/payments/methods/test-card.ts'
import { testCards } from '../../../src/api/control/orders/test-cards.ts'
import { testCardsPage } from '../../../src/pages/portal/test-cards/test-cards-page.ts'
import { DEMO_CREDENTIALS } from '../../../src/projects/project.ts'
import { issueCard, projectCall, topUp } from '../../kit/control.ts'
import { databases } from '../../kit/databases.ts'
import { startSandbox } from '../../kit/sandbox.ts'
import { DEFAULT_CODE } from '../../../src/payments/methods/card-outcome.ts'

const NOW = Date.parse('2026-11-21T00:00:00Z')
const pageAt = (now: number): string =>
  testCardsPage({ base: '', mayPay: true, own: [], cards: testCards(now) }).toString()
const page = pageAt(NOW)
const rows = [...page.matchAll(/<tr[ >].*?<\/tr>/gs)].map(([row]) => row)

describe('The page of test cards', () => {
  test('shows every test card once, with CVC, code, outcome and message', () => {
    for (const { pan, cvc, flow, code, actionCode, funds } of allTestCards()) {
      const own = rows.filter((row) => row.includes(`data-copy="${pan}"`))
      assert.equal(own.length, 1, pan)
      const [row = ''] = own
      assert.ok(row.includes(`>${cvc}</span>`), pan)
      assert.ok(row.includes('12/34'), pan)
      if (FLOWS[flow].asksCode) assert.ok(row.includes(`data-copy="${code ?? DEFAULT_CODE}"`), pan)
      const result =
        actionCode !== 0
          ? `declines, ${actionCode}`
          : funds === undefined
            ? '>approves<'
            : 'approves up to 100.00'
      assert.ok(row.includes(result), `${pan}: ${result}`)
    }
  })

  test('shows an expiry date that is later than the clock', () => {
    const later = pageAt(Date.parse('2050-03-01T00:00:00Z'))
    assert.ok(later.includes('03/51'))
    assert.ok(!later.includes('12/34'))
  })

  test('has headers that block foreign content, and is linked from the main page and the reference', async () => {
    const [database] = databases
    assert.ok(database)
    const sandbox = await startSandbox(database)
    try {
      const { status, headers, text } = await sandbox.call('GET', '/test-cards')
      assert.equal(status, 200)
      assert.equal(headers['content-type'], 'text/html; charset=utf-8')
      assert.match(String(headers['content-security-policy']), /default-src 'none'/)
      assert.ok(text.includes('Demo project'))
      assert.ok((await sandbox.call('GET', '/')).text.includes('/test-cards">'))
      assert.ok((await sandbox.call('GET', '/openapi.json')).text.includes('(/test-cards)'))
      const posted = await sandbox.call('POST', '/test-cards')
      assert.equal(posted.status, 405)
    } finally {
      await sandbox.close()
    }
  })

  test('tries a payment only with a test card', async () => {
    const [database] = databases
    assert.ok(database)
    const sandbox = await startSandbox(database)
    const tryWith = (card: string) =>
      sandbox.call('POST', '/test-cards/pay', {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ card }).toString(),
      })
    try {
      const { status, headers } = await tryWith('4444555511113333')
      assert.equal(status, 303)
      const page = String(headers['location'])
      assert.match(
        page,
        /^\/payment\/merchants\/demo\/payment_en\.html\?mdOrder=[\da-f-]{36}#card-4444553333$/,
      )
      assert.equal((await sandbox.call('GET', page)).status, 200)
      const orderId = /[\da-f-]{36}/.exec(page)?.[0] ?? ''
      const { text } = await sandbox.call('GET', `/test-cards?orderId=${orderId}`)
      assert.match(text, /is not paid/)
      const order = await sandbox.call('GET', `/control/v1/orders/${orderId}`, {
        headers: { 'x-api-key': DEMO_CREDENTIALS.interfaceB.apiKey },
      })
      assert.equal((order.json as { twoStage: unknown }).twoStage, false)
      for (const number of ['4000000000000000', '', '4444555511113333x'])
        assert.equal((await tryWith(number)).status, 404, number)
    } finally {
      await sandbox.close()
    }
  })

  test('links issued cards to their pages, in the project and on the public page', async () => {
    const [database] = databases
    assert.ok(database)
    const sandbox = await startSandbox(database)
    try {
      const call = projectCall(sandbox, DEMO_CREDENTIALS.interfaceB.apiKey)
      await topUp(call, await issueCard(call), 5000)
      const [, project = ''] =
        /href="(\/p\/prj_\w{16})">Open the portal/.exec((await sandbox.call('GET', '/')).text) ?? []
      for (const base of ['', project]) {
        const { text } = await sandbox.call('GET', `${base}/test-cards`)
        const [, href = ''] = /href="([^"]+)">Issued here/.exec(text) ?? []
        assert.equal((await sandbox.call('GET', href)).status, 200, href)
      }
    } finally {
      await sandbox.close()
    }
  })

  test('shows nothing for an unknown order', async () => {
    const [database] = databases
    assert.ok(database)
    const sandbox = await startSandbox(database)
    try {
      const other = '01a20236-b464-707d-8ec9-400400000001'
      for (const query of [`orderId=${other}`, 'orderId=', `orderId=${other}&orderId=${other}`]) {
        const { status, text } = await sandbox.call('GET', `/test-cards?${query}`)
        assert.equal(status, 200)
        assert.ok(!text.includes('class="tried"'), query)
      }
    } finally {
      await sandbox.close()
    }
  })

  test('shows the cards and no project in hosted mode', async () => {
    const [database] = databases
    assert.ok(database)
    const sandbox = await startSandbox(database, { config: { mode: 'hosted' } })
    try {
      const { status, text } = await sandbox.call('GET', '/test-cards')
      assert.equal(status, 200)
      assert.ok(text.includes('4444\u00A05555\u00A01111\u00A03333'))
      assert.ok(!text.includes('project id'))
      assert.ok(!text.includes('Pay with it'))
    } finally {
      await sandbox.close()
    }
  })
})
