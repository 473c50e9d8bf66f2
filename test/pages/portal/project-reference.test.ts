// The reference within a project: samples and requests use the project's credentials and objects.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plain } from '../../kit/checkout.ts'
import { openApiOf } from '../../kit/open-api.ts'
import { oneDatabase } from '../../kit/databases.ts'
import { onPortal, wordsOf } from '../../kit/portal.ts'
import { tellStory } from '../../kit/portal-story.ts'
import { TEST_CARDS } from '../../kit/test-cards.ts'
import { operationsOf } from '../../api/reference/examples.ts'
import { addressOf, answerOf, blockOf, LANGUAGES } from './reference-pages.ts'

/** Operations that refuse a repetition: for the same order, or if the card pool is used up. */
const ONCE = ['updateSSLCardList', 'seedProject']

/** True if an operation failed, by the page with its response. */
function isRefused(page: string): boolean {
  const { status, text } = answerOf(page)
  // A file of JSON lines is a success, and so is a response that is too long for the page.
  const isWhole = text.startsWith('{') && !page.includes('only its first part is shown')
  const isDocument = isWhole && !text.includes('}\n{')
  const body = (isDocument ? JSON.parse(text) : {}) as Readonly<Record<string, unknown>>
  const codes = [body['responseCode'], body['errorCode'], body['ErrorCode']]
  const isCoded = codes.some((code) => Number(code ?? 0) !== 0)
  const isHttpRefusal = status >= 300 && ![302, 303].includes(status)
  return isHttpRefusal || isCoded || body['success'] === false || body['status'] === 'declined'
}

onPortal('The reference within a project', (at, database) => {
  test("uses the project's credentials in samples and requests, and its links stay in the project", async () => {
    const { base, merchant } = at.portal
    const { interfaceA, interfaceB, interfaceC } = merchant.project.secrets
    for (const [operation, secret] of [
      ['a/getCardData', interfaceA.password],
      ['b/listTransfers', interfaceB.apiKey],
      ['c/register', interfaceC.password],
    ] as const) {
      const page = await at.portal.page(`${base}/docs/${operation}`)
      assert.ok(!page.includes('demo-'), operation)
      assert.ok(!page.includes('href="/docs'), operation)
      for (const language of LANGUAGES.filter((each) => each !== 'JavaScript'))
        assert.ok(blockOf(page, `sample in ${language}`).includes(secret), language)
    }
    const { text } = await at.portal.submit(await at.portal.page(`${base}/docs/c/register`), 'send')
    const { orderId } = JSON.parse(answerOf(text).text) as { orderId: string }
    assert.match(await at.portal.page(`${base}/orders/${orderId}`), /20\.00/)
  })

  const empty = ['an empty project', () => Promise.resolve()] as const
  const filled = ['a filled project', () => tellStory(at.portal)] as const
  // The examples in an empty project are refused by their pages, on both databases alike.
  for (const [project, fill] of database === oneDatabase ? [empty, filled] : [filled])
    test(`sends every example twice in ${project}, unless its page says what is missing`, async () => {
      await fill()
      const failures: string[] = []
      const document = await openApiOf(at.portal.sandbox)
      for (const listed of operationsOf(document)) {
        const id = listed.operation.operationId ?? ''
        // The pages of a deleted project disappear; the last test sends it.
        if (id === 'deleteProject') continue
        for (const press of [1, 2]) {
          const page = await at.portal.page(at.portal.base + addressOf(listed))
          if (page.includes('127.0.0.1:8583')) failures.push(`${addressOf(listed)}: another origin`)
          const isMissing = page.includes('class="missing"')
          const { text: shown } = await at.portal.submit(page, 'send')
          const { status, text } = answerOf(shown)
          const isRepeated = press === 2 && ONCE.includes(id)
          if (isRefused(shown) && !isMissing && !isRepeated)
            failures.push(`${addressOf(listed)} ${press}: ${status} ${text.slice(0, 300)}`)
        }
      }
      assert.deepEqual(failures, [])
    })

  test('gives the form a fresh order number after each request', async () => {
    const page = await at.portal.page(`${at.portal.base}/docs/c/register`)
    const { text } = await at.portal.submit(page, 'send')
    assert.match(answerOf(text).text, /"orderId"/)
    const { text: second } = await at.portal.submit(text, 'send')
    assert.match(answerOf(second).text, /"orderId"/)
  })

  test('shows an error of interface C as declined, with its code, and links the payment page', async () => {
    const page = await at.portal.page(`${at.portal.base}/docs/c/register`)
    const twice = { 'field.orderNumber': 'the-same' }
    const { text: first } = await at.portal.submit(page, 'send', twice)
    assert.match(first, /class="badge approved"/)
    const [, formUrl = ''] = /href="(\/payment\/merchants\/[^"]*)"/.exec(first) ?? []
    assert.equal((await at.portal.sandbox.call('GET', plain(formUrl))).status, 200)
    const { text: second } = await at.portal.submit(page, 'send', twice)
    assert.match(second, /class="badge declined"[^]*200 OK[^]*errorCode 1/)
  })

  test('links the explanation of a decision, but none after a request that decided nothing', async () => {
    const { portal } = at
    const whyOf = async (operation: string, fields: Readonly<Record<string, string>>) => {
      const page = await portal.page(`${portal.base}/docs/c/${operation}`)
      const { text } = await portal.submit(page, 'send', fields)
      return /href="([^"]*)">Why\?/.exec(text)?.[1]
    }
    const orderId = await portal.merchant.register()
    assert.equal(await whyOf('register', { 'field.orderNumber': 'not-decided' }), undefined)
    const why = await whyOf('paymentorder', {
      'field.MDORDER': orderId,
      'field.$PAN': TEST_CARDS.declined,
    })
    assert.match(wordsOf(await portal.page(why ?? '')), /Decision declined/)
  })

  test('sends the deletion of the project, whose pages then disappear', async () => {
    const address = `${at.portal.base}/docs/control/deleteProject`
    const { text } = await at.portal.submit(await at.portal.page(address), 'send')
    assert.ok(!isRefused(text))
    assert.equal((await at.portal.sandbox.call('GET', address)).status, 404)
  })
})
